"""Rules of NumPy's functions on bounded arrays, by kind of function; `registry` has the table."""

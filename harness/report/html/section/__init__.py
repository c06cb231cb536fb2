"""The sections of a report, one module each: a view model of its data, and its HTML."""

"""What a kernel's text and its compiled code show: parameters, template arguments, the memory it touches."""

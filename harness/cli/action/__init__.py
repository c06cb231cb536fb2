"""What each command does; imported when the command is called."""

"""The implementation of each command, imported when the command is called."""

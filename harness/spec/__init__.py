"""What to run: declarations, launch rules, variants, and the cases they are checked on."""

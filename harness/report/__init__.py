"""What a check says: one model, rendered for a terminal and as JSON."""

"""Files that users may hand over, damaged at random: every one must be taken, or refused in words."""

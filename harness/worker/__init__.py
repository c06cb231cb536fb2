"""Worker processes: started, asked, limited and ended."""

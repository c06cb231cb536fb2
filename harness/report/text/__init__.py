"""Reports as text: terminal, Markdown, JUnit."""

"""What is made once in a while, each by its own command."""

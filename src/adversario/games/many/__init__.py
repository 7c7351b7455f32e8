"""Games for more than two players."""

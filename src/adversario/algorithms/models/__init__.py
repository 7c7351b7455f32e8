"""Models of how players behave, their names on the command line, and beliefs about them."""

"""Why a game does not compile, and what would."""

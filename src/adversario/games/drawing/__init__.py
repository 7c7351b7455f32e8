"""Pictures that several games share."""

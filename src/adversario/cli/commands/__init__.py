"""The commands, one file each, in the groups of the help."""

"""The Python side of compiled searches of games with hidden information."""

"""The Python side of compiled searches: dispatch, root search, control, answers."""

"""Programs of students, each in a process of its own: what is trusted is on the other side."""

"""The protocol of xboard and WinBoard, "CECP" (Tim Mann and H. G. Muller)."""

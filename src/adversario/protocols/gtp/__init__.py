"""GTP, the Go Text Protocol, version 2 (Gunnar Farnebäck, 2002), for Go and for Hex."""

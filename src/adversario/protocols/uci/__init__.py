"""UCI, the Universal Chess Interface (Rudolf Huber and Stefan Meyer-Kahlen, 2000)."""

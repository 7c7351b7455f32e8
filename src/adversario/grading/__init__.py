"""Programs of students graded: their functions against the contract, references and players."""

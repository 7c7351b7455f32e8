"""What a game may declare besides its rules, and the checker of the contract."""

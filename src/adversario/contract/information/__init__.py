"""What players know: observations, memories, the states that fit them, rounds of hidden moves."""

"""Games in strategic form: tables of payoffs, solved exactly."""

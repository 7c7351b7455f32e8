"""`python -m adversario` is `adversario`."""

from adversario.cli import main

if __name__ == "__main__":
    main()

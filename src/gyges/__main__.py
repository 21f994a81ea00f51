"""``python -m gyges`` is the command ``gyges``."""

from gyges.cli import main

if __name__ == "__main__":
    main()

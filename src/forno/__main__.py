"""`python -m forno` is `forno`."""

import sys

from forno.cli import main

if __name__ == "__main__":
    sys.exit(main())

"""Tells its time, in ms since 1970, for each line that it reads."""

import sys
import time

for _ in sys.stdin:
    print(round(time.time() * 1000), flush=True)

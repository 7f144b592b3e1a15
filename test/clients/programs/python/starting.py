"""Starts an emulator, prints its address and waits for its own end: starting.py IMAGE [SEED]."""

import sys
import time

from tristore_emulator import Emulator, EmulatorError

try:
    emulator = Emulator.start(sys.argv[1], seed=sys.argv[2] if len(sys.argv) > 2 else None)
except EmulatorError as error:
    sys.exit(f"{error.code} {error}")
print(emulator.base_url, flush=True)
time.sleep(60)

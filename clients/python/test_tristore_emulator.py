"""Makes the calls of ../calls.json, in their order."""

import os
import unittest

from tristore_emulator import Emulator, EmulatorError


class Calls(unittest.TestCase):
    def test_calls(self):
        with Emulator.start(os.environ.get("EMULATOR_IMAGE", "tristore-emulator")) as started:
            with Emulator(started.base_url).world() as world:
                self.assertNotEqual(world.base_url, started.base_url)
                self.assertEqual(world.db_base_url, world.base_url)
                world.set_clock("2030-01-31T23:59:00Z")
                world.advance("15m")
                fault = world.add_fault({"match": {"operation": "kv.*"}, "status": 503})
                world.remove_fault(fault)
                world.put_seed({"database": {"keys": [{"key": "db_test"}]}})
                world.reset()
                with self.assertRaisesRegex(EmulatorError, "must be a duration"):
                    world.advance("soon")


if __name__ == "__main__":
    unittest.main()

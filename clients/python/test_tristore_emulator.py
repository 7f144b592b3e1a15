"""Makes the calls of ../calls.json, in their order."""

import os
import threading
import unittest
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone

from tristore_emulator import KV_KEY, NAMESPACE, Emulator, EmulatorError

SEED = "{namespaces: [{id: ns_demo_starter, keys: [{key: kv_admin_demo, scope: admin}], entries: [{key: a, value: 1, ttlSeconds: 86400}]}]}"
DATE = "2026-01-31T23:59:00Z"


class Calls(unittest.TestCase):
    def test_calls(self):
        started = Emulator.start(
            os.environ.get("EMULATOR_IMAGE", "tristore-emulator"),
            seed={"database": {"keys": [{"key": "db_start"}]}},
            env={"EMULATOR_RANDOM_SEED": "7"},
            clock=DATE,
            profile="{kv: {putStatus: 201}}",
            admin_token="only-tests",
        )
        with started:
            connected = Emulator(f"{started.base_url}/", admin_token="only-tests")
            world = connected.world(SEED, datetime(2026, 1, 31, 23))
            self.steer(world)
            with self.assertRaisesRegex(EmulatorError, r'^f_1 \{"operation": "documents.list"\} never fired; 0 req'):
                world.close()
            world.close()
        started.close()

    def steer(self, world):
        self.assertEqual(world.db_base_url, world.base_url)
        self.assertEqual(world.set_clock(DATE), datetime(2026, 1, 31, 23, 59, tzinfo=timezone.utc))
        world.advance(timedelta(minutes=15))
        world.advance_to("next-expiry", timedelta(milliseconds=-1))
        self.assertEqual(world.advance_to("next-month"), datetime(2026, 3, 1, tzinfo=timezone.utc))
        world.set_clock(datetime(2026, 1, 31, 23, 59, tzinfo=timezone.utc), freeze=False, force=True)
        world.remove_fault(world.add_fault('{match: {operation: "kv.*"}, status: 503}'))
        holding = {"match": {"operation": "kv.get"}, "hold": True, "times": 1}
        optional = {"match": {"operation": "kv.delete"}, "status": 503, "optional": True}
        held_by, _ = world.add_faults([holding, optional])
        reading = threading.Thread(target=self.read, args=[world])
        reading.start()
        world.release(world.held(held_by)["id"], {"status": 429})
        reading.join()
        self.assertEqual(world.requests(limit=1, operation="kv.*")[0]["status"], 429)
        with self.assertRaisesRegex(EmulatorError, r"\(409 clock_backwards\)\ngo back anyway with force: true") as refused:
            world.set_clock("2020-01-31T23:59:00Z")
        self.assertEqual((refused.exception.status, refused.exception.code), (409, "clock_backwards"))
        world.merge_state({"stores": [{"id": "ec_demo_starter"}]})
        self.assertEqual(world.state()["stores"][0]["id"], "ec_demo_starter")
        world.put_seed("database: {keys: [{key: db_test}]}")
        world.reset()
        self.assertEqual(world.call("GET", "/usage")["operations"], {})
        world.add_fault({"match": {"operation": "documents.list"}, "status": 503})

    def read(self, world):
        request = urllib.request.Request(f"{world.base_url}/v1/kv/{NAMESPACE}/a", headers={"X-KV-Key": KV_KEY})
        with self.assertRaises(urllib.error.HTTPError):
            urllib.request.urlopen(request)


if __name__ == "__main__":
    unittest.main()

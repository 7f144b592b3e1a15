"""Starts tristore-emulator and steers it from tests, with the standard library alone."""

import json
import subprocess
import time
import urllib.error
import urllib.request

# What the image starts with: ids, and keys that may do everything.
NAMESPACE, KV_KEY = "ns_demo_starter", "kv_admin_demo"
STORE, CONFIG_KEY = "ec_demo_starter", "kv_admin_config"
DB_KEY = "db_demo"

# Tests talk to this machine, whatever proxy the environment names.
_open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


class EmulatorError(Exception):
    """An admin call that the emulator refused, with its reason."""


class Emulator:
    """An emulator that runs, or one of its worlds: Emulator("http://127.0.0.1:4600")."""

    def __init__(self, base_url, db_base_url=None, close=lambda: None):
        self.base_url = base_url
        self.db_base_url = db_base_url or base_url
        self.close = close

    @classmethod
    def start(cls, image="tristore-emulator"):
        """Starts the image with docker, on a free port of this machine; close() removes the container."""
        container = _docker("run", "--detach", "--rm", "--publish", "127.0.0.1::4600", image)
        try:
            port = _docker("port", container, "4600/tcp").split(":")[-1]
            emulator = cls(f"http://127.0.0.1:{port}", close=lambda: _docker("rm", "--force", container))
            emulator._wait()
        except BaseException:
            _docker("rm", "--force", container)
            raise
        return emulator

    def world(self):
        """An isolated emulator for one test: data, clock and faults of its own. close() removes it."""
        made = self._call("POST", "/worlds")
        return Emulator(
            made["baseUrl"], made["dbBaseUrl"], lambda: self._call("DELETE", f"/worlds/{made['id']}")
        )

    def set_clock(self, instant, freeze=True):
        """Sets the clock to "2030-01-31T23:59:00Z"; frozen, it moves only when it is advanced."""
        self._call("POST", "/clock", {"set": instant, "freeze": freeze})

    def advance(self, duration):
        """Moves the clock forward: "90s", "15m", "2d", "P1M"."""
        self._call("POST", "/clock", {"advance": duration})

    def add_fault(self, fault):
        """Adds {"match": {"operation": "kv.*"}, "status": 503, "times": 1}. Returns its id."""
        return self._call("POST", "/faults", fault)["id"]

    def remove_fault(self, fault_id):
        self._call("DELETE", f"/faults/{fault_id}")

    def put_seed(self, seed):
        """Replaces everything with a seed, a dict or the text of a YAML file; reset() then goes back to it."""
        self._call("PUT", "/seed", seed)

    def reset(self):
        """Goes back to the seed: data, clock, faults and journal."""
        self._call("POST", "/reset")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _call(self, method, path, body=None):
        """Makes an admin call. Returns its answer, None if that is empty."""
        text = body if isinstance(body, str) else json.dumps(body)
        data = None if body is None else text.encode()
        request = urllib.request.Request(f"{self.base_url}/_admin{path}", data, method=method)
        try:
            with _open(request, timeout=30) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as error:
            raise EmulatorError(f"{method} {path}: {error.code} {error.read().decode()}") from None

    def _wait(self, seconds=30):
        deadline = time.monotonic() + seconds
        while True:
            try:
                return self._call("GET", "/health")
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)


def _docker(*args):
    return subprocess.run(["docker", *args], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

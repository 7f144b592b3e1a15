"""Starts tristore-emulator and controls it from tests. Only needs the standard library (Python 3.8 or newer)."""

from __future__ import annotations

import json
import os
import re
import secrets
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from typing import IO, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Union
from urllib.parse import urlencode

# From the starter seed of the image. The keys have full access.
NAMESPACE, KV_KEY = "ns_demo_starter", "kv_admin_demo"
STORE, CONFIG_KEY = "ec_demo_starter", "kv_admin_config"
DB_KEY = "db_demo"

# Data, a file, or YAML or JSON. A string is YAML or JSON if it contains a line break or ": ", or starts with a brace.
Seed = Union[str, "os.PathLike[str]", Mapping[str, Any]]
Instant = Union[datetime, str]
Duration = Union[timedelta, str]
Fault = Mapping[str, Any]

# The emulator is on this machine, so bypass any proxy.
_open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


class EmulatorError(Exception):
    """A rejected call, with the status and code of the answer. The status is 0 if there was no answer."""

    def __init__(self, message: str, code: str, status: int = 0) -> None:
        super().__init__(message)
        self.code, self.status = code, status


class Emulator:
    """A running emulator, or one of its worlds: Emulator("http://127.0.0.1:4600"). A `with` block closes it."""

    def __init__(self, base_url: str, db_base_url: Optional[str] = None, admin_token: Optional[str] = None) -> None:
        self.base_url = base_url.rstrip("/")
        self.db_base_url = (db_base_url or base_url).rstrip("/")
        self._admin_token = admin_token
        self._added: List[str] = []
        self._end: Callable[[], object] = lambda: None
        self._is_closed = False

    @classmethod
    def start(
        cls,
        image: str = "tristore-emulator",
        seed: Optional[Seed] = None,
        env: Optional[Mapping[str, str]] = None,
        *,
        clock: Optional[Instant] = None,
        profile: Optional[str] = None,
        admin_token: Optional[str] = None,
    ) -> Emulator:
        """Runs the image with docker on a free port, until close() or the end of this process."""
        hosts = _engine_hosts()
        name = f"tristore-emulator-{secrets.token_hex(4)}"
        publish = "127.0.0.1::4600" if hosts == ["127.0.0.1"] else "4600"
        command = ["docker", "run", "--interactive", "--rm", "--no-healthcheck", "--label=tristore-emulator=client"]
        command += [f"--name={name}", f"--publish={publish}"]
        settings: Dict[str, Any] = {"LOG": "off", "UNTIL_STDIN_ENDS": "1"}
        settings["ALLOW_HOST"] = None if hosts[0].startswith("[") else hosts[0]
        settings.update({"CLOCK": _plain(clock), "FREEZE": clock and "1", "PROFILE": profile, "ADMIN_TOKEN": admin_token})
        command += [f"--env=EMULATOR_{setting}={value}" for setting, value in settings.items() if value]
        # The last value of a variable wins.
        command += [f"--env={variable}={value}" for variable, value in (env or {}).items()] + [image]
        with tempfile.TemporaryFile() as log:
            try:
                # In a session of its own, because Ctrl-C mustn't stop it while the tests clean up.
                process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=log, stderr=log, start_new_session=True
                )
            except OSError as error:
                hint = 'Install it, or connect to a running emulator: Emulator("http://127.0.0.1:4600")'
                raise EmulatorError(f"can't run docker: {error}\n{hint}", "start_failed") from None
            try:
                emulator = cls(_until_up(process, name, hosts, log), admin_token=admin_token)
                if seed is not None:
                    emulator.put_seed(seed)
            except BaseException:
                _stop(process, name)
                raise
        emulator._end = lambda: _stop(process, name)
        return emulator

    def world(self, seed: Optional[Seed] = None, clock: Optional[Instant] = None) -> Emulator:
        """Creates an isolated emulator for one test, with its own data, clock and faults. close() deletes it."""
        given = {} if clock is None else {"clock": {"now": clock, "freeze": True}}
        with _content(seed) as content:
            made = self.call("POST", "/worlds", given if content is None else {**given, "seed": content})
        world = Emulator(made["baseUrl"], made["dbBaseUrl"], self._admin_token)
        world._end = lambda: self.call("DELETE", f"/worlds/{made['id']}")
        return world

    def set_clock(self, instant: Instant, freeze: bool = True, force: bool = False) -> datetime:
        """Sets the clock, and freezes it unless freeze is False. Going back takes force=True. Returns the new time."""
        return self._move({"set": instant, "freeze": freeze, "force": force})

    def advance(self, duration: Duration) -> datetime:
        """Moves the clock forward by e.g. timedelta(minutes=15), "15m", "2d" or "P1M". Returns the new time."""
        return self._move({"advance": duration})

    def advance_to(self, event: str, plus: Duration = timedelta(0)) -> datetime:
        """Moves the clock to "next-expiry" or "next-month". plus="-1ms" stops just before. Returns the new time."""
        return self._move({"to": event, "plus": plus})

    def add_fault(self, fault: Union[Fault, str]) -> str:
        """Adds a fault, e.g. {"match": {"operation": "kv.*"}, "status": 503} or {"hold": True}. Returns its id."""
        return self.add_faults(fault)[0]

    def add_faults(self, faults: Union[Sequence[Fault], Fault, str]) -> List[str]:
        """Returns their ids."""
        answer = self.call("POST", "/faults", faults)
        ids = [fault["id"] for fault in answer.get("faults", [answer])]
        self._added += ids
        return ids

    def remove_fault(self, fault_id: str) -> None:
        self.call("DELETE", f"/faults/{fault_id}")

    def held(self, fault_id: str, after: int = 0, timeout: float = 2) -> Dict[str, Any]:
        """Waits for a request that the fault holds. To get the next one, pass the "number" of this one as after."""
        query = urlencode({"fault": fault_id, "after": after, "wait": max(1, round(timeout * 1000))})
        held = self.call("GET", f"/held?{query}")["held"]
        if not held:
            raise EmulatorError(f"no request was held by {fault_id} in {timeout} s", "nothing_held")
        return held[0]

    def release(self, request_id: str, end: Optional[Fault] = None) -> None:
        """Lets a held request continue, or ends it with e.g. {"status": 503} or {"connection": "reset"}."""
        self.call("POST", f"/held/{request_id}", end or {})

    def requests(self, **filters: Any) -> List[Dict[str, Any]]:
        """Newest first. Filter with e.g. requests(operation="kv.*", status="4xx", since="r7", limit=10)."""
        query = urlencode({name: _plain(value) for name, value in filters.items()})
        return self.call("GET", f"/requests?{query}")["requests"]

    def state(self) -> Dict[str, Any]:
        """Returns the current state as a seed."""
        return self.call("GET", "/state")

    def merge_state(self, seed: Seed) -> None:
        """Merges a seed into the current state."""
        with _content(seed) as content:
            self.call("PATCH", "/state", content)

    def put_seed(self, seed: Seed) -> None:
        """Replaces everything with a seed, which reset() then goes back to."""
        with _content(seed) as content:
            self.call("PUT", "/seed", content)
        self._added.clear()

    def reset(self) -> None:
        """Goes back to the seed: data, clock, faults and journal."""
        self.call("POST", "/reset")
        self._added.clear()

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Makes any admin call, e.g. call("GET", "/usage"). Sends a string unchanged, and anything else as JSON."""
        text = body if isinstance(body, str) else json.dumps(body, default=_plain)
        headers = {"Authorization": f"Bearer {self._admin_token}"} if self._admin_token else {}
        url, data = f"{self.base_url}/_admin{path}", None if body is None else text.encode()
        try:
            with _open(urllib.request.Request(url, data, headers, method=method), timeout=30) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as error:
            raise _refusal(f"{method} /_admin{path}", error.code, error.read().decode(errors="replace")) from None
        except OSError as error:
            raise EmulatorError(f"{method} {url}: no answer ({getattr(error, 'reason', error)})", "no_emulator") from error

    def close(self) -> None:
        """Deletes the world, or stops the container. Fails if a fault added here never fired, unless it's optional."""
        self._close(True)

    def __enter__(self) -> Emulator:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._close(kind is None)

    def _close(self, asks_for_unfired: bool) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        try:
            unfired = self._unfired() if asks_for_unfired else []
        finally:
            self._end()
        if unfired:
            lines = [f"{f['id']} {json.dumps(f.get('match', {}))} never fired; {f['matches']} requests match" for f in unfired]
            raise EmulatorError("\n".join([*lines, '"optional": True allows that']), "unfired_fault")

    def _unfired(self) -> List[Dict[str, Any]]:
        faults = self.call("GET", "/faults")["faults"] if self._added else []
        return [fault for fault in faults if fault["id"] in self._added and not fault["hits"] and not fault.get("optional")]

    def _move(self, body: Dict[str, Any]) -> datetime:
        return datetime.fromtimestamp(self.call("POST", "/clock", body)["now"] / 1000, timezone.utc)


def _refusal(call: str, status: int, content: str) -> EmulatorError:
    try:
        answer = json.loads(content)
        lines = [f"{call}: {answer['message']} ({status} {answer['error']})", answer.get("hint")]
        return EmulatorError("\n".join(filter(None, lines)), answer["error"], status)
    except (ValueError, KeyError, TypeError):
        return EmulatorError(f"{call}: {status} {content}", "no_emulator", status)


def _plain(value: Any) -> Any:
    """A time without a zone is in UTC."""
    if isinstance(value, timedelta):
        return f"{round(value / timedelta(milliseconds=1))}ms"
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=timezone.utc)).isoformat().replace("+00:00", "Z")
    return value


@contextmanager
def _content(seed: Optional[Seed]) -> Iterator[Union[str, Mapping[str, Any], None]]:
    """Yields the seed's text or data. If it's in a file, errors name the file."""
    if not isinstance(seed, os.PathLike) and (not isinstance(seed, str) or re.search(r"\n|^\s*\{|:\s", seed)):
        yield seed
        return
    with open(seed, encoding="utf-8") as file:
        content = file.read()
    try:
        yield content
    except EmulatorError as error:
        raise EmulatorError(f"{os.fspath(seed)}: {error}", error.code, error.status) from None


def _engine_hosts() -> List[str]:
    """Returns the hosts where the engine may publish ports, by the rules of Testcontainers."""
    named = re.match(r"\w+://(?:[^@/]*@)?(\[[^]]*\]|[^:/]+)", os.environ.get("DOCKER_HOST", ""))
    override = os.environ.get("TESTCONTAINERS_HOST_OVERRIDE")
    if override or named:
        return [override or named[1]]
    if os.path.exists("/.dockerenv"):
        with open("/proc/net/route", encoding="ascii") as routes:
            route = re.search(r"\t00000000\t(\w{8})\t", routes.read())
        if route:
            # Usually the engine's machine, unless the engine runs in this container, too.
            return ["127.0.0.1", socket.inet_ntoa(bytes.fromhex(route[1])[::-1])]
    return ["127.0.0.1"]


def _until_up(process: subprocess.Popen[bytes], name: str, hosts: List[str], log: IO[bytes]) -> str:
    """Waits until the container answers, and returns its address."""
    port, reason, deadline = "", "", 0.0
    while not reason:
        if process.poll() is not None:
            reason = f"it ended with status {process.returncode}"
        elif not port:
            mapped = subprocess.run(["docker", "port", name, "4600/tcp"], capture_output=True, text=True).stdout
            port, deadline = mapped.partition("\n")[0].rpartition(":")[2], time.monotonic() + 30
        elif time.monotonic() > deadline:
            reason = f"nothing answers on port {port} of {' or '.join(hosts)}; set TESTCONTAINERS_HOST_OVERRIDE"
        for base_url in [f"http://{host}:{port}" for host in hosts if port]:
            try:
                _open(f"{base_url}/_admin/health", timeout=5).close()
                return base_url
            except OSError:
                pass
        time.sleep(0.05)
    log.seek(0)
    printed = log.read().decode(errors="replace").strip()
    raise EmulatorError(f"the container did not start: {reason}\n{printed}", "start_failed")


def _stop(process: subprocess.Popen[bytes], name: str) -> None:
    """Closes the container's standard input, which ends it, or else removes it by force."""
    process.stdin.close()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        subprocess.run(["docker", "rm", "--force", name], capture_output=True)
        process.kill()
        process.wait()

"""A suite as others write them: it knows nothing of the emulator but the addresses in its environment."""

import json
import os
import unittest
import urllib.error
import urllib.request

SESSION = os.environ["KV_BASE_URL"] + "/v1/kv/ns_shop_k3v9x2/session"
KEY = {"X-KV-Key": "kv_admin_shop"}


def call(url, method="GET", body=None, headers=KEY):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method, headers=headers)
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read())


class Sessions(unittest.TestCase):
    def test_a_session_is_kept(self):
        call(SESSION, "PUT", {"value": {"user": 1}, "ttlSeconds": 900})
        self.assertEqual(call(SESSION)["value"], {"user": 1})

    def test_a_session_ends(self):
        call(SESSION, "PUT", {"value": {"user": 1}, "ttlSeconds": 900})
        call(os.environ["EMULATOR_URL"] + "/_admin/clock", "POST", {"advance": "15m"})
        with self.assertRaises(urllib.error.HTTPError) as caught:
            call(SESSION)
        self.assertEqual(caught.exception.code, 404)

    def test_documents_are_listed(self):
        documents = call(os.environ["DB_BASE_URL"] + "/documents?limit=2", headers={"X-API-Key": "db_shop"})
        self.assertEqual(len(documents), 2)


class Wrong(unittest.TestCase):
    def test_a_key_that_was_never_there(self):
        call(SESSION + "-none")


if __name__ == "__main__":
    unittest.main()

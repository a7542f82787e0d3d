#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The names of a build's cases: each once, and the same in every build, since results are kept under them.

  names_test.py BUILD
"""
import collections
import json
import re
import subprocess
import sys
import unittest

BYTES = re.compile(r"\d+-byte object <")  # GoogleTest without PrintTo: addresses, padding


class Names(unittest.TestCase):
    def setUp(self):
        ran = subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"], capture_output=True,
                             text=True, check=True)
        self.names = [case["name"] for case in json.loads(ran.stdout)["tests"]]
        self.assertGreater(len(self.names), 100)

    def test_no_raw_bytes(self):
        self.assertEqual([name for name in self.names if BYTES.search(name)], [])

    def test_each_once(self):
        self.assertEqual([name for name, n in collections.Counter(self.names).items() if n > 1], [])


if __name__ == "__main__":
    BUILD = sys.argv.pop(1)
    unittest.main()

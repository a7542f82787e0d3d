# SPDX-License-Identifier: Apache-2.0
"""What the tests of arch/generate.py share: descriptions with spoilt entries, in a folder of their own, and
the generator called on them. Standard library only.
"""
import contextlib
import copy
import io
import json
import os
import sys
import tempfile
import unittest
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import description as descriptions  # noqa: E402
import generate  # noqa: E402

with open(os.path.join(HERE, "nve.json"), encoding="utf-8") as source:
    NVE = json.load(source)
with open(os.path.join(HERE, "..", "docs", "isa.md"), encoding="utf-8") as source:
    ISA = source.read()
REMOVED = object()


def named(entries, name):
    return next(entry for entry in entries if entry["name"] == name)


def place(description, path):
    """(object or list, key) of a dotted path; a list is entered by the name of its entry."""
    node, parts = description, path.split(".")
    for part in parts[:-1]:
        node = named(node, part) if isinstance(node, list) else node[part]
    return node, parts[-1]


def changed(changes):
    description = copy.deepcopy(NVE)
    for path, value in changes.items():
        node, key = place(description, path)
        if value is REMOVED:
            del node[key]
        else:
            node[key] = value
    return description


class GeneratorTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def put(self, name, content):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))
        return self.path(name)

    def run_main(self, *arguments):
        """(exit code, lines of stderr)."""
        errors = io.StringIO()
        with mock.patch.object(sys, "argv", ["generate.py", *arguments]), \
                contextlib.redirect_stderr(errors):
            code = generate.main()
        return code, errors.getvalue().splitlines()

    def expect_refused(self, description, *expected):
        """Exactly one line per expected list of fragments."""
        path = self.put("x.json", description)
        code, lines = self.run_main(path, "--sv", self.path("x.sv"), "--cpp", self.path("x.hpp"))
        self.assertEqual(code, 2, lines)
        self.assertEqual(len(lines), len(expected), lines)
        for line, fragments in zip(lines, expected):
            for fragment in (*fragments, "found", "allowed: "):
                self.assertIn(fragment, line)
        self.assertFalse(os.path.exists(self.path("x.sv")) or os.path.exists(self.path("x.hpp")))

    def refuse_each(self, *cases):
        """Cases (path, value, fragments of the one message)."""
        for path, value, *fragments in cases:
            with self.subTest(path=path, value=value):
                self.expect_refused(changed({path: value}), fragments)

    def expect_as_nve(self, changes, path):
        """Right in itself, but no machine of today: fixed.py refuses it, and nothing else does."""
        self.expect_refused(changed(changes), [f"error: {path}: found", "the same on every machine"])
        with mock.patch.object(descriptions, "fixed", lambda *_: ()):
            self.assertEqual(self.run_main(self.put("x.json", changed(changes))), (0, []))

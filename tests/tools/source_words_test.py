#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Numbers are parsed and messages are printed in one place each: base/text/numbers.cpp and
messages.cpp. Reads the sources of all tools and of their tests for whatever would do it a second time."""
import pathlib
import re
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("base", "compiler", "convnet", "host", "model", "planner", "program", "report", "tb", "tests")
PLACES = {"base/text/numbers.cpp", "base/diagnostics/messages.cpp"}
# Not shipped, and built without nve_base.
EXCEPTIONS = {
    "tb/zoo/bug_number.cpp": "compiled into the Verilated models with planted bugs",
    "tb/mutation/mutant_choice.hpp": "compiled into the netlists of the mutants",
    "tb/mutation/mutated.hpp": "compiled into the netlists of the mutants",
    # Numbers with text behind them, out of reports the test has made itself
    "tb/stimulus/case_waves_test.cpp": "reads a report",
    "tests/unit/compiler/compile_test.cpp": "reads a report",
    "tests/unit/report/drawing.hpp": "reads a drawing",
}
FORBIDDEN = re.compile(
    r"\bstrto[a-z]+\s*\(|\bsto(?:i|l|ul|ll|ull|f|d|ld)\s*\(|\bfrom_chars\b|\bato(?:i|l|ll|f)\s*\("
    r"|\b[fs]scanf\s*\(|\bstd::c(?:err|log)\b|\bfprintf\s*\(\s*stderr|\bfput[sc]\s*\([^;]*\bstderr\b"
    r"|\bfwrite\s*\([^;]*\bstderr\b|\bperror\s*\(|\bprint\s*\(\s*stderr|\bdprintf\s*\(\s*2\b"
    r"|\bwrite\s*\(\s*(?:2|STDERR_FILENO)\b")
# To standard output: of tools, not of test programs, whose exit code is GoogleTest's
RESULT = re.compile(r"\bfmt::print\s*\(\s*(?:\"|[^;]*\?\s*stderr)|\bstd::cout\b")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def code_of(text):
    """The text without comments, its lines kept."""
    return COMMENT.sub(lambda found: "\n" * found.group().count("\n"), text)


def findings(root):
    """FILE:LINE: WORD of everything that is forbidden, outside of the places and exceptions."""
    found = []
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix not in (".cpp", ".hpp", ".h", ".cc") or name in PLACES or name in EXCEPTIONS:
                continue
            text = code_of(path.read_text(encoding="utf-8"))
            matches = [*FORBIDDEN.finditer(text)]
            if not name.endswith("_test.cpp") and not name.startswith("tb/"):
                matches += RESULT.finditer(text)
            for match in matches:
                line = text.count("\n", 0, match.start()) + 1
                found.append(f"{name}:{line}: {match.group().split('(')[0].strip()}")
    return found


class SourceWordsTest(unittest.TestCase):
    def test_one_parser_and_one_printer(self):
        self.assertEqual(findings(ROOT), [], "use base/text/numbers.hpp and messages.hpp")

    def test_exceptions_are_needed(self):
        for name in [*PLACES, *EXCEPTIONS]:
            with self.subTest(name):
                self.assertTrue(FORBIDDEN.search(code_of((ROOT / name).read_text(encoding="utf-8")))
                                or name.endswith("messages.cpp"))

    def test_planted_ones_are_found(self):
        planted = ['int a = std::stoi(text);', 'long b = strtol(text, nullptr, 0);',
                   'std::from_chars(a, b, c);', 'int c = atoi(text);', 'std::cerr << "x";',
                   'std::clog << "x";', 'fprintf(stderr, "x");', 'std::fprintf( stderr, "x");',
                   'fputs("x", stderr);', 'std::perror("x");', 'fmt::print(stderr, "x");',
                   'fmt::print(\n    stderr, "x");', 'sscanf(text, "%d", &a);', 'fmt::print("x");',
                   'fmt::print(o ? stderr : stdout, "x");']
        for line in planted:
            with self.subTest(line), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "host" / "planted.cpp"
                path.parent.mkdir()
                path.write_text(f"// std::cerr in a comment\n{line}\n", encoding="utf-8")
                self.assertEqual(len(findings(pathlib.Path(folder))), 1)


if __name__ == "__main__":
    unittest.main()

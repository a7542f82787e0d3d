#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles the sources of a program of units.json with all their mutants in them, and lists these.

  cpp_mutants.py NAME OUT.json OUT.o... -- COMPILER OPTION...

Every mutant is text put into a line: NVE_MUTANT(n) is true, NVE_OFF(n) 1 and not 0, in the process that runs
mutant n. A condition is inverted, a conjunction made false, a disjunction true, a bound, a constant, a sum or
a difference moved by one, a statement left out. Copies of the program's headers with their mutants lie in the
folder `include` beside the first object, which stands before all other folders of headers; whatever else is
linked with the objects and includes them has to be compiled with that folder as well. Mutants that do not
compile are dropped, and those that are in no object: a machine has no code for what its constants rule
out, nor for a template or an inline function that the sources do not use. Standard library only.
"""
import dataclasses
import json
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROLOGUE = ('#include "tb/mutation/mutated.hpp"\n'
            "#define NVE_MUTANT(n) (nve::IsMutant<n>())\n"
            "#define NVE_OFF(n) (nve::IsMutant<n>() ? 1 : 0)\n")
SYMBOL = re.compile(rb"IsMutantILi(\d+)E")  # of the functions that an object calls
# Constants of the language or of types, checks that never fail, and texts, which no condition reads.
LEFT_OUT = re.compile(r"constexpr|template|static_assert|\bcase\b|using |NVE_CHECK|\bassert\(|#|\"|'|^\s*//|"
                      r"<\d|\boperator\b")
OPERATORS = ((re.compile(r" (<|<=|>|>=) (?=[\w(-])"), "NVE_OFF({0}) + ", "bound of {1}"),
             (re.compile(r" (&&) "), "!NVE_MUTANT({0}) && ", "conjunction"),
             (re.compile(r" (\|\|) "), "NVE_MUTANT({0}) || ", "disjunction"),
             (re.compile(r"(?<![(,=?:<>&|+*/-]) (\+) (?=\w)"), "NVE_OFF({0}) + ", "sum"),
             (re.compile(r"(?<![(,=?:<>&|+*/-]) (-) (?=\w)"), "NVE_OFF({0}) - ", "difference"))
CONDITION = re.compile(r"\b(if|while) \(")
NUMBER = re.compile(r"(?<![\w.'\[{])(\d+)(?![\w.'])")
STATEMENT = re.compile(r"^\s+(?=(\*?[A-Za-z_][\w.\[\]>()-]*( [-+|&^*]?= .+|\(.*\))|(\+\+|--)[\w.>\[\]-]+);$)")
NO_STATEMENT = re.compile(r"^\s+(return|break|continue|throw|delete|co_)\b")


def end_of_condition(code, begin):
    """Where the parenthesis opened before `begin` is closed, or nothing."""
    depth = 1
    for index in range(begin, len(code)):
        depth += {"(": 1, ")": -1}.get(code[index], 0)
        if depth == 0:
            return index
    return None


def candidates(lines):
    """(line, text of the mutant, insertions); an insertion is (column, text with {0} for the number)."""
    before = ";"
    for number, line in enumerate(lines):
        code = line.split("//")[0].rstrip()
        complete, before = before.endswith((";", "{", "}", ":")) or not before, code or before
        if not code or LEFT_OUT.search(code):
            continue
        for found in CONDITION.finditer(code):
            end = end_of_condition(code, found.end())
            declares = code[found.end():].startswith(("const", "auto"))
            if end is not None and ";" not in code[:end] and not declares:
                yield number, f"{found[1]} inverted", [(found.end(), "NVE_MUTANT({0}) != static_cast<bool>("),
                                                        (end, ")")]
        for pattern, text, name in OPERATORS:
            for found in pattern.finditer(code):
                yield number, name.format(0, found[1]), [(found.end(), text)]
        for found in NUMBER.finditer(code):
            yield number, f"{found[1]} plus 1", [(found.end(1), " + NVE_OFF({0}))"), (found.start(1), "(")]
        found = STATEMENT.match(code)
        if complete and found and not NO_STATEMENT.match(code):
            yield number, "left out", [(found.end(), "if (!NVE_MUTANT({0})) ")]


def insert(lines, mutants):
    """The lines with the insertions of all mutants; what begins at the same column is put side by side."""
    result = list(lines)
    places = [(mutant["line"], column, order, text.replace("{0}", str(mutant["number"])))
              for mutant in mutants for order, (column, text) in enumerate(mutant["insertions"])]
    for line, column, _, text in sorted(places, reverse=True):
        result[line] = result[line][:column] + text + result[line][column:]
    return PROLOGUE + "\n".join(result) + "\n"


@dataclasses.dataclass
class Copy:
    """A source or header, its mutants, and where its text with them lies."""
    path: pathlib.Path
    lines: list
    mutants: list

    def write(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(insert(self.lines, self.mutants), encoding="utf-8")

    def drop(self, lines):
        """Drops the mutants in these lines, and says whether there were any."""
        kept = [mutant for mutant in self.mutants if mutant["line"] not in lines]
        dropped = len(kept) < len(self.mutants)
        self.mutants = kept
        return dropped


def named(messages):
    """{file: lines} that the compiler names, the file of the first message first."""
    lines = {}
    for path, line in re.findall(r"^(\S+?):(\d+):", messages, re.MULTILINE):
        lines.setdefault(path, set()).add(int(line) - PROLOGUE.count("\n") - 1)
    return lines


def compile_copy(source, headers, target, compiler):
    """Compiles a source with as many of the mutants as the compiler accepts. Only the first file that it
    names loses some: what is wrong in a header makes its users wrong too."""
    copies = {str(copy.path): copy for copy in (source, *headers)}
    while True:
        for copy in copies.values():
            copy.write()
        run = subprocess.run([*compiler, "-w", "-c", source.path, "-o", target], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if run.returncode == 0:
            return
        if not any(path in copies and copies[path].drop(lines) for path, lines in named(run.stdout).items()):
            sys.exit(f"cpp_mutants.py: error: {source.path}: {run.stdout}")


def build(sources, headers, targets, compiler):
    """Compiles all sources with the same mutants of the headers, and returns the mutants that are in an
    object."""
    before = None
    while before != [header.mutants for header in headers]:
        before = [header.mutants for header in headers]
        for source, target in zip(sources, targets, strict=True):
            compile_copy(source, headers, target, compiler)
    called = {int(number) for target in targets for number in SYMBOL.findall(target.read_bytes())}
    return [mutant for copy in (*sources, *headers) for mutant in copy.mutants if mutant["number"] in called]


def choose(program, lines):
    """The mutants of the program in files of these lines: all, or a sample of them with a fixed seed."""
    everything = [(file, *candidate) for file, text in lines.items() for candidate in candidates(text)]
    chosen = random.Random(1).sample(range(len(everything)), min(program["mutants"], len(everything)))
    mutants = []
    for number, index in enumerate(sorted(chosen), 1):
        file, line, text, insertions = everything[index]
        mutants.append({"number": number, "unit": program["name"], "module": file, "line": line,
                        "text": f"{file}:{line + 1}: {text}", "insertions": insertions})
    return mutants


def make(program, root, listing, targets, compiler):
    """Builds the objects of a program whose files lie in `root`, and writes the list of its mutants."""
    include = targets[0].parent / "include"
    headers = {header: include / header for header in program.get("headers", [])}
    copies = dict(zip(program["sources"], (target.with_suffix(".cpp") for target in targets), strict=True))
    copies |= headers
    lines = {file: (root / file).read_text(encoding="utf-8").splitlines() for file in copies}
    mutants = choose(program, lines)
    copies = {file: Copy(path, lines[file], [mutant for mutant in mutants if mutant["module"] == file])
              for file, path in copies.items()}
    # The compiler itself comes first, then the folder, before all others.
    built = build([copies[source] for source in program["sources"]], [copies[header] for header in headers],
                  targets, [compiler[0], f"-I{include}", *compiler[1:]])
    for mutant in built:
        del mutant["insertions"]
    listing.write_text(json.dumps(built, indent=1) + "\n", encoding="utf-8")


def main():
    separator = sys.argv.index("--")
    name, listing, *targets = sys.argv[1:separator]
    manifest = json.loads((HERE / "units.json").read_text(encoding="utf-8"))
    program = next(program for program in manifest["programs"] if program["name"] == name)
    make(program, ROOT, pathlib.Path(listing), [pathlib.Path(target) for target in targets],
         sys.argv[separator + 1:])


if __name__ == "__main__":
    main()

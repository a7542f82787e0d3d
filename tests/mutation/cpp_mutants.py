#!/usr/bin/env python3
"""Compiles the sources of a program of units.json with all their mutants in them, and lists these.

  cpp_mutants.py NAME OUT.json OUT.o... -- COMPILER OPTION...

Every mutant is text put into a line: NVE_MUTANT(n) is true, NVE_OFF(n) 1 and not 0, in the process that runs
mutant n. A condition is inverted, a conjunction made false, a disjunction true, a bound, a constant, a sum or
a difference moved by one, a statement left out. Mutants that do not compile are dropped. Standard library
only.
"""
import json
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROLOGUE = ('#include "tests/mutation/mutated.hpp"\n'
            "#define NVE_MUTANT(n) (nve::MutantNumber() == (n))\n"
            "#define NVE_OFF(n) (nve::MutantNumber() == (n) ? 1 : 0)\n")
# Constants of the language or of types, checks that never fail, and texts, which no condition reads.
LEFT_OUT = re.compile(r"constexpr|template|static_assert|\bcase\b|using |NVE_CHECK|#|\"|'|^\s*//|<\d|"
                      r"\boperator\b")
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


def build(source, lines, mutants, target, compiler):
    """Compiles the source with as many of the mutants as the compiler accepts, and returns them."""
    offset = PROLOGUE.count("\n")
    copy = pathlib.Path(target).with_suffix(".cpp")
    while True:
        copy.write_text(insert(lines, mutants), encoding="utf-8")
        run = subprocess.run([*compiler, "-w", "-c", copy, "-o", target], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if run.returncode == 0:
            return mutants
        wrong = {int(line) - offset - 1 for line in re.findall(rf"^{re.escape(str(copy))}:(\d+):", run.stdout,
                                                              re.MULTILINE)}
        kept = [mutant for mutant in mutants if mutant["line"] not in wrong]
        if len(kept) == len(mutants):
            sys.exit(f"cpp_mutants.py: error: {source}: {run.stdout}")
        mutants = kept


def main():
    separator = sys.argv.index("--")
    name, listing, *targets = sys.argv[1:separator]
    compiler = sys.argv[separator + 1:]
    manifest = json.loads((HERE / "units.json").read_text(encoding="utf-8"))
    program = next(program for program in manifest["programs"] if program["name"] == name)
    sources = {source: (ROOT / source).read_text(encoding="utf-8").splitlines()
               for source in program["sources"]}
    everything = [(source, *candidate) for source, lines in sources.items()
                  for candidate in candidates(lines)]
    chosen = sorted(random.Random(1).sample(range(len(everything)), min(program["mutants"], len(everything))))
    mutants = []
    for number, index in enumerate(chosen, 1):
        source, line, text, insertions = everything[index]
        mutants.append({"number": number, "unit": program["name"], "module": source, "line": line,
                        "text": f"{source}:{line + 1}: {text}", "insertions": insertions})
    built = []
    for source, target in zip(program["sources"], targets, strict=True):
        here = [mutant for mutant in mutants if mutant["module"] == source]
        built += build(source, sources[source], here, target, compiler)
    for mutant in built:
        del mutant["insertions"]
    pathlib.Path(listing).write_text(json.dumps(built, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""What a source file says outside its comments, and which assertions it makes. Standard library only."""
import re

COMMENT = r"//[^\n]*|/\*.*?(?:\*/|\Z)"
TEXT = r'"(?:\\.|[^"\\\n])*"'
LEFT_OUT = re.compile(f"{COMMENT}|({TEXT})", re.DOTALL)
# A macro's definition goes on behind a backslash.
CONDITIONAL = re.compile(r"`(?:(ifdef|ifndef)|(endif)|define\b(?:\\\n|[^\n])*|\w+)")
ASSERTION = re.compile(r"`(ASSERT(?:_IF|_NEXT|_STREAM)?)\(\s*(\w+)\s*,")


def without_comments(text):
    """A text in SystemVerilog or C++ with a blank for each comment."""
    return LEFT_OUT.sub(lambda found: found[1] or " ", text)


def code_of(text):
    """SystemVerilog that every tool reads: without comments, without the contents of texts, without macros'
    definitions, and without what stands between `ifdef or `ifndef and its `endif, whatever is defined."""
    text = LEFT_OUT.sub(lambda found: '""' if found[1] else " ", text)
    kept, depth, at = [], 0, 0
    for found in CONDITIONAL.finditer(text):
        begins, ends = found.groups()
        if not depth:
            used = begins or ends or found[0].startswith("`define")
            kept.append(text[at:found.start() if used else found.end()])
        depth = max(0, depth + bool(begins) - bool(ends))
        at = found.end()
    if not depth:
        kept.append(text[at:])
    return "".join(kept)


def read_code(path):
    """code_of() a file, nothing if it is not there."""
    return code_of(path.read_text(encoding="utf-8")) if path.is_file() else ""


def arguments(text, start):
    """The texts between the commas of a macro's arguments, from the first to its last parenthesis."""
    parts, depth, begin = [], 1, start
    for at in range(start, len(text)):
        depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(text[at], 0)
        if not depth or (depth == 1 and text[at] == ","):
            parts.append(text[begin:at])
            begin = at + 1
        if not depth:
            break
    return parts


def assertions(path):
    """The assertions that a module makes: name to macro."""
    return {name: macro for macro, name in ASSERTION.findall(read_code(path))}

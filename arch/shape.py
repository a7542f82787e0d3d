# SPDX-License-Identifier: Apache-2.0
"""The shape of an architecture description: its keys, and what the value of each may be.
Standard library only.
"""
import json
import re
from typing import Callable, NamedTuple

# What a machine may choose: sizes, inclusive. No lower, since schedules overlap in up to five stages and
# weights of the networks here need shifts of up to 8 and 12 bits. Where checks.py asks more, as a power of
# two, it says so.
RANGES = {
    "buffers.instruction_words": (64, 4096),
    "buffers.local_words": (64, 2048),
    "buffers.input_fifo_words": (2, 64),
    "buffers.output_fifo_words": (2, 64),
    "limits.extra_passes": (8, 15),
    "limits.bias_shift": (8, 16),
    "limits.act_shift": (16, 31),
}


class Leaf(NamedTuple):
    """What one value of a description may be, in words and as a test."""
    allowed: str
    fits: Callable


def integer(low, high):
    # JSON's true is an int to Python.
    return Leaf(f"an integer from {low} to {high}",
                lambda v: isinstance(v, int) and not isinstance(v, bool) and low <= v <= high)


def sizes(part):
    """Those that a machine may choose. What is outside their ranges is told by fixed.py, with what
    contradicts them; here, what nobody can reckon with."""
    least = 1 if part == "buffers" else 0
    return {path.split(".")[1]: Leaf(f"an integer from {low} to {high}", integer(least, 2**31 - 1).fits)
            for path, (low, high) in RANGES.items() if path.split(".")[0] == part}


def text_like(allowed, pattern):
    return Leaf(allowed, lambda v: isinstance(v, str) and re.fullmatch(pattern, v) is not None)


def either(*leaves):
    return Leaf(" or ".join(leaf.allowed for leaf in leaves), lambda v: any(leaf.fits(v) for leaf in leaves))


TEXT = Leaf("a text of characters that can be printed", lambda v: isinstance(v, str) and v.isprintable())
FLAG = Leaf("true or false", lambda v: isinstance(v, bool))
NAME = text_like("a name of letters, digits and _", "[A-Za-z][A-Za-z0-9_]*")
HEX = text_like('a text like "0x010"', "0x[0-9A-Fa-f]{1,8}")
ACCESS = text_like("RW, RO, WO or W1C", "RW|RO|WO|W1C")
WORD = integer(0, 2**32 - 1)
COUNT = integer(1, 2**31 - 1)
INDEX = integer(0, 2**31 - 1)
BITS = integer(1, 1024)
LSB = integer(0, 1023)
CODE = integer(0, 255)  # the C++ enums are uint8_t

EXPLANATIONS = ("text", "title")
FREE_NAMES = "*"
FSM_CODE = {"name": NAME, "code": CODE, "text": TEXT}
PROBE_INPUT = {"name": NAME, "bits": either(BITS, NAME), "count?": either(COUNT, NAME), "text": TEXT}
PROBE_FIELD = {**PROBE_INPUT, "owner": NAME, "latency": either(COUNT, NAME), "writer?": TEXT}

# Lists hold one or more of their entry; "?" marks a key that may be absent.
SHAPE = {
    "name": TEXT, "title": TEXT, "clock_mhz": COUNT, "register_space_bits": integer(3, 32),
    "datapath": {"lanes": COUNT, "pixel_bits": BITS, "weight_bits": BITS, "accumulator_bits": BITS,
                 "act_index_bits": integer(1, 30), "word_bits": BITS, "rw_entries": COUNT,
                 "max_stride": COUNT, "split": FLAG},
    "buffers": sizes("buffers"),
    "limits": sizes("limits"),
    "latencies": [{"name": NAME, "cycles": INDEX, "text": TEXT}],
    "agu": {"address_bits": BITS, "modes": COUNT},
    "instruction": {
        "bits": BITS,
        "fields": [{"name": NAME, "slot": NAME, "lsb": LSB, "bits": BITS, "enum?": NAME, "text?": TEXT}],
        "enums": {FREE_NAMES: [{**FSM_CODE, "mnemonic": TEXT, "split?": FLAG}]}},
    "fsm": {FREE_NAMES: [FSM_CODE]},
    "registers": [{"name": NAME, "offset": HEX, "access": ACCESS, "reset": either(HEX, WORD, NAME),
                   "bits": integer(1, 32), "min?": either(WORD, TEXT), "max?": either(WORD, TEXT),
                   "text": TEXT,
                   "fields?": [{"name": NAME, "lsb": LSB, "bits": BITS, "text": TEXT}]}],
    "act_table": {"offset": HEX},
    "probe_inputs": [PROBE_INPUT],
    "probe": [PROBE_FIELD],
}


def show(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."


def misshapen(node, shape, path=""):
    """Missing and unknown keys and values of a wrong type, one text each."""
    if isinstance(shape, Leaf):
        if not shape.fits(node):
            yield f"{path}: found {show(node)}, allowed: {shape.allowed}"
    elif isinstance(shape, list):
        if not isinstance(node, list) or not node:
            yield f"{path}: found {show(node)}, allowed: a list of one entry or more"
            return
        for index, entry in enumerate(node):
            name = entry.get("name") if isinstance(entry, dict) else None
            yield from misshapen(entry, shape[0], f"{path}.{name if isinstance(name, str) else index}")
    elif not isinstance(node, dict):
        yield f"{path}: found {show(node)}, allowed: an object"
    else:
        yield from misshapen_object(node, shape, path + "." if path else "")


def misshapen_object(node, shape, prefix):
    if FREE_NAMES in shape:
        for name, value in node.items():
            if not NAME.fits(name):
                yield f"{prefix}{name}: found {show(name)}, allowed: {NAME.allowed}"
            yield from misshapen(value, shape[FREE_NAMES], prefix + name)
        return
    entries = {key.rstrip("?"): value for key, value in shape.items()}
    for name, value in node.items():
        if name in entries:
            yield from misshapen(value, entries[name], prefix + name)
        elif name in EXPLANATIONS:
            yield from misshapen(value, TEXT, prefix + name)
        else:
            yield f"{prefix}{name}: found an unknown key, allowed: {', '.join(entries)}"
    for name in shape:
        if not name.endswith("?") and name not in node:
            allowed = shape[name].allowed if isinstance(shape[name], Leaf) else "an entry"
            yield f"{prefix}{name}: found nothing, allowed: {allowed}"

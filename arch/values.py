# SPDX-License-Identifier: Apache-2.0
"""Numbers and names that follow from an architecture description. Standard library only."""
import json
import re
import zlib

from shape import EXPLANATIONS, RANGES

# What instruction fields without codes hold: ends of their names.
NUMBERS = ("offset", "update", "mode")


def derive(arch):
    """Numbers that follow from the description; every width named in `probe` is one of them."""
    arch = functional(arch)
    data, buffers = arch["datapath"], arch["buffers"]
    word_pixels = data["word_bits"] // data["pixel_bits"]
    return {
        **data, **buffers, **arch["limits"], **arch["agu"],
        "instruction_bits": arch["instruction"]["bits"],
        "word_pixels": word_pixels,
        "word_bytes": data["word_bits"] // 8,
        # A vector spans max_stride pixels a lane, a set-shift adds one word less one pixel.
        "ri_entries": data["max_stride"] * data["lanes"] + word_pixels - 1,
        "split": int(data["split"]),
        "act_entries": 1 << data["act_index_bits"],
        "act_lanes": word_pixels,
        "local_address_bits": buffers["local_words"].bit_length() - 1,
        "pc_bits": max(1, (buffers["instruction_words"] - 1).bit_length()),
        "count_bits": buffers["instruction_words"].bit_length(),
        "input_level_bits": buffers["input_fifo_words"].bit_length(),
        "output_level_bits": buffers["output_fifo_words"].bit_length(),
        "input_place_bits": max(1, (buffers["input_fifo_words"] - 1).bit_length()),
        "output_place_bits": max(1, (buffers["output_fifo_words"] - 1).bit_length()),
        "arch_id": checksum(arch),
        "act_table_offset": int(arch["act_table"]["offset"], 0),
        "register_space_bits": arch["register_space_bits"],
        "clock_mhz": arch["clock_mhz"],
    }


def widest(arch):
    """The numbers of the largest machine there may be: the probe's layout holds every machine's."""
    largest = {**arch, "datapath": {**arch["datapath"], "max_stride": 2, "split": False}}
    for path, (_, high) in RANGES.items():
        part, key = path.split(".")
        largest[part] = {**largest[part], key: high}
    return derive(largest)


def checksum(arch):
    """Of everything a binary depends on: what the probe shows is not part of the machine."""
    machine = {key: value for key, value in arch.items() if key not in ("probe", "probe_inputs")}
    return zlib.crc32(json.dumps(machine, sort_keys=True).encode())


def functional(node):
    """The description without its explanations: a new wording is not a new machine."""
    if isinstance(node, dict):
        return {k: functional(v) for k, v in node.items() if k not in EXPLANATIONS}
    if isinstance(node, list):
        return [functional(v) for v in node]
    return node


def bound(register, key, registers, derived):
    """A register's min or max as a number; ValueError if it is none.

    One that names a register takes that one's: REPEAT_LAST reaches the last instruction of the largest
    program. What START asks in one program is narrower (docs/isa.md, section 10).
    """
    seen, less = set(), 0
    while register["name"] not in seen and key in register:
        seen.add(register["name"])
        value = register[key]
        if isinstance(value, int):
            return value - less
        parts = re.fullmatch(r"(2\^)?([A-Za-z]\w*)(?: - (\d{1,9}))?", value, re.ASCII)
        if not parts:
            break
        power, name, minus = parts.groups()
        less += int(minus or 0)
        register = next((r for r in registers if r["name"] == name and not power), None)
        if register is None:
            base = known(name, derived)
            if base is None or power and base > 64:
                break
            return (1 << base if power else base) - less
    raise ValueError(key)


def limits(register, registers, derived):
    """(min, max) of a checked register: all its bits can hold where START asks nothing of it."""
    if "min" not in register:
        return 0, (1 << register["bits"]) - 1
    return tuple(bound(register, key, registers, derived) for key in ("min", "max"))


def known(value, derived):
    """The number a value or a name stands for, or None."""
    try:
        return number(value, derived)
    except ValueError:
        return None


def number(value, derived):
    return derived[value] if isinstance(value, str) and value in derived else int(str(value), 0)


def probe_layout(fields, arch):
    """(name, first word, words, element bits, elements) of each field, each on a 32-bit boundary. One layout
    for all machines."""
    layout, word, derived = [], 0, widest(arch)
    for field in fields:
        bits, count = number(field["bits"], derived), number(field.get("count", 1), derived)
        words = (bits * count + 31) // 32
        layout.append((field["name"], word, words, bits, count))
        word += words
    return layout, word


def field_kind(field):
    """What an instruction field holds: a code or, by the end of its name, a number of the AGU, or None."""
    if "enum" in field:
        return "code"
    end = field["name"].rpartition("_")[2]
    return end if end in NUMBERS else None


def meaning(field):
    """Of an instruction field, in words."""
    return field.get("text", f"code `{field.get('enum')}`")


def writer(field, instruction):
    """(instruction field, code or None for every code but 0) of a probe field's writer; ValueError if none.

    None instead of the pair if every instruction writes it.
    """
    if field["writer"] == "any":
        return None
    slot_field, _, name = field["writer"].partition(" ")
    entry = next((f for f in instruction["fields"] if f["name"] == slot_field and "enum" in f), None)
    codes = {e["name"]: e["code"] for e in instruction["enums"].get(entry["enum"], [])} if entry else {}
    if not entry or name and name not in codes:
        raise ValueError(field["writer"])
    return slot_field, codes[name] if name else None


def camel(name):
    return "".join(part[:1].upper() + part[1:].lower() for part in re.split(r"[_ ]", name))

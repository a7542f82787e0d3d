#!/usr/bin/env python3
"""Turns one architecture description (arch/*.json) into what the other parts of NVE include.

  generate.py ARCH.json --sv nve_pkg.sv      SystemVerilog package
  generate.py ARCH.json --cpp nve_arch.hpp   C++ header
  generate.py ARCH.json --docs isa.md        tables between the `arch:` markers of a document
  generate.py ARCH.json --check-docs isa.md  exit 1 if these tables differ or one is missing

A description may say {"extends": "other.json"}; it is then laid over that file, object by object.
It is checked in two steps, each of which reports all it finds: keys and types (merge, SHAPE), then, if
these are right, contradictions (check). A file that cannot be laid over at all ends the run at once.
Standard library only.
"""
import argparse
import json
import os
import re
import sys
import tempfile
import zlib
from typing import Callable, NamedTuple


class ArchError(Exception):
    """A description that contradicts itself; one line per problem, each names the entry."""


class Leaf(NamedTuple):
    """What one value of a description may be, in words and as a test."""
    allowed: str
    fits: Callable


def integer(low, high):
    # JSON's true is an int to Python.
    return Leaf(f"an integer from {low} to {high}",
                lambda v: isinstance(v, int) and not isinstance(v, bool) and low <= v <= high)


def text_like(allowed, pattern):
    return Leaf(allowed, lambda v: isinstance(v, str) and re.fullmatch(pattern, v) is not None)


def either(*leaves):
    return Leaf(" or ".join(leaf.allowed for leaf in leaves), lambda v: any(leaf.fits(v) for leaf in leaves))


TEXT = Leaf("a text", lambda v: isinstance(v, str))
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
PROBE_FIELD = {"name": NAME, "bits": either(BITS, NAME), "count?": either(COUNT, NAME), "text": TEXT}
# Lists hold one or more of their entry; "?" marks a key that may be absent.
SHAPE = {
    "name": TEXT, "title": TEXT, "clock_mhz": COUNT, "register_space_bits": integer(3, 32),
    "datapath": {"lanes": COUNT, "pixel_bits": BITS, "weight_bits": BITS, "accumulator_bits": BITS,
                 "act_index_bits": integer(1, 30), "word_bits": BITS, "rw_entries": COUNT,
                 "max_stride": COUNT, "split": FLAG},
    "buffers": {"instruction_words": COUNT, "local_words": COUNT, "input_fifo_words": COUNT,
                "output_fifo_words": COUNT},
    "limits": {"extra_passes": INDEX, "bias_shift": INDEX, "act_shift": INDEX},
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
    "probe_inputs": [PROBE_FIELD],
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


def merge(base, over, problems, path=""):
    """Objects merge key by key, everything else is replaced. A key that base lacks is a misspelling."""
    if not isinstance(base, dict) or not isinstance(over, dict):
        return over
    merged = dict(base)
    for key, value in over.items():
        if key in base:
            merged[key] = merge(base[key], value, problems, f"{path}{key}.")
        elif key in ("name", *EXPLANATIONS):
            merged[key] = value
        else:
            problems.append(f"{path}{key}: found a key the extended description lacks, "
                            f"allowed: {', '.join(base)}")
    return merged


def unique_keys(pairs):
    """Python would silently keep the last of two equal keys."""
    for key, count in tally(key for key, _ in pairs).items():
        if count > 1:
            raise ArchError(f"{key}: found {count} times in one object, allowed: once")
    return dict(pairs)


def tally(items):
    counts = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return counts


def load(path, problems, chain=()):
    """The description with everything it extends; `chain` holds the files that led here."""
    here = os.path.realpath(path)
    if here in chain:
        raise ArchError(f"extends: found a circle back to {path}, allowed: a description that does not "
                        "extend this one")
    with open(path, encoding="utf-8") as file:
        try:
            description = json.load(file, object_pairs_hook=unique_keys)
        except ValueError as error:
            raise ArchError(f"{path}: found no JSON ({error}), allowed: a JSON object") from error
    if not isinstance(description, dict):
        raise ArchError(f"{path}: found {show(description)}, allowed: an object")
    if "extends" in description:
        extends = description.pop("extends")
        if not isinstance(extends, str):
            raise ArchError(f"extends: found {show(extends)}, allowed: the name of a description")
        parent = load(os.path.join(os.path.dirname(path), extends), problems, (*chain, here))
        description = merge(parent, description, problems)
    return description


def refuse(problems):
    if problems:
        raise ArchError("\n".join(problems))


def read(path):
    """The checked description and its derived numbers."""
    laid_over = []
    arch = load(path, laid_over)
    refuse(laid_over + list(misshapen(arch, SHAPE)))
    derived = derive(arch)
    refuse(list(check(arch, derived)))
    return arch, derived


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
        "arch_id": zlib.crc32(json.dumps(arch, sort_keys=True).encode()),
        "act_table_offset": int(arch["act_table"]["offset"], 0),
        "register_space_bits": arch["register_space_bits"],
        "clock_mhz": arch["clock_mhz"],
    }


def functional(node):
    """The description without its explanations: a new wording is not a new machine."""
    if isinstance(node, dict):
        return {k: functional(v) for k, v in node.items() if k not in EXPLANATIONS}
    if isinstance(node, list):
        return [functional(v) for v in node]
    return node


def check(arch, derived):
    """Contradictions in a description of the right shape, one text each."""
    yield from check_sizes(arch, derived)
    yield from check_names(arch)
    yield from check_instruction(arch)
    yield from check_registers(arch, derived)
    yield from check_probe(arch, derived)


def check_probe(arch, derived):
    for kind in ("probe_inputs", "probe"):
        for field in arch[kind]:
            path, numbers = f"{kind}.{field['name']}", {}
            for key in ("bits", "count"):
                numbers[key] = known(field.get(key, 1), derived)
                if not numbers[key]:
                    yield (f"{path}.{key}: found {show(field[key])}, allowed: a number or the name of "
                           "one, at least 1")
            if all(numbers.values()) and numbers["count"] > 1 and numbers["bits"] not in (8, 16, 32):
                yield f"{path}.bits: found {numbers['bits']} in an array, allowed: 8, 16 or 32"


def check_sizes(arch, derived):
    data, buffers = arch["datapath"], arch["buffers"]
    if data["lanes"] != 2 * derived["word_pixels"]:
        yield (f"datapath.lanes: found {data['lanes']}, allowed: {2 * derived['word_pixels']}, "
               "the pixels of one word on each of the two ports")
    if data["rw_entries"] * data["weight_bits"] != data["word_bits"]:
        yield (f"datapath.rw_entries: found {data['rw_entries']} of {data['weight_bits']} bits, allowed: "
               f"one word of {data['word_bits']} bits")
    if buffers["local_words"] < 2 or buffers["local_words"] & (buffers["local_words"] - 1):
        yield (f"buffers.local_words: found {buffers['local_words']}, allowed: a power of two, "
               "at least 2")
    if derived["local_address_bits"] > arch["agu"]["address_bits"]:
        yield (f"buffers.local_words: found {buffers['local_words']}, allowed: at most "
               f"{1 << arch['agu']['address_bits']}, what agu.address_bits can address")
    if arch["instruction"]["bits"] > data["word_bits"]:
        yield (f"instruction.bits: found {arch['instruction']['bits']}, allowed: at most "
               f"{data['word_bits']}, one stream word")
    if data["max_stride"] not in (1, 2):
        yield f"datapath.max_stride: found {data['max_stride']}, allowed: 1 or 2"
    if data["split"] and data["max_stride"] != 1:
        yield (f"datapath.max_stride: found {data['max_stride']}, allowed: 1, a split machine separates "
               "columns instead")
    if data["split"] and buffers["input_fifo_words"] < 2:
        yield (f"buffers.input_fifo_words: found {buffers['input_fifo_words']}, allowed: at least 2, "
               "a split machine pairs words")


def repeated(entries, path, key="name"):
    """Names are compared as the generated code spells them."""
    for value, count in tally(camel(e[key]) if key == "name" else e[key] for e in entries).items():
        if count > 1:
            yield f"{path}: found {key} {value} {count} times, allowed: once"


def check_names(arch):
    for kind in ("latencies", "registers", "probe_inputs", "probe"):
        yield from repeated(arch[kind], kind)
    yield from repeated(arch["instruction"]["fields"], "instruction.fields")
    for register in arch["registers"]:
        yield from repeated(register.get("fields", []), f"registers.{register['name']}.fields")
    for path, enums in (("instruction.enums", arch["instruction"]["enums"]), ("fsm", arch["fsm"])):
        for enum, entries in enums.items():
            yield from repeated(entries, f"{path}.{enum}")
            yield from repeated(entries, f"{path}.{enum}", "code")
    for enum in sorted(arch["instruction"]["enums"].keys() & arch["fsm"].keys()):
        yield f"fsm.{enum}: found in instruction.enums too, allowed: once"


def misplaced(fields, bits, path):
    """Bit fields that overlap or leave their word."""
    used = 0
    for field in fields:
        mask = ((1 << field["bits"]) - 1) << field["lsb"]
        where = f"{path}.{field['name']}: found bits {field['lsb'] + field['bits'] - 1}:{field['lsb']}"
        if used & mask:
            yield f"{where}, allowed: bits no other field has (overlaps another field)"
        if mask >> bits:
            yield f"{where}, allowed: bits {bits - 1}:0"
        used |= mask


def check_instruction(arch):
    instruction, agu = arch["instruction"], arch["agu"]
    yield from misplaced(instruction["fields"], instruction["bits"], "instruction.fields")
    for field in instruction["fields"]:
        name, bits = field["name"], field["bits"]
        if "enum" in field and field["enum"] not in instruction["enums"]:
            yield (f"instruction.fields.{name}.enum: found {field['enum']}, allowed: "
                   f"{', '.join(instruction['enums'])}")
        if "enum" not in field and "text" not in field:
            yield f"instruction.fields.{name}: found neither enum nor text, allowed: one of them"
        for entry in instruction["enums"].get(field.get("enum"), []):
            if entry["code"] >> bits:
                yield (f"instruction.fields.{name}: found code {entry['code']} of '{entry['name']}', "
                       f"allowed: at most {(1 << bits) - 1} in {bits} bits")
        if name.endswith("_mode") and agu["modes"] >> bits:
            yield f"agu.modes: found {agu['modes']}, allowed: at most {(1 << bits) - 1}, the codes of {name}"
        if name.endswith(("_offset", "_update")) and agu["address_bits"] > bits:
            yield (f"agu.address_bits: found {agu['address_bits']}, allowed: at most {bits}, "
                   f"the bits of {name}")


def check_registers(arch, derived):
    space, table = 1 << arch["register_space_bits"], derived["act_table_offset"]
    table_end = table + 4 * derived["act_entries"]  # one register word per entry
    if table % 4 or table_end > space:
        yield (f"act_table.offset: found {arch['act_table']['offset']}, allowed: a multiple of 4, at most "
               f"0x{max(0, space - 4 * derived['act_entries']):X}")
    for offset, count in tally(int(r["offset"], 0) for r in arch["registers"]).items():
        if count > 1:
            yield f"registers: found offset 0x{offset:03X} {count} times, allowed: once"
    for register in arch["registers"]:
        path, offset = f"registers.{register['name']}", int(register["offset"], 0)
        if offset % 4:
            yield f"{path}.offset: found {register['offset']}, allowed: a multiple of 4"
        if offset + 4 > space:
            yield f"{path}.offset: found {register['offset']}, allowed: at most 0x{space - 4:X}"
        if table <= offset < table_end:
            yield (f"{path}.offset: found {register['offset']}, allowed: outside the activation table, "
                   f"0x{table:X} to 0x{table_end - 1:X}")
        yield from misplaced(register.get("fields", []), register["bits"], f"{path}.fields")
        yield from check_values(register, path, arch, derived)


def check_values(register, path, arch, derived):
    """Reset value and range of a register."""
    reset = known(register["reset"], derived)
    if reset is None:
        yield f"{path}.reset: found {show(register['reset'])}, allowed: a number or the name of one"
    elif reset >> register["bits"]:
        yield (f"{path}.reset: found {register['reset']}, allowed: at most "
               f"0x{(1 << register['bits']) - 1:X} in {register['bits']} bits")
    if ("min" in register) != ("max" in register):
        yield f"{path}: found only one of min and max, allowed: both or neither"
    limits = {}
    for key in ("min", "max"):
        if key in register:
            try:
                limits[key] = bound(register[key], arch["registers"], derived)
            except ValueError:
                yield (f"{path}.{key}: found {show(register[key])}, allowed: a number, a known name, "
                       "2^name, or one of these less a number")
    low, high = limits.get("min"), limits.get("max")
    # 0 stands for "not set yet": START refuses it where it is out of range (docs/isa.md, section 10).
    if reset and (low is not None and reset < low or high is not None and reset > high):
        yield (f"{path}.reset: found {register['reset']}, allowed: 0 or "
               f"{register.get('min')} to {register.get('max')}")


def bound(value, registers, derived):
    """A register's min or max; None where another register decides it. ValueError if it is neither."""
    if isinstance(value, int):
        return value
    parts = re.fullmatch(r"(2\^)?([A-Za-z]\w*)(?: - (\d{1,9}))?", value, re.ASCII)
    if not parts:
        raise ValueError(value)
    power, name, less = parts.groups()
    if not power and name in (r["name"] for r in registers):
        return None
    base = known(name, derived)
    if base is None or power and base > 64:
        raise ValueError(value)
    return (1 << base if power else base) - int(less or 0)


def known(value, derived):
    """The number a value or a name stands for, or None."""
    try:
        return number(value, derived)
    except ValueError:
        return None


def number(value, derived):
    return derived[value] if isinstance(value, str) and value in derived else int(str(value), 0)


def probe_layout(fields, derived):
    """(name, first word, words, element bits, elements) of each field, each on a 32-bit boundary."""
    layout, word = [], 0
    for field in fields:
        bits, count = number(field["bits"], derived), number(field.get("count", 1), derived)
        words = (bits * count + 31) // 32
        layout.append((field["name"], word, words, bits, count))
        word += words
    return layout, word


def camel(name):
    return "".join(part[:1].upper() + part[1:].lower() for part in re.split(r"[_ ]", name))


SCALARS = ("lanes pixel_bits weight_bits accumulator_bits act_index_bits word_bits rw_entries "
           "max_stride split "
           "instruction_words local_words input_fifo_words output_fifo_words extra_passes "
           "bias_shift act_shift address_bits modes instruction_bits word_pixels word_bytes "
           "ri_entries act_entries act_lanes local_address_bits pc_bits count_bits "
           "input_level_bits output_level_bits register_space_bits clock_mhz").split()
LIMIT_NAMES = {"extra_passes": "max_extra_passes", "bias_shift": "max_bias_shift",
               "act_shift": "max_act_shift", "modes": "agu_modes", "address_bits": "agu_address_bits"}


def system_verilog(arch, derived):
    out = ["// Generated by arch/generate.py from the architecture description "
           f"'{arch['name']}'. Do not edit.", "package nve_pkg;"]
    for name in SCALARS:
        out.append(f"  localparam int unsigned {camel(LIMIT_NAMES.get(name, name))} = {derived[name]};")
    out.append(f"  localparam logic [31:0] ArchId = 32'h{derived['arch_id']:08X};")
    width = derived["register_space_bits"]
    out.append(f"  localparam logic [{width - 1}:0] ActTableOffset = "
               f"{width}'h{derived['act_table_offset']:X};")
    for reg in arch["registers"]:
        name = camel(reg["name"])
        out.append(f"  localparam logic [{width - 1}:0] Reg{name} = {width}'h{int(reg['offset'], 0):X};")
        out.append(f"  localparam int unsigned Reg{name}Bits = {reg['bits']};")
        out.append(f"  localparam logic [31:0] Reg{name}Reset = "
                   f"32'h{number(reg['reset'], derived):X};")
        for field in reg.get("fields", []):
            out.append(f"  localparam int unsigned Reg{name}{camel(field['name'])}Lsb = {field['lsb']};")
    enums = {**arch["instruction"]["enums"], **arch["fsm"]}
    widths = {f["enum"]: f["bits"] for f in arch["instruction"]["fields"] if "enum" in f}
    for enum, entries in enums.items():
        bits = widths.get(enum, max(e["code"] for e in entries).bit_length())
        labels = ", ".join(f"{camel(enum)}{camel(e['name'])} = {bits}'d{e['code']}" for e in entries)
        out.append(f"  typedef enum logic [{bits - 1}:0] {{{labels}}} {enum}_e;")
    out += instruction_struct(arch)
    for kind in ("probe", "probe_inputs"):
        layout, words = probe_layout(arch[kind], derived)
        out.append(f"  localparam int unsigned {camel(kind)}Words = {words};")
        out.append("  // Every field starts on a 32-bit boundary; the first field is word 0.")
        out.append("  typedef struct packed {")
        out += [f"    logic [{32 * w - 1}:0] {name};" for name, _, w, _, _ in reversed(layout)]
        out.append(f"  }} {kind}_t;")
    out.append("endpackage")
    return "\n".join(out) + "\n"


def instruction_struct(arch):
    """Packed struct, most significant field first, gaps as reserved members."""
    out, top = ["  typedef struct packed {"], arch["instruction"]["bits"]
    for field in sorted(arch["instruction"]["fields"], key=lambda f: -f["lsb"]):
        end = field["lsb"] + field["bits"]
        if end < top:
            out.append(f"    logic [{top - end - 1}:0] reserved_{end};")
        # Plain vectors: the operation enums name the codes, yosys takes no cast to an enum.
        out.append(f"    logic [{field['bits'] - 1}:0] {field['name']};")
        top = field["lsb"]
    return out + ["  } instruction_t;"]


def cpp(arch, derived):
    out = ["// Generated by arch/generate.py from the architecture description "
           f"'{arch['name']}'. Do not edit.",
           "#pragma once", "", "#include <array>", "#include <cstddef>", "#include <cstdint>", "",
           "namespace nve::arch {", "",
           f"inline constexpr const char* kName = \"{arch['name']}\";",
           f"inline constexpr const char* kTitle = \"{arch['title']}\";"]
    for name in SCALARS:
        out.append(f"inline constexpr int k{camel(LIMIT_NAMES.get(name, name))} = {derived[name]};")
    out.append(f"inline constexpr uint32_t kArchId = 0x{derived['arch_id']:08X}u;")
    out.append(f"inline constexpr uint32_t kActTableOffset = 0x{derived['act_table_offset']:X}u;")
    for latency in arch["latencies"]:
        out.append(f"/// Cycles from {latency['text']}.")
        out.append(f"inline constexpr int kLatency{camel(latency['name'])} = {latency['cycles']};")
    for enum, entries in {**arch["instruction"]["enums"], **arch["fsm"]}.items():
        labels = ", ".join(f"k{camel(e['name'])} = {e['code']}" for e in entries)
        out.append(f"\nenum class {camel(enum)} : uint8_t {{ {labels} }};")
        # The name tables hold the codes this instance has; only the last ones may be missing.
        entries = [e for e in entries if derived["split"] or not e.get("split")]
        out.append(f"inline constexpr std::array<const char*, {len(entries)}> k{camel(enum)}Names = "
                   "{" + ", ".join(f"\"{e['name']}\"" for e in entries) + "};")
        if "mnemonic" in entries[0]:
            out.append(f"inline constexpr std::array<const char*, {len(entries)}> "
                       f"k{camel(enum)}Mnemonics = {{"
                       + ", ".join(f"\"{e['mnemonic']}\"" for e in entries) + "};")
    out += ["", "/// One bit field of the instruction word.",
            "struct InstructionField {", "  const char* name;", "  const char* slot;",
            "  int lsb;", "  int bits;", "};"]
    for field in arch["instruction"]["fields"]:
        out.append(f"inline constexpr InstructionField k{camel(field['name'])} = "
                   f"{{\"{field['name']}\", \"{field['slot']}\", {field['lsb']}, {field['bits']}}};")
    names = ", ".join(f"k{camel(f['name'])}" for f in arch["instruction"]["fields"])
    out.append(f"inline constexpr std::array<InstructionField, {len(arch['instruction']['fields'])}> "
               f"kInstructionFields = {{{names}}};")
    out += registers_cpp(arch, derived)
    for kind, struct in (("probe", "Probe"), ("probe_inputs", "ProbeInputs")):
        out += probe_cpp(arch[kind], struct, derived)
    out += ["", "}  // namespace nve::arch"]
    return "\n".join(out) + "\n"


def registers_cpp(arch, derived):
    out = ["", "enum class Access : uint8_t { kRw, kRo, kWo, kW1c };", "",
           "/// One AXI4-Lite register. `bits` is the number of implemented low bits.",
           "struct Register {", "  const char* name;", "  uint32_t offset;", "  Access access;",
           "  uint32_t reset;", "  int bits;", "};"]
    for reg in arch["registers"]:
        out.append(f"inline constexpr Register kReg{camel(reg['name'])} = {{\"{reg['name']}\", "
                   f"{reg['offset']}, Access::k{camel(reg['access'])}, "
                   f"0x{number(reg['reset'], derived):X}u, {reg['bits']}}};")
        for field in reg.get("fields", []):
            base = f"k{camel(reg['name'])}{camel(field['name'])}"
            mask = ((1 << field["bits"]) - 1) << field["lsb"]
            out.append(f"inline constexpr uint32_t {base} = 0x{mask:X}u;  // bits of {reg['name']}")
            out.append(f"inline constexpr int {base}Lsb = {field['lsb']};")
    names = ", ".join(f"kReg{camel(r['name'])}" for r in arch["registers"])
    out.append(f"inline constexpr std::array<Register, {len(arch['registers'])}> kRegisters = {{{names}}};")
    return out


def probe_cpp(fields, struct, derived):
    layout, words = probe_layout(fields, derived)
    out = ["", "/// The packed probe of the core as a C++ struct: same words in the same order.",
           f"struct {struct} {{"]
    table = []
    for (name, first, count_words, bits, count), field in zip(layout, fields):
        size = 8 if bits <= 8 else 16 if bits <= 16 else 32 if bits <= 32 else 64
        if count > 1:
            elements = count_words * 32 // size
            out.append(f"  uint{size}_t {name}[{elements}];  ///< {field['text']}; {count} used")
        elif bits > 32:
            # Two words rather than uint64_t: fields follow each other on 32-bit boundaries.
            out.append(f"  uint32_t {name}[{count_words}];  ///< {field['text']}, low word first")
        else:
            out.append(f"  uint32_t {name};  ///< {field['text']}")
        table.append(f"    {{\"{name}\", {first}, {count_words}, {bits}, {count}}},")
    out += ["};", f"inline constexpr int k{struct}Words = {words};",
            f"static_assert(sizeof({struct}) == 4 * k{struct}Words);", ""]
    if struct == "Probe":
        out += ["/// Where a probe field lies: first word, words, bits of an element, elements.",
                "struct ProbeField {", "  const char* name;", "  int first_word;", "  int words;",
                "  int bits;", "  int count;", "};"]
    out += [f"inline constexpr std::array<ProbeField, {len(layout)}> k{struct}Fields = {{{{",
            *table, "}};"]
    return out


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(str(c) for c in row) + " |" for row in rows])


def document_tables(arch, derived):
    fields, enums = arch["instruction"]["fields"], arch["instruction"]["enums"]
    parameters = [("lanes", derived["lanes"], "MAC lanes"),
                  ("pixel", f"{derived['pixel_bits']} bits", "unsigned"),
                  ("weight, bias", f"{derived['weight_bits']} bits", "signed"),
                  ("accumulator", f"{derived['accumulator_bits']} bits", "signed"),
                  ("word", f"{derived['word_bits']} bits",
                   f"{derived['word_pixels']} pixels or {derived['rw_entries']} coefficients"),
                  ("instruction buffer", derived["instruction_words"], "instructions"),
                  ("local buffer", derived["local_words"], "words"),
                  ("input FIFO", derived["input_fifo_words"], "words"),
                  ("output FIFO", derived["output_fifo_words"], "words"),
                  ("image register", derived["ri_entries"], f"pixels, ri[0-{derived['ri_entries'] - 1}]"),
                  ("largest stride of the lanes", derived["max_stride"], "pixels"),
                  ("column separation", "yes" if derived["split"] else "no", "the split machine"),
                  ("activation table", derived["act_entries"], "entries of one pixel"),
                  ("AGU modes", derived["modes"], "besides 0, no pattern")]
    access = {"RW": "read/write", "RO": "read only", "WO": "write only", "W1C": "write 1 to clear"}
    registers = []
    for reg in arch["registers"]:
        limits = f"{reg['min']} to {reg['max']}" if "min" in reg else ""
        reset = f"0x{number(reg['reset'], derived):X}" if reg["reset"] != "arch_id" else "checksum"
        registers.append((reg["offset"], reg["name"], access[reg["access"]], reset, limits, reg["text"]))
        registers += [("", f"{reg['name']}.{f['name']}", f"bit {f['lsb']}" if f["bits"] == 1 else
                       f"bits {f['lsb'] + f['bits'] - 1}:{f['lsb']}", "", "", f["text"])
                      for f in reg.get("fields", [])]
    codes = [(name, e["code"], e["name"], f"`{e['mnemonic']}`" if e.get("mnemonic") else "", e["text"])
             for name, entries in {**enums, **arch["fsm"]}.items() for e in entries]
    layout, _ = probe_layout(arch["probe"], derived)
    return {
        "parameters": table(("what", "value", "meaning"), parameters),
        "latencies": table(("name", "cycles", "from … to …"),
                           [(x["name"], x["cycles"], x["text"]) for x in arch["latencies"]]),
        "fields": table(("bits", "field", "slot", "meaning"),
                        [(f"{f['lsb'] + f['bits'] - 1}:{f['lsb']}" if f["bits"] > 1 else f["lsb"],
                          f["name"], f["slot"], f.get("text", f"code `{f.get('enum')}`")) for f in fields]),
        "codes": table(("code set", "code", "name", "assembly", "meaning"), codes),
        "registers": table(("offset", "name", "access", "reset", "allowed", "meaning"), registers),
        "probe": table(("word", "field", "bits", "meaning"),
                       [(first, name, f"{count} x {bits}" if count > 1 else bits, field["text"])
                        for (name, first, _, bits, count), field in zip(layout, arch["probe"])]),
    }


def fill_document(text, tables):
    for name, body in tables.items():
        pattern = re.compile(rf"(<!-- arch:{name} -->\n).*?(<!-- arch:end -->)", re.S)
        text = pattern.sub(lambda m, body=body: m.group(1) + body + "\n" + m.group(2), text)
    return text


def marker_problems(text, tables):
    """What keeps a page's tables from being compared: each block must be there once, and closed."""
    found = [line.strip("\n") for line in re.findall(r"<!--\s*arch:[^\n]*\n?", text)]
    begin = {f"<!-- arch:{name} -->": name for name in tables}
    end = "<!-- arch:end -->"
    for marker in found:
        if marker not in begin and marker != end:
            yield f"found the marker {marker}, allowed: {', '.join([*begin, end])}"
    for marker, count in {m: found.count(m) for m in begin}.items():
        if count != 1:
            yield f"found the marker {marker} {count} times, allowed: once"
    if any((marker == end) != (index % 2 == 1) for index, marker in enumerate(found)) or len(found) % 2:
        yield f"found markers that do not alternate, allowed: {end} after each block's begin"


def read_text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    """Writes through a temporary file; leaves an unchanged file alone so that nothing rebuilds."""
    if os.path.exists(path) and read_text(path) == text:
        return
    folder = os.path.dirname(os.path.abspath(path))
    os.makedirs(folder, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("arch")
    parser.add_argument("--sv")
    parser.add_argument("--cpp")
    parser.add_argument("--docs")
    parser.add_argument("--check-docs")
    options = parser.parse_args()
    try:
        arch, derived = read(options.arch)
        if options.sv:
            write(options.sv, system_verilog(arch, derived))
        if options.cpp:
            write(options.cpp, cpp(arch, derived))
        for path in filter(None, (options.docs, options.check_docs)):
            text = read_text(path)
            tables = document_tables(arch, derived)
            filled = fill_document(text, tables)
            if path == options.docs:
                write(path, filled)
                continue
            problems = list(marker_problems(text, tables))
            if filled != text:
                problems.append(f"tables differ from {options.arch}; run arch/generate.py "
                                f"{options.arch} --docs {path}")
            for problem in problems:
                print(f"{path}: {problem}", file=sys.stderr)
            if problems:
                return 1
    except (ArchError, OSError) as error:
        for line in str(error).splitlines():
            print(f"{options.arch}: error: {line}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

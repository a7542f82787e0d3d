# SPDX-License-Identifier: Apache-2.0
"""What is wrong in a description of the right shape, one text each: entry, what was found, what is allowed.
Standard library only.
"""
from shape import show
from values import NUMBERS, bound, camel, field_kind, known, writer


# Of the core, besides the slots, that write fields of the probe.
PARTS = ("registers", "streams", "control")
# Latencies of probe fields that no instruction before writes: the one in execution does, or none.
NO_LATENCY = ("now", "never")


def check(arch, derived):
    """Contradictions in a description of the right shape, one text each."""
    yield from check_sizes(arch, derived)
    yield from check_names(arch)
    yield from check_instruction(arch)
    yield from check_registers(arch, derived)
    yield from check_probe(arch, derived)


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


def tally(items):
    counts = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return counts


def repeated(entries, path):
    """Names are compared as the generated code spells them."""
    for name, count in tally(camel(e["name"]) for e in entries).items():
        if count > 1:
            yield f"{path}: found name {name} {count} times, allowed: once"


def check_codes(entries, path):
    """The generated name tables are indexed by code and end before the codes a machine lacks."""
    for index, entry in enumerate(entries):
        if entry["code"] != index:
            yield (f"{path}.{entry['name']}.code: found code {entry['code']}, allowed: {index}, codes count "
                   "up from 0 without gaps; those behind the last are reserved")
    split = [bool(entry.get("split")) for entry in entries]
    if split[0] or split != sorted(split):
        yield (f"{path}.{entries[split.index(True)]['name']}: found split true, allowed: behind the codes "
               "that every machine has")


def check_names(arch):
    for kind in ("latencies", "registers", "probe_inputs", "probe"):
        yield from repeated(arch[kind], kind)
    yield from repeated(arch["instruction"]["fields"], "instruction.fields")
    for register in arch["registers"]:
        yield from repeated(register.get("fields", []), f"registers.{register['name']}.fields")
    for path, enums in (("instruction.enums", arch["instruction"]["enums"]), ("fsm", arch["fsm"])):
        for enum, entries in enums.items():
            yield from repeated(entries, f"{path}.{enum}")
            yield from check_codes(entries, f"{path}.{enum}")
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
        elif "enum" not in field and field_kind(field) is None:
            yield (f"instruction.fields.{name}.name: found {name}, allowed: an enum, or a name that ends in "
                   f"_{', _'.join(NUMBERS)}")
        for entry in instruction["enums"].get(field.get("enum"), []):
            if entry["code"] >> bits:
                yield (f"instruction.fields.{name}: found code {entry['code']} of '{entry['name']}', "
                       f"allowed: at most {(1 << bits) - 1} in {bits} bits")
        if field_kind(field) == "mode" and agu["modes"] >> bits:
            yield f"agu.modes: found {agu['modes']}, allowed: at most {(1 << bits) - 1}, the codes of {name}"
        if field_kind(field) in ("offset", "update") and agu["address_bits"] > bits:
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
    yield from check_range(register, path, arch, derived)


def check_range(register, path, arch, derived):
    """The values START accepts, and the reset value against them."""
    if "min" not in register and "max" not in register:
        return
    if ("min" in register) != ("max" in register):
        yield f"{path}: found only one of min and max, allowed: both or neither"
        return
    if register["access"] != "RW":
        yield f"{path}: found a range and access {register['access']}, allowed: a range with RW only"
    highest, numbers = (1 << register["bits"]) - 1, []

    def named(key):
        if isinstance(register[key], int):
            return register[key]
        return f"{show(register[key])}, which is {bound(register, key, arch['registers'], derived)}"

    for key in ("min", "max"):
        try:
            value = bound(register, key, arch["registers"], derived)
        except ValueError:
            yield (f"{path}.{key}: found {show(register[key])}, allowed: a number, a known name, 2^name, "
                   f"a register with a {key} of its own, or one of these less a number")
            continue
        if 0 <= value <= highest:
            numbers.append(value)
        else:
            yield f"{path}.{key}: found {named(key)}, allowed: 0 to {highest} in {register['bits']} bits"
    if len(numbers) < 2:
        return
    low, high = numbers
    if low > high:
        yield f"{path}.min: found {named('min')}, allowed: at most max, {named('max')}"
        return
    reset = known(register["reset"], derived)
    # 0 stands for "not set yet": START refuses it where it is out of range (docs/isa.md, section 10).
    if reset and not low <= reset <= high:
        yield f"{path}.reset: found {register['reset']}, allowed: 0 or {low} to {high}"


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
    for field in arch["probe"]:
        yield from check_owner(field, arch)


def check_owner(field, arch):
    """Which part of the core writes a probe field, and how many instructions later it is seen."""
    path = f"probe.{field['name']}"
    owners = [*dict.fromkeys(f["slot"] for f in arch["instruction"]["fields"]), *PARTS]
    if field["owner"] not in owners:
        yield f"{path}.owner: found {field['owner']}, allowed: {', '.join(owners)}"
    latencies = [*NO_LATENCY, *(x["name"] for x in arch["latencies"])]
    if isinstance(field["latency"], str) and field["latency"] not in latencies:
        yield f"{path}.latency: found {field['latency']}, allowed: a number or {', '.join(latencies)}"
    elif (field["latency"] in NO_LATENCY) == ("writer" in field):
        found, allowed = ("a writer", "none") if "writer" in field else ("no writer", "one")
        yield f"{path}.writer: found {found}, allowed: {allowed} with latency {field['latency']}"
    elif "writer" in field:
        try:
            writer(field, arch["instruction"])
        except ValueError:
            yield (f"{path}.writer: found {show(field['writer'])}, allowed: any, an instruction field with "
                   "codes, "
                   "or one and the name of its code")

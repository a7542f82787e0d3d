# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/isa.md, which stand between markers of its text. Standard library only."""
import re

from values import bound, meaning, number, probe_layout

END = "<!-- arch:end -->"


class PageError(Exception):
    """A page whose markers are wrong; one line per problem, each names the page."""


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
                  ("AGU address", f"{derived['address_bits']} bits", "offset, update, `inc` and `toggle`"),
                  ("AGU modes", derived["modes"], "besides 0, no pattern")]
    access = {"RW": "read/write", "RO": "read only", "WO": "write only", "W1C": "write 1 to clear"}
    registers = []
    for reg in arch["registers"]:
        limits = " to ".join(shown_bound(reg, key, arch["registers"], derived)
                             for key in ("min", "max") if key in reg)
        reset = f"0x{number(reg['reset'], derived):X}" if reg["reset"] != "arch_id" else "checksum"
        registers.append((reg["offset"], reg["name"], access[reg["access"]], reg["bits"], reset, limits,
                          reg["text"]))
        for field in reg.get("fields", []):
            bits = "bits" if field["bits"] > 1 else "bit"
            registers.append(("", f"{reg['name']}.{field['name']}", "", f"{bits} {bit_range(field)}", "", "",
                              field["text"]))
    codes = [(name, e["code"], e["name"], f"`{e['mnemonic']}`" if e.get("mnemonic") else "", e["text"])
             for name, entries in {**enums, **arch["fsm"]}.items() for e in entries]
    return {
        "parameters": table(("what", "value", "meaning"), parameters),
        "latencies": table(("name", "cycles", "from … to …"),
                           [(x["name"], x["cycles"], x["text"]) for x in arch["latencies"]]),
        "fields": table(("bits", "field", "slot", "meaning"),
                        [(bit_range(f), f["name"], f["slot"], meaning(f)) for f in fields]),
        "codes": table(("code set", "code", "name", "assembly", "meaning"), codes),
        "registers": table(("offset", "name", "access", "bits", "reset", "allowed", "meaning"), registers),
        "probe": probe_table(arch["probe"], arch),
        "probe_inputs": probe_table(arch["probe_inputs"], arch),
    }


def bit_range(field):
    low, high = field["lsb"], field["lsb"] + field["bits"] - 1
    return str(low) if low == high else f"{high}:{low}"


def shown_bound(register, key, registers, derived):
    """A number, but where another register decides it the text that names that one."""
    if any(str(register[key]).split(" ")[0] == r["name"] for r in registers):
        return register[key]
    return str(bound(register, key, registers, derived))


def probe_table(fields, arch):
    """Of the core's inputs or, with who writes them, of what it shows."""
    rows, owned = [], [key for key in ("owner", "latency") if key in fields[0]]
    for (name, first, words, bits, count), field in zip(probe_layout(fields, arch)[0], fields):
        rows.append((f"{first}-{first + words - 1}" if words > 1 else first, name,
                     f"{count} x {bits}" if count > 1 else bits, *(field[key] for key in owned),
                     field["text"]))
    return table(("word", "field", "bits", *owned, "meaning"), rows)


def table(header, rows):
    assert all(len(row) == len(header) for row in rows), header
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(str(c) for c in row) + " |" for row in rows])


def fill_document(path, text, tables):
    """The page with the present tables; PageError if its markers do not say where they belong."""
    problems = [f"{path}: error: {problem}" for problem in marker_problems(text, tables)]
    if problems:
        raise PageError("\n".join(problems))
    for name, body in tables.items():
        pattern = re.compile(rf"({begin(name)}\n).*?({END})", re.S)
        text = pattern.sub(lambda m, body=body: m.group(1) + body + "\n" + m.group(2), text)
    return text


def begin(name):
    return f"<!-- arch:{name} -->"


def marker_problems(text, tables):
    """Each block must be there once, from its marker to END, both alone on their lines."""
    begins = [begin(name) for name in tables]
    opened, block = [], None
    for at, line in enumerate(text.split("\n"), 1):
        if not re.search(r"<!--\s*arch:", line):
            continue
        if line == END:
            if block is None:
                yield f"line {at}: found {END} without a block's begin, allowed: one for each block"
            block = None
            continue
        if line not in begins:
            yield f"line {at}: found the marker {line}, allowed: {', '.join([*begins, END])}"
        if block is not None:
            yield f"line {at}: found {line} within the block {block}, allowed: {END} first"
        block = line
        opened.append(line)
    if block is not None:
        yield f"found no {END} after {block}, allowed: one for each block"
    for marker in begins:
        if opened.count(marker) != 1:
            yield f"found the marker {marker} {opened.count(marker)} times, allowed: once"

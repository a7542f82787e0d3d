# SPDX-License-Identifier: Apache-2.0
"""The DMA's registers, descriptor words and profiles (arch/parts/dma.json): reads and checks them; makes a
SystemVerilog package, a C++ header and the tables of docs/dma.md. Standard library only.
"""
from description import ArchError, parse, refuse
from shape import BITS, HEX, INDEX, LSB, NAME, TEXT, misshapen
from tables import fill_document, table
from values import camel

FIELD = {"lsb": LSB, "bits": BITS, "constant?": NAME, "group?": NAME, "text": TEXT}
REGISTER = {"name": NAME, "constant": NAME, "offset": HEX, "reset": HEX, "source": TEXT, "fields": [FIELD]}
WORD = {"name": NAME, "constant": NAME, "offset": HEX, "note?": TEXT, "fields": [FIELD]}
SHAPE = {
    "title": TEXT,
    "channels": [{"name": NAME, "base": HEX}],
    "registers": [REGISTER],
    "descriptor": {"bytes": INDEX, "source": TEXT, "words": [WORD]},
    "profiles": [NAME],
    "parameters": [{"name": NAME, "axi_dma": INDEX, "mover": INDEX, "least?": INDEX, "text": TEXT}],
    "numbers": [{"name": NAME, "value": INDEX, "text": TEXT}],
}
PROFILES = ["axi_dma", "mover"]
PREFIXES = {"axi_dma": "Axi", "mover": "Mover"}  # of the package's names
WORD_BITS = 32


def read(path):
    """The checked description."""
    dma = parse(path)
    refuse(list(misshapen(dma, SHAPE)))
    refuse(list(check(dma)))
    return dma


def check(dma):
    """Contradictions, one text each."""
    if dma["profiles"] != PROFILES:
        yield f"profiles: found {', '.join(dma['profiles'])}, allowed: {', '.join(PROFILES)}"
    lists = {"channels": dma["channels"], "registers": dma["registers"],
             "descriptor.words": dma["descriptor"]["words"], "parameters": dma["parameters"],
             "numbers": dma["numbers"]}
    for path, entries in lists.items():
        names = [entry["name"] for entry in entries]
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"{path}: found {name} {names.count(name)} times, allowed: once"
    for path, entries, end in (("registers", dma["registers"], span(dma)),
                               ("descriptor.words", dma["descriptor"]["words"], dma["descriptor"]["bytes"])):
        taken = {}
        for entry in entries:
            offset = number(entry["offset"])
            if offset % 4 or offset >= end:
                yield (f"{path}.{entry['name']}.offset: found {entry['offset']}, allowed: a multiple of "
                       f"4 below 0x{end:02x}")
            if offset in taken:
                yield f"{path}.{entry['name']}.offset: found that of {taken[offset]}, allowed: one of its own"
            taken[offset] = entry["name"]
            yield from check_fields(f"{path}.{entry['name']}", entry)
    for parameter in dma["parameters"]:
        for profile in PROFILES:
            if parameter[profile] < parameter.get("least", 0):
                yield (f"parameters.{parameter['name']}.{profile}: found {parameter[profile]}, allowed: at "
                       f"least {parameter['least']}")


def check_fields(path, entry):
    for field in entry["fields"]:
        if field["lsb"] + field["bits"] > WORD_BITS:
            last = field["lsb"] + field["bits"] - 1
            yield (f"{path}: found bits up to {last} of '{field['text']}', allowed: up to {WORD_BITS - 1}")
        if "group" in field and "constant" not in field:
            yield (f"{path}: found '{field['text']}' in group {field['group']} without a constant, "
                   "allowed: with one")
    constants = [field["constant"] for field in entry["fields"] if "constant" in field]
    for name in sorted({name for name in constants if constants.count(name) > 1}):
        yield f"{path}: found the constant {name} {constants.count(name)} times, allowed: once"


def span(dma):
    """Bytes from a channel's block to the next."""
    bases = sorted(number(channel["base"]) for channel in dma["channels"])
    return min((high - low for low, high in zip(bases, bases[1:])), default=0x400)


def number(text):
    return int(text, 0)


def system_verilog(dma):
    """Package nve_dma_pkg: word numbers of registers and descriptor words, defaults of both profiles."""
    out = ["", f"// {dma['title']}. Generated from arch/parts/dma.json; do not edit.", "package nve_dma_pkg;"]
    for channel in dma["channels"]:
        for register in dma["registers"]:
            word = (number(channel["base"]) + number(register["offset"])) // 4
            name = camel(channel["name"]) + camel(register["constant"])
            out.append(f"  localparam logic [7:0] {name} = 8'd{word};")
    for word in dma["descriptor"]["words"]:
        name = camel(word["constant"])
        out.append(f"  localparam int unsigned Word{name} = {number(word['offset']) // 4};")
    for parameter in dma["parameters"]:
        for profile in PROFILES:
            name = PREFIXES[profile] + parameter["name"]
            out.append(f"  localparam int unsigned {name} = {parameter[profile]};")
    out += [f"  localparam int unsigned {entry['name']} = {entry['value']};" for entry in dma["numbers"]]
    return "\n".join([*out, "endpackage", ""])


def cpp(dma):
    """The same for the driver, the models and the benches, with the bits of every field."""
    out = [f"// {dma['title']}. Generated from arch/parts/dma.json; do not edit.", "#pragma once", "",
           "#include <cstdint>", "", "namespace nve::dma {", "", "/// First register of a channel's block."]
    out += [f"inline constexpr uint32_t k{camel(channel['name'])}Base = {channel['base']};"
            for channel in dma["channels"]]
    out += ["", "/// Offsets in a channel's block."]
    out += [f"inline constexpr uint32_t k{camel(register['constant'])} = {register['offset']};"
            for register in dma["registers"]]
    for register in dma["registers"]:
        out += ["", f"/// Bits of {register['name']} ({register['source']})."]
        out += field_constants(register, camel(register["constant"]))
        name = camel(register["constant"])
        out.append(f"inline constexpr uint32_t k{name}AfterReset = {register['reset']};")
    out += ["", f"/// Words of a descriptor ({dma['descriptor']['source']}), by number, and their fields.",
            f"inline constexpr uint64_t kDescriptorBytes = {dma['descriptor']['bytes']};"]
    for word in dma["descriptor"]["words"]:
        out += [f"inline constexpr int kWord{camel(word['constant'])} = {number(word['offset']) // 4};",
                *field_constants(word, "")]
    out += ["", "/// Numbers that are no parameters."]
    out += [f"inline constexpr int k{entry['name']} = {entry['value']};  ///< {entry['text']}"
            for entry in dma["numbers"]]
    for profile in PROFILES:
        out += ["", f"/// Defaults of the parameters in the profile {profile}; units: docs/dma.md.",
                f"namespace {profile} {{"]
        out += [f"inline constexpr int k{parameter['name']} = {parameter[profile]};"
                for parameter in dma["parameters"]]
        out.append(f"}}  // namespace {profile}")
    return "\n".join([*out, "", "}  // namespace nve::dma", ""])


def field_constants(entry, prefix):
    """Of a bit its mask; of wider fields the lowest bit and the largest value; of a group all its masks."""
    out, groups = [], {}
    for field in entry["fields"]:
        if "constant" not in field:
            continue
        name = f"k{prefix}{camel(field['constant'])}"
        if field["bits"] == 1:
            out.append(f"inline constexpr uint32_t {name} = 1u << {field['lsb']};")
        else:
            out += [f"inline constexpr int {name}Lsb = {field['lsb']};",
                    f"inline constexpr uint32_t {name}Max = {hex((1 << field['bits']) - 1)};"]
        if "group" in field:
            groups.setdefault(field["group"], []).append(field)
    for group, fields in groups.items():
        mask = sum(1 << field["lsb"] for field in fields)
        name = f"All{camel(group)}" if prefix else camel(group)
        out.append(f"inline constexpr uint32_t k{prefix}{name} = {hex(mask)};")
    return out


def document_tables(dma):
    """The tables of docs/dma.md by the names of their markers."""
    return {"registers": registers_table(dma), "descriptor": descriptor_table(dma),
            "parameters": parameters_table(dma)}


def bits_text(field):
    high, low = field["lsb"] + field["bits"] - 1, field["lsb"]
    return f"{high}:{low} {field['text']}" if high > low else f"{low} {field['text']}"


def registers_table(dma):
    return table(("offset", "name", "bits", "reset value"),
                 [(register["offset"], register["name"], "; ".join(map(bits_text, register["fields"])),
                   register["reset"]) for register in dma["registers"]])


def descriptor_table(dma):
    return table(("offset", "name", "bits"),
                 [(word["offset"], word["name"],
                   "; ".join([*map(bits_text, word["fields"]), *([word["note"]] if "note" in word else [])]))
                  for word in dma["descriptor"]["words"]])


def parameters_table(dma):
    return table(("parameter", "axi_dma", "mover", "meaning (cycles unless noted)", "least"),
                 [(f"`{p['name']}`", str(p["axi_dma"]), str(p["mover"]), p["text"], str(p.get("least", "")))
                  for p in dma["parameters"]])


def filled(path, text, dma):
    return fill_document(path, text, document_tables(dma))


__all__ = ["ArchError", "cpp", "filled", "read", "system_verilog"]

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What arch/generate.py refuses: each case spoils one entry of a copy of nve.json, or one marker of a page.

A refusal must exit with the right code and name entry, found and allowed; nothing may be written then.
And what it makes of the ranges of settings. The DMA: generate_dma_test.py. Standard library only.
"""
import json
import os
import re
import unittest
from unittest import mock

from generator_case import HERE, ISA, NVE, REMOVED, GeneratorTest, changed, named
import description
import generate
from shape import RANGES


class Accepted(GeneratorTest):
    def test_every_instance_generates(self):
        for name in ("nve", "nve_small", "nve_split"):
            code, lines = self.run_main(os.path.join(HERE, name + ".json"), "--sv", self.path("p.sv"),
                                        "--cpp", self.path("p.hpp"))
            self.assertEqual((code, lines), (0, []))
            with open(self.path("p.hpp"), encoding="utf-8") as file:
                self.assertIn(f'kName = "{name}";', file.read())

    def test_explanations_may_be_added_and_do_not_change_the_machine(self):
        self.put("nve.json", NVE)
        path = self.put("x.json", {"extends": "nve.json", "agu": {"text": "why"}, "buffers": {"title": "t"}})
        plain = self.put("plain/x.json", NVE)
        self.assertEqual(description.read(path)[1]["arch_id"], description.read(plain)[1]["arch_id"])

    def test_reset_0_may_lie_below_the_range(self):
        self.assertEqual(named(NVE["registers"], "RUNS")["min"], 1)
        self.assertEqual(self.run_main(self.put("x.json", NVE))[0], 0)


class Keys(GeneratorTest):
    def test_key_the_parent_lacks(self):
        self.put("nve.json", NVE)
        for over, path in (({"bufers": {"local_words": 512}}, "bufers"),
                           ({"buffers": {"locl_words": 512}}, "buffers.locl_words"),
                           ({"datapath": {"lane": 16}}, "datapath.lane"),
                           ({"limits": {"shift": 1}}, "limits.shift"),
                           ({"agu": {"mode": 3}}, "agu.mode"),
                           ({"act_table": {"ofset": "0x0"}}, "act_table.ofset"),
                           ({"instruction": {"bit": 64}}, "instruction.bit"),
                           ({"instruction": {"enums": {"mem_opp": []}}}, "instruction.enums.mem_opp"),
                           ({"fsm": {"stat": []}}, "fsm.stat")):
            with self.subTest(path=path):
                self.expect_refused({"extends": "nve.json", "name": "x", **over}, [f"error: {path}:"])

    def test_unknown_key_without_a_parent(self):
        self.refuse_each(("bufers", {}, "error: bufers:"),
                         ("registers.RUNS.mim", 1, "registers.RUNS.mim"),
                         ("instruction.fields.act_op.enm", "act_op", "instruction.fields.act_op.enm"))

    def test_missing_key(self):
        self.refuse_each(("fsm", REMOVED, "fsm: found nothing"),
                         ("buffers.local_words", REMOVED, "buffers.local_words: found nothing"),
                         ("registers.RUNS.reset", REMOVED, "registers.RUNS.reset: found nothing"),
                         ("registers.RUNS.max", REMOVED, "registers.RUNS: found only one"),
                         ("instruction.enums.act_op.act.mnemonic", REMOVED, "act_op.act.mnemonic"),
                         ("instruction.fields.act_half.enum", REMOVED, "act_half: found neither"))

    def test_key_twice_in_one_object(self):
        text = json.dumps(NVE)
        self.expect_refused(text[:-1] + ', "agu": {"address_bits": 11, "modes": 3}}', ["agu: found 2 times"])

    def test_characters_that_are_no_text(self):
        for title in ("a\0b", "\ud800", "two\nlines"):
            self.expect_refused(changed({"title": title}), ["title: found"])
        self.expect_refused(NVE | {"a\nb": 1}, ["a\\nb: found an unknown key"])


class Types(GeneratorTest):
    def test_value_of_a_wrong_type(self):
        self.refuse_each(("datapath.lanes", "16", 'datapath.lanes: found "16"'),
                         ("datapath.split", 1, "datapath.split: found 1", "true or false"),
                         ("buffers.input_fifo_words", 0, "buffers.input_fifo_words: found 0"),
                         ("buffers.local_words", True, "buffers.local_words: found true"),
                         ("clock_mhz", None, "clock_mhz: found null"),
                         ("agu", 3, "agu: found 3", "an object"),
                         ("registers", {}, "registers: found {}", "a list"),
                         ("fsm.stall", [], "fsm.stall: found []"),
                         ("registers.RUNS.offset", 36, "registers.RUNS.offset: found 36"),
                         ("registers.RUNS.access", "R", "registers.RUNS.access"),
                         ("registers.RUNS.min", "1", 'registers.RUNS.min: found "1"'),
                         ("instruction.fields.act_op.lsb", -1, "instruction.fields.act_op.lsb: found -1"),
                         ("title", 5, "title: found 5"),
                         ("fsm.a b", NVE["fsm"]["stall"], 'fsm.a b: found "a b"'))

    def test_limits(self):
        self.refuse_each(*[(f"limits.{name}", value, f"limits.{name}: found {json.dumps(value)}")
                           for name in NVE["limits"] for value in (-1, 1.5, "15")])

    def test_all_problems_in_one_run(self):
        self.expect_refused(changed({"datapath.lanes": "16", "agu.modes": -1, "clock_mhz": REMOVED}),
                            ["datapath.lanes"], ["agu.modes"], ["clock_mhz"])
        self.expect_refused(changed({"agu.modes": 4, "registers.RUNS.max": "many"}),
                            ["agu.modes", "mema_mode"], ["agu.modes", "memb_mode"], ["registers.RUNS.max"])

    def test_no_json(self):
        self.expect_refused("{", ["no JSON"])
        self.expect_refused("[]", ["found []"])
        self.expect_refused("5", ["found 5"])


class Extends(GeneratorTest):
    def test_itself(self):
        self.expect_refused({"extends": "x.json", "name": "x"}, ["extends:", "circle"])

    def test_circle(self):
        self.put("y.json", {"extends": "z.json"})
        self.put("z.json", {"extends": "x.json"})
        self.expect_refused({"extends": "y.json", "name": "x"}, ["extends:", "circle"])

    def test_no_name(self):
        self.expect_refused({"extends": 1}, ["extends: found 1"])

    def test_what_is_wrong_in_another_file_names_it(self):
        with open(self.path("y.json"), "w", encoding="utf-8") as file:
            file.write('{"name": "y", "name": "z"}')
        self.expect_refused({"extends": "y.json"}, ["y.json: name: found 2 times"])

    def test_the_files_of_a_description(self):
        self.put("in/y.json", {"extends": f"{HERE}/nve_small.json"})
        self.put("x.json", {"extends": "in/y.json"})
        self.assertEqual(description.files_of(self.path("x.json")),
                         [self.path("x.json"), self.path("in/y.json"), f"{HERE}/nve_small.json",
                          f"{HERE}/nve.json"])


class Sizes(GeneratorTest):
    def test_sizes(self):
        self.refuse_each(("datapath.lanes", 8, "datapath.lanes: found 8", "16"),
                         ("datapath.rw_entries", 3, "datapath.rw_entries: found 3"),
                         ("datapath.max_stride", 3, "datapath.max_stride: found 3"),
                         ("datapath.split", True, "datapath.max_stride: found 2", "split"),
                         ("buffers.local_words", 1000, "buffers.local_words: found 1000", "power of two"),
                         ("buffers.local_words", 4096, "buffers.local_words: found 4096", "2048"))
        self.expect_refused(changed({"datapath.split": True, "datapath.max_stride": 1,
                                     "buffers.input_fifo_words": 1}), ["buffers.input_fifo_words: found 1"])

    def test_instruction_wider_than_a_word(self):
        self.expect_refused(changed({"instruction.bits": 65}), ["instruction.bits: found 65", "64"])


class Names(GeneratorTest):
    def test_duplicates(self):
        self.refuse_each(("instruction.enums.wreg_op.sh.name", "set", "instruction.enums.wreg_op",
                          "name Set"),
                         ("fsm.state.final.name", "load", "fsm.state", "name Load"),
                         ("registers.EXTRA.name", "RUNS", "registers: found name Runs 2 times"),
                         ("instruction.fields.act_to.name", "act_op", "instruction.fields", "name ActOp"),
                         ("registers.CONTROL.fields.LOAD.name", "START", "CONTROL.fields", "Start"),
                         ("probe.pc.name", "pass", "probe: found name Pass"))

    def test_codes_count_up_from_0(self):
        self.refuse_each(("instruction.enums.mem_op.wr.code", 1, "mem_op.wr.code: found code 1", "2, "),
                         ("instruction.enums.mem_op.wr.code", 3, "mem_op.wr.code: found code 3", "2, "),
                         ("fsm.stall.none.code", 3, "fsm.stall.none.code: found code 3", "0, "),
                         ("fsm.state.final.code", 3, "fsm.state.final.code: found code 3", "4, "))
        self.expect_refused(changed({"fsm.stall.input.code": 2, "fsm.stall.output.code": 1}),
                            ["fsm.stall.input.code"], ["fsm.stall.output.code"])

    def test_codes_of_the_split_machine_are_the_last(self):
        enums = "instruction.enums"
        self.refuse_each((f"{enums}.ireg_op.setsh.split", True, "ireg_op.setsh: found split true", "behind"),
                         (f"{enums}.wr_part.plain.split", True, "wr_part.plain: found split true", "behind"))
        self.expect_as_nve({f"{enums}.vmac_op.mac.split": True}, f"{enums}.vmac_op.mac")

    def test_unknown_names(self):
        self.refuse_each(("instruction.fields.act_half.enum", "half", "act_half.enum: found half"),
                         ("probe.pc.bits", "pc_bit", 'probe.pc.bits: found "pc_bit"'),
                         ("probe.rw.count", "rw", 'probe.rw.count: found "rw"'),
                         ("probe.rw.bits", 12, "probe.rw.bits: found 12 in an array"),
                         ("registers.ID.reset", "id", 'registers.ID.reset: found "id"'))


class Owners(GeneratorTest):
    """Who writes a probe field, and when that is seen: each field says it."""

    def test_missing(self):
        self.refuse_each(("probe.pc.owner", REMOVED, "probe.pc.owner: found nothing", "a name"),
                         ("probe.pc.latency", REMOVED, "probe.pc.latency: found nothing",
                          "an integer from 1"),
                         ("probe.pc.writer", REMOVED, "probe.pc.writer: found no writer",
                          "one with latency 1"))

    def test_unknown(self):
        self.refuse_each(("probe.pc.owner", "PC", "probe.pc.owner: found PC", "MEMA, MEMB, ", "control"),
                         ("probe.pc.latency", "soon", "probe.pc.latency: found soon",
                          "now, never, rd_to_set"),
                         ("probe.pc.latency", 0, "probe.pc.latency: found 0"),
                         *[("probe.pc.writer", name, f'probe.pc.writer: found "{name}"', "any, ")
                           for name in ("mema", "mema_offset", "mema_op sh", "mema_op  rd", "")])

    def test_a_writer_only_where_an_instruction_before_is_one(self):
        self.refuse_each(("probe.s_tready.writer", "any", "s_tready.writer: found a writer",
                          "none with latency never"),
                         ("probe.write_a.writer", "any", "write_a.writer: found a writer",
                          "none with latency now"))

    def test_inputs_of_the_core_have_none(self):
        self.refuse_each(("probe_inputs.reg_write.owner", "control",
                          "probe_inputs.reg_write.owner: found an unknown"))

    def test_in_the_header(self):
        self.assertEqual(self.run_main(self.put("x.json", NVE), "--isa", self.path("x.hpp")), (0, []))
        header = generate.read_text(self.path("x.hpp"))
        for line in ('{"pass", 3, 1, 17, 1, "control", 1, nullptr, -1},',
                     '{"port_a", 36, 2, 64, 1, "MEMA", kLatencyRdToSet, &kMemaOp, 1},',
                     '{"rw", 40, 2, 16, 4, "WREG", 1, &kWregOp, -1},',
                     '{"write_b", 103, 1, 1, 1, "MEMB", kSeenNow, nullptr, -1},',
                     '{"irq", 121, 1, 1, 1, "registers", kSeenNever, nullptr, -1},'):
            self.assertTrue(line in header, line)


class Bits(GeneratorTest):
    def test_instruction_fields(self):
        self.refuse_each(("instruction.fields.mema_part.lsb", 61, "mema_part", "overlaps"),
                         ("instruction.fields.mema_part.bits", 3, "mema_part: found bits 64:62", "63:0"),
                         ("instruction.fields.vmac_op.bits", 1, "vmac_op: found code 2 of 'mac'"),
                         ("instruction.fields.mema_mode.name", "mema_kind", "mema_kind.name: found mema_kind",
                          "_mode"))

    def test_instruction_fields_in_the_header(self):
        self.assertEqual(self.run_main(self.put("x.json", NVE), "--isa", self.path("x.hpp")), (0, []))
        header = generate.read_text(self.path("x.hpp"))
        for line in ('kMemaOffset = {"mema_offset", "MEMA", FieldKind::kOffset, 2, 11, 2048, 2048, nullptr, '
                     'nullptr, '
                     '"offset address (equation 3.1)"};',
                     'kMembMode = {"memb_mode", "MEMB", FieldKind::kMode, 50, 2, 4, 4, nullptr, nullptr, '
                     '"AGU mode, 0 = no pattern"};',
                     'kIregOp = {"ireg_op", "IREG", FieldKind::kCode, 54, 3, 4, 5, kIregOpNames.data(), '
                     'kIregOpMnemonics.data(), "code `ireg_op`"};'):
            self.assertTrue(line in header, line)

    def test_agu(self):
        self.expect_refused(changed({"agu.modes": 4}), ["agu.modes: found 4", "at most 3, "],
                            ["agu.modes", "memb_mode"])
        self.expect_refused(changed({"agu.address_bits": 12}),
                            *[["agu.address_bits: found 12", "at most 11", field] for field in
                              ("mema_offset", "mema_update", "memb_offset", "memb_update")])

    def test_register_fields(self):
        self.refuse_each(("registers.STATUS.fields.STALL.lsb", 2, "STATUS.fields.STALL", "overlaps"),
                         ("registers.STATUS.fields.PC.bits", 17, "STATUS.fields.PC: found bits 24:8", "23:0"))

    def test_offsets(self):
        self.refuse_each(("registers.RUNS.offset", "0x020", "registers: found offset 0x020 2 times"),
                         ("registers.RUNS.offset", "0x026", "registers.RUNS.offset", "multiple of 4"),
                         ("registers.RUNS.offset", "0x2000", "registers.RUNS.offset", "at most 0x1FFC"),
                         ("registers.RUNS.offset", "0x1000", "registers.RUNS.offset", "activation table"),
                         ("registers.RUNS.offset", "0x1FFC", "registers.RUNS.offset", "activation table"),
                         ("act_table.offset", "0x1004", "act_table.offset", "at most 0x1000"))
        self.expect_as_nve({"registers.RUNS.offset": "0xFFC"}, "registers.RUNS.offset")


class Values(GeneratorTest):
    def test_reset(self):
        self.refuse_each(("registers.STRIDE.reset", "0x3", "registers.STRIDE.reset: found 0x3", "1 to"),
                         ("registers.EXTRA.reset", "0x10", "registers.EXTRA.reset: found 0x10"),
                         ("registers.AGU_INC1.reset", "0x800", "registers.AGU_INC1.reset: found 0x800"),
                         ("registers.IRQ_ENABLE.reset", "0x2", "IRQ_ENABLE.reset: found 0x2", "1 bits"))
        self.expect_refused(changed({"registers.RUNS.min": 2, "registers.RUNS.reset": "0x1"}),
                            ["registers.RUNS.reset: found 0x1"])

    def test_reset_of_a_range_that_another_register_bounds(self):
        self.refuse_each(("registers.REPEAT_LAST.reset", "0x200", "REPEAT_LAST.reset: found 0x200", "to 511"),
                         ("registers.REPEAT_FIRST.reset", "0x200", "REPEAT_FIRST.reset: found 0x200"))
        self.expect_as_nve({"registers.REPEAT_LAST.reset": "0x1FF"}, "registers.REPEAT_LAST.reset")

    def test_range_and_bits(self):
        self.refuse_each(("registers.RUNS.max", 65536, "registers.RUNS.max: found 65536", "0 to 65535"),
                         ("registers.RUNS.bits", 15, "registers.RUNS.max: found 65535", "0 to 32767"),
                         ("registers.AGU_INC1.bits", 10, 'AGU_INC1.max: found "2^address_bits - 1"', "2047"),
                         *[(f"registers.EXTRA.{key}", "extra_passes - 16", f"EXTRA.{key}", "which is -1",
                            "0 to 65535") for key in ("min", "max")])

    def test_min_above_max(self):
        self.refuse_each(("registers.RUNS.min", 65536, "registers.RUNS.min: found 65536", "0 to 65535"),
                         ("registers.RUNS.max", 0, "registers.RUNS.min: found 1", "max, 0"),
                         ("registers.EXTRA.min", 16, "registers.EXTRA.min: found 16", "at most max", "is 15"))
        self.expect_refused(changed({"registers.REPEAT_FIRST.min": 512}),
                            ["registers.REPEAT_FIRST.min: found 512", '"REPEAT_LAST", which is 511'],
                            ['registers.REPEAT_LAST.min: found "REPEAT_FIRST", which is 512'])

    def test_range_without_a_setting(self):
        self.expect_refused(changed({"registers.ID.min": 0, "registers.ID.max": 2**32 - 1}),
                            ["registers.ID: found a range and access RO", "RW"])

    def test_bounds_in_a_circle(self):
        self.refuse_each(("registers.RUNS.max", "RUNS", 'registers.RUNS.max: found "RUNS"'),
                         ("registers.RUNS.max", "IRQ_ENABLE", 'registers.RUNS.max: found "IRQ_ENABLE"'))
        self.expect_refused(changed({"registers.RUNS.max": "ITERATIONS", "registers.ITERATIONS.max": "RUNS"}),
                            ['registers.ITERATIONS.max: found "RUNS"'], ['registers.RUNS.max'])

    def test_min_and_max(self):
        self.refuse_each(*[(f"registers.RUNS.{key}", value, f"registers.RUNS.{key}: found")
                           for key in ("min", "max")
                           for value in ("many", "RUNZ - 1", "2^RUNS", "2^", "1 + 1", "", -1, 1.5, [])])


class Ranges(GeneratorTest):
    """The ranges of registers in what the other parts include."""

    def generated(self, content):
        with mock.patch.object(description, "fixed", lambda *_: ()):
            code, lines = self.run_main(self.put("x.json", content), "--sv", self.path("p.sv"),
                                        "--cpp", self.path("p.hpp"), "--machine", self.path("p.json"))
        self.assertEqual((code, lines), (0, []))
        return tuple(generate.read_text(self.path(name)) for name in ("p.sv", "p.hpp", "p.json"))

    def expect_range(self, content, name, low, high):
        package, header, machine = self.generated(content)
        camel = generate.camel(name)
        self.assertIn(f"logic [31:0] Reg{camel}Min = 32'd{low};\n", package)
        self.assertIn(f"logic [31:0] Reg{camel}Max = 32'd{high};\n", package)
        self.assertEqual(json.loads(machine)["registers"][name], [low, high])
        ranges = re.search(r"kRegisterRanges = \{\{(.*)\}\};", header).group(1)
        index = [register["name"] for register in content["registers"]].index(name)
        self.assertEqual(re.findall(r"\{\d+u, \d+u\}", ranges)[index], f"{{{low}u, {high}u}}")

    def test_numbers_and_names(self):
        for name, low, high in (("RUNS", 1, 65535), ("EXTRA", 0, 15), ("AGU_TOGGLE3", 0, 2047),
                                ("PACKET_WORDS", 0, 2**32 - 1), ("PROGRAM_SIZE", 1, 512)):
            self.expect_range(NVE, name, low, high)

    def test_bounds_of_other_registers(self):
        self.expect_range(NVE, "REPEAT_LAST", 0, 511)
        self.expect_range(NVE, "REPEAT_FIRST", 0, 511)
        smaller = changed({"buffers.instruction_words": 256})
        self.expect_range(smaller, "PROGRAM_SIZE", 1, 256)
        self.expect_range(smaller, "REPEAT_LAST", 0, 255)
        self.expect_range(smaller, "REPEAT_FIRST", 0, 255)
        self.expect_range(changed({"registers.REPEAT_FIRST.min": 2}), "REPEAT_LAST", 2, 511)

    def test_without_a_range_all_bits(self):
        package, _, machine = self.generated(NVE)
        self.assertNotIn("RegControlMin", package)
        self.assertEqual(json.loads(machine)["registers"]["CONTROL"], [0, 15])


class Fixed(GeneratorTest):
    """What a machine may choose, and what is the same on every machine."""

    def test_sizes_within_their_ranges(self):
        for path, (low, high) in RANGES.items():
            for value in {low, high}:
                with self.subTest(path=path, value=value):
                    self.assertEqual(self.run_main(self.put("x.json", changed({path: value}))), (0, []))
        self.refuse_each(("buffers.instruction_words", 63, "instruction_words: found 63", "64 to 4096"),
                         ("buffers.input_fifo_words", 65, "buffers.input_fifo_words: found 65", "2 to 64"),
                         ("buffers.local_words", 32, "buffers.local_words: found 32", "64 to 2048"),
                         ("limits.act_shift", 32, "limits.act_shift: found 32", "16 to 31"))

    def test_everything_else_is_as_in_nve(self):
        self.expect_as_nve({"clock_mhz": 200}, "clock_mhz")
        self.expect_as_nve({"latencies.rd_to_set.cycles": 3}, "latencies.rd_to_set.cycles")
        self.expect_as_nve({"agu.modes": 2}, "agu.modes")
        self.expect_as_nve({"probe.pc.text": "x", "probe.pass.bits": 18}, "probe.pass.bits")

    def test_all_at_once(self):
        self.expect_refused(changed({"clock_mhz": 1, "limits.extra_passes": 16, "agu.modes": 1}),
                            ["limits.extra_passes: found 16"], ["clock_mhz: found 1"], ["agu.modes: found 1"])
        self.expect_refused(changed({"buffers.instruction_words": 1, "buffers.local_words": 1000,
                                     "limits.extra_passes": 16, "datapath.max_stride": 3}),
                            ["buffers.local_words: found 1000", "power of two"],
                            ["datapath.max_stride: found 3"], ["buffers.instruction_words: found 1"],
                            ["limits.extra_passes: found 16"])

    def test_the_header_of_all_machines(self):
        for name in ("nve", "nve_small", "nve_split"):
            ran = self.run_main(os.path.join(HERE, name + ".json"), "--isa", self.path(name))
            self.assertEqual(ran, (0, []))
        texts = {generate.read_text(self.path(name)) for name in ("nve", "nve_small", "nve_split")}
        self.assertEqual(len(texts), 1)


class MachineNames(GeneratorTest):
    def test_a_copy_is_a_machine_of_its_own(self):
        _, derived = description.read(os.path.join(HERE, "nve.json"))
        arch, copy_derived = description.read(self.put("mine.json", NVE))
        self.assertEqual(arch["name"], "mine")
        self.assertNotEqual(copy_derived["arch_id"], derived["arch_id"])

    def test_names_that_are_none(self):
        for name, allowed in (("my machine", "a name of letters"), ("2nd", "a name of letters"),
                              ("nve_small", "no machine in arch/")):
            code, lines = self.run_main(self.put(name + ".json", NVE), "--sv", self.path("x.sv"))
            self.assertEqual((code, len(lines)), (2, 1))
            self.assertIn(f"name: found the file {name}.json", lines[0])
            self.assertIn(allowed, lines[0])


class Documents(GeneratorTest):
    END = "<!-- arch:end -->"

    def check(self, page):
        return self.run_main(os.path.join(HERE, "nve.json"), "--check-docs", self.put("page.md", page))

    def expect_page_refused(self, page, *expected):
        """--check-docs and --docs exit with 2, a line per list of fragments; --docs changes nothing."""
        for option in ("--check-docs", "--docs"):
            code, lines = self.run_main(os.path.join(HERE, "nve.json"), option, self.put("page.md", page))
            self.assertEqual(code, 2, lines)
            self.assertEqual(len(lines), len(expected), lines)
            for line, fragments in zip(lines, expected):
                for fragment in (self.path("page.md") + ": error: ", *fragments, "found", "allowed: "):
                    self.assertIn(fragment, line)
            self.assertEqual(generate.read_text(self.path("page.md")), page)

    def block(self, name):
        """(first, behind the last) character of a block with its markers."""
        first = ISA.index(f"<!-- arch:{name} -->")
        return first, ISA.index(self.END, first) + len(self.END)

    def test_the_page_passes(self):
        self.assertEqual(self.check(ISA), (0, []))

    def test_block_missing(self):
        for name in ("parameters", "latencies", "codes", "registers", "fields", "probe", "probe_inputs"):
            first, behind = self.block(name)
            with self.subTest(name=name):
                self.expect_page_refused(ISA[:first] + ISA[behind:], [f"<!-- arch:{name} --> 0 times"])
        code, lines = self.check("")
        self.assertEqual((code, len(lines)), (2, 7), lines)

    def test_block_twice(self):
        first, behind = self.block("fields")
        self.expect_page_refused(ISA + ISA[first:behind] + "\n", ["<!-- arch:fields --> 2 times"])

    def test_unknown_marker(self):
        line = ISA.count("\n") + 1
        self.expect_page_refused(ISA + f"<!-- arch:feilds -->\n{self.END}\n",
                                 [f"line {line}: found the marker <!-- arch:feilds -->"])
        self.expect_page_refused(ISA.replace("<!-- arch:fields -->", "<!--arch:fields-->"),
                                 ["found the marker <!--arch:fields-->"], ["<!-- arch:fields --> 0 times"])

    def test_block_without_its_end(self):
        first, behind = self.block("fields")
        cut = ISA[:behind - len(self.END)] + ISA[behind:]
        self.expect_page_refused(cut, ["within the block <!-- arch:fields -->", f"{self.END} first"])
        cut = ISA.rindex(self.END)
        self.expect_page_refused(ISA[:cut] + ISA[cut + len(self.END):],
                                 [f"found no {self.END} after <!-- arch:probe_inputs -->"])

    def test_end_without_a_block(self):
        line = ISA.count("\n") + 1
        self.expect_page_refused(f"{ISA}{self.END}\n", [f"line {line}: found {self.END} without"])
        self.expect_page_refused(ISA.replace("<!-- arch:fields -->\n", ""),
                                 [f"found {self.END} without"], ["<!-- arch:fields --> 0 times"])

    def test_contents_differ(self):
        code, lines = self.check(ISA.replace("| lanes | 16 |", "| lanes | 17 |"))
        self.assertEqual((code, len(lines)), (1, 1), lines)
        self.assertIn("tables differ", lines[0])

    def test_docs_mends_a_difference(self):
        path = self.put("page.md", ISA.replace("| lanes | 16 |", "| lanes | 17 |"))
        self.assertEqual(self.run_main(os.path.join(HERE, "nve.json"), "--docs", path), (0, []))
        self.assertEqual(generate.read_text(path), ISA)

    def test_settings_show_numbers(self):
        for name, allowed in (("EXTRA", "0 to 15"), ("ACT_SHIFT", "0 to 31"), ("PROGRAM_SIZE", "1 to 512"),
                              ("REPEAT_FIRST", "0 to REPEAT_LAST"),
                              ("REPEAT_LAST", "REPEAT_FIRST to PROGRAM_SIZE - 1")):
            self.assertRegex(ISA, rf"\| {name} \| read/write \| 16 \| 0x0 \| {re.escape(allowed)} \|")


if __name__ == "__main__":
    unittest.main()

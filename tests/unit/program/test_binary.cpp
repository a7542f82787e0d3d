// SPDX-License-Identifier: Apache-2.0
// The small binary.
#include "tests/unit/program/test_binary.hpp"

#include "arch/build_machine.hpp"
#include "program/instruction.hpp"
#include "program/settings.hpp"

namespace nve::testing {
namespace {

uint64_t Word(const char* text) {
  std::string problem;
  return Encode(ParseInstruction(text, problem, kCodesOfAnyMachine).value());
}

Transfer Piece(MemoryObject::Kind kind, int index, int64_t offset, int64_t bytes,
               std::vector<int64_t> strides) {
  Transfer piece;
  piece.object = {kind, index};
  piece.offset = offset;
  piece.bytes = bytes;
  piece.strides = std::move(strides);
  return piece;
}

Transfer Loop(int64_t count, std::vector<Transfer> body) {
  Transfer loop;
  loop.count = count;
  loop.body = std::move(body);
  return loop;
}

}  // namespace

Binary SmallBinary() {
  constexpr auto kPlane = MemoryObject::Kind::kPlane;
  constexpr auto kCoefficients = MemoryObject::Kind::kCoefficients;
  Binary binary;
  binary.network = "two \"small\" layers";
  binary.machine = arch::BuildMachine();
  binary.layers = {{"L1", 30, 3, 1, 1, 1, 1, 1}, {"L2", 32, 4, 1, 1, 1, 1, 2}};
  binary.tables.resize(2);
  for (size_t i = 0; i < binary.tables[0].size(); ++i) {
    binary.tables[0][i] = static_cast<uint8_t>(i / 4);
    binary.tables[1][i] = static_cast<uint8_t>(i * 37 % 251);
  }
  for (int p = 0; p < 2; ++p) {
    Program program;
    program.name = p == 0 ? "L1.p0" : "a name, with blanks";
    program.layer = p;
    program.table = p;
    program.input_maps = {p, p + 1};
    program.output_maps = {p};
    program.bound = 3;
    program.coefficients = {0x0001'8000'7FFF'FFFF};
    program.code = {Word("wr 0 | - | - | - | - | -"),
                    Word("wr 1+2@1 | rd 1+0@1 | set rw | set ri | mac | act lo"),
                    Word("wr 2+2@1 | wr 9 | sh rw | sh ri | set rb | act hi"),
                    Word("- | rd 2 | - | setsh ri | - | act lo hold")};
    program.settings = DefaultSettings(program.code.size());
    program.settings["REPEAT_FIRST"] = 1;
    program.settings["REPEAT_LAST"] = 2;
    program.settings["ITERATIONS"] = 4;
    program.settings["EXTRA"] = static_cast<uint32_t>(p);
    program.settings["AGU_INC1"] = 2;
    program.settings["AGU_TOGGLE1"] = 8;
    binary.programs.push_back(std::move(program));
  }
  binary.planes = {
      {"input0", -1, 0, 32, 4, 32, 4}, {"L1.0", 0, 0, 30, 3, 32, 4}, {"L2.0", 1, 0, 32, 4, 32, 4}};
  binary.input_planes = {0};
  binary.output_planes = {2};
  for (int p = 0; p < 2; ++p) {
    RunStep run;
    run.program = p;
    run.core = p;
    run.runs = 2;
    run.feed = p == 0 ? Feed::kContiguous : Feed::kColumn;
    run.input = {Loop(
        2, {Piece(kCoefficients, p, 0, 8, {}), Loop(4, {Piece(kPlane, p, 96, 16, {16, -32})})})};
    run.output = {Loop(2, {Loop(4, {Piece(kPlane, p + 1, 0, 16, {16, 32})})})};
    binary.steps.emplace_back(run);
    if (p == 0) binary.steps.emplace_back(ClearStep{1});
  }
  return binary;
}

}  // namespace nve::testing

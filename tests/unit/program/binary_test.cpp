// SPDX-License-Identifier: Apache-2.0
// The container: lossless, and nothing in a damaged file gets through.
#include "program/binary.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <functional>
#include <random>

#include "arch/build_machine.hpp"
#include "program/checks.hpp"
#include "program/container.hpp"
#include "program/instruction.hpp"
#include "tests/unit/program/test_binary.hpp"

namespace nve {
namespace {

using testing::SmallBinary;

// What the parser says, or "" if it accepts.
std::string RefusalOfBytes(const std::vector<uint8_t>& bytes) {
  try {
    ParseBinary(bytes, "x.nve");
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(BinaryTest, RoundTripIsLosslessAndDeterministic) {
  const std::vector<uint8_t> bytes = SerializeBinary(SmallBinary());
  EXPECT_EQ(SerializeBinary(SmallBinary()), bytes);
  const Binary parsed = ParseBinary(bytes, "x.nve");
  EXPECT_EQ(SerializeBinary(parsed), bytes);
  EXPECT_EQ(parsed.network, SmallBinary().network);
  EXPECT_EQ(parsed.programs[1].code, SmallBinary().programs[1].code);
  EXPECT_EQ(parsed.programs[1].settings, SmallBinary().programs[1].settings);
  EXPECT_EQ(parsed.tables, SmallBinary().tables);
  EXPECT_EQ(parsed.steps.size(), 3u);
}

TEST(BinaryTest, TheSeedOfItsWeightsMayBeMissing) {
  Binary binary = SmallBinary();
  EXPECT_EQ(ParseBinary(SerializeBinary(binary), "x.nve").seed, std::nullopt);
  for (const int64_t seed : {int64_t{0}, int64_t{1}, kMaxSeed}) {
    binary.seed = seed;
    EXPECT_EQ(ParseBinary(SerializeBinary(binary), "x.nve").seed, seed);
  }
}

TEST(BinaryTest, EveryBitFlipIsRefused) {
  const std::vector<uint8_t> bytes = SerializeBinary(SmallBinary());
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const int bit : {0, 3, 7}) {
      std::vector<uint8_t> damaged = bytes;
      damaged[at] = static_cast<uint8_t>(damaged[at] ^ 1 << bit);
      EXPECT_NE(RefusalOfBytes(damaged), "") << "byte " << at << " bit " << bit;
    }
  }
}

TEST(BinaryTest, EveryTruncationIsRefused) {
  std::vector<uint8_t> bytes = SerializeBinary(SmallBinary());
  while (!bytes.empty()) {
    bytes.pop_back();
    EXPECT_NE(RefusalOfBytes(bytes), "") << bytes.size();
  }
  bytes = SerializeBinary(SmallBinary());
  bytes.push_back(0);
  EXPECT_NE(RefusalOfBytes(bytes).find("too long"), std::string::npos);
}

TEST(BinaryTest, NamesVersionAndKindOfOtherFiles) {
  std::vector<uint8_t> bytes = SerializeBinary(SmallBinary());
  bytes[8] = 7;
  EXPECT_EQ(RefusalOfBytes(bytes),
            "x.nve: error: version 7, this tool reads 2 to 3: use newer nve tools");
  EXPECT_NE(RefusalOfBytes({'P', 'K', 3, 4}).find("no NVE program"), std::string::npos);
  EXPECT_NE(RefusalOfBytes({}).find("no NVE program"), std::string::npos);
  EXPECT_NE(RefusalOfBytes({'N', 'V', 'E'}).find("truncated"), std::string::npos);
}

TEST(BinaryTest, NamesTheOtherArchitecture) {
  Binary binary = SmallBinary();
  binary.machine.name = "other";
  EXPECT_NE(RefusalOfBytes(SerializeBinary(binary)).find("built for other"), std::string::npos);
  binary.machine.id ^= 1;
  EXPECT_NE(RefusalOfBytes(SerializeBinary(binary)).find("built for other"), std::string::npos);
  binary.machine.name = arch::BuildMachine().name;
  EXPECT_NE(RefusalOfBytes(SerializeBinary(binary)).find("built for nve"), std::string::npos);
}

// Damage behind intact checksums: the manifest's text is changed, then packed again.
TEST(BinaryTest, SurvivesEveryChangedManifest) {
  const std::vector<Section> sections = ParseContainer(SerializeBinary(SmallBinary()), "x.nve");
  std::mt19937 random(3);
  int refused = 0;
  for (int n = 0; n < 3000; ++n) {
    std::vector<Section> damaged = sections;
    std::vector<uint8_t>& text = damaged[0].bytes;
    const char alphabet[] = "0123456789-[]{}\",:e.\\ntru";
    for (unsigned count = 1 + random() % 3; count > 0; --count) {
      const size_t at = random() % text.size();
      if (random() % 3 == 0) {
        text.erase(text.begin() + static_cast<ptrdiff_t>(at));
      } else {
        text[at] = static_cast<uint8_t>(alphabet[random() % (sizeof(alphabet) - 1)]);
      }
    }
    refused += RefusalOfBytes(FormatContainer(damaged)) != "";
  }
  EXPECT_GT(refused, 1500);
}

TEST(BinaryTest, SurvivesDeepNesting) {
  std::vector<Section> sections = ParseContainer(SerializeBinary(SmallBinary()), "x.nve");
  std::string text(sections[0].bytes.begin(), sections[0].bytes.end());
  std::string deep;
  for (int depth = 0; depth < 5000; ++depth) deep += R"({"count":1,"body":[)";
  deep += R"({"plane":0,"offset":0,"bytes":8,"strides":[]})";
  for (int depth = 0; depth < 5000; ++depth) deep += "]}";
  const std::string key = "\"input\":[";
  text.insert(text.find(key) + key.size(), deep + ",");
  sections[0].bytes.assign(text.begin(), text.end());
  EXPECT_NE(RefusalOfBytes(FormatContainer(sections)).find("nested too deep"), std::string::npos);
  sections[0].bytes.assign(1000000, '[');
  EXPECT_NE(RefusalOfBytes(FormatContainer(sections)).find("not JSON"), std::string::npos);
}

TEST(BinaryTest, SurvivesEveryRandomCodeWord) {
  std::mt19937_64 random(4);
  for (int n = 0; n < 2000; ++n) {
    Binary binary = SmallBinary();
    binary.programs[0].code[random() % 4] = random() & random();
    RefusalOfBytes(SerializeBinary(binary));
  }
}

TEST(BinaryTest, RefusesMissingAndExtraSections) {
  std::vector<Section> sections = ParseContainer(SerializeBinary(SmallBinary()), "x.nve");
  std::vector<Section> fewer(sections.begin(), sections.end() - 1);
  EXPECT_NE(RefusalOfBytes(FormatContainer(fewer)).find("sections: found"), std::string::npos);
  std::swap(sections[1], sections[2]);
  EXPECT_NE(RefusalOfBytes(FormatContainer(sections)).find("sections: found"), std::string::npos);
  EXPECT_NE(RefusalOfBytes(FormatContainer({})).find("sections: found"), std::string::npos);
}

struct Damage {
  const char* message;
  std::function<void(Binary&)> apply;
};

RunStep& FirstRun(Binary& binary) { return std::get<RunStep>(binary.steps[0]); }

TEST(BinaryTest, ReportsEveryKindOfWrongContent) {
  const Damage damages[] = {
      {"'seed' must be a whole number from 0 to 9223372036854775807",
       [](Binary& b) { b.seed = -1; }},
      {"setting ITERATIONS: found 0, allowed: 1 to 65535",
       [](Binary& b) { b.programs[0].settings["ITERATIONS"] = 0; }},
      {"setting EXTRA: found 99", [](Binary& b) { b.programs[0].settings["EXTRA"] = 99; }},
      {"setting STRIDE: found 3", [](Binary& b) { b.programs[0].settings["STRIDE"] = 3; }},
      {"setting STRIDE is missing", [](Binary& b) { b.programs[0].settings.erase("STRIDE"); }},
      {"setting RUNS is none", [](Binary& b) { b.programs[0].settings["RUNS"] = 1; }},
      {"setting REPEAT_FIRST: found 3, allowed: at most REPEAT_LAST, which is 2",
       [](Binary& b) { b.programs[0].settings["REPEAT_FIRST"] = 3; }},
      {"setting REPEAT_FIRST: found 500, allowed: 0 to 3",
       [](Binary& b) { b.programs[0].settings["REPEAT_FIRST"] = 500; }},
      {"setting REPEAT_LAST: found 4, allowed: 0 to 3",
       [](Binary& b) { b.programs[0].settings["REPEAT_LAST"] = 4; }},
      {"the code has 0 instructions, allowed: 1 to ",
       [](Binary& b) { b.programs[0].code.clear(); }},
      {"PROGRAM_SIZE is 3, the code has 4",
       [](Binary& b) { b.programs[0].settings["PROGRAM_SIZE"] = 3; }},
      {"instruction 1: word",
       [](Binary& b) { b.programs[0].code[1] |= uint64_t{3} << arch::kMemaOp.lsb; }},
      {"instruction 0, MEMA: address 1024 is reached, the local buffer has",
       [](Binary& b) {
         b.programs[0].code[0] = Encode({.mema = {arch::MemOp::kWr, 1024, 0, 0}, .memb = {}});
       }},
      {"instruction 1, MEMA: address ",
       [](Binary& b) {
         b.programs[0].settings["AGU_TOGGLE1"] = 1;
         b.programs[0].settings["ITERATIONS"] = 600;
       }},
      {"layer: found 2, allowed: 0 to 1", [](Binary& b) { b.programs[0].layer = 2; }},
      {"table: found 2, allowed: 0 to 1", [](Binary& b) { b.programs[0].table = 2; }},
      {"the name is used twice", [](Binary& b) { b.programs[1].name = b.programs[0].name; }},
      {"outputs_per_iteration: found 4",
       [](Binary& b) { b.programs[0].outputs_per_iteration = 4; }},
      {"input_maps: found -1", [](Binary& b) { b.programs[0].input_maps = {-1}; }},
      {"layer 'L1'", [](Binary& b) { b.layers[0].kernel_width = 0; }},
      {"plane L1.0: found 30 x 3 pixels (height x width), allowed: 30 x 4, the size of layer L1",
       [](Binary& b) { b.layers[0].out_width = 4; }},
      {"layer 0: the name is empty", [](Binary& b) { b.layers[0].name.clear(); }},
      {"layer 'L1': sizes and stride: found 16385, allowed: 1 to 16384",
       [](Binary& b) { b.layers[0].stride = 16385; }},
      {"layer 'L1': maps: found 1048577, allowed: 1 to 1048576",
       [](Binary& b) { b.layers[0].output_maps = (1 << 20) + 1; }},
      {"coefficients, allowed: 16777216 coefficients in all",
       [](Binary& b) { b.layers[0].kernels = INT64_MAX; }},
      {"plane L1.0: map: found 1, allowed: 0 to 0", [](Binary& b) { b.planes[1].map = 1; }},
      {"plane 1: the name is empty", [](Binary& b) { b.planes[1].name.clear(); }},
      {"map 1048576, ", [](Binary& b) { b.planes[0].map = 1 << 20; }},
      {"0 of the file: the name is empty", [](Binary& b) { b.programs[0].name.clear(); }},
      {"plane L2.0: layer: found 2, allowed: -1 to 1", [](Binary& b) { b.planes[2].layer = 2; }},
      {"pitch 33", [](Binary& b) { b.planes[0].pitch = 33; }},
      {"2 columns, allowed", [](Binary& b) { b.planes[1].columns = 2; }},
      {"one is out of range", [](Binary& b) { b.planes[1].height = 0; }},
      {"is too large", [](Binary& b) { b.planes[1].columns = int64_t{1} << 60; }},
      {"plane L1.0: the name is used twice", [](Binary& b) { b.planes[2].name = "L1.0"; }},
      {"output_planes: found 3", [](Binary& b) { b.output_planes = {3}; }},
      {"must be equal",
       [](Binary& b) {
         b.output_planes = {2, 1};
       }},
      {"step 1: clears plane 9", [](Binary& b) { std::get<ClearStep>(b.steps[1]).plane = 9; }},
      {"step 0: runs program 2", [](Binary& b) { FirstRun(b).program = 2; }},
      {"step 0: core: found -1", [](Binary& b) { FirstRun(b).core = -1; }},
      {"step 0: core: found 1048577", [](Binary& b) { FirstRun(b).core = (1 << 20) + 1; }},
      {"step 0: runs: found 0, allowed: 1 to 65535", [](Binary& b) { FirstRun(b).runs = 0; }},
      {"step 0: runs: found 65536, allowed", [](Binary& b) { FirstRun(b).runs = 65536; }},
      {"input moves 18 words, the 3 runs of the program take 27",
       [](Binary& b) { FirstRun(b).runs = 3; }},
      {"output moves 8 words, the 2 runs of the program give 16",
       [](Binary& b) { FirstRun(b).output[0].body[0].body[0].bytes = 8; }},
      {"a piece of 12 bytes", [](Binary& b) { FirstRun(b).output[0].body[0].body[0].bytes = 12; }},
      {"pieces reach bytes 0 to 1119 of plane L1.0, which has 128",
       [](Binary& b) {
         FirstRun(b).output[0].body[0].body[0].strides = {1008, 32};
       }},
      {"pieces reach bytes -16",
       [](Binary& b) { FirstRun(b).input[0].body[1].body[0].offset = 80; }},
      {"input: a piece of plane input0 at offset 97, strides 16,-32, allowed: multiples of 8",
       [](Binary& b) { FirstRun(b).input[0].body[1].body[0].offset = 97; }},
      {"at offset 96, strides 4,-32, allowed",
       [](Binary& b) { FirstRun(b).input[0].body[1].body[0].strides[0] = 4; }},
      {"input: plane 7", [](Binary& b) { FirstRun(b).input[0].body[1].body[0].object.index = 7; }},
      {"writes to the coefficients",
       [](Binary& b) {
         FirstRun(b).output[0].body[0].body[0].object = {MemoryObject::Kind::kCoefficients, 0};
       }},
      {"3 strides in 2 loops",
       [](Binary& b) {
         FirstRun(b).output[0].body[0].body[0].strides = {16, 32, 0};
       }},
      {"loop of 0", [](Binary& b) { FirstRun(b).output[0].count = 0; }},
      {"step 0", [](Binary& b) { FirstRun(b).output[0].count = INT64_MAX; }},
  };
  for (const Damage& damage : damages) {
    Binary binary = SmallBinary();
    damage.apply(binary);
    const std::string refusal = RefusalOfBytes(SerializeBinary(binary));
    EXPECT_NE(refusal.find(damage.message), std::string::npos)
        << "expected: " << damage.message << "\nfound: " << refusal;
  }
}

// Planes input0 and L2.0 side by side in the columns of one block.
Binary GroupedBinary() {
  Binary binary = SmallBinary();
  for (const int plane : {0, 2}) {
    binary.planes[plane].pitch = 64;
    binary.planes[plane].group = {
        .number = 5, .start = 16 * plane, .rows = 32, .strip_rows = 32, .strip_pitch = 32};
  }
  Transfer& read = FirstRun(binary).input[0].body[1].body[0];
  read.offset *= 2;
  read.strides = {16, -64};
  std::get<RunStep>(binary.steps[2]).output[0].body[0].body[0].strides = {16, 64};
  return binary;
}

TEST(BinaryTest, GroupsOfPlanesComeBack) {
  const std::vector<uint8_t> bytes = SerializeBinary(GroupedBinary());
  EXPECT_EQ(RefusalOfBytes(bytes), "");
  EXPECT_EQ(bytes[8], 3) << "format version";
  EXPECT_EQ(SerializeBinary(SmallBinary())[8], 2) << "as older tools read it";
  const Binary parsed = ParseBinary(bytes, "x.nve");
  EXPECT_EQ(parsed.planes[2].group, GroupedBinary().planes[2].group);
  EXPECT_EQ(SerializeBinary(parsed), bytes);
}

TEST(BinaryTest, WrongGroupsAreRefused) {
  const std::vector<Damage> damages = {
      {"plane input0: group: 32 rows in strips of 12, allowed: multiples of 8, whole strips, from "
       "the height, 32, to 32768",
       [](Binary& b) { b.planes[0].group.strip_rows = 12; }},
      {"group: 24 rows in strips of 8",
       [](Binary& b) {
         b.planes[0].group.rows = 24;
         b.planes[0].group.strip_rows = 8;
       }},
      {"group: start 4, allowed: multiples of 8 from 0 on",
       [](Binary& b) { b.planes[0].group.start = 4; }},
      {"strip_pitch 24, allowed: those from strip_rows, 32, on",
       [](Binary& b) { b.planes[0].group.strip_pitch = 24; }},
      {"plane input0: group: strip_pitch 72, allowed with pitch 64: up to it, or from 256 on, all "
       "columns",
       [](Binary& b) {
         b.planes[0].group.strip_rows = 16;
         b.planes[0].group.strip_pitch = 72;
       }},
      {"group 5: strips that lie otherwise than those of plane input0",
       [](Binary& b) {
         b.planes[2].group.strip_rows = 16;
         b.planes[2].group.strip_pitch = 256;
       }},
      {"its column ends at byte 72 of the block's, which has pitch 64",
       [](Binary& b) { b.planes[2].group.start = 40; }},
      {"plane L2.0: group 5: byte 24 of a column is plane input0's too",
       [](Binary& b) { b.planes[2].group.start = 24; }},
      {"plane L2.0: group 5: pitch 64, columns 5, allowed: 64 and 4, those of plane input0",
       [](Binary& b) { b.planes[2].columns = 5; }},
      {"input: pieces of plane input0 reach bytes 8 to 39 of a column of its block, allowed: 0 to "
       "31",
       [](Binary& b) { FirstRun(b).input[0].body[1].body[0].offset += 8; }},
  };
  for (const Damage& damage : damages) {
    Binary binary = GroupedBinary();
    damage.apply(binary);
    EXPECT_NE(RefusalOfBytes(SerializeBinary(binary)).find(damage.message), std::string::npos)
        << "expected: " << damage.message << "\nfound: " << RefusalOfBytes(SerializeBinary(binary));
  }
}

TEST(BinaryTest, WrongSettingsHaveOneMessageEach) {
  Binary binary = SmallBinary();
  binary.programs[0].settings["REPEAT_FIRST"] = 500;
  EXPECT_EQ(RefusalOfBytes(SerializeBinary(binary)),
            "x.nve: error: program L1.p0: setting REPEAT_FIRST: found 500, allowed: 0 to 3");
  binary = SmallBinary();
  binary.programs[0].settings["AGU_TOGGLE1"] = 4000;
  EXPECT_EQ(CheckBinary(binary).size(), 1u);
}

TEST(BinaryTest, FindingsSayTheirPlace) {
  Binary binary = SmallBinary();
  binary.planes[2].height = 31;
  binary.programs[1].settings["EXTRA"] = 99;
  binary.programs[1].code[2] = ~uint64_t{0};
  std::vector<std::string> places;
  for (const Finding& finding : CheckBinary(binary)) places.push_back(finding.place);
  EXPECT_EQ(places,
            (std::vector<std::string>{"plane/2", "program/1/set/EXTRA", "program/1/code/2"}));
  binary = SmallBinary();
  FirstRun(binary).input[0].body[1].body[0].bytes = 12;
  ASSERT_EQ(CheckBinary(binary).size(), 1u);
  EXPECT_EQ(CheckBinary(binary)[0].place, "plan/0/input/0/1/0");
}

TEST(BinaryTest, NamesTheToolForOtherFiles) {
  const auto refusal = [](std::string_view text) {
    return RefusalOfBytes({text.begin(), text.end()});
  };
  EXPECT_EQ(refusal("; comment\n\n .network x\n"),
            "x.nve: error: found assembly text (.nvs), allowed: an NVE binary (.nve); nve-as turns "
            "text into a binary");
  EXPECT_NE(refusal("<?xml version=\"1.0\"?>").find("nvec compiles"), std::string::npos);
}

TEST(BinaryTest, ReportsAllProblemsAtOnce) {
  Binary binary = SmallBinary();
  binary.programs[0].settings["STRIDE"] = 3;
  binary.programs[1].settings["EXTRA"] = 99;
  binary.programs[1].table = 5;
  binary.layers[0].out_height = 0;
  try {
    ParseBinary(SerializeBinary(binary), "x.nve");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics().size(), 4u) << error.what();
  }
}

}  // namespace
}  // namespace nve

// SPDX-License-Identifier: Apache-2.0
// Memory of the host: against allocations counted by hand.
#include "program/host_memory.hpp"

#include <gtest/gtest.h>

#include "tests/unit/program/test_binary.hpp"

namespace nve {
namespace {

using testing::SmallBinary;

RunStep& StepOf(Binary& binary, size_t step) { return std::get<RunStep>(binary.steps[step]); }

std::string Refusal(const Binary& binary) {
  try {
    CheckHostMemory(binary, "n.xml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(HostMemoryTest, CountsWhatTheDriverAllocates) {
  const HostMemory memory = HostMemoryOf(SmallBinary());
  // Everything begins at multiples of 128: two coefficient blocks; three planes of 128 bytes, each
  // in the next bank.
  EXPECT_EQ(memory.planes, 2 * 4096u + 128u);
  EXPECT_EQ(memory.code, 2 * 128u + 2 * 1024u);
  // Core 0 gathers 18 words and scatters 16. Core 1 takes its pieces as they are.
  EXPECT_EQ(memory.buffers, 256u + 128u);
  // Core 0: table, code and one block; one block. Core 1: table, code and two runs of coefficients
  // and four columns; two runs of four columns.
  EXPECT_EQ(memory.descriptors, 256u + 128u + 768u + 512u);
}

TEST(HostMemoryTest, PlanesBeginInOneBankAfterTheOther) {
  Binary binary = SmallBinary();
  for (int i = 0; i < 20; ++i) {
    binary.planes.push_back(binary.planes.front());
    binary.planes.back().columns = 1 + 999 * (i % 3);
  }
  const MemoryLayout layout = LayoutMemory(binary, 1 << 20, {128, 4096, 8});
  for (size_t p = 0; p < layout.planes.size(); ++p) {
    EXPECT_EQ(layout.planes[p] / 4096 % 8, p % 8);
    const uint64_t end = layout.planes[p] + static_cast<uint64_t>(binary.planes[p].Bytes());
    EXPECT_LE(end, p + 1 < layout.planes.size() ? layout.planes[p + 1] : layout.end);
  }
}

TEST(HostMemoryTest, TouchingPiecesAreOneDescriptorAndLongOnesSeveral) {
  Binary binary = SmallBinary();
  binary.steps.resize(1);
  RunStep& run = StepOf(binary, 0);
  run.feed = Feed::kColumn;
  Transfer piece;
  piece.object = {MemoryObject::Kind::kPlane, 1};
  piece.bytes = 32;
  piece.strides = {32};
  Transfer loop;
  loop.count = 4;
  loop.body = {piece};
  run.input = {loop};   // one block, table and code
  run.output = {loop};  // one block
  EXPECT_EQ(HostMemoryOf(binary).descriptors, 256u + 128u);
  binary.planes[1].columns = 1 << 20;
  run.output[0].body[0].bytes = 32 << 18;  // 2^23: longer than a descriptor moves
  run.output[0].body[0].strides = {32 << 18};
  EXPECT_EQ(HostMemoryOf(binary).descriptors, 256u + (5 * 64u + 64u));
}

TEST(HostMemoryTest, BuffersGrowByDoubling) {
  Binary binary = SmallBinary();
  StepOf(binary, 2).core = 0;
  StepOf(binary, 2).feed = Feed::kContiguous;
  EXPECT_EQ(HostMemoryOf(binary).buffers, 256u + 128u);  // the second step needs no more
  StepOf(binary, 2).input.push_back(StepOf(binary, 2).input[0].body[0]);
  // 144 bytes, then twice as many; each from a multiple of 128 on
  EXPECT_EQ(HostMemoryOf(binary).buffers, 256u + 384u + 128u);
}

TEST(HostMemoryTest, RefusesWhatDoesNotFitAndSaysWhatWould) {
  Binary binary = SmallBinary();
  EXPECT_EQ(Refusal(binary), "");
  binary.planes[0].columns = 1 << 24;
  EXPECT_EQ(Refusal(binary),
            "n.xml: error: the steps need 513 MB of memory (513 MB of feature maps and "
            "coefficients, 1 MB of transfer buffers, 1 MB of code and descriptors), available: 511 "
            "MB; maps of about 99 % of the pixels would fit");
}

TEST(HostMemoryTest, NamesTheFeedThatFits) {
  Binary binary = SmallBinary();
  binary.planes[0].columns = 10 << 20;  // 320 MB, read in one piece
  Transfer all;
  all.object = {MemoryObject::Kind::kPlane, 0};
  all.bytes = binary.planes[0].Bytes();
  StepOf(binary, 0).input = {all};
  const std::string gathered = Refusal(binary);
  EXPECT_NE(gathered.find("available: 511 MB; with --feed column 321 MB are needed, which fit"),
            std::string::npos)
      << gathered;
  StepOf(binary, 0).feed = Feed::kColumn;
  EXPECT_EQ(Refusal(binary), "");
}

}  // namespace
}  // namespace nve

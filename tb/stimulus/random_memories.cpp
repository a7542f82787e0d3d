// SPDX-License-Identifier: Apache-2.0
// Words for every memory by its name in the RTL: see random_memories.hpp.
#include "tb/stimulus/random_memories.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

#include "arch/build_machine.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "tb/stimulus/draw.hpp"

namespace nve {
namespace {

using WordOf = std::function<uint64_t(size_t)>;

template <typename Words>
WordOf In(const Words& words) {
  return [&words](size_t index) -> uint64_t { return words[index]; };
}

// Column separation keeps the even pixels of every word beside the input FIFO.
uint64_t EvenPixels(uint64_t word) {
  uint64_t even = 0;
  for (int k = 0; k < arch::kWordPixels / 2; ++k) {
    even |= (word >> 2 * k * arch::kPixelBits & 0xFF) << k * arch::kPixelBits;
  }
  return even;
}

WordOf ContentsOf(const std::string& name, const CoreMemories& contents) {
  if (name == "u_lbuf.u_ram.mem") return In(contents.local);
  if (name == "u_ibuf.u_instructions.mem") return In(contents.instructions);
  if (name == "u_ibuf.u_updates.mem") return In(contents.updates);
  if (name == "u_in_fifo.mem") return In(contents.input);
  if (name == "u_out_fifo.mem") return In(contents.output);
  // Copies of the table, which hold the same
  if (name.starts_with("u_datapath.u_act.")) return In(contents.table);
  NVE_CHECK(name.ends_with("u_separate.mem"), "nobody fills memory " + name);
  return [&contents](size_t index) { return EvenPixels(contents.input[index]); };
}

// Of a word wider than 64 bits the rest is 0.
void Fill(const StateField& field, const WordOf& word_of) {
  const uint64_t mask = field.bits < 64 ? (uint64_t{1} << field.bits) - 1 : UINT64_MAX;
  for (size_t index = 0; index < field.words; ++index) {
    const uint64_t word = word_of(index) & mask;
    uint8_t* at = field.data + index * field.word_bytes;
    std::memset(at, 0, field.word_bytes);
    // Words of Verilator are little endian, as the machines it runs on here.
    std::memcpy(at, &word, std::min<size_t>(field.word_bytes, sizeof(word)));
  }
}

// Calls `change` for every word of every memory.
template <typename Change>
void ForEachWord(CoreMemories& contents, Change change) {
  for (uint64_t& word : contents.instructions) word = change(word);
  for (uint64_t& word : contents.updates) word = change(word);
  for (uint64_t& word : contents.local) word = change(word);
  for (uint8_t& entry : contents.table) entry = static_cast<uint8_t>(change(entry));
  for (uint64_t& word : contents.input) word = change(word);
  for (uint64_t& word : contents.output) word = change(word);
}

}  // namespace

CoreMemories RandomMemories(uint64_t seed) {
  CoreMemories contents(arch::BuildSizes());
  Draw draw(seed);
  ForEachWord(contents, [&](uint64_t) { return draw.Bits(); });
  return contents;
}

CoreMemories Inverted(CoreMemories contents) {
  ForEachWord(contents, [](uint64_t word) { return ~word; });
  return contents;
}

int FillMemories(const std::vector<StateField>& state, const std::string& core,
                 const CoreMemories& contents, uint64_t seed) {
  Draw draw(Mix(seed, 1));
  int of_core = 0;
  for (const StateField& field : state) {
    if (!field.memory) continue;
    if (!field.name.starts_with(core)) {
      Fill(field, [&](size_t) { return draw.Bits(); });
      continue;
    }
    Fill(field, ContentsOf(field.name.substr(core.size()), contents));
    ++of_core;
  }
  return of_core;
}

}  // namespace nve

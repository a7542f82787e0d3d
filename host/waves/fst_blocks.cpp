// SPDX-License-Identifier: Apache-2.0
// The blocks of an FST file: see fst_blocks.hpp.
#include "host/waves/fst_blocks.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace nve {
namespace {

// A block: its type, the length of the rest (8 bytes, highest first, itself included), the rest.
enum BlockType : int {
  kHeader = 0,
  kValues = 1,
  kSignals = 3,
  kNames = 4,
  kValuesAlias = 5,
  kNamesLz4 = 6,
  kNamesLz4Twice = 7,
  kValuesAlias2 = 8,
  kZip = 254
};
constexpr uint64_t kLengthBytes = 8;
constexpr uint64_t kHeaderLength = 329;

struct Block {
  int type = 0;
  uint64_t length = 0;
  // Of a header and of values: the times they begin and end.
  uint64_t first_time = 0;
  uint64_t last_time = 0;
};

uint64_t ReadNumber(std::ifstream& file) {
  std::array<unsigned char, 8> bytes = {};
  file.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
  uint64_t number = 0;
  for (const unsigned char byte : bytes) number = number << 8 | byte;
  return number;
}

Block ReadBlock(std::ifstream& file, uint64_t at) {
  file.clear();
  file.seekg(static_cast<std::streamoff>(at));
  Block block = {.type = file.get()};
  block.length = ReadNumber(file);
  block.first_time = ReadNumber(file);
  block.last_time = ReadNumber(file);
  return block;
}

bool HasValues(const Block& block) {
  return block.type == kValues || block.type == kValuesAlias || block.type == kValuesAlias2;
}

bool HasNames(const Block& block) {
  return block.type == kNames || block.type == kNamesLz4 || block.type == kNamesLz4Twice;
}

// What there is besides values. Signals and their names are written last.
struct Contents {
  bool signals = false;
  bool names = false;
  FstTimes times;  // of the header
};

InputError NoWaves(const std::string& path, const std::string& found) {
  return {{path, 0, ""}, fmt::format("found {}, expected complete waves of nve-cosim", found)};
}

// Opening a pipe would wait for whoever writes to it.
void CheckRegular(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) throw NoWaves(path, "no such file");
  if (error) throw NoWaves(path, "no file that can be opened: " + error.message());
  if (std::filesystem::is_directory(status)) throw NoWaves(path, "a folder");
  if (!std::filesystem::is_regular_file(status)) throw NoWaves(path, "no regular file");
}

Contents ReadBlocks(const std::string& path) {
  CheckRegular(path);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw NoWaves(path, std::string("no readable file: ") + std::strerror(errno));
  std::error_code error;
  const uint64_t size = std::filesystem::file_size(path, error);
  if (error) throw NoWaves(path, "no readable file: " + error.message());
  if (size == 0) throw NoWaves(path, "an empty file");
  const Block header = ReadBlock(file, 0);
  const bool zipped = header.type == kZip;
  if (!zipped && (header.type != kHeader || header.length != kHeaderLength))
    throw NoWaves(path, "another kind of file");
  Contents contents = {.times = {header.first_time, header.last_time}};
  if (zipped) return contents;  // the blocks are inside
  // The header gets its times when the file is complete.
  const bool complete = !contents.times.none();
  uint64_t last_time = header.first_time;
  bool any = false;
  for (uint64_t at = 0; at < size;) {
    const Block block = ReadBlock(file, at);
    if (!complete && block.length == 0) return contents;
    if (block.length < kLengthBytes || block.length > size - at - 1)
      throw DamagedWaves(
          path, fmt::format("found a block of {} bytes at byte {} of {}", block.length, at, size));
    if (HasValues(block)) {
      if (complete && (any ? block.first_time < last_time : block.first_time != last_time))
        throw DamagedWaves(path, fmt::format("found values from time {} behind time {}",
                                             block.first_time, last_time));
      last_time = block.last_time;
      any = true;
    }
    contents.signals = contents.signals || block.type == kSignals;
    contents.names = contents.names || HasNames(block);
    at += 1 + block.length;
  }
  if (complete && last_time != header.last_time)
    throw DamagedWaves(path, fmt::format("found values to time {}, but {} in the header", last_time,
                                         header.last_time));
  return contents;
}

}  // namespace

InputError DamagedWaves(const std::string& path, const std::string& what) {
  return {{path, 0, ""}, fmt::format("damaged: {}; expected complete waves of nve-cosim", what)};
}

void CheckFstBlocks(const std::string& path) { ReadBlocks(path); }

std::optional<FstTimes> TimesOfCompleteFst(const std::string& path) {
  try {
    const Contents contents = ReadBlocks(path);
    if (contents.signals && contents.names) return contents.times;
  } catch (const InputError&) {
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace nve

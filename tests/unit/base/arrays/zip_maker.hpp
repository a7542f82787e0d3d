// SPDX-License-Identifier: Apache-2.0
// Makes zip archives as several writers do, and as none should: shared by tests.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nve {

// Where checksum and sizes of a member are: in its local header, or behind its data with or
// without a signature, as a writer to a pipe has it.
enum class Described { kBefore, kBehind, kBehindSigned };

struct ZipPart {
  std::string name;
  std::vector<uint8_t> contents;
  int method = 0;  // 8: deflated
  Described described = Described::kBefore;
  bool zip64 = false;           // sizes of 8 bytes outside the directory, as NumPy writes them
  std::string local_name = {};  // in the local header, if it is another one there
};

class ZipMaker {
 public:
  // Returns where the local header is.
  size_t Add(const ZipPart& part) {
    const std::vector<uint8_t> data = part.method == 8 ? Deflated(part.contents) : part.contents;
    const size_t at = bytes_.size();
    const auto crc = crc32_z(0, part.contents.data(), part.contents.size());
    const bool before = part.described == Described::kBefore;
    const int flags = before ? 0 : 8;
    const std::string& local_name = part.local_name.empty() ? part.name : part.local_name;
    Put(&bytes_, 0x04034b50, 4), Put(&bytes_, 20, 2);
    Common(&bytes_, part, flags, before ? crc : 0);
    for (const size_t size : {data.size(), part.contents.size()}) {
      Put(&bytes_, part.zip64 ? 0xffffffff : (before ? size : 0), 4);
    }
    Put(&bytes_, local_name.size(), 2), Put(&bytes_, part.zip64 ? 24 : 4, 2);
    bytes_.insert(bytes_.end(), local_name.begin(), local_name.end());
    Put(&bytes_, 0x7777, 2), Put(&bytes_, 0, 2);  // an extra field that nobody knows
    if (part.zip64) {
      Put(&bytes_, 1, 2), Put(&bytes_, 16, 2);
      Put(&bytes_, before ? part.contents.size() : 0, 8), Put(&bytes_, before ? data.size() : 0, 8);
    }
    bytes_.insert(bytes_.end(), data.begin(), data.end());
    if (part.described == Described::kBehindSigned) Put(&bytes_, 0x08074b50, 4);
    if (!before) {
      const int count = part.zip64 ? 8 : 4;
      Put(&bytes_, crc, 4), Put(&bytes_, data.size(), count);
      Put(&bytes_, part.contents.size(), count);
    }
    AddEntry(part, flags, crc, data.size(), at);
    return at;
  }

  // Bytes that belong to no member.
  void AddGap(size_t count) { bytes_.insert(bytes_.end(), count, 'x'); }

  // Another entry of the directory for the member that was added last.
  void Repeat() {
    directory_.insert(directory_.end(), directory_.begin() + last_, directory_.end());
    ++count_;
  }

  // The archive, with an end record that says it has so many members more than it has.
  std::vector<uint8_t> Archive(int surplus = 0, const std::string& comment = "") const {
    std::vector<uint8_t> archive = bytes_;
    archive.insert(archive.end(), directory_.begin(), directory_.end());
    Put(&archive, 0x06054b50, 4), Put(&archive, 0, 4);
    for (int i = 0; i < 2; ++i) Put(&archive, static_cast<uint64_t>(count_ + surplus), 2);
    Put(&archive, directory_.size(), 4), Put(&archive, bytes_.size(), 4);
    Put(&archive, comment.size(), 2);
    archive.insert(archive.end(), comment.begin(), comment.end());
    return archive;
  }

 private:
  static void Put(std::vector<uint8_t>* out, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out->push_back(static_cast<uint8_t>(value >> (8 * i)));
  }

  static void Common(std::vector<uint8_t>* out, const ZipPart& part, int flags, uLong crc) {
    Put(out, static_cast<uint64_t>(flags), 2), Put(out, static_cast<uint64_t>(part.method), 2);
    Put(out, 0, 4), Put(out, crc, 4);
  }

  void AddEntry(const ZipPart& part, int flags, uLong crc, size_t packed_bytes, size_t at) {
    last_ = static_cast<std::ptrdiff_t>(directory_.size());
    Put(&directory_, 0x02014b50, 4), Put(&directory_, 20, 2), Put(&directory_, 20, 2);
    Common(&directory_, part, flags, crc);
    Put(&directory_, packed_bytes, 4), Put(&directory_, part.contents.size(), 4);
    Put(&directory_, part.name.size(), 2), Put(&directory_, 0, 8), Put(&directory_, 0, 4);
    Put(&directory_, at, 4);
    directory_.insert(directory_.end(), part.name.begin(), part.name.end());
    ++count_;
  }

  static std::vector<uint8_t> Deflated(std::vector<uint8_t> contents) {
    std::vector<uint8_t> packed(compressBound(contents.size()) + 64);
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = contents.data();
    stream.avail_in = static_cast<uInt>(contents.size());
    stream.next_out = packed.data();
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
  }

  std::vector<uint8_t> bytes_;
  std::vector<uint8_t> directory_;
  std::ptrdiff_t last_ = 0;  // the entry of the directory that was added last
  int count_ = 0;
};

// An archive of these members.
inline std::vector<uint8_t> MakeZip(const std::vector<ZipPart>& parts) {
  ZipMaker maker;
  for (const ZipPart& part : parts) maker.Add(part);
  return maker.Archive();
}

}  // namespace nve

// SPDX-License-Identifier: Apache-2.0
// The end record, which ends the file but for a comment, and the directory before it.
#include <fmt/format.h>

#include <algorithm>

#include "base/arrays/zip_reader.hpp"

namespace nve {
namespace {

constexpr size_t kCentralBytes = 46;
constexpr size_t kEndBytes = 22;
constexpr size_t kMaxCommentBytes = 65535;
constexpr uint32_t kLocatorSignature = 0x07064b50;  // of zip64, before the end record
constexpr size_t kLocatorBytes = 20;

class DirectoryReader {
 public:
  DirectoryReader(std::span<const uint8_t> bytes, const std::string& name, Diagnostics& problems)
      : bytes_(bytes), name_(name), problems_(problems) {}

  std::vector<ZipMember> Read() {
    FindEnd();
    RefuseZip64();
    FindBegin();
    std::vector<ZipMember> members;
    for (size_t at = begin_; at < end_;) members.push_back(TakeMember(&at));
    CheckCount(members.size());
    SetEnds(&members);
    return members;
  }

 private:
  void Error(const std::string& text) const { problems_.Error({name_, 0, ""}, text); }
  [[noreturn]] void Fail(const std::string& text) const { throw InputError({name_, 0, ""}, text); }

  uint16_t U16(size_t at) const { return static_cast<uint16_t>(ZipNumber(bytes_, at, 2)); }
  uint32_t U32(size_t at) const { return static_cast<uint32_t>(ZipNumber(bytes_, at, 4)); }

  // The end record stands before a comment of unknown length, which ends the file: search
  // backwards.
  void FindEnd() {
    size_t surplus = 0;
    if (bytes_.size() >= kEndBytes) {
      const size_t last = bytes_.size() - kEndBytes;
      const size_t first = last > kMaxCommentBytes ? last - kMaxCommentBytes : 0;
      for (end_ = last + 1; end_-- > first;) {
        if (U32(end_) != kZipEndSignature) continue;
        const size_t behind = end_ + kEndBytes + U16(end_ + kEndBytes - 2);
        if (behind == bytes_.size()) return;
        if (behind < bytes_.size() && surplus == 0) surplus = bytes_.size() - behind;
      }
    }
    if (surplus > 0) {
      Fail(
          fmt::format("found {} bytes behind the end of the archive at byte {}, allowed: none; "
                      "save it again",
                      surplus, bytes_.size() - surplus));
    }
    Fail("no .npz file: it has no zip directory (not an archive, or cut short)");
  }

  void RefuseZip64() const {
    const bool located = end_ >= kLocatorBytes && U32(end_ - kLocatorBytes) == kLocatorSignature;
    if (located || U16(end_ + 10) == 0xffff || U32(end_ + 12) == kZip64 ||
        U32(end_ + 16) == kZip64) {
      Fail("zip64 archive, allowed are archives below 4 GiB");
    }
  }

  // Behind another archive, the offsets of a last one count from a byte in the middle of the file.
  void FindBegin() {
    const size_t bytes = U32(end_ + 12);
    begin_ = U32(end_ + 16);
    if (begin_ + bytes == end_) return;
    Fail(
        fmt::format("found a directory of {} bytes at byte {}, allowed: one that ends at byte {}, "
                    "where its end record begins; are there two archives in the file, one behind "
                    "the other?",
                    bytes, begin_, end_));
  }

  ZipMember TakeMember(size_t* at) const {
    const size_t from = *at;
    const size_t left = end_ - from;
    if (left < kCentralBytes || U32(from) != kZipCentralSignature) {
      Fail(fmt::format("damaged central directory at byte {}", from));
    }
    const size_t name_bytes = U16(from + 28);
    const size_t entry_bytes = kCentralBytes + name_bytes + U16(from + 30) + U16(from + 32);
    if (entry_bytes > left) {
      Fail(
          fmt::format("damaged central directory at byte {}: found an entry of {} bytes, allowed: "
                      "at most {}",
                      from, entry_bytes, left));
    }
    *at += entry_bytes;
    ZipMember member;
    member.name.assign(reinterpret_cast<const char*>(&bytes_[from]) + kCentralBytes, name_bytes);
    member.encrypted = (U16(from + 8) & kZipEncrypted) != 0;
    member.method = U16(from + 10);
    member.crc = U32(from + 16);
    member.packed_bytes = U32(from + 20);
    member.bytes = U32(from + 24);
    member.begin = U32(from + 42);
    if (member.packed_bytes == kZip64 || member.bytes == kZip64 || member.begin == kZip64) {
      Fail(fmt::format("member '{}' needs zip64, allowed are sizes below 4 GiB", member.name));
    }
    return member;
  }

  // A count that is too low would hide members from whoever believes it.
  void CheckCount(size_t found) const {
    for (const size_t at : {end_ + 8, end_ + 10}) {
      if (U16(at) == found) continue;
      Error(fmt::format("found {} members in the directory, but {} in its end record at byte {}",
                        found, U16(at), at));
      return;
    }
  }

  // The order in the directory need not be that in the file.
  void SetEnds(std::vector<ZipMember>* members) const {
    std::vector<ZipMember*> sorted;
    for (ZipMember& member : *members) sorted.push_back(&member);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const ZipMember* a, const ZipMember* b) { return a->begin < b->begin; });
    size_t end = begin_;
    for (auto member = sorted.rbegin(); member != sorted.rend(); ++member) {
      (*member)->end = end;
      end = std::min(end, (*member)->begin);
    }
    if (end > 0) Error(fmt::format("found {} bytes before the first member, allowed: none", end));
  }

  std::span<const uint8_t> bytes_;
  const std::string& name_;
  Diagnostics& problems_;
  size_t begin_ = 0;  // of the directory
  size_t end_ = 0;    // of the directory: where the end record begins
};

}  // namespace

std::vector<ZipMember> ReadZipDirectory(std::span<const uint8_t> bytes, const std::string& name,
                                        Diagnostics& problems) {
  return DirectoryReader(bytes, name, problems).Read();
}

}  // namespace nve

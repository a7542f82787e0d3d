// SPDX-License-Identifier: Apache-2.0
// A member is a local header, its name, extra fields, its data, and behind the data what the header
// could not know yet, if the archive was written to a pipe: a data descriptor.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>

#include "base/arrays/zip_reader.hpp"

namespace nve {
namespace {

constexpr size_t kLocalBytes = 30;
constexpr int kHasDescriptor = 1 << 3;  // in the flags
constexpr uint32_t kDescriptorSignature = 0x08074b50;
constexpr uint16_t kZip64Field = 1;
constexpr size_t kMaxDeflateRatio = 1040;  // deflate cannot expand a byte into more

class MemberReader {
 public:
  MemberReader(std::span<const uint8_t> bytes, const ZipMember& member, const std::string& name)
      : bytes_(bytes), member_(member), name_(name) {}

  std::vector<uint8_t> Read() {
    if (member_.encrypted) Fail(fmt::format("member '{}' is encrypted", member_.name));
    FindData();
    CheckHeader();
    CheckExtent();
    problems_.ThrowIfErrors();
    std::vector<uint8_t> contents = Unpack();
    const uLong crc = crc32_z(0, contents.data(), contents.size());
    if (crc != member_.crc) {
      Fail(fmt::format("member '{}' is damaged: checksum {:08x} found, {:08x} stored", member_.name,
                       crc, member_.crc));
    }
    return contents;
  }

 private:
  [[noreturn]] void Fail(const std::string& text) const { throw InputError({name_, 0, ""}, text); }

  uint16_t U16(size_t at) const { return static_cast<uint16_t>(ZipNumber(bytes_, at, 2)); }
  uint32_t U32(size_t at) const { return static_cast<uint32_t>(ZipNumber(bytes_, at, 4)); }

  void FindData() {
    const size_t at = member_.begin;
    const size_t room = member_.end > at ? member_.end - at : 0;
    if (room < kLocalBytes || U32(at) != kZipLocalSignature) {
      Fail(fmt::format("member '{}' has no local header at byte {}", member_.name, at));
    }
    extra_ = at + kLocalBytes + U16(at + 26);
    data_ = extra_ + U16(at + 28);
    if (data_ > member_.end) {
      Fail(fmt::format("member '{}' has {} bytes from byte {} on, but a header of {}", member_.name,
                       room, at, data_ - at));
    }
    described_behind_ = (U16(at + 6) & kHasDescriptor) != 0;
  }

  // One that disagrees with the directory would be another member to whoever reads it alone.
  void CheckHeader() {
    const size_t at = member_.begin;
    const std::string name(reinterpret_cast<const char*>(&bytes_[at]) + kLocalBytes, U16(at + 26));
    if (name != member_.name) Differ("name", "'" + name + "'", "'" + member_.name + "'");
    Compare("flag of encryption", U16(at + 6) & kZipEncrypted, 0);
    Compare("compression method", U16(at + 8), static_cast<uint64_t>(member_.method));
    if (described_behind_) return;
    const auto [bytes, packed_bytes] = LocalSizes();
    Compare("number of bytes", bytes, member_.bytes);
    Compare("number of packed bytes", packed_bytes, member_.packed_bytes);
    Compare("checksum", U32(at + 14), member_.crc);
  }

  void Compare(const char* what, uint64_t found, uint64_t allowed) {
    if (found != allowed) Differ(what, std::to_string(found), std::to_string(allowed));
  }

  void Differ(const char* what, const std::string& found, const std::string& allowed) {
    problems_.Error({name_, 0, ""},
                    fmt::format("member '{}': found the {} {} in its local header at byte {}, "
                                "allowed: {}, as in the directory",
                                member_.name, what, found, member_.begin, allowed));
  }

  // NumPy writes the sizes to a zip64 field, since an array may have 4 GiB.
  std::array<uint64_t, 2> LocalSizes() const {
    std::array<uint64_t, 2> sizes = {U32(member_.begin + 22), U32(member_.begin + 18)};
    for (size_t at = extra_; at + 4 <= data_; at += 4 + U16(at + 2)) {
      if (U16(at) != kZip64Field) continue;
      const size_t end = std::min<size_t>(at + 4 + U16(at + 2), data_);
      size_t next = at + 4;
      for (uint64_t& size : sizes) {
        if (size != kZip64 || next + 8 > end) continue;
        size = ZipNumber(bytes_, next, 8);
        next += 8;
      }
      break;
    }
    return sizes;
  }

  void CheckExtent() {
    const size_t room = member_.end - data_;
    const size_t behind = room - member_.packed_bytes;
    if (room < member_.packed_bytes || (behind > 0 && !described_behind_)) {
      problems_.Error({name_, 0, ""},
                      fmt::format("member '{}': found {} bytes for its data, from byte {} on, "
                                  "allowed: {}",
                                  member_.name, room, data_, member_.packed_bytes));
    } else if (described_behind_ && !IsDescriptor(member_.end - behind, behind)) {
      problems_.Error({name_, 0, ""},
                      fmt::format("member '{}': found {} bytes behind its data, at byte {}, "
                                  "allowed: a data descriptor with the checksum and sizes of the "
                                  "directory",
                                  member_.name, behind, member_.end - behind));
    }
  }

  // A descriptor may have a signature in front, and sizes of 4 or 8 bytes.
  bool IsDescriptor(size_t at, size_t count) const {
    for (const int size_bytes : {4, 8}) {
      const size_t plain = 4 + 2 * static_cast<size_t>(size_bytes);
      if (count != plain && count != plain + 4) continue;
      const bool is_signed = count == plain + 4;
      if (is_signed && U32(at) != kDescriptorSignature) continue;
      const size_t crc = is_signed ? at + 4 : at;
      const size_t sizes = crc + 4;
      if (U32(crc) == member_.crc && ZipNumber(bytes_, sizes, size_bytes) == member_.packed_bytes &&
          ZipNumber(bytes_, sizes + static_cast<size_t>(size_bytes), size_bytes) == member_.bytes) {
        return true;
      }
    }
    return false;
  }

  std::vector<uint8_t> Unpack() const {
    const std::span<const uint8_t> packed = bytes_.subspan(data_, member_.packed_bytes);
    if (member_.method == kZipDeflated) return Inflate(packed);
    if (member_.method != kZipStored) {
      Fail(
          fmt::format("member '{}' uses compression method {}, allowed are {} (stored) and {} "
                      "(deflated)",
                      member_.name, member_.method, kZipStored, kZipDeflated));
    }
    if (member_.packed_bytes != member_.bytes) {
      Fail(fmt::format("member '{}' is stored, but its sizes {} and {} differ", member_.name,
                       member_.packed_bytes, member_.bytes));
    }
    return {packed.begin(), packed.end()};
  }

  std::vector<uint8_t> Inflate(std::span<const uint8_t> packed) const {
    if (member_.bytes / kMaxDeflateRatio > packed.size()) {
      Fail(fmt::format("member '{}' claims {} bytes from {} packed ones", member_.name,
                       member_.bytes, packed.size()));
    }
    std::vector<uint8_t> contents(member_.bytes);
    uint8_t nothing = 0;  // zlib wants an address even for no bytes
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    stream.next_in = const_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = contents.empty() ? &nothing : contents.data();
    stream.avail_out = static_cast<uInt>(contents.size());
    const int status = inflate(&stream, Z_FINISH);
    const size_t produced = stream.total_out;
    const size_t surplus = stream.avail_in;
    inflateEnd(&stream);
    if (status != Z_STREAM_END || produced != contents.size()) {
      Fail(fmt::format("member '{}' is damaged: {} of {} bytes can be unpacked", member_.name,
                       produced, member_.bytes));
    }
    if (surplus > 0) {
      Fail(
          fmt::format("member '{}' is damaged: found {} bytes behind its packed data, at byte "
                      "{}, allowed: none",
                      member_.name, surplus, data_ + packed.size() - surplus));
    }
    return contents;
  }

  std::span<const uint8_t> bytes_;
  const ZipMember& member_;
  const std::string& name_;
  Diagnostics problems_;
  size_t extra_ = 0;               // where the extra fields begin
  size_t data_ = 0;                // where the data begins
  bool described_behind_ = false;  // checksum and sizes are in a data descriptor
};

}  // namespace

std::vector<uint8_t> ExtractZipMember(std::span<const uint8_t> bytes, const ZipMember& member,
                                      const std::string& name) {
  return MemberReader(bytes, member, name).Read();
}

}  // namespace nve

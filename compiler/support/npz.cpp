// The .npz format: a zip archive of .npy files.
//
// Reading starts at the end of central directory record, as the zip format asks for, takes sizes
// and checksums from the central directory, and uses a local header only to find the data behind
// it. Members are stored (method 0) or deflated (method 8). Writing stores them.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <string_view>

#include "compiler/support/arrays.hpp"
#include "compiler/support/diagnostics.hpp"
#include "compiler/support/files.hpp"

namespace nve {
namespace {

constexpr uint32_t kLocalSignature = 0x04034b50;
constexpr uint32_t kCentralSignature = 0x02014b50;
constexpr uint32_t kEndSignature = 0x06054b50;
constexpr size_t kLocalBytes = 30;
constexpr size_t kCentralBytes = 46;
constexpr size_t kEndBytes = 22;
constexpr size_t kMaxCommentBytes = 65535;
constexpr int kStored = 0;
constexpr int kDeflated = 8;
constexpr uint32_t kZip64 = 0xffffffff;      // "look into the zip64 extension"
constexpr size_t kMaxDeflateRatio = 1040;    // deflate cannot expand a byte into more
constexpr uint16_t kDosDate = (1 << 5) | 1;  // 1 January 1980, so that archives are reproducible

// One member as the central directory describes it.
struct Member {
  std::string name;
  int method = 0;
  uint32_t crc = 0;
  uint32_t packed_bytes = 0;
  uint32_t bytes = 0;
  uint32_t offset = 0;  // of the local header
};

class ZipReader {
 public:
  ZipReader(std::span<const uint8_t> bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  std::vector<Member> Directory() const {
    const size_t end = FindEnd();
    const size_t count = U16(end + 10);
    size_t at = U32(end + 16);
    if (count == 0xffff || at == kZip64) Fail("zip64 archive, allowed are archives below 4 GiB");
    std::vector<Member> members;
    for (size_t i = 0; i < count; ++i) {
      Need(at, kCentralBytes, "central directory");
      if (U32(at) != kCentralSignature) {
        Fail(fmt::format("damaged central directory at byte {}", at));
      }
      const size_t name_bytes = U16(at + 28);
      Need(at + kCentralBytes, name_bytes, "member name");
      Member member;
      member.name.assign(reinterpret_cast<const char*>(&bytes_[at]) + kCentralBytes, name_bytes);
      if ((U16(at + 8) & 1) != 0) Fail(fmt::format("member '{}' is encrypted", member.name));
      member.method = U16(at + 10);
      member.crc = U32(at + 16);
      member.packed_bytes = U32(at + 20);
      member.bytes = U32(at + 24);
      member.offset = U32(at + 42);
      if (member.packed_bytes == kZip64 || member.bytes == kZip64 || member.offset == kZip64) {
        Fail(fmt::format("member '{}' needs zip64, allowed are sizes below 4 GiB", member.name));
      }
      at += kCentralBytes + name_bytes + U16(at + 30) + U16(at + 32);
      members.push_back(std::move(member));
    }
    return members;
  }

  std::vector<uint8_t> Extract(const Member& member) const {
    Need(member.offset, kLocalBytes, "local header");
    if (U32(member.offset) != kLocalSignature) {
      Fail(fmt::format("member '{}' has no local header at byte {}", member.name, member.offset));
    }
    const size_t begin =
        size_t{member.offset} + kLocalBytes + U16(member.offset + 26) + U16(member.offset + 28);
    Need(begin, member.packed_bytes, "member '" + member.name + "'");
    const std::span<const uint8_t> packed = bytes_.subspan(begin, member.packed_bytes);
    std::vector<uint8_t> contents;
    if (member.method == kStored) {
      if (member.packed_bytes != member.bytes) {
        Fail(fmt::format("member '{}' is stored, but its sizes {} and {} differ", member.name,
                         member.packed_bytes, member.bytes));
      }
      contents.assign(packed.begin(), packed.end());
    } else if (member.method == kDeflated) {
      contents = Inflate(packed, member);
    } else {
      Fail(
          fmt::format("member '{}' uses compression method {}, allowed are {} (stored) and {} "
                      "(deflated)",
                      member.name, member.method, kStored, kDeflated));
    }
    const uLong crc = crc32_z(0, contents.data(), contents.size());
    if (crc != member.crc) {
      Fail(fmt::format("member '{}' is damaged: checksum {:08x} found, {:08x} stored", member.name,
                       crc, member.crc));
    }
    return contents;
  }

 private:
  [[noreturn]] void Fail(const std::string& text) const { throw InputError({name_, 0, ""}, text); }

  void Need(size_t at, size_t count, const std::string& what) const {
    if (at > bytes_.size() || count > bytes_.size() - at) {
      Fail(fmt::format("archive of {} bytes is cut short: {} at byte {} needs {} bytes",
                       bytes_.size(), what, at, count));
    }
  }

  uint16_t U16(size_t at) const { return static_cast<uint16_t>(bytes_[at] | bytes_[at + 1] << 8); }
  uint32_t U32(size_t at) const { return U16(at) | static_cast<uint32_t>(U16(at + 2)) << 16; }

  // The end record stands before a comment of unknown length, which ends the file: search
  // backwards.
  size_t FindEnd() const {
    size_t surplus = 0;
    if (bytes_.size() >= kEndBytes) {
      const size_t last = bytes_.size() - kEndBytes;
      const size_t first = last > kMaxCommentBytes ? last - kMaxCommentBytes : 0;
      for (size_t at = last + 1; at-- > first;) {
        if (U32(at) != kEndSignature) continue;
        const size_t end = at + kEndBytes + U16(at + kEndBytes - 2);
        if (end == bytes_.size()) return at;
        if (end < bytes_.size() && surplus == 0) surplus = bytes_.size() - end;
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

  std::vector<uint8_t> Inflate(std::span<const uint8_t> packed, const Member& member) const {
    if (member.bytes / kMaxDeflateRatio > packed.size()) {
      Fail(fmt::format("member '{}' claims {} bytes from {} packed ones", member.name, member.bytes,
                       packed.size()));
    }
    std::vector<uint8_t> contents(member.bytes);
    uint8_t nothing = 0;  // zlib wants an address even for no bytes
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    stream.next_in = const_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = contents.empty() ? &nothing : contents.data();
    stream.avail_out = static_cast<uInt>(contents.size());
    const int status = inflate(&stream, Z_FINISH);
    const size_t produced = stream.total_out;
    inflateEnd(&stream);
    if (status != Z_STREAM_END || produced != contents.size()) {
      Fail(fmt::format("member '{}' is damaged: {} of {} bytes can be unpacked", member.name,
                       produced, member.bytes));
    }
    return contents;
  }

  std::span<const uint8_t> bytes_;
  const std::string& name_;
};

void Put(std::vector<uint8_t>* out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out->push_back(static_cast<uint8_t>(value >> (8 * i)));
}

// The fields that local and central headers share, from "version needed" on.
void PutCommonFields(std::vector<uint8_t>* out, const Member& member) {
  Put(out, 20, 2);  // version needed to extract: 2.0
  Put(out, 0, 2);   // flags
  Put(out, kStored, 2);
  Put(out, 0, 2);  // time
  Put(out, kDosDate, 2);
  Put(out, member.crc, 4);
  Put(out, member.packed_bytes, 4);
  Put(out, member.bytes, 4);
  Put(out, member.name.size(), 2);
  Put(out, 0, 2);  // length of the extra field
}

}  // namespace

bool LooksLikeZip(std::span<const uint8_t> bytes) {
  constexpr std::array<uint8_t, 4> kLocal = {'P', 'K', 3, 4};
  constexpr std::array<uint8_t, 4> kEmpty = {'P', 'K', 5, 6};  // an archive without members
  const auto begins = [bytes](const std::array<uint8_t, 4>& with) {
    return bytes.size() >= with.size() && std::equal(with.begin(), with.end(), bytes.begin());
  };
  return begins(kLocal) || begins(kEmpty);
}

NpzArrays ParseNpz(std::span<const uint8_t> bytes, const std::string& name) {
  constexpr std::string_view kSuffix = ".npy";
  const ZipReader zip(bytes, name);
  NpzArrays arrays;
  for (const Member& member : zip.Directory()) {
    std::string key = member.name;
    if (key.size() <= kSuffix.size() || !std::string_view(key).ends_with(kSuffix)) {
      throw InputError(
          {name, 0, ""},
          fmt::format("member '{}' is no array, allowed are names ending in .npy", key));
    }
    key.resize(key.size() - kSuffix.size());
    NpyArray array = ParseNpy(zip.Extract(member), name + "(" + member.name + ")");
    if (!arrays.emplace(key, std::move(array)).second) {
      throw InputError({name, 0, ""}, fmt::format("array '{}' is there twice", key));
    }
  }
  return arrays;
}

std::vector<uint8_t> FormatNpz(const NpzArrays& arrays) {
  std::vector<uint8_t> archive;
  std::vector<uint8_t> directory;
  for (const auto& [key, array] : arrays) {
    const std::vector<uint8_t> contents = FormatNpy(array);
    Member member;
    member.name = key + ".npy";
    member.crc = static_cast<uint32_t>(crc32_z(0, contents.data(), contents.size()));
    NVE_CHECK(archive.size() + contents.size() < kZip64, "archive of 4 GiB or more");
    member.packed_bytes = member.bytes = static_cast<uint32_t>(contents.size());
    member.offset = static_cast<uint32_t>(archive.size());

    Put(&archive, kLocalSignature, 4);
    PutCommonFields(&archive, member);
    archive.insert(archive.end(), member.name.begin(), member.name.end());
    archive.insert(archive.end(), contents.begin(), contents.end());

    Put(&directory, kCentralSignature, 4);
    Put(&directory, 20, 2);  // made by version 2.0
    PutCommonFields(&directory, member);
    Put(&directory, 0, 2);  // length of the comment
    Put(&directory, 0, 2);  // disk
    Put(&directory, 0, 2);  // internal attributes
    Put(&directory, 0, 4);  // external attributes
    Put(&directory, member.offset, 4);
    directory.insert(directory.end(), member.name.begin(), member.name.end());
  }
  const size_t directory_offset = archive.size();
  archive.insert(archive.end(), directory.begin(), directory.end());
  Put(&archive, kEndSignature, 4);
  Put(&archive, 0, 2);  // this disk
  Put(&archive, 0, 2);  // disk of the directory
  Put(&archive, arrays.size(), 2);
  Put(&archive, arrays.size(), 2);
  Put(&archive, directory.size(), 4);
  Put(&archive, directory_offset, 4);
  Put(&archive, 0, 2);  // length of the comment
  return archive;
}

NpzArrays ReadNpz(const std::string& path) { return ParseNpz(ReadFileBytes(path), path); }

void WriteNpz(const std::string& path, const NpzArrays& arrays) {
  WriteFileAtomically(path, FormatNpz(arrays));
}

}  // namespace nve

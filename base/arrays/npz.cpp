// SPDX-License-Identifier: Apache-2.0
// The .npz format: a zip archive of .npy files. Writing stores them (zip_reader.hpp reads them).
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "base/arrays/arrays.hpp"
#include "base/arrays/zip_reader.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"

namespace nve {
namespace {

constexpr std::string_view kSuffix = ".npy";
constexpr uint16_t kDosDate = (1 << 5) | 1;  // 1 January 1980, so that archives are reproducible

// The name of the array that a member holds.
std::string ParseKey(const ZipMember& member, const std::string& archive) {
  const std::string_view name = member.name;
  if (name.size() <= kSuffix.size() || !name.ends_with(kSuffix)) {
    throw InputError(
        {archive, 0, ""},
        fmt::format("member '{}' is no array, allowed are names ending in .npy", name));
  }
  return std::string(name.substr(0, name.size() - kSuffix.size()));
}

void Put(std::vector<uint8_t>* out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out->push_back(static_cast<uint8_t>(value >> (8 * i)));
}

// The fields that local and central headers share, from "version needed" on.
void PutCommonFields(std::vector<uint8_t>* out, const ZipMember& member) {
  Put(out, 20, 2);  // version needed to extract: 2.0
  Put(out, 0, 2);   // flags
  Put(out, kZipStored, 2);
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
  Diagnostics problems;
  NpzArrays arrays;
  std::set<std::string> keys;
  for (const ZipMember& member : ReadZipDirectory(bytes, name, problems)) {
    try {
      const std::string key = ParseKey(member, name);
      if (!keys.insert(key).second) {
        throw InputError({name, 0, ""}, fmt::format("array '{}' is there twice", key));
      }
      arrays[key] = ParseNpy(ExtractZipMember(bytes, member, name), name + "(" + member.name + ")");
    } catch (const InputError& error) {
      problems.Append(error);
    }
  }
  problems.ThrowIfErrors();
  return arrays;
}

std::vector<uint8_t> FormatNpz(const NpzArrays& arrays) {
  std::vector<uint8_t> archive;
  std::vector<uint8_t> directory;
  for (const auto& [key, array] : arrays) {
    const std::vector<uint8_t> contents = FormatNpy(array);
    ZipMember member;
    member.name = key + ".npy";
    member.crc = static_cast<uint32_t>(crc32_z(0, contents.data(), contents.size()));
    NVE_CHECK(archive.size() + contents.size() < kZip64, "archive of 4 GiB or more");
    member.packed_bytes = member.bytes = static_cast<uint32_t>(contents.size());
    member.begin = archive.size();

    Put(&archive, kZipLocalSignature, 4);
    PutCommonFields(&archive, member);
    archive.insert(archive.end(), member.name.begin(), member.name.end());
    archive.insert(archive.end(), contents.begin(), contents.end());

    Put(&directory, kZipCentralSignature, 4);
    Put(&directory, 20, 2);  // made by version 2.0
    PutCommonFields(&directory, member);
    Put(&directory, 0, 2);  // length of the comment
    Put(&directory, 0, 2);  // disk
    Put(&directory, 0, 2);  // internal attributes
    Put(&directory, 0, 4);  // external attributes
    Put(&directory, member.begin, 4);
    directory.insert(directory.end(), member.name.begin(), member.name.end());
  }
  const size_t directory_offset = archive.size();
  archive.insert(archive.end(), directory.begin(), directory.end());
  Put(&archive, kZipEndSignature, 4);
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

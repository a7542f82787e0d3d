// SPDX-License-Identifier: Apache-2.0
// Manifests whose text is no single JSON value that says everything once: refused, behind checksums
// that are right.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/files/files.hpp"
#include "program/assembly.hpp"
#include "program/container.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

class DamagedManifest : public ::testing::Test {
 protected:
  // The loader refuses the example with this text in place of its manifest, and says so.
  void ExpectRefused(const std::string& manifest, const std::string& message) const {
    std::vector<Section> sections = sections_;
    sections[0].bytes.assign(manifest.begin(), manifest.end());
    ExpectInputError([&] { ParseBinary(FormatContainer(sections), "x.nve"); },
                     "x.nve: manifest:" + message);
  }

  const std::string example_ = std::string(NVE_SOURCE_DIR) + "/networks/examples/hand_written.nvs";
  const std::vector<Section> sections_ = ParseContainer(
      SerializeBinary(ParseAssembly(ReadFileText(example_), example_)), "example.nve");
  const std::string text_{sections_[0].bytes.begin(), sections_[0].bytes.end()};
};

TEST_F(DamagedManifest, DepthIsLimited) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  ExpectRefused("{\"name\":" + deep + "," + text_.substr(1),
                " error: not JSON that is read here: nested too deep");
}

TEST_F(DamagedManifest, TextBehindAZeroByteIsNotDropped) {
  const std::string zero(1, '\0');
  ExpectRefused(text_ + zero, "1: error: not JSON: found a zero byte");
  ExpectRefused(text_ + zero + "{}", "1: error: not JSON: found a zero byte");
  ExpectRefused(text_ + "{}", " error: not JSON: ");
}

TEST_F(DamagedManifest, RepeatedKeysAreRefused) {
  ExpectRefused("{\"network\":\"first\"," + text_.substr(1),
                " error: member \"network\": found twice in one object, allowed: once");
}

TEST_F(DamagedManifest, BrokenTextHasItsPlace) {
  ExpectRefused(text_.substr(0, text_.size() - 1),
                " error: not JSON: [json.exception.parse_error.101] parse error at line 1");
}

}  // namespace
}  // namespace nve

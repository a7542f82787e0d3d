// SPDX-License-Identifier: Apache-2.0
// Helpers for tests of file formats: a folder of their own and random damage.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

// A fresh folder that disappears with the object.
class TestFolder {
 public:
  TestFolder() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = ::testing::TempDir() + "nve." + test->test_suite_name() + "." + test->name() + "." +
            std::to_string(getpid());
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// `text` appears in what the InputError thrown by `call` says.
template <typename Call>
void ExpectInputError(Call call, const std::string& text) {
  try {
    call();
    ADD_FAILURE() << "no InputError; expected one with '" << text << "'";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  }
}

// Changes some bytes, cuts the end off or repeats a part.
inline std::vector<uint8_t> Damage(std::vector<uint8_t> bytes, std::mt19937* random) {
  const auto pick = [&](size_t below) { return (*random)() % below; };
  switch (pick(4)) {
    case 0:
      bytes.resize(pick(bytes.size() + 1));
      break;
    case 1: {
      const size_t from = pick(bytes.size());
      const std::vector<uint8_t> part(bytes.begin() + static_cast<std::ptrdiff_t>(from),
                                      bytes.end());
      bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(pick(bytes.size())), part.begin(),
                   part.end());
      break;
    }
    default:
      for (size_t count = 1 + pick(6); count > 0; --count) {
        const uint8_t interesting[] = {0x00, 0x01, 0x7f, 0x80, 0xff, '0', '9', '\n'};
        bytes[pick(bytes.size())] = pick(2) == 0 ? interesting[pick(std::size(interesting))]
                                                 : static_cast<uint8_t>(pick(256));
      }
  }
  return bytes;
}

// Parses `count` damaged copies of `bytes`; each must parse or throw InputError, nothing else.
template <typename Parse>
void ExpectSurvivesDamage(const std::vector<uint8_t>& bytes, int count, Parse parse) {
  std::mt19937 random(20160713);
  int refused = 0;
  for (int i = 0; i < count; ++i) {
    const std::vector<uint8_t> damaged = Damage(bytes, &random);
    try {
      parse(damaged);
    } catch (const InputError&) {
      ++refused;
    } catch (const std::exception& error) {
      FAIL() << "copy " << i << ": " << error.what();
    }
  }
  EXPECT_GT(refused, count / 10);
}

}  // namespace nve

// SPDX-License-Identifier: Apache-2.0
// Numbers from the environment: what is no number or too many is refused, not misread.
#include "tests/environment.hpp"

#include <gtest/gtest.h>

namespace nve::testing {
namespace {

constexpr const char* kName = "NVE_TEST_OF_THE_ENVIRONMENT";

std::string Refusal(const char* text, uint64_t least) {
  setenv(kName, text, 1);
  std::string refusal;
  try {
    EnvironmentNumber(kName, least);
  } catch (const std::invalid_argument& error) {
    refusal = error.what();
  }
  unsetenv(kName);
  return refusal;
}

TEST(EnvironmentTest, RefusesWhatRunsNothingOrSomethingElse) {
  EXPECT_EQ(EnvironmentNumber(kName), std::nullopt);
  EXPECT_EQ(Refusal("0", 0), "");
  EXPECT_EQ(Refusal("1", 1), "");
  EXPECT_EQ(Refusal("1000000000000000000", 1), "");
  // A first seed near the end of the numbers would leave none for the count.
  for (const char* text : {"0", "", "x", "-1", "1x", "1000000000000000001", "18446744073709551615",
                           "18446744073709551616"}) {
    EXPECT_EQ(Refusal(text, 1).find(std::string(kName) + ": found '" + text +
                                    "', allowed: 1 to 1000000000000000000"),
              0u);
  }
}

}  // namespace
}  // namespace nve::testing

// SPDX-License-Identifier: Apache-2.0
// What nvec refuses before it reads a file.
#include "compiler/tools/nvec_options.hpp"

#include <gtest/gtest.h>

#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

TEST(NvecOptions, SomethingMustBeAskedFor) {
  NvecOptions options;
  options.network = "n.xml";
  ExpectInputError([&] { CheckFileNames(options); }, "nothing to do");
  options.report = true;
  EXPECT_NO_THROW(CheckFileNames(options));
}

TEST(NvecOptions, ANetworkMayComeFromAModel) {
  NvecOptions options;
  options.report = true;
  ExpectInputError([&] { CheckFileNames(options); }, "network: found none, allowed: a network");
  ModelFile model;
  model.network = "m/n.xml";
  model.weights = "m/w.npz";
  TakeModel(model, options);
  EXPECT_EQ(options.network, "m/n.xml");
  EXPECT_EQ(options.weights, "m/w.npz");
  EXPECT_NO_THROW(CheckFileNames(options));
  model.network = "other";
  TakeModel(model, options);
  EXPECT_EQ(options.network, "m/n.xml");
}

TEST(NvecOptions, NoFileIsNamedTwice) {
  NvecOptions options;
  options.network = "n.xml";
  options.output = "a.nve";
  options.graph = "./a.nve";
  ExpectInputError([&] { CheckFileNames(options); }, "--graph");
  options.graph = "n.xml";
  ExpectInputError([&] { CheckFileNames(options); }, "the network");
}

TEST(NvecOptions, ALadderHasFilesOfItsOwn) {
  NvecOptions options;
  options.network = "out/ladder.json";
  options.ladder = "out";
  ExpectInputError([&] { CheckFileNames(options); }, "--ladder");
}

}  // namespace
}  // namespace nve

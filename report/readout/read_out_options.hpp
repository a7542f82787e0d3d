// SPDX-License-Identifier: Apache-2.0
// The options of a read-out, the same for all tools.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/files/paths.hpp"
#include "report/readout/read_out.hpp"
#include "report/result/run_result.hpp"

namespace nve {

struct ReadOutOptions {
  std::vector<std::string> inputs;  ///< --input
  std::string model;                ///< empty: no read-out
  std::string labels;
  uint64_t top = 3;
};

/// Declares --input, which takes several pictures with a read-out.
CLI::Option* DeclareInput(CLI::App& app, ReadOutOptions& options);

/// Declares --read-out, --labels and --top.
void DeclareReadOut(CLI::App& app, ReadOutOptions& options);

/// InputError if there are several inputs, but no read-out.
void CheckInputs(const ReadOutOptions& options);

/// What is asked for, read and checked; nothing without --read-out. `sheets` are the pictures that
/// the program computes.
std::optional<ReadOut> LoadReadOut(const ReadOutOptions& options, int sheets);

/// What is read: model, truth and each picture, those of folders too.
std::vector<GivenPath> ReadOutInputs(const ReadOutOptions& options,
                                     const std::optional<ReadOut>& read_out);

/// What is written into a folder; nothing without one.
std::vector<GivenPath> ReadOutOutputs(const std::optional<ReadOut>& read_out,
                                      const std::string& folder);

/// The options as words of a command line, beginning with a blank each.
std::string ReadOutWords(const ReadOutOptions& options);

/// Puts what the output says into the result, files included: written into `folder`, if there is
/// one, and named among the pictures. `reference` may be null.
void TakeReadOut(const ReadOut& read_out, const FeatureMaps& output, const FeatureMaps* reference,
                 const std::string& folder, const std::string& json, RunResult& result);

}  // namespace nve

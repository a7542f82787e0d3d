// SPDX-License-Identifier: Apache-2.0
// nvec: the code generator. Network descriptor and weights in, binary out.
#include "base/text/shell_word.hpp"
#include "compiler/tools/nvec_compile.hpp"
#include "compiler/tools/nvec_options.hpp"
#include "compiler/tools/nvec_output.hpp"
#include "compiler/tools/nvec_plan.hpp"
#include "program/host_memory.hpp"

namespace nve {
namespace {

int Run(const NvecOptions& given) {
  NvecOptions options = given;
  const std::optional<ReadOut> read_out =
      LoadReadOut(options.read_out, static_cast<int>(options.pictures));
  if (read_out) TakeModel(read_out->model, options);
  CheckFileNames(options, read_out);
  if (!options.plan.empty()) CheckPlanOptions(options);
  const CompilerPasses passes = ParsePasses(options.passes);
  const transfer::TransferOptions transfer_options =
      TransferOptionsOf(options.predict, options.cores);
  const Network network = LoadFittedNetwork(options, read_out);
  const CompileOptions compile_options = CompileOptionsOf(options, passes, network);
  CheckGraph(options, network);
  const Weights weights = LoadOrMakeWeights(options, network);
  if (!options.ladder.empty()) {
    if (options.vectors == "auto") {
      throw InputError(
          "--ladder: its strips must be comparable, allowed: --vectors vertical or horizontal");
    }
    WriteLadder(options, network, weights, compile_options);
    return kExitOk;
  }
  PlannedNetwork planned;
  if (options.plan.empty()) {
    planned.result = CompileAsAsked(options, compile_options, network, weights);
  } else {
    planned = CompileBestPlan(options, compile_options, transfer_options, network, weights);
    Note(options, compile_options, planned.result);
  }
  CheckHostMemory(planned.result.binary, options.network, transfer_options.memory.board);
  WriteAndPrint(options, passes, transfer_options, network, weights, planned);
  return kExitOk;
}

}  // namespace
}  // namespace nve

int main(int argc, char** argv) {
  nve::NvecOptions options;
  options.command = nve::ShellLine(argc, argv);
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::DeclareNvec(app, options); },
      [&] { return nve::Run(options); });
}

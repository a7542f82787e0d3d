// The platform of a prediction: see predict_options.hpp.
#include "compiler/tools/predict_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/support/diagnostics.hpp"
#include "host/tools/option_checks.hpp"

namespace nve {
namespace {

constexpr uint64_t kMaxLatency = 1'000'000;

}  // namespace

CLI::Option* DeclarePredict(CLI::App& app, PredictOptions& o) {
  auto* predict = app.add_flag("--predict", o.predict,
                               "print the cycles of every layer in every transfer mode, from plan "
                               "and memory parameters; with --json also their parts");
  app.add_option("--memory", o.memory,
                 fmt::format("with --predict: memory model: {}, or a file with its parameters "
                             "(.json)",
                             fmt::join(MemoryModelNames(), ", ")))
      ->check(OneOfOrFile(MemoryModelNames()))
      ->capture_default_str()
      ->needs(predict);
  app.add_option("--memory-ports", o.memory_ports,
                 "with --predict: memory ports: separate (for descriptors, input and output) or "
                 "shared")
      ->check(OneOf({"separate", "shared"}))
      ->capture_default_str()
      ->needs(predict);
  app.add_option("--memory-latency", o.memory_latency,
                 fmt::format("with --predict, model fixed: cycles from a read's address to its "
                             "first word, {} without it",
                             MemoryConfig{}.read_latency))
      ->transform(Count(1, kMaxLatency))
      ->needs(predict);
  app.add_option("--write-latency", o.write_latency,
                 fmt::format("with --predict, model fixed: cycles from a write's last word to its "
                             "response, {} without it",
                             MemoryConfig{}.write_latency))
      ->transform(Count(1, kMaxLatency))
      ->needs(predict);
  app.add_option("--copy-mb-s", o.transfer.copy_mb_s,
                 "with --predict: megabytes per second the processor copies in mode reordered")
      ->check(CopyRate())
      ->capture_default_str()
      ->needs(predict);
  app.add_option("--register-cycles", o.transfer.register_cycles,
                 "with --predict: cycles of every register access besides those on the bus")
      ->transform(Count(0, kMaxLatency))
      ->capture_default_str()
      ->needs(predict);
  app.add_option("--interrupt-cycles", o.transfer.interrupt_cycles,
                 "with --predict: cycles from an interrupt line to the driver")
      ->transform(Count(0, kMaxLatency))
      ->capture_default_str()
      ->needs(predict);
  app.add_option("--max-descriptor", o.transfer.max_descriptor_bytes,
                 "with --predict: longest transfer of one descriptor, bytes")
      ->transform(Count(dma::kAlignment, dma::kMaxLength))
      ->check(MultipleOf(dma::kAlignment))
      ->capture_default_str()
      ->needs(predict);
  return predict;
}

transfer::TransferOptions TransferOptionsOf(const PredictOptions& o) {
  transfer::TransferOptions options = o.transfer;
  options.memory = MemoryConfigOf(o.memory);
  options.shared_port = o.memory_ports == "shared";
  if ((o.memory_latency || o.write_latency) && options.memory.model != "fixed") {
    throw InputError(
        fmt::format("--memory-latency and --write-latency belong to model fixed: "
                    "found model {}; leave them out",
                    options.memory.model));
  }
  options.memory.read_latency = o.memory_latency.value_or(options.memory.read_latency);
  options.memory.write_latency = o.write_latency.value_or(options.memory.write_latency);
  return options;
}

}  // namespace nve

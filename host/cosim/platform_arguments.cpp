// SPDX-License-Identifier: Apache-2.0
// The options of the platform: see platform_arguments.hpp.
#include "host/cosim/platform_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/cli/file_options.hpp"
#include "base/cli/number_options.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

constexpr uint64_t kMaxLatency = 1'000'000;

// An option with what all of them have: the text says what it belongs to, and it needs that.
template <typename Value>
CLI::Option* Declare(CLI::App& app, const std::string& name, Value& value, const std::string& text,
                     CLI::Option* needed) {
  if (needed == nullptr) return app.add_option(name, value, text);
  return app.add_option(name, value, fmt::format("with {}: {}", needed->get_name(), text))
      ->needs(needed);
}

void DeclareMemory(CLI::App& app, PlatformArguments& o, CLI::Option* needed) {
  Declare(app, "--memory", o.memory,
          fmt::format("memory model: {}, or a file with its parameters (.json)",
                      fmt::join(MemoryModelNames(), ", ")),
          needed)
      ->check(OneOfOrFile(MemoryModelNames()))
      ->capture_default_str();
  Declare(app, "--memory-ports", o.memory_ports,
          "memory ports: separate (for descriptors, input and output of every core) or shared "
          "(one for each core); without it those of the memory's file, or separate",
          needed)
      ->check(OneOf({"separate", "shared"}));
  const MemoryConfig standard;
  Declare(app, "--memory-latency", o.memory_latency,
          fmt::format("model fixed: cycles from a read's address to its first word, {} without it",
                      standard.read_latency),
          needed)
      ->transform(Count(1, kMaxLatency));
  Declare(app, "--write-latency", o.write_latency,
          fmt::format("model fixed: cycles from a write's last word to its response, {} without it",
                      standard.write_latency),
          needed)
      ->transform(Count(1, kMaxLatency));
}

void DeclareProcessor(CLI::App& app, ProcessorOptions& o, CLI::Option* needed) {
  Declare(app, "--copy-mb-s", o.copy_mb_s,
          "megabytes per second the processor copies to put pixels in order", needed)
      ->check(CopyRate())
      ->capture_default_str();
  Declare(app, "--register-cycles", o.register_cycles,
          "cycles of every register access besides those on the bus", needed)
      ->transform(Count(0, kMaxLatency))
      ->capture_default_str();
  Declare(app, "--interrupt-cycles", o.interrupt_cycles,
          "cycles from an interrupt line to the driver", needed)
      ->transform(Count(0, kMaxLatency))
      ->capture_default_str();
}

}  // namespace

void DeclarePlatform(CLI::App& app, PlatformArguments& o, CLI::Option* needed) {
  DeclareMemory(app, o, needed);
  DeclareProcessor(app, o.processor, needed);
  Declare(app, "--max-descriptor", o.max_descriptor, "longest transfer of one descriptor, bytes",
          needed)
      ->transform(Count(dma::kAlignment, dma::kMaxLength))
      ->check(MultipleOf(dma::kAlignment))
      ->capture_default_str();
}

MemoryConfig ReadMemory(const PlatformArguments& o) {
  MemoryConfig config = MemoryAt(o.memory, o.changes, "");
  if ((o.memory_latency || o.write_latency) && config.model != "fixed") {
    throw InputError(
        fmt::format("--memory-latency and --write-latency belong to model fixed: "
                    "found model {}; leave them out",
                    config.model));
  }
  if (!o.memory_ports.empty()) config.board.shared_port = o.memory_ports == "shared";
  config.read_latency = o.memory_latency.value_or(config.read_latency);
  config.write_latency = o.write_latency.value_or(config.write_latency);
  return config;
}

std::vector<std::string> PlatformOptionNames() {
  CLI::App app;
  PlatformArguments options;
  DeclarePlatform(app, options);
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (option != app.get_help_ptr()) names.push_back(option->get_name());
  }
  return names;
}

std::vector<std::pair<std::string, std::string>> GivenOf(const PlatformArguments& o) {
  const PlatformArguments standard;
  std::vector<std::pair<std::string, std::string>> given;
  const auto note = [&given](const std::string& name, const auto& value, const auto& unless) {
    if (value != unless) given.emplace_back(name, fmt::format("{}", value));
  };
  note("--memory", o.memory, standard.memory);
  note("--memory-ports", o.memory_ports, standard.memory_ports);
  if (o.memory_latency) given.emplace_back("--memory-latency", std::to_string(*o.memory_latency));
  if (o.write_latency) given.emplace_back("--write-latency", std::to_string(*o.write_latency));
  note("--copy-mb-s", o.processor.copy_mb_s, standard.processor.copy_mb_s);
  note("--register-cycles", o.processor.register_cycles, standard.processor.register_cycles);
  note("--interrupt-cycles", o.processor.interrupt_cycles, standard.processor.interrupt_cycles);
  note("--max-descriptor", o.max_descriptor, standard.max_descriptor);
  return given;
}

}  // namespace nve

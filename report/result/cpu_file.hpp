// SPDX-License-Identifier: Apache-2.0
// What nve-cpu --json writes: the layers of a network on this computer's processor.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/result_field.hpp"

namespace nve {

struct TargetOfCpu {
  std::string isa;
  int vector_bytes = 0;
  std::string flags, compiler, processor;
  static constexpr auto kFields = std::make_tuple(
      Key("isa", &TargetOfCpu::isa, "instruction set of the vectors"),
      Key("vector_bytes", &TargetOfCpu::vector_bytes, "bytes of a vector"),
      Key("flags", &TargetOfCpu::flags, "flags of the compiler"),
      Key("compiler", &TargetOfCpu::compiler, "the compiler"),
      Key("processor", &TargetOfCpu::processor, "name of the processor, empty if not told"));
};

struct MethodOfCpu {
  int threads = 0, repetitions = 0;
  std::string statistic, order, clock, operations, bytes;
  static constexpr auto kFields = std::make_tuple(
      Key("threads", &MethodOfCpu::threads, "threads"),
      Key("repetitions", &MethodOfCpu::repetitions, "how often everything was measured"),
      Key("statistic", &MethodOfCpu::statistic, "what stands for all repetitions"),
      Key("order", &MethodOfCpu::order, "what was measured after what"),
      Key("clock", &MethodOfCpu::clock, "which time was measured"),
      Key("operations", &MethodOfCpu::operations, "what counts as an operation"),
      Key("bytes", &MethodOfCpu::bytes, "what counts as a byte moved"));
};

struct RoofOfCpu {
  double median = 0, best = 0;
  static constexpr auto kFields =
      std::make_tuple(Key("median", &RoofOfCpu::median, "median of the repetitions"),
                      Key("best", &RoofOfCpu::best, "best repetition"));
};

struct RoofsOfCpu {
  RoofOfCpu vector_gops, scalar_gops, stream_gb_s;
  int64_t stream_array_bytes = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("vector_gops", &RoofsOfCpu::vector_gops, "10^9 operations/s in vectors"),
      Key("scalar_gops", &RoofsOfCpu::scalar_gops, "10^9 operations/s without vectors"),
      Key("stream_gb_s", &RoofsOfCpu::stream_gb_s, "10^9 bytes/s from and to memory"),
      Key("stream_array_bytes", &RoofsOfCpu::stream_array_bytes,
          "bytes of each of the three arrays of stream_gb_s"));
};

struct RateOfCpu {
  double seconds = 0, gops = 0, of_attainable = 0;
  static constexpr auto kFields =
      std::make_tuple(Key("seconds", &RateOfCpu::seconds, "processor time, seconds"),
                      Key("gops", &RateOfCpu::gops, "10^9 operations/s"),
                      Key("of_attainable", &RateOfCpu::of_attainable, "gops / attainable_gops"));
};

struct LayerOfCpu {
  std::string name;
  int64_t macs = 0, bytes = 0;
  double ops_per_byte = 0, attainable_gops = 0;
  RateOfCpu automatic, hand;
  double speed_up = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("name", &LayerOfCpu::name, "name of the layer"),
      Key("macs", &LayerOfCpu::macs, "useful multiply-accumulates"),
      Key("bytes", &LayerOfCpu::bytes, "bytes of every pixel once"),
      Key("ops_per_byte", &LayerOfCpu::ops_per_byte, "operations per byte"),
      Key("attainable_gops", &LayerOfCpu::attainable_gops, "10^9 operations/s that roofs allow"),
      Key("auto", &LayerOfCpu::automatic, "loops that the compiler vectorises"),
      Key("hand", &LayerOfCpu::hand, "vectors by hand"),
      Key("speed_up", &LayerOfCpu::speed_up, "seconds of auto / seconds of hand"));
};

struct CpuFile : FileHead {
  static constexpr const char* kSchema = "nve-cpu";
  static constexpr const char* kMeaning = "layers of a network on the processor of this computer";
  CpuFile() : FileHead{kSchema, 1, "nve-cpu", {}} {}

  std::string network, input;
  TargetOfCpu target;
  MethodOfCpu method;
  RoofsOfCpu roofs;
  std::vector<LayerOfCpu> layers;
  LayerOfCpu total;
  bool bit_exact = false;
  int64_t pixels = 0;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(
          Key("network", &CpuFile::network, "file of the network"),
          Key("input", &CpuFile::input, "file of the picture"),
          Key("target", &CpuFile::target, "what the loops were compiled for"),
          Key("method", &CpuFile::method, "how it was measured"),
          Key("roofs", &CpuFile::roofs, "what the processor can do"),
          Key("layers", &CpuFile::layers, "by layer"),
          Key("total", &CpuFile::total, "all layers together"),
          Key("bit_exact", &CpuFile::bit_exact,
              "outputs of both versions equal the reference: always, else there is no file"),
          Key("pixels", &CpuFile::pixels, "output pixels compared of each version")));
};

}  // namespace nve

// SPDX-License-Identifier: Apache-2.0
// What the coverage build counts in a Verilated model: how often Verilator's points were reached,
// for every bit of every signal whether it has risen and fallen, and the functional bins.
//
// The generated class asks Rises before each evaluation. If the clock rises, it first evaluates the
// inputs with the clock still low and calls Cycle, which sees what the registers will take:
// glitches inside a cycle do not count. Counting begins when the first reset has ended. A model
// adds what it has counted to a file of its process when it ends (counter_file.hpp).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace nve::coverage {

/// A packed signal in the root of a model.
struct Signal {
  const char* scope;  ///< path of the module instance
  const char* name;
  size_t offset;
  size_t bytes;
};

/// Tables of a Verilated class, generated with it.
struct ModelType {
  const char* file;  ///< name of the counters
  const Signal* signals;
  size_t signal_count;
  size_t line_points;
};

/// Counts bins of one unit in a model.
class Sampler {
 public:
  virtual ~Sampler() = default;

  /// Once per cycle.
  virtual void Sample() = 0;
};

class ModelCounters {
 public:
  /// `root` and `lines` must outlive the object.
  ModelCounters(const ModelType& type, const void* root, const std::atomic<uint32_t>* lines);
  ~ModelCounters();
  ModelCounters(const ModelCounters&) = delete;
  ModelCounters& operator=(const ModelCounters&) = delete;

  /// Before each evaluation: whether the clock rises in it.
  bool Rises(bool clock) {
    const bool rises = clock && !clock_;
    clock_ = clock;
    return rises;
  }

  /// The model as it settles before the rising edge.
  void Cycle(bool no_reset);

  /// Whether the model has a module instance of that path.
  bool Has(const std::string& scope) const;

  /// A signal's value in the model.
  struct Place {
    const char* data = nullptr;
    size_t bytes = 0;
  };

  /// Throws std::runtime_error if the model has no signal of that path and name: bins that nothing
  /// feeds would be missed by nobody.
  Place Find(const std::string& scope, const std::string& name) const;

 private:
  // Neighbouring signals.
  struct Segment {
    size_t offset;  // in the root
    size_t place;   // in the vectors below
    size_t bytes;
  };

  const ModelType& type_;
  const char* root_;
  const std::atomic<uint32_t>* lines_;
  std::vector<Segment> segments_;
  std::vector<uint8_t> last_;
  std::vector<uint8_t> rise_;
  std::vector<uint8_t> fall_;
  std::vector<std::unique_ptr<Sampler>> samplers_;
  bool clock_ = true;
  bool begun_ = false;
};

/// The samplers of the units a model has; throws if a unit lacks a signal that is sampled.
std::vector<std::unique_ptr<Sampler>> MakeSamplers(const ModelCounters& model);

}  // namespace nve::coverage

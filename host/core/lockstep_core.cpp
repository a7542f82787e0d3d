// SPDX-License-Identifier: Apache-2.0
// The RTL core as a stepped core: see lockstep_core.hpp.
#include "host/core/lockstep_core.hpp"

#include "base/diagnostics/diagnostics.hpp"
#include "host/axi/core_streams.hpp"
#include "host/lockstep/probe_fault.hpp"

namespace nve {
namespace {

CorePins PinsOf(const arch::ProbeInputs& in) {
  CorePins pins;
  pins.stream_valid = in.s_tvalid != 0;
  pins.stream_data = uint64_t{in.s_tdata[1]} << 32 | in.s_tdata[0];
  pins.output_ready = in.m_tready != 0;
  pins.reg_write = in.reg_write != 0;
  pins.reg_write_address = in.reg_waddr;
  pins.reg_write_data = in.reg_wdata;
  return pins;
}

class LockstepCore : public SteppedCore {
 public:
  LockstepCore(const IdealCoreOptions& options, IdealStatistics& statistics)
      : model_(options.make_model ? options.make_model() : MakeRtlCore()), statistics_(statistics) {
    if (options.lockstep) {
      checker_ = std::make_shared<LockstepChecker>();
      if (options.memories) checker_->SetMemories(*options.memories);
      statistics_.checkers.push_back(checker_);
    }
    if (options.probe_fault) probe_fault_.emplace(*options.probe_fault);
    model_->Reset([this] { streams_.StepReset(Inputs(), Probe(), cycle_); });
  }

  const arch::Probe& Evaluate(const arch::ProbeInputs& in) override {
    model_->Drive(PinsOf(in));
    return Probe();
  }

  // The register bus has a register on entry: a write takes effect a cycle later.
  void Commit(const arch::ProbeInputs& in) override {
    if (in.reg_write != 0 && in.reg_waddr == arch::kRegControl.offset &&
        (in.reg_wdata & arch::kControlStart) != 0) {
      ++statistics_.starts;
    }
    Step();
    if (in.reg_write == 0) return;
    arch::ProbeInputs idle = in;
    idle.reg_write = 0;
    idle.s_tvalid = 0;
    if (Evaluate(idle).reg_werror != 0) throw InternalError("the core refuses a register write");
    Step();
  }

 private:
  const arch::Probe& Probe() const {
    return *reinterpret_cast<const arch::Probe*>(model_->probe());
  }

  const arch::ProbeInputs& Inputs() const {
    return *reinterpret_cast<const arch::ProbeInputs*>(model_->probe_inputs());
  }

  void Step() {
    statistics_.cycle = cycle_;
    statistics_.probe = &Probe();
    const uint32_t* seen = probe_fault_ ? probe_fault_->Apply(model_->probe()) : model_->probe();
    if (checker_ != nullptr && !checker_->Step(seen, model_->probe_inputs())) {
      throw MismatchFound();
    }
    streams_.Step(Inputs(), Probe(), cycle_++);
    statistics_.rtl.Count(Probe(), Inputs());
    model_->Clock();
  }

  std::unique_ptr<CoreModel> model_;
  std::shared_ptr<LockstepChecker> checker_;
  std::optional<ProbeFault> probe_fault_;
  CoreStreams streams_{"core"};
  uint64_t cycle_ = 0;
  IdealStatistics& statistics_;
};

}  // namespace

std::unique_ptr<SteppedCore> MakeIdealCore(const IdealCoreOptions& options,
                                           IdealStatistics& statistics) {
  return std::make_unique<LockstepCore>(options, statistics);
}

}  // namespace nve

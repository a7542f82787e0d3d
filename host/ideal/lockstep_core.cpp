// The RTL core as a stepped core: see lockstep_core.hpp.
#include "host/ideal/lockstep_core.hpp"

#include <utility>

#include "compiler/support/diagnostics.hpp"
#include "host/ideal/core_model.hpp"

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
  LockstepCore(bool lockstep, std::function<MismatchContext()> context, IdealStatistics& statistics)
      : model_(MakeRtlCore()), context_(std::move(context)), statistics_(statistics) {
    if (lockstep) {
      checker_ = std::make_shared<LockstepChecker>();
      statistics_.checkers.push_back(checker_);
    }
    model_->Reset();
  }

  const arch::Probe& Evaluate(const arch::ProbeInputs& in) override {
    model_->Drive(PinsOf(in));
    return Probe();
  }

  // The register bus has a register on entry: a write takes effect a cycle later.
  void Commit(const arch::ProbeInputs& in) override {
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

  void Step() {
    const auto& inputs = *reinterpret_cast<const arch::ProbeInputs*>(model_->probe_inputs());
    if (checker_ != nullptr && !checker_->Step(model_->probe(), model_->probe_inputs())) {
      throw CheckFailed(FormatMismatch(*checker_->mismatch(), context_()));
    }
    statistics_.rtl.Count(Probe(), inputs);
    model_->Clock();
  }

  std::unique_ptr<CoreModel> model_;
  std::shared_ptr<LockstepChecker> checker_;
  std::function<MismatchContext()> context_;
  IdealStatistics& statistics_;
};

}  // namespace

std::unique_ptr<SteppedCore> MakeIdealCore(bool lockstep, std::function<MismatchContext()> context,
                                           IdealStatistics& statistics) {
  return std::make_unique<LockstepCore>(lockstep, std::move(context), statistics);
}

}  // namespace nve

// SPDX-License-Identifier: Apache-2.0
// Verdicts: see verdict.hpp.
#include "report/html/verdict.hpp"

namespace nve {
namespace {

void SayLockstep(const ResultPlace<LockstepOfRun>& lockstep, Html& html) {
  html.Text(" Lockstep: ").Value(ValueAt(lockstep.At(&LockstepOfRun::cycles)));
  html.Text(" clock cycles of RTL and golden model compared, ");
  html.Value(ValueAt(lockstep.At(&LockstepOfRun::mismatches)));
  html.Text(lockstep->mismatches == 1 ? " mismatch." : " mismatches.");
}

void SayReference(const ResultPlace<ReferenceOfRun>& reference, Html& html) {
  html.Text(" Reference: ");
  const auto pixels = reference.At(&ReferenceOfRun::pixels);
  const auto different = reference.At(&ReferenceOfRun::different);
  if (reference->bit_exact) {
    html.Text("bit-exact");
    if (pixels) html.Text(", ").Value(ValueAt(*pixels)).Text(" pixels of the output");
  } else if (pixels && different) {
    html.Value(ValueAt(*different)).Text(" of ").Value(ValueAt(*pixels));
    html.Text(" pixels of the output differ");
  } else {
    html.Text("not bit-exact");
  }
  html.Text(".");
}

}  // namespace

std::string RunAnchor(const ReportedRun& run) { return "run" + std::to_string(run.number); }

Html VerdictLine(const ReportedRun& run, bool with_label) {
  Html html;
  const ResultPlace<RunResult> result = run.Place();
  const Verdict verdict = VerdictOf(run.result);
  html.Open("p", {{"class", verdict == Verdict::kRight   ? "verdict right"
                            : verdict == Verdict::kWrong ? "verdict wrong"
                                                         : "verdict unknown"}});
  html.Element("strong", verdict == Verdict::kRight   ? "Passed"
                         : verdict == Verdict::kWrong ? "Failed"
                                                      : "Not compared");
  if (with_label) html.Text(" ").Element("a", run.label, {{"href", "#" + RunAnchor(run)}});
  html.Text(".");
  if (run.result.failure) html.Text(" " + FaultsOf(run.result).front() + ".");
  const auto lockstep = result.At(&RunResult::lockstep);
  const auto reference = result.At(&RunResult::reference);
  if (lockstep) SayLockstep(*lockstep, html);
  if (reference) SayReference(*reference, html);
  if (verdict == Verdict::kNotCompared) {
    html.Text(" There was neither a golden model beside the run nor a reference.");
  }
  if (run.result.forced.value_or(false)) {
    html.Text(" The program was made in spite of the compiler's errors.");
  }
  html.Close();
  return html;
}

}  // namespace nve

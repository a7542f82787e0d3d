// SPDX-License-Identifier: Apache-2.0
// Programs of plans: see plan_program.hpp.
#include "planner/tools/plan_program.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/leftovers.hpp"
#include "base/files/output_file.hpp"
#include "base/json/json_file.hpp"
#include "base/text/shell_word.hpp"

namespace nve::planner {
namespace {

constexpr int kRepeats = 7;
// A shell tells of a signal by an exit code above this.
constexpr int kSignalled = 128;

int SignalOf(int status) {
  if (WIFSIGNALED(status)) return WTERMSIG(status);
  const int code = WEXITSTATUS(status);
  return code > kSignalled ? code - kSignalled : 0;
}

}  // namespace

ProgramRunner::ProgramRunner(std::string option)
    : option_(std::move(option)), code_(ReadTemplate("cpp")) {
  if (std::system("command -v c++ > /dev/null 2>&1") != 0) {
    throw InputError(option_ + ": found no C++ compiler named c++, allowed: one in PATH");
  }
  std::error_code error;
  folder_ = (std::filesystem::temp_directory_path(error) / "nve-plan.XXXXXX").string();
  if (error || mkdtemp(folder_.data()) == nullptr) {
    throw InputError(option_ +
                     ": found no folder for temporary files, allowed: one that TMPDIR names");
  }
  source_ = folder_ + "/plan.cpp";
  program_ = folder_ + "/plan";
  result_ = folder_ + "/plan.json";
  for (const std::string& name : {source_, program_, result_, folder_}) RememberLeftover(name);
}

ProgramRunner::~ProgramRunner() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
  for (const std::string& name : {source_, program_, result_, folder_}) ForgetLeftover(name);
}

void ProgramRunner::Call(const std::string& command, const std::string& what) const {
  const int status = std::system(command.c_str());
  if (status == 0) return;
  const int signal = SignalOf(status);
  // The keyboard's signals reach all processes, but this one does not listen while it waits.
  if (signal == SIGINT || signal == SIGQUIT) std::raise(signal);
  throw InputError(fmt::format("{}: {} failed: {}", option_, what,
                               signal == 0 ? fmt::format("exit code {}", WEXITSTATUS(status))
                                           : fmt::format("signal {}", signal)));
}

ProgramRun ProgramRunner::Run(const PlanIr& ir) const {
  WriteFileAtomically(source_, GenerateCode(ir, code_));
  Call(fmt::format("c++ -std=c++17 -O2 {} -o {}", ShellWord(source_), ShellWord(program_)),
       "the C++ compiler on a plan's program");
  Call(fmt::format("{} {} > {}", ShellWord(program_), kRepeats, ShellWord(result_)),
       "a plan's program");
  const nlohmann::ordered_json json = ReadJson(result_);
  return {json["words"], json["seconds"]};
}

}  // namespace nve::planner

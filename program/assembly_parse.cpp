// SPDX-License-Identifier: Apache-2.0
// Parsing assembly text: directives that stand alone, and the lines that follow .table,
// .coefficients, .code and .plan.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <set>
#include <span>

#include "arch/build_machine.hpp"
#include "arch/find_machine.hpp"
#include "base/cli/tool_main.hpp"
#include "program/assembly.hpp"
#include "program/assembly_items.hpp"
#include "program/assembly_lines.hpp"
#include "program/assembly_steps.hpp"
#include "program/checks.hpp"
#include "program/container.hpp"
#include "program/instruction.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

using assembly::Line;
using assembly::ParseInteger;

class Parser {
 public:
  Parser(std::string_view text, const std::string& name,
         const std::optional<arch::Machine>& machine)
      : text_(text), name_(name), machine_(machine), steps_(name_, &problems_, &places_) {
    binary_.network = "program";
    binary_.machine = machine.value_or(arch::BuildMachine());
  }

  Binary Run() {
    RefuseOtherFiles();
    const std::vector<Line> lines = assembly::SplitLines(text_, name_, &problems_);
    // A line in pieces may have lost what the lines after it refer to.
    const bool all_read = problems_.ok();
    for (const Line& line : lines) {
      const int before = problems_.errors();
      if (line.words[0].starts_with('.')) {
        ParseDirective(line);
      } else {
        ParseContent(line);
      }
      if (problems_.errors() > before) NoteProblem(line);
    }
    FinishTable();
    Complete();
    if (all_read) Check();
    problems_.ThrowIfErrors();
    return std::move(binary_);
  }

 private:
  enum class Part { kNone, kTable, kCoefficients, kCode, kSteps };

  void Problem(int line, const std::string& text) { problems_.Error({name_, line, ""}, text); }

  // What is no text would give a problem per line.
  void RefuseOtherFiles() {
    if (LooksLikeContainer(
            std::span(reinterpret_cast<const uint8_t*>(text_.data()), text_.size()))) {
      Problem(0,
              "found an NVE binary (.nve), allowed: assembly text (.nvs); nve-objdump turns a "
              "binary into text");
    } else if (const size_t at = text_.find('\0'); at != std::string_view::npos) {
      Problem(0, fmt::format("found a byte 0 at offset {}, allowed: assembly text (.nvs)", at));
    } else if (text_.starts_with('<')) {
      Problem(
          0,
          "found an XML file, allowed: assembly text (.nvs); nvec compiles a network descriptor");
    }
    problems_.ThrowIfErrors();
  }

  // Remembers what cannot be checked in full because of problems in `line`.
  void NoteProblem(const Line& line) {
    static const std::set<std::string> kGeometry = {".layer", ".plane", ".input_planes",
                                                    ".output_planes"};
    const bool directive = line.words[0].starts_with('.');
    if (directive && kGeometry.contains(line.words[0])) {
      scope_.geometry = false;
    } else if (!binary_.programs.empty()) {
      scope_.partly_read.insert(binary_.programs.size() - 1);
    }
  }

  // The place of the program being read.
  std::string ProgramPlace() const {
    return fmt::format("program/{}", binary_.programs.empty() ? 0 : binary_.programs.size() - 1);
  }

  // Remembers the line of a place that there is only once.
  void Once(const std::string& place, const Line& line, const std::string& what,
            const char* allowed) {
    const auto [first, is_new] = places_.emplace(place, line.number);
    if (is_new) return;
    Problem(line.number, fmt::format("{} is given twice, first in line {}; allowed: once{}", what,
                                     first->second, allowed));
  }

  void ParseDirective(const Line& line) {
    using Handler = void (Parser::*)(const Line&);
    static const std::map<std::string, Handler> kHandlers = {
        {".network", &Parser::Network},         {".arch", &Parser::Arch},
        {".vectors", &Parser::ReadVectors},     {".layer", &Parser::AddLayer},
        {".plane", &Parser::AddPlane},          {".input_planes", &Parser::PlaneList},
        {".output_planes", &Parser::PlaneList}, {".table", &Parser::BeginTable},
        {".program", &Parser::BeginProgram},    {".set", &Parser::Set},
        {".coefficients", &Parser::BeginPart},  {".code", &Parser::BeginPart},
        {".plan", &Parser::BeginPart},          {".seed", &Parser::Seed},
        {".forced", &Parser::Forced},
    };
    part_ = Part::kNone;
    const auto handler = kHandlers.find(line.words[0]);
    if (handler != kHandlers.end()) {
      (this->*handler->second)(line);
      return;
    }
    std::vector<std::string> known;
    known.reserve(kHandlers.size());
    for (const auto& [directive, function] : kHandlers) known.push_back(directive);
    const std::string nearest = NearestWord(line.words[0], known);
    lost_ = true;
    Problem(line.number, fmt::format("unknown directive '{}', allowed: {}{}", line.words[0],
                                     fmt::join(known, " "),
                                     nearest.empty() ? "" : "; did you mean " + nearest + "?"));
  }

  bool HasName(const Line& line) {
    if (line.words.size() >= 2 && !line.words[1].empty()) return true;
    Problem(line.number, fmt::format("'{}' needs a name", line.words[0]));
    return false;
  }

  void NoMoreThan(const Line& line, size_t words) {
    if (line.words.size() > words) {
      Problem(line.number,
              fmt::format("unexpected '{}' after {}", line.words[words], line.words[0]));
    }
  }

  void Network(const Line& line) {
    Once("network", line, ".network", "");
    if (line.words.size() >= 2) binary_.network = line.words[1];
    if (line.words.size() < 2) Problem(line.number, "'.network' needs a name");
    NoMoreThan(line, 2);
  }

  void Seed(const Line& line) {
    Once("seed", line, ".seed", "");
    NoMoreThan(line, 2);
    const std::string found = line.words.size() < 2 ? "" : line.words[1];
    int64_t seed = 0;
    if (!ParseInteger(found, 0, kMaxSeed, &seed)) {
      Problem(line.number, fmt::format(".seed: found '{}', allowed: 0 to {}", found, kMaxSeed));
    }
    binary_.seed = seed;
  }

  void Forced(const Line& line) {
    Once("forced", line, ".forced", "");
    NoMoreThan(line, 1);
    binary_.forced = true;
  }

  void Arch(const Line& line) {
    Once("arch", line, ".arch", "");
    if (!HasName(line)) return;
    const std::string& found = line.words[1];
    NoMoreThan(line, 3);
    if (line.words.size() < 3) {
      // Only a name: the machine at hand must be meant.
      if (found == binary_.machine.name) return;
      Problem(line.number,
              fmt::format("found architecture '{}' without its number, the machine is {} 0x{:08x}",
                          found, binary_.machine.name, binary_.machine.id));
      return;
    }
    int64_t id = 0;
    if (!ParseInteger(line.words[2], 0, std::numeric_limits<uint32_t>::max(), &id)) {
      Problem(line.number, fmt::format("found architecture number '{}', allowed: 0 to 0x{:x}",
                                       line.words[2], std::numeric_limits<uint32_t>::max()));
      return;
    }
    try {
      binary_.machine = arch::FindMachine(found, static_cast<uint32_t>(id), machine_);
    } catch (const InputError& error) {
      Problem(line.number, error.diagnostics().front().text);
    }
  }

  void AddLayer(const Line& line) {
    if (!HasName(line)) return;
    places_.emplace(fmt::format("layer/{}", binary_.layers.size()), line.number);
    binary_.layers.push_back(assembly::ParseLayer(line, name_, &problems_));
  }

  void ReadVectors(const Line& line) {
    Once("vectors", line, ".vectors", "");
    NoMoreThan(line, 2);
    const std::string found = line.words.size() < 2 ? "" : line.words[1];
    if (found != "vertical" && found != "horizontal") {
      Problem(line.number,
              fmt::format(".vectors: found '{}', allowed: vertical or horizontal", found));
    }
    binary_.vectors = found == "horizontal" ? Vectors::kHorizontal : Vectors::kVertical;
  }

  void AddPlane(const Line& line) {
    if (!HasName(line)) return;
    const int number = static_cast<int>(binary_.planes.size());
    if (!plane_numbers_.emplace(line.words[1], number).second) {
      Problem(line.number, fmt::format("plane '{}' is defined twice", line.words[1]));
    }
    places_.emplace(fmt::format("plane/{}", number), line.number);
    binary_.planes.push_back(assembly::ParsePlane(line, name_, &problems_));
  }

  void PlaneList(const Line& line) {
    const bool input = line.words[0] == ".input_planes";
    Once(line.words[0].substr(1), line, line.words[0], "");
    std::vector<int>& list = input ? binary_.input_planes : binary_.output_planes;
    for (size_t i = 1; i < line.words.size(); ++i) {
      const auto found = plane_numbers_.find(line.words[i]);
      if (found == plane_numbers_.end()) {
        Problem(line.number,
                fmt::format("no plane before this line is called '{}'", line.words[i]));
      } else {
        list.push_back(found->second);
      }
    }
  }

  void BeginTable(const Line& line) {
    NoMoreThan(line, 1);
    FinishTable();
    part_ = Part::kTable;
    table_line_ = line.number;
  }

  void FinishTable() {
    if (table_line_ == 0) return;
    ActivationTable table{};
    if (table_entries_.size() != table.size()) {
      Problem(table_line_, fmt::format("the table has {} entries, allowed: {}",
                                       table_entries_.size(), table.size()));
    } else {
      std::copy(table_entries_.begin(), table_entries_.end(), table.begin());
    }
    binary_.tables.push_back(table);
    table_entries_.clear();
    table_line_ = 0;
  }

  void BeginProgram(const Line& line) {
    lost_ = true;
    if (!HasName(line)) return;
    if (!program_names_.insert(line.words[1]).second) {
      Problem(line.number, fmt::format("program '{}' is defined twice", line.words[1]));
    }
    lost_ = false;
    binary_.programs.push_back(assembly::ParseProgramHeader(line, name_, &problems_));
    places_.emplace(ProgramPlace(), line.number);
  }

  // False, with a problem, if no .program came before.
  bool InProgram(const Line& line) {
    if (!binary_.programs.empty()) return true;
    Problem(line.number, fmt::format("'{}' before the first .program", line.words[0]));
    return false;
  }

  void Set(const Line& line) {
    if (!InProgram(line)) return;
    if (line.words.size() != 3) {
      Problem(line.number,
              fmt::format("found '{}', allowed: .set NAME VALUE", fmt::join(line.words, " ")));
      return;
    }
    const std::string& setting = line.words[1];
    const std::vector<std::string>& known = ProgramSettingNames();
    if (std::find(known.begin(), known.end(), setting) == known.end()) {
      const std::string nearest = NearestWord(setting, known);
      Problem(line.number,
              fmt::format("unknown setting '{}', allowed: {}{}", setting, fmt::join(known, ", "),
                          nearest.empty() ? "" : "; did you mean " + nearest + "?"));
      return;
    }
    if (!lost_) {
      Once(ProgramPlace() + "/set/" + setting, line, "setting " + setting, " per program");
    }
    // Numbers are compared with the range once all settings of the program are known.
    int64_t value = 0;
    if (!ParseInteger(line.words[2], 0, std::numeric_limits<uint32_t>::max(), &value)) {
      const SettingRange range = RangeOf(binary_.machine, setting);
      Problem(line.number, fmt::format("setting {}: found '{}', allowed: {} to {}", setting,
                                       line.words[2], range.low, range.high));
      return;
    }
    binary_.programs.back().settings[setting] = static_cast<uint32_t>(value);
  }

  void BeginPart(const Line& line) {
    NoMoreThan(line, 1);
    if (line.words[0] == ".plan") {
      part_ = Part::kSteps;
      Once("plan", line, ".plan", "");
      steps_.Begin(line.number);
    } else if (InProgram(line)) {
      part_ = line.words[0] == ".code" ? Part::kCode : Part::kCoefficients;
      if (!lost_)
        Once(ProgramPlace() + "/" + line.words[0].substr(1), line, line.words[0], " per program");
    }
  }

  void ParseContent(const Line& line) {
    switch (part_) {
      case Part::kTable:
        return assembly::ParseTableItems(line, name_, &problems_, &table_entries_);
      case Part::kCoefficients:
        binary_.programs.back().coefficients.push_back(
            assembly::ParseCoefficientWord(line, name_, &problems_));
        return;
      case Part::kCode:
        return ParseCode(line);
      case Part::kSteps:
        return steps_.Add(line);
      case Part::kNone:
        Problem(line.number,
                fmt::format("found '{}', allowed here: a directive (.program, .code ...)",
                            line.words[0]));
    }
  }

  void ParseCode(const Line& line) {
    std::string problem;
    const std::optional<Instruction> instruction =
        ParseInstruction(line.text, problem, binary_.machine.sizes.split);
    if (!instruction) Problem(line.number, problem);
    std::vector<uint64_t>& code = binary_.programs.back().code;
    places_.emplace(fmt::format("{}/code/{}", ProgramPlace(), code.size()), line.number);
    code.push_back(Encode(instruction.value_or(Instruction{})));
  }

  // What the text left out.
  void Complete() {
    if (binary_.tables.empty() && !binary_.programs.empty()) {
      binary_.tables.push_back(assembly::ClampTable());
    }
    for (Program& program : binary_.programs) {
      Settings settings = DefaultSettings(program.code.size());
      for (const auto& [name, value] : program.settings) settings[name] = value;
      program.settings = std::move(settings);
    }
    if (!places_.contains("input_planes")) ListPlanes(-1, &binary_.input_planes);
    if (!places_.contains("output_planes")) ListPlanes(LastLayer(), &binary_.output_planes);
    if (steps_.begun()) {
      steps_.Resolve(&binary_);
    } else if (problems_.ok()) {
      const std::string problem = assembly::AddDefaultStep(&binary_);
      if (!problem.empty()) Problem(0, problem);
    }
  }

  void Check() {
    scope_.steps = problems_.ok();
    std::set<int> wrong;  // lines: what else is found there follows from what was said
    for (const Diagnostic& problem : problems_.all()) wrong.insert(problem.where.line);
    for (const Finding& finding : CheckBinary(binary_, scope_)) {
      const bool made = !steps_.begun() && finding.place.starts_with("plan/");
      const int line = LineOf(made ? "program/0" : finding.place);
      if (wrong.contains(line) && line != 0) continue;
      Problem(line, (made ? "without .plan, " : "") + finding.text);
    }
  }

  // The line of the innermost place that has one, or 0.
  int LineOf(std::string place) const {
    while (true) {
      const auto found = places_.find(place);
      if (found != places_.end()) return found->second;
      const size_t slash = place.rfind('/');
      if (slash == std::string::npos) return 0;
      place.resize(slash);
    }
  }

  // The highest layer of the planes; 0 if there is none but the picture.
  int LastLayer() const {
    int last = 0;
    for (const Plane& plane : binary_.planes) last = std::max(last, plane.layer);
    return last;
  }

  void ListPlanes(int layer, std::vector<int>* list) const {
    for (size_t p = 0; p < binary_.planes.size(); ++p) {
      if (binary_.planes[p].layer == layer) list->push_back(static_cast<int>(p));
    }
  }

  std::string_view text_;
  std::string name_;
  std::optional<arch::Machine> machine_;  // that the caller has chosen, if one
  Diagnostics problems_;
  Binary binary_;
  Part part_ = Part::kNone;
  std::map<std::string, int> plane_numbers_;
  std::set<std::string> program_names_;
  bool lost_ = false;                  // a line that may have been .program was not understood
  std::map<std::string, int> places_;  // lines by Finding::place
  CheckScope scope_;
  int table_line_ = 0;  // of the .table being read, 0 outside
  std::vector<uint8_t> table_entries_;
  assembly::StepParser steps_;
};

}  // namespace

Binary ParseAssembly(std::string_view text, const std::string& name,
                     const std::optional<arch::Machine>& machine) {
  return Parser(text, name, machine).Run();
}

bool LooksLikeAssembly(std::string_view text) {
  while (!text.empty() && text.front() != '.') {
    if (text.front() == ';') {
      text.remove_prefix(std::min(text.find('\n'), text.size() - 1));
    } else if (std::isspace(static_cast<unsigned char>(text.front())) == 0) {
      return false;
    }
    text.remove_prefix(1);
  }
  return text.size() >= 2 && std::islower(static_cast<unsigned char>(text[1])) != 0;
}

}  // namespace nve

// Parsing assembly text: directives that stand alone, and the lines that follow .table,
// .coefficients, .code and .plan.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "compiler/program/assembly.hpp"
#include "compiler/program/assembly_items.hpp"
#include "compiler/program/assembly_lines.hpp"
#include "compiler/program/assembly_plan.hpp"
#include "compiler/program/checks.hpp"
#include "compiler/program/instruction.hpp"
#include "compiler/program/settings.hpp"
#include "compiler/support/tool_main.hpp"

namespace nve {
namespace {

using assembly::Line;
using assembly::ParseInteger;

class Parser {
 public:
  Parser(std::string_view text, const std::string& name)
      : text_(text), name_(name), plan_(name_, &problems_) {
    binary_.network = "program";
    binary_.arch_name = arch::kName;
    binary_.arch_id = arch::kArchId;
  }

  Binary Run() {
    const std::vector<Line> lines = assembly::SplitLines(text_, name_, &problems_);
    for (const Line& line : lines) {
      if (line.words[0].starts_with('.')) {
        ParseDirective(line);
      } else {
        ParseContent(line);
      }
    }
    Complete();
    return std::move(binary_);
  }

 private:
  enum class Part { kNone, kTable, kCoefficients, kCode, kPlan };

  void Problem(int line, const std::string& text) { problems_.Error({name_, line, ""}, text); }

  void ParseDirective(const Line& line) {
    using Handler = void (Parser::*)(const Line&);
    static const std::map<std::string, Handler> kHandlers = {
        {".network", &Parser::Network},
        {".arch", &Parser::Arch},
        {".layer", &Parser::AddLayer},
        {".plane", &Parser::AddPlane},
        {".input_planes", &Parser::PlaneList},
        {".output_planes", &Parser::PlaneList},
        {".table", &Parser::BeginTable},
        {".program", &Parser::BeginProgram},
        {".set", &Parser::Set},
        {".coefficients", &Parser::BeginPart},
        {".code", &Parser::BeginPart},
        {".plan", &Parser::BeginPart},
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
    if (line.words.size() >= 2) binary_.network = line.words[1];
    if (line.words.size() < 2) Problem(line.number, "'.network' needs a name");
    NoMoreThan(line, 2);
  }

  void Arch(const Line& line) {
    if (!HasName(line)) return;
    binary_.arch_name = line.words[1];
    NoMoreThan(line, 3);
    if (line.words.size() < 3) {
      // Only a name: this build's instance must be meant.
      if (binary_.arch_name == arch::kName) return;
      Problem(line.number,
              fmt::format("found architecture '{}' without its number, this build is {} 0x{:08x}",
                          binary_.arch_name, arch::kName, arch::kArchId));
      return;
    }
    int64_t id = 0;
    if (!ParseInteger(line.words[2], 0, std::numeric_limits<uint32_t>::max(), &id)) {
      Problem(line.number,
              fmt::format("found architecture number '{}', allowed: 32 bits", line.words[2]));
    }
    binary_.arch_id = static_cast<uint32_t>(id);
  }

  void AddLayer(const Line& line) {
    if (HasName(line)) binary_.layers.push_back(assembly::ParseLayer(line, name_, &problems_));
  }

  void AddPlane(const Line& line) {
    if (!HasName(line)) return;
    const int number = static_cast<int>(binary_.planes.size());
    if (!plane_numbers_.emplace(line.words[1], number).second) {
      Problem(line.number, fmt::format("plane '{}' is defined twice", line.words[1]));
    }
    binary_.planes.push_back(assembly::ParsePlane(line, name_, &problems_));
  }

  void PlaneList(const Line& line) {
    const bool input = line.words[0] == ".input_planes";
    (input ? input_listed_ : output_listed_) = true;
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
    if (!HasName(line)) return;
    if (!program_lines_.emplace(line.words[1], line.number).second) {
      Problem(line.number, fmt::format("program '{}' is defined twice", line.words[1]));
    }
    binary_.programs.push_back(assembly::ParseProgramHeader(line, name_, &problems_));
  }

  // False, with a problem, if no .program came before.
  bool InProgram(const Line& line) {
    if (!binary_.programs.empty()) return true;
    Problem(line.number, fmt::format("'{}' before the first .program", line.words[0]));
    return false;
  }

  void Set(const Line& line) {
    if (!InProgram(line)) return;
    const std::vector<std::string>& known = ProgramSettingNames();
    int64_t value = 0;
    if (line.words.size() != 3 ||
        !ParseInteger(line.words[2], 0, std::numeric_limits<uint32_t>::max(), &value)) {
      Problem(line.number, "allowed: .set NAME VALUE, VALUE 0 or more");
    } else if (std::find(known.begin(), known.end(), line.words[1]) == known.end()) {
      Problem(line.number, fmt::format("unknown setting '{}', allowed: {}", line.words[1],
                                       fmt::join(known, ", ")));
    } else {
      binary_.programs.back().settings[line.words[1]] = static_cast<uint32_t>(value);
    }
  }

  void BeginPart(const Line& line) {
    NoMoreThan(line, 1);
    if (line.words[0] == ".plan") {
      part_ = Part::kPlan;
      plan_.Begin(line.number);
    } else if (InProgram(line)) {
      part_ = line.words[0] == ".code" ? Part::kCode : Part::kCoefficients;
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
      case Part::kPlan:
        return plan_.Add(line);
      case Part::kNone:
        Problem(line.number,
                fmt::format("found '{}', allowed here: a directive (.program, .code ...)",
                            line.words[0]));
    }
  }

  void ParseCode(const Line& line) {
    std::string problem;
    const std::optional<Instruction> instruction = ParseInstruction(line.text, problem);
    if (!instruction) Problem(line.number, problem);
    binary_.programs.back().code.push_back(Encode(instruction.value_or(Instruction{})));
  }

  void Complete() {
    FinishTable();
    if (binary_.tables.empty() && !binary_.programs.empty()) {
      binary_.tables.push_back(assembly::ClampTable());
    }
    for (Program& program : binary_.programs) {
      Settings settings = DefaultSettings(program.code.size());
      for (const auto& [name, value] : program.settings) settings[name] = value;
      program.settings = std::move(settings);
    }
    if (!input_listed_) ListPlanes(-1, &binary_.input_planes);
    if (!output_listed_) ListPlanes(LastLayer(), &binary_.output_planes);
    if (plan_.begun()) {
      plan_.Resolve(&binary_);
    } else if (problems_.ok()) {
      const std::string problem = assembly::AddDefaultPlan(&binary_);
      if (!problem.empty()) Problem(0, problem);
    }
    if (problems_.ok()) {
      for (const std::string& problem : CheckBinary(binary_)) Problem(LineOf(problem), problem);
    }
    problems_.ThrowIfErrors();
  }

  // The line of the program a check's message begins with, or 0.
  int LineOf(const std::string& problem) const {
    for (const auto& [program, line] : program_lines_) {
      if (problem.starts_with(fmt::format("program {}:", program))) return line;
    }
    return 0;
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
  Diagnostics problems_;
  Binary binary_;
  Part part_ = Part::kNone;
  std::map<std::string, int> plane_numbers_;
  std::map<std::string, int> program_lines_;
  bool input_listed_ = false;
  bool output_listed_ = false;
  int table_line_ = 0;  // of the .table being read, 0 outside
  std::vector<uint8_t> table_entries_;
  assembly::PlanParser plan_;
};

}  // namespace

Binary ParseAssembly(std::string_view text, const std::string& name) {
  return Parser(text, name).Run();
}

}  // namespace nve

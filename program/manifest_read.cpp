// SPDX-License-Identifier: Apache-2.0
// Reading the manifest: every value by name, type and range; nothing a file says is trusted.
#include <fmt/format.h>

#include <limits>
#include <set>

#include "program/manifest.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

// The members of one JSON object. Finish reports those nobody asked for.
class Members {
 public:
  Members(const Json& json, std::string where, std::vector<std::string>* problems)
      : json_(json), where_(std::move(where)), problems_(problems) {
    if (!json_.is_object())
      Problem("found " + std::string(json_.type_name()) + ", must be an object");
  }

  bool Has(const char* key) const { return json_.is_object() && json_.contains(key); }

  const Json* Find(const char* key, Json::value_t type) {
    known_.insert(key);
    if (!json_.is_object()) return nullptr;
    const auto found = json_.find(key);
    if (found == json_.end()) {
      Problem(fmt::format("'{}' is missing", key));
      return nullptr;
    }
    if (found->type() != type) {
      Problem(fmt::format("'{}' is of type {}, must be {}", key, found->type_name(),
                          Json(type).type_name()));
      return nullptr;
    }
    return &*found;
  }

  template <typename T>
  T Number(const char* key, T least = std::numeric_limits<T>::min()) {
    known_.insert(key);
    if (!json_.is_object()) return 0;
    const auto found = json_.find(key);
    T value = 0;
    if (found == json_.end()) {
      Problem(fmt::format("'{}' is missing", key));
    } else if (!Fits(*found, &value) || value < least) {
      Problem(fmt::format("'{}' must be a whole number from {} to {}", key, least,
                          std::numeric_limits<T>::max()));
    }
    return value;
  }

  template <typename T>
  std::vector<T> Numbers(const char* key) {
    std::vector<T> values;
    const Json* list = Find(key, Json::value_t::array);
    if (list == nullptr) return values;
    for (const Json& item : *list) {
      T value = 0;
      if (!Fits(item, &value)) {
        Problem(fmt::format("'{}' must hold whole numbers from {} to {}", key,
                            std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
        break;
      }
      values.push_back(value);
    }
    return values;
  }

  std::string Text(const char* key) {
    const Json* text = Find(key, Json::value_t::string);
    return text == nullptr ? std::string() : text->get<std::string>();
  }

  // Calls `visit(item, where)` for every element of a list.
  template <typename Visit>
  void ForEach(const char* key, Visit visit) {
    const Json* list = Find(key, Json::value_t::array);
    if (list == nullptr) return;
    size_t index = 0;
    for (const Json& item : *list) visit(item, fmt::format("{}{}[{}]", Prefix(), key, index++));
  }

  void Finish() {
    if (!json_.is_object()) return;
    for (const auto& [key, value] : json_.items()) {
      if (!known_.contains(key)) Problem(fmt::format("unknown key '{}'", key));
    }
  }

  void Problem(const std::string& text) {
    problems_->push_back(fmt::format("manifest {}: {}", where_.empty() ? "top" : where_, text));
  }

  template <typename T>
  static bool Fits(const Json& json, T* value) {
    if (json.is_number_unsigned()) {
      const auto found = json.get<uint64_t>();
      if (found > static_cast<uint64_t>(std::numeric_limits<T>::max())) return false;
      *value = static_cast<T>(found);
      return true;
    }
    if (!json.is_number_integer()) return false;
    const auto found = json.get<int64_t>();
    if (found < 0 && static_cast<int64_t>(std::numeric_limits<T>::min()) > found) return false;
    *value = static_cast<T>(found);
    return true;
  }

 private:
  std::string Prefix() const { return where_.empty() ? "" : where_ + "."; }

  const Json& json_;
  std::string where_;
  std::vector<std::string>* problems_;
  std::set<std::string> known_;
};

class Reader {
 public:
  Reader(const ManifestLimits& limits, std::vector<std::string>* problems)
      : limits_(limits), problems_(problems) {}

  Binary Read(const Json& json) {
    Binary binary;
    Members top(json, "", problems_);
    binary.network = top.Text("network");
    if (top.Has("seed")) binary.seed = top.Number<int64_t>("seed", 0);
    if (top.Has("forced")) binary.forced = ReadForced(top);
    if (const Json* arch = top.Find("arch", Json::value_t::object)) {
      Members members(*arch, "arch", problems_);
      binary.machine.name = members.Text("name");
      binary.machine.id = members.Number<uint32_t>("id");
      members.Finish();
    }
    binary.vectors = ReadVectors(top);
    top.ForEach("layers", [&](const Json& item, const std::string& where) {
      binary.layers.push_back(ReadLayer(item, where));
    });
    binary.tables.resize(Length(top, "tables", limits_.tables));
    top.ForEach("programs", [&](const Json& item, const std::string& where) {
      binary.programs.push_back(ReadProgram(item, where));
    });
    top.ForEach("planes", [&](const Json& item, const std::string& where) {
      binary.planes.push_back(ReadPlane(item, where));
    });
    binary.input_planes = top.Numbers<int>("input_planes");
    binary.output_planes = top.Numbers<int>("output_planes");
    top.ForEach("plan", [&](const Json& item, const std::string& where) {
      binary.steps.push_back(ReadStep(item, where));
    });
    top.Finish();
    return binary;
  }

 private:
  bool ReadForced(Members& members) {
    const Json* forced = members.Find("forced", Json::value_t::boolean);
    if (forced == nullptr || forced->get<bool>()) return forced != nullptr;
    members.Problem("'forced': found false, allowed: true, or no such key");
    return false;
  }

  Vectors ReadVectors(Members& members) {
    const std::string name = members.Text("vectors");
    for (const Vectors vectors : {Vectors::kVertical, Vectors::kHorizontal}) {
      if (name == kVectorsNames[static_cast<int>(vectors)]) return vectors;
    }
    problems_->push_back(fmt::format("vectors: found '{}', allowed: vertical or horizontal", name));
    return Vectors::kVertical;
  }

  // A length no larger than `limit`, what the file can hold.
  static size_t Length(Members& members, const char* key, size_t limit) {
    const auto length = members.Number<uint32_t>(key);
    if (length <= limit) return length;
    members.Problem(fmt::format("'{}' is {}, the file holds {}", key, length, limit));
    return 0;
  }

  LayerInfo ReadLayer(const Json& json, const std::string& where) {
    Members members(json, where, problems_);
    LayerInfo layer;
    layer.name = members.Text("name");
    layer.out_height = members.Number<int>("out_height");
    layer.out_width = members.Number<int>("out_width");
    layer.kernel_height = members.Number<int>("kernel_height");
    layer.kernel_width = members.Number<int>("kernel_width");
    layer.stride = members.Number<int>("stride");
    layer.output_maps = members.Number<int>("output_maps");
    layer.kernels = members.Number<int64_t>("kernels");
    members.Finish();
    return layer;
  }

  Program ReadProgram(const Json& json, const std::string& where) {
    Members members(json, where, problems_);
    Program program;
    program.name = members.Text("name");
    program.layer = members.Number<int>("layer");
    program.input_maps = members.Numbers<int>("input_maps");
    program.output_maps = members.Numbers<int>("output_maps");
    program.table = members.Number<int>("table");
    program.outputs_per_iteration = members.Number<int>("outputs_per_iteration");
    program.bound = members.Number<int>("bound");
    program.code.resize(Length(members, "instructions", limits_.code_words));
    limits_.code_words -= program.code.size();
    program.coefficients.resize(Length(members, "coefficient_words", limits_.coefficient_words));
    limits_.coefficient_words -= program.coefficients.size();
    if (const Json* settings = members.Find("settings", Json::value_t::object)) {
      for (const auto& [name, value] : settings->items()) {
        uint32_t number = 0;
        if (!Members::Fits(value, &number)) {
          members.Problem(fmt::format("setting {} must be a whole number of 32 bits", name));
        }
        program.settings[name] = number;
      }
    }
    members.Finish();
    return program;
  }

  PlaneGroup ReadGroup(const Json& json, const std::string& where) {
    Members members(json, where, problems_);
    PlaneGroup group;
    group.number = members.Number<int>("number", 0);
    group.start = members.Number<int64_t>("start", 0);
    group.rows = members.Number<int64_t>("rows", 0);
    group.strip_rows = members.Number<int64_t>("strip_rows", 0);
    group.strip_pitch = members.Number<int64_t>("strip_pitch", 0);
    members.Finish();
    return group;
  }

  Plane ReadPlane(const Json& json, const std::string& where) {
    Members members(json, where, problems_);
    Plane plane;
    plane.name = members.Text("name");
    plane.layer = members.Number<int>("layer");
    plane.map = members.Number<int>("map");
    plane.height = members.Number<int>("height");
    plane.width = members.Number<int>("width");
    plane.pitch = members.Number<int64_t>("pitch");
    plane.columns = members.Number<int64_t>("columns");
    if (members.Has("pictures")) plane.pictures = members.Number<int>("pictures");
    if (members.Has("group")) {
      const Json* group = members.Find("group", Json::value_t::object);
      if (group != nullptr) plane.group = ReadGroup(*group, where + "/group");
    }
    members.Finish();
    return plane;
  }

  AnyStep ReadStep(const Json& json, const std::string& where) {
    Members members(json, where, problems_);
    if (members.Has("clear")) {
      const ClearStep clear{members.Number<int>("clear")};
      members.Finish();
      return clear;
    }
    RunStep run;
    run.program = members.Number<int>("run");
    run.core = members.Number<int>("core");
    run.runs = members.Number<int>("runs");
    const std::string feed = members.Text("feed");
    const std::vector<std::string> feeds = FeedNames();
    if (std::find(feeds.begin(), feeds.end(), feed) == feeds.end()) {
      members.Problem(fmt::format("'feed' is '{}', allowed: {}", feed, fmt::join(feeds, ", ")));
    } else {
      run.feed = FeedOf(feed);
    }
    run.input = ReadTransfers(members, "input");
    run.output = ReadTransfers(members, "output");
    members.Finish();
    return run;
  }

  // Loops are no deeper than JSON text may be, and the check of steps allows fewer.
  std::vector<Transfer> ReadTransfers(Members& members, const char* key) {
    std::vector<Transfer> transfers;
    members.ForEach(key, [&](const Json& item, const std::string& where) {
      transfers.push_back(ReadTransfer(item, where));
    });
    return transfers;
  }

  Transfer ReadTransfer(const Json& json, const std::string& where) {
    Members members(json, where, problems_);
    Transfer transfer;
    if (members.Has("body")) {
      transfer.count = members.Number<int64_t>("count");
      transfer.body = ReadTransfers(members, "body");
      if (transfer.body.empty()) members.Problem("a loop needs a body");
    } else {
      const bool plane = !members.Has("coefficients");
      transfer.object.kind = plane ? MemoryObject::Kind::kPlane : MemoryObject::Kind::kCoefficients;
      transfer.object.index = members.Number<int>(plane ? "plane" : "coefficients");
      transfer.offset = members.Number<int64_t>("offset");
      transfer.bytes = members.Number<int64_t>("bytes");
      transfer.strides = members.Numbers<int64_t>("strides");
    }
    members.Finish();
    return transfer;
  }

  ManifestLimits limits_;  // what is left of the file's words and tables
  std::vector<std::string>* problems_;
};

}  // namespace

Binary ParseManifest(const Json& json, const ManifestLimits& limits,
                     std::vector<std::string>* problems) {
  return Reader(limits, problems).Read(json);
}

}  // namespace nve

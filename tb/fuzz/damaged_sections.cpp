// SPDX-License-Identifier: Apache-2.0
// Damage of the parts of a binary: see damaged_sections.hpp.
#include "tb/fuzz/damaged_sections.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "nve_isa.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve::fuzz {
namespace {

using Json = nlohmann::ordered_json;

class Damager {
 public:
  explicit Damager(std::mt19937* random) : random_(random) {}

  void Manifest(std::vector<uint8_t>* bytes) {
    Json json = Json::parse(*bytes);
    for (size_t count = 1 + Pick(3); count > 0; --count) {
      std::vector<Json*> values;
      Collect(&json, &values);
      Change(values[Pick(values.size())], *values[Pick(values.size())]);
    }
    const std::string text = json.dump();
    bytes->assign(text.begin(), text.end());
  }

  // One to four words: a bit, or the whole word as it stands elsewhere.
  void Code(std::vector<uint8_t>* bytes, const std::vector<uint8_t>& other) {
    constexpr size_t kWord = arch::kWordBytes;
    const auto word = [this](size_t size) {
      return static_cast<std::ptrdiff_t>(Pick(size / kWord) * kWord);
    };
    for (size_t count = 1 + Pick(4); count > 0; --count) {
      const std::ptrdiff_t at = word(bytes->size());
      if (Pick(2) == 0) {
        const size_t bit = Pick(8 * kWord);
        (*bytes)[static_cast<size_t>(at) + bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
      } else {
        const std::vector<uint8_t> from = Pick(2) == 0 ? *bytes : other;
        std::copy_n(from.begin() + word(from.size()), kWord, bytes->begin() + at);
      }
    }
  }

  size_t Pick(size_t below) { return (*random_)() % below; }

 private:
  static void Collect(Json* json, std::vector<Json*>* values) {
    for (Json& value : *json) {
      values->push_back(&value);
      if (value.is_structured()) Collect(&value, values);
    }
  }

  // `other` is any value of the same manifest.
  void Change(Json* value, const Json& other) {
    if (value->is_number()) {
      *value = other.is_number() && Pick(2) == 0 ? other.get<int64_t>() : Changed(*value);
    } else if (value->is_string() || value->empty()) {
      if (other.type() == value->type()) *value = Json(other);
    } else if (Pick(2) == 0) {
      value->erase(std::next(value->begin(), static_cast<std::ptrdiff_t>(Pick(value->size()))));
    } else if (value->is_array()) {
      const Json copy = (*value)[Pick(value->size())];
      if (Pick(2) == 0) {
        value->push_back(copy);
      } else {
        (*value)[Pick(value->size())] = copy;
      }
    }
  }

  int64_t Changed(const Json& number) {
    const auto value = number.get<int64_t>();
    switch (Pick(6)) {
      case 0:
        return value + 1;
      case 1:
        return value - 1;
      case 2:
        return 0;
      case 3:
        return std::numeric_limits<int32_t>::max();
      case 4:
        return value * 2;
      default:
        return value ^ int64_t { 1 } << Pick(32);
    }
  }

  std::mt19937* random_;
};

}  // namespace

Sections DamageSections(Sections sections, const Sections& other, std::mt19937* random) {
  Damager damager(random);
  const size_t kind = damager.Pick(16);
  if (kind < 8) {
    damager.Manifest(&sections[0].bytes);
  } else if (kind < 13) {
    damager.Code(&sections[1].bytes, other[1].bytes);
  } else if (kind < 15) {
    Section& section = sections[kind - 11];
    section.bytes = Damage(std::move(section.bytes), random);
  } else {
    const size_t taken = damager.Pick(sections.size());
    sections[taken] = other[taken];
  }
  return sections;
}

}  // namespace nve::fuzz

// SPDX-License-Identifier: Apache-2.0
// Walks through a result and knows at each place the JSON pointer that leads there in its file, by
// the tables of fields. Whoever shows what stands there can say where it comes from.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "report/result/result_json.hpp"
#include "report/sourced.hpp"

namespace nve {

/// A value of a result, which must live longer.
template <typename T>
class ResultPlace {
 public:
  ResultPlace(const T& value, std::string pointer) : value_(&value), pointer_(std::move(pointer)) {}

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_; }
  /// As a source (sourced.hpp).
  const std::string& Pointer() const { return pointer_; }

  /// A member of a struct. Of one that may be missing or null, an optional place.
  template <typename Struct, typename Member>
  auto At(Member Struct::*member) const {
    const Member& value = value_->*member;
    std::string pointer = Below(KeyOf(member));
    if constexpr (ResultKind<Member>::kOptional) {
      using Inner = ResultPlace<typename ResultKind<Member>::Inner>;
      return value ? std::optional<Inner>(Inner(*value, std::move(pointer))) : std::nullopt;
    } else if constexpr (ResultKind<Member>::kOrNull) {
      using Inner = ResultPlace<typename ResultKind<Member>::Inner>;
      return value.value ? std::optional<Inner>(Inner(*value.value, std::move(pointer)))
                         : std::nullopt;
    } else {
      return ResultPlace<Member>(value, std::move(pointer));
    }
  }

  /// The elements of a list, or those of a Named with their names.
  auto Items() const {
    using Kind = ResultKind<T>;
    using Inner = ResultPlace<typename Kind::Inner>;
    if constexpr (Kind::kNamed) {
      std::vector<std::pair<std::string, Inner>> items;
      for (const auto& [name, value] : *value_) items.emplace_back(name, Inner(value, Below(name)));
      return items;
    } else {
      std::vector<Inner> items;
      for (const auto& value : *value_) {
        items.emplace_back(value, Below(std::to_string(items.size())));
      }
      return items;
    }
  }

 private:
  template <typename Struct, typename Member>
  static const char* KeyOf(Member Struct::*member) {
    const char* key = nullptr;
    ForEachField<T>([&](const auto& field) {
      if constexpr (std::is_same_v<std::decay_t<decltype(field.member)>, Member Struct::*>) {
        if (field.member == member) key = field.key;
      }
    });
    NVE_CHECK(key != nullptr, "a member of a result has a key");
    return key;
  }

  std::string Below(const std::string& key) const { return pointer_ + '/' + PointerPart(key); }

  const T* value_;
  std::string pointer_;
};

/// A number of a result with its place.
template <typename T>
requires std::is_arithmetic_v<T> Sourced NumberAt(const ResultPlace<T>& place) {
  return {static_cast<double>(*place), place.Pointer()};
}

/// The same of one that may be missing.
template <typename T>
std::optional<Sourced> NumberAt(const std::optional<ResultPlace<T>>& place) {
  return place ? std::optional<Sourced>(NumberAt(*place)) : std::nullopt;
}

}  // namespace nve

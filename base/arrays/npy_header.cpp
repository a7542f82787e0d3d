// SPDX-License-Identifier: Apache-2.0
// A recursive descent parser for the one Python literal that .npy headers hold.
#include "base/arrays/npy_header.hpp"

#include <fmt/format.h>

#include <functional>
#include <set>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "base/text/shown_byte.hpp"

namespace nve {
namespace {

constexpr size_t kMaxDimensions = 32;  // NumPy's own limit

// Parses the dictionary literal; every error names the file.
class Parser {
 public:
  Parser(std::string_view text, size_t begin, const std::string& name)
      : text_(text), name_(name), at_(begin) {}

  NpyHeader Parse() {
    Expect('{');
    while (!Accept('}')) {
      Entry();
      if (!Accept(',')) {
        Expect('}');
        break;
      }
    }
    SkipSpace();
    if (at_ < text_.size()) FailAt("blanks and a newline up to the end of the header");
    for (const std::string_view key : {"descr", "fortran_order", "shape"}) {
      if (!keys_.contains(key)) Fail(fmt::format("key '{}' is missing", key));
    }
    return std::move(header_);
  }

 private:
  [[noreturn]] void Fail(const std::string& text) const {
    throw InputError({name_, 0, ""}, "damaged .npy header: " + text);
  }

  // What stands at the next byte is none of what may stand there.
  [[noreturn]] void FailAt(const std::string& allowed) const {
    Fail(fmt::format("found {} at byte {}, allowed: {}",
                     ShownByte(text_, at_, "the end of the header"), at_, allowed));
  }

  // A key and its value. Of a key that is there twice, some readers take the first and others the
  // last.
  void Entry() {
    SkipSpace();
    const size_t begin = at_;
    const std::string key = String();
    if (!keys_.insert(key).second) {
      Fail(fmt::format("found key '{}' again at byte {}, allowed: once", key, begin));
    }
    Expect(':');
    if (key == "descr") {
      Descr();
    } else if (key == "fortran_order") {
      header_.fortran_order = Boolean();
    } else if (key == "shape") {
      header_.shape = Tuple();
    } else {
      Fail(fmt::format("unknown key '{}' at byte {}, allowed are descr, fortran_order and shape",
                       key, begin));
    }
  }

  void Descr() {
    SkipSpace();
    const size_t begin = at_;
    if (at_ < text_.size() && text_[at_] == '[') {
      SkipList();
    } else {
      header_.descr = String();
    }
    header_.descr_literal = text_.substr(begin, at_ - begin);
  }

  void SkipSpace() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  bool Accept(char c) {
    SkipSpace();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void Expect(char c) {
    if (!Accept(c)) FailAt(fmt::format("'{}'", c));
  }

  std::string String() {
    SkipSpace();
    const char quote = Accept('"') ? '"' : '\'';
    if (quote == '\'') Expect('\'');
    const size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) Fail(fmt::format("text at byte {} has no end", at_));
    const std::string_view value = text_.substr(at_, end - at_);
    at_ = end + 1;
    return std::string(value);
  }

  // A type of several fields; brackets may also stand in their names.
  void SkipList() {
    const size_t begin = at_;
    int depth = 0;
    do {
      if (at_ >= text_.size()) Fail(fmt::format("list at byte {} has no end", begin));
      const char c = text_[at_];
      if (c == '\'' || c == '"') {
        String();
        continue;
      }
      if (c == '[') ++depth;
      if (c == ']') --depth;
      ++at_;
    } while (depth > 0);
  }

  bool Boolean() {
    SkipSpace();
    for (const std::string_view word : {"True", "False"}) {
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return word == "True";
      }
    }
    FailAt("True or False");
  }

  // NumPy on Python 2 wrote an L behind it.
  int64_t Integer() {
    SkipSpace();
    const size_t begin = at_;
    int64_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, text_[at_] - '0', &value)) {
        Fail(fmt::format("extent at byte {} does not fit 64 bits", begin));
      }
    }
    if (at_ == begin) FailAt("the digits of a number");
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;
    return value;
  }

  std::vector<int64_t> Tuple() {
    std::vector<int64_t> values;
    Expect('(');
    while (!Accept(')')) {
      values.push_back(Integer());
      if (values.size() > kMaxDimensions) {
        Fail(fmt::format("more than {} dimensions", kMaxDimensions));
      }
      if (!Accept(',')) {
        Expect(')');
        break;
      }
    }
    return values;
  }

  std::string_view text_;
  const std::string& name_;
  size_t at_;
  NpyHeader header_;
  std::set<std::string, std::less<>> keys_;  // those that were there
};

}  // namespace

NpyHeader ParseNpyHeader(std::string_view text, size_t begin, const std::string& name) {
  return Parser(text, begin, name).Parse();
}

}  // namespace nve

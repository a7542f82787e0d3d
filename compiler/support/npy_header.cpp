// A recursive descent parser for the one Python literal that .npy headers hold.
#include "compiler/support/npy_header.hpp"

#include <fmt/format.h>

#include "compiler/support/diagnostics.hpp"

namespace nve {
namespace {

constexpr size_t kMaxDimensions = 32;  // NumPy's own limit

// Parses the dictionary literal; every error names the file.
class Parser {
 public:
  Parser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  NpyHeader Parse() {
    NpyHeader header;
    bool has_descr = false;
    bool has_order = false;
    bool has_shape = false;
    Expect('{');
    while (!Accept('}')) {
      const std::string key = String();
      Expect(':');
      if (key == "descr") {
        SkipSpace();
        const size_t begin = at_;
        if (at_ < text_.size() && text_[at_] == '[') {
          SkipList();
        } else {
          header.descr = String();
        }
        header.descr_literal = text_.substr(begin, at_ - begin);
        has_descr = true;
      } else if (key == "fortran_order") {
        header.fortran_order = Boolean();
        has_order = true;
      } else if (key == "shape") {
        header.shape = Tuple();
        has_shape = true;
      } else {
        Fail(fmt::format("unknown key '{}', allowed are descr, fortran_order and shape", key));
      }
      if (!Accept(',')) {
        Expect('}');
        break;
      }
    }
    if (!has_descr || !has_order || !has_shape) {
      Fail(fmt::format("key '{}' is missing", !has_descr   ? "descr"
                                              : !has_order ? "fortran_order"
                                                           : "shape"));
    }
    return header;
  }

 private:
  [[noreturn]] void Fail(const std::string& text) const {
    throw InputError({name_, 0, ""}, "damaged .npy header: " + text);
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
    if (!Accept(c)) Fail(fmt::format("'{}' expected at byte {}", c, at_));
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
    Fail(fmt::format("True or False expected at byte {}", at_));
  }

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
    if (at_ == begin) Fail(fmt::format("a number expected at byte {}", at_));
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
  size_t at_ = 0;
};

}  // namespace

NpyHeader ParseNpyHeader(std::string_view text, const std::string& name) {
  return Parser(text, name).Parse();
}

}  // namespace nve

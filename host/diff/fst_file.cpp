// Reading FST files: see fst_file.hpp.
#include "host/diff/fst_file.hpp"

#include <gtkwave/fstapi.h>

#include <algorithm>
#include <vector>

#include "compiler/support/diagnostics.hpp"

namespace nve {
namespace {

using Change = std::function<void(uint64_t, uint32_t, std::string_view)>;

void OnFixed(void* user, uint64_t time, fstHandle handle, const unsigned char* value) {
  (*static_cast<const Change*>(user))(time, handle, reinterpret_cast<const char*>(value));
}

void OnVariable(void* user, uint64_t time, fstHandle handle, const unsigned char* value,
                uint32_t length) {
  (*static_cast<const Change*>(user))(time, handle, {reinterpret_cast<const char*>(value), length});
}

}  // namespace

FstFile::FstFile(const std::string& path) : reader_(fstReaderOpen(path.c_str())) {
  if (reader_ == nullptr) {
    throw InputError({path, 0, ""}, "no readable FST file; expected complete waves of nve-cosim");
  }
  ReadSignals();
}

FstFile::~FstFile() { fstReaderClose(reader_); }

void FstFile::ReadSignals() {
  std::vector<std::string> scopes = {""};
  while (const fstHier* item = fstReaderIterateHier(reader_)) {
    if (item->htyp == FST_HT_SCOPE) {
      scopes.push_back(scopes.back() + item->u.scope.name + ".");
    } else if (item->htyp == FST_HT_UPSCOPE) {
      scopes.pop_back();
    } else if (item->htyp == FST_HT_VAR) {
      const std::string_view name = item->u.var.name;  // with a range behind a blank
      signals_[scopes.back() + std::string(name.substr(0, name.find(' ')))] = item->u.var.handle;
      widest_ = std::max(widest_, item->u.var.length);
    }
  }
}

uint32_t FstFile::handles() const { return fstReaderGetMaxHandle(reader_); }

uint64_t FstFile::first_time() const { return fstReaderGetStartTime(reader_); }

uint64_t FstFile::last_time() const { return fstReaderGetEndTime(reader_); }

void FstFile::ForEachChange(const Change& change) {
  fstReaderSetFacProcessMaskAll(reader_);
  fstReaderIterBlocks2(reader_, OnFixed, OnVariable, const_cast<Change*>(&change), nullptr);
}

std::string FstFile::ValueAt(uint64_t time, uint32_t handle) {
  std::vector<char> buffer(widest_ + 1);
  const char* value = fstReaderGetValueFromHandleAtTime(reader_, time, handle, buffer.data());
  return value == nullptr ? "" : value;
}

}  // namespace nve

// SPDX-License-Identifier: Apache-2.0
// Reading FST files: see fst_file.hpp.
#include "host/waves/fst_file.hpp"

#include <fmt/format.h>
#include <gtkwave/fstapi.h>

#include <vector>

#include "host/waves/fst_blocks.hpp"

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

FstFile::FstFile(const std::string& path) : path_(path), reader_(fstReaderOpen(path.c_str())) {
  if (reader_ == nullptr) {
    throw InputError({path, 0, ""}, "no readable FST file; expected complete waves of nve-cosim");
  }
  ReadSignals();
}

FstFile::~FstFile() { fstReaderClose(reader_); }

void FstFile::ReadSignals() {
  std::vector<std::string> scopes = {""};
  uint64_t found = 0;
  while (const fstHier* item = fstReaderIterateHier(reader_)) {
    if (item->htyp == FST_HT_SCOPE) {
      scopes.push_back(scopes.back() + item->u.scope.name + ".");
    } else if (item->htyp == FST_HT_UPSCOPE && scopes.size() > 1) {
      scopes.pop_back();
    } else if (item->htyp == FST_HT_VAR) {
      ++found;
      const std::string_view name = item->u.var.name;  // with a range behind a blank
      const FstSignal signal = {item->u.var.handle, item->u.var.length,
                                item->u.var.typ == FST_VT_VCD_PARAMETER};
      if (signal.handle == 0 || signal.handle > handles())
        throw DamagedWaves(path_, "found a signal without values");
      signals_[scopes.back() + std::string(name.substr(0, name.find(' ')))] = signal;
    }
  }
  const uint64_t announced = fstReaderGetVarCount(reader_);
  if (found != announced) {
    throw DamagedWaves(path_, fmt::format("found {} signals instead of {}", found, announced));
  }
}

uint32_t FstFile::handles() const { return fstReaderGetMaxHandle(reader_); }

uint64_t FstFile::first_time() const { return fstReaderGetStartTime(reader_); }

uint64_t FstFile::last_time() const { return fstReaderGetEndTime(reader_); }

// The values at one time come from here as well: the reader's function for them crashes at the
// border of two blocks.
void FstFile::ForEachChange(uint64_t last, const Change& change) {
  fstReaderSetFacProcessMaskAll(reader_);
  fstReaderSetLimitTimeRange(reader_, 0, last);
  fstReaderIterBlocks2(reader_, OnFixed, OnVariable, const_cast<Change*>(&change), nullptr);
}

}  // namespace nve

// Chooses the picture format.
#include "compiler/support/images.hpp"

#include "compiler/support/diagnostics.hpp"
#include "compiler/support/files.hpp"
#include "compiler/support/png_file.hpp"
#include "compiler/support/pnm_file.hpp"

namespace nve {

Image ParseImage(std::span<const uint8_t> bytes, const std::string& name) {
  if (LooksLikePng(bytes)) return ParsePng(bytes, name);
  if (LooksLikePnm(bytes)) return ParsePnm(bytes, name);
  throw InputError(
      {name, 0, ""},
      "unknown picture format, allowed are PNG and PGM or PPM (P2, P3, P5, P6), or an array "
      "(.npy of uint8)");
}

Image ReadImage(const std::string& path) { return ParseImage(ReadFileBytes(path), path); }

void WritePng(const std::string& path, const Image& image) {
  WriteFileAtomically(path, FormatPng(image));
}

}  // namespace nve

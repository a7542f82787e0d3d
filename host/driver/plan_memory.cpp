// Layout of a binary in memory: see plan_memory.hpp.
#include "host/driver/plan_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace nve {
namespace {

// Objects begin at cache lines of the processor and burst boundaries of the DMA.
constexpr uint64_t kObjectAlignment = 128;

uint64_t Place(Bus& bus, const std::vector<uint64_t>& words) {
  const std::span<const uint8_t> bytes(reinterpret_cast<const uint8_t*>(words.data()),
                                       words.size() * sizeof(uint64_t));
  const uint64_t address = bus.AllocateMemory(std::max<uint64_t>(bytes.size(), 8), kObjectAlignment);
  bus.WriteMemory(address, bytes);
  return address;
}

}  // namespace

PlanMemory::PlanMemory(Bus& bus, const Binary& binary) : bus_(bus), binary_(binary) {
  for (const Plane& plane : binary.planes) {
    const auto bytes = static_cast<uint64_t>(plane.Bytes());
    planes_.push_back(bus.AllocateMemory(std::max<uint64_t>(bytes, 8), kObjectAlignment));
  }
  for (const Program& program : binary.programs) {
    code_.push_back(Place(bus, program.code));
    coefficients_.push_back(Place(bus, program.coefficients));
  }
}

void PlanMemory::PutPicture(const FeatureMaps& picture) {
  for (const int index : binary_.input_planes) {
    const Plane& plane = binary_.planes[index];
    if (plane.map >= picture.maps) {
      throw InputError(fmt::format("the input has {} map(s), network '{}' reads map {}", picture.maps,
                                   binary_.network, plane.map));
    }
    std::vector<uint8_t> bytes(static_cast<size_t>(plane.Bytes()));
    const int width = std::min(plane.width, picture.width);
    const int height = std::min(plane.height, picture.height);
    for (int x = 0; x < width; ++x) {
      for (int y = 0; y < height; ++y) bytes[x * plane.pitch + y] = picture.at(plane.map, y, x);
    }
    bus_.WriteMemory(planes_[index], bytes);
  }
}

FeatureMaps PlanMemory::TakeMaps(const std::vector<int>& planes) const {
  if (planes.empty()) return {};
  const Plane& first = binary_.planes[planes.front()];
  FeatureMaps maps(static_cast<int>(planes.size()), first.height, first.width);
  for (int m = 0; m < maps.maps; ++m) {
    const Plane& plane = binary_.planes[planes[m]];
    if (plane.height != maps.height || plane.width != maps.width) {
      throw InputError(fmt::format("plane '{}' is {}x{}, plane '{}' of the same layer {}x{}", first.name,
                                   first.height, first.width, plane.name, plane.height, plane.width));
    }
    std::vector<uint8_t> bytes(static_cast<size_t>(plane.Bytes()));
    bus_.ReadMemory(planes_[planes[m]], bytes);
    for (int x = 0; x < maps.width; ++x) {
      for (int y = 0; y < maps.height; ++y) maps.at(m, y, x) = bytes[x * plane.pitch + y];
    }
  }
  return maps;
}

void PlanMemory::ClearBorder(int plane) {
  const Plane& p = binary_.planes[plane];
  std::vector<uint8_t> bytes(static_cast<size_t>(p.Bytes()));
  bus_.ReadMemory(planes_[plane], bytes);
  for (int64_t x = 0; x < p.columns; ++x) {
    const int64_t valid = x < p.width ? p.height : 0;
    std::fill(bytes.begin() + x * p.pitch + valid, bytes.begin() + (x + 1) * p.pitch, uint8_t{0});
  }
  bus_.WriteMemory(planes_[plane], bytes);
}

std::vector<dma::Block> PlanMemory::BlocksOf(const std::vector<Transfer>& transfers) const {
  std::vector<dma::Block> blocks;
  ForEachPiece(transfers, [&](const Piece& piece) {
    blocks.push_back({AddressOf(piece.object) + static_cast<uint64_t>(piece.offset),
                      static_cast<uint64_t>(piece.bytes)});
  });
  return blocks;
}

dma::Block PlanMemory::Code(int program) const {
  return {code_[program], binary_.programs[program].code.size() * sizeof(uint64_t)};
}

uint64_t PlanMemory::AddressOf(const MemoryObject& object) const {
  return object.kind == MemoryObject::Kind::kPlane ? planes_[object.index] : coefficients_[object.index];
}

}  // namespace nve

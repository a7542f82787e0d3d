// SPDX-License-Identifier: Apache-2.0
// The steps of a binary: which programs run in which order on which core, and which bytes of memory
// each run streams in and out. The compiler writes it, nve-sim and the host execute it; other
// compilers may write other steps for the same programs.
//
// Feature maps lie in memory as planes, column by column: pixel (y, x) of a plane is at
// x * pitch + y, or, if planes share a block, at x * pitch + RowOffset(y), where strips may lie
// farther apart than columns. So the 8 vertically neighbouring pixels of one stream word are 8
// consecutive bytes. A binary with horizontal vectors
// computes the network transposed: its planes hold the maps transposed, and "columns" are the
// picture's rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace nve {

/// Which way the vectors of a binary lie in the picture.
enum class Vectors { kVertical, kHorizontal };
inline constexpr const char* kVectorsNames[] = {"vertical", "horizontal"};

/// How a plane shares a block of memory with others (docs/binary.md, section 2). A column of the
/// block has the columns of all its planes: each in one piece, or strip by strip. Or strips lie one
/// behind the other, and each has the columns of all planes.
struct PlaneGroup {
  int number = -1;          ///< planes of one number lie in one block; -1: a block of its own
  int64_t start = 0;        ///< byte of pixel (0, 0) in the block, a multiple of 8
  int64_t rows = 0;         ///< of a column of the plane, a multiple of strip_rows
  int64_t strip_rows = 0;   ///< rows that lie one behind the other, a multiple of 8
  int64_t strip_pitch = 0;  ///< bytes from a strip to the next
  bool operator==(const PlaneGroup&) const = default;
};

/// One feature map in memory, or that of several pictures one after the other.
struct Plane {
  std::string name;     ///< "input0", "L1.3" …
  int layer = -1;       ///< producing layer, 0-based; -1 for the picture
  int map = 0;          ///< index of the map in that layer
  int height = 0;       ///< valid pixels per column
  int width = 0;        ///< valid columns
  int64_t pitch = 0;    ///< bytes from column to column, a multiple of 8
  int64_t columns = 0;  ///< columns allocated for a picture, >= width
  int pictures = 1;     ///< as many in all planes of a binary
  PlaneGroup group = {};

  bool IsGrouped() const { return group.number >= 0; }
  /// Whether strips lie one behind the other, each with all columns.
  bool InRuns() const { return group.rows > group.strip_rows && group.strip_pitch >= pitch; }
  /// Of the block it lies in.
  int64_t Bytes() const {
    return InRuns() ? group.rows / group.strip_rows * group.strip_pitch
                    : pitch * columns * pictures;
  }
  /// Rows that a column has room for.
  int64_t Rows() const { return IsGrouped() ? group.rows : pitch; }
  /// Of them, those that lie one behind the other.
  int64_t StripRows() const { return IsGrouped() ? group.strip_rows : pitch; }
  /// Bytes from a column's row 0 to its row `row`.
  int64_t RowOffset(int64_t row) const {
    return row / StripRows() * group.strip_pitch + row % StripRows();
  }

  // Bytes of a column have numbers: in runs, strip after strip, as if no other column were between.
  /// How many there are.
  int64_t ColumnBytes() const { return InRuns() ? group.rows / group.strip_rows * pitch : pitch; }
  /// That of a row.
  int64_t ColumnByte(int64_t row) const {
    return InRuns() ? row / group.strip_rows * pitch + row % group.strip_rows : RowOffset(row);
  }
  /// Where such a byte is, from pixel (0, 0) on.
  int64_t OffsetOf(int64_t column, int64_t byte) const {
    if (!InRuns()) return column * pitch + byte;
    return byte / pitch * group.strip_pitch + column * pitch + byte % pitch;
  }
  /// The row of the byte at an offset that is the plane's.
  int64_t RowAt(int64_t offset) const {
    if (InRuns()) return offset / group.strip_pitch * group.strip_rows + offset % pitch;
    const int64_t byte = offset % pitch;
    if (!IsGrouped() || group.rows == group.strip_rows) return byte;
    return byte / group.strip_pitch * group.strip_rows + byte % group.strip_pitch;
  }
};

/// What a transfer reads or writes: a plane, or the coefficient words of a program.
struct MemoryObject {
  enum class Kind { kPlane, kCoefficients } kind = Kind::kPlane;
  int index = 0;  ///< plane or program number
  bool operator==(const MemoryObject&) const = default;
};

/// A loop nest of contiguous pieces, in stream order. Either a loop (`count` times `body`) or, with
/// an empty body, one piece of `bytes` bytes at `offset` + sum over the enclosing loops of index *
/// strides[depth] (outermost loop first; missing strides are 0).
struct Transfer {
  int64_t count = 1;
  std::vector<Transfer> body;
  MemoryObject object;
  int64_t offset = 0;
  int64_t bytes = 0;
  std::vector<int64_t> strides;
  bool IsLoop() const { return !body.empty(); }
};

/// Feeds: how the host turns pieces into DMA descriptors.
enum class Feed {
  kContiguous,  ///< the pieces lie in order in one block already, placed free of charge
  kReordered,   ///< the processor copies the pieces into such a block and back, which takes time
  kColumn,      ///< one descriptor per piece (adjacent pieces joined): one per pixel column
  kMover,       ///< one descriptor per part of a strip, taken apart by the mover (docs/dma.md)
};

inline constexpr std::array<const char*, 4> kFeedNames = {"contiguous", "reordered", "column",
                                                          "mover"};

inline const char* ToString(Feed feed) { return kFeedNames[static_cast<size_t>(feed)]; }

inline std::vector<std::string> FeedNames() { return {kFeedNames.begin(), kFeedNames.end()}; }

/// Whether the DMA moves one block that the processor fills and empties.
inline bool InOneBlock(Feed feed) { return feed == Feed::kContiguous || feed == Feed::kReordered; }

/// The feed of a name; `name` must be one of kFeedNames.
inline Feed FeedOf(const std::string& name) {
  return static_cast<Feed>(std::find(kFeedNames.begin(), kFeedNames.end(), name) -
                           kFeedNames.begin());
}

/// Start a program: load it if the core does not hold it, then `runs` runs (strips).
struct RunStep {
  int program = 0;
  int core = 0;
  int runs = 1;
  Feed feed = Feed::kContiguous;
  std::vector<Transfer>
      input;  ///< all words of all runs, in stream order, without the instructions
  std::vector<Transfer> output;  ///< where the output words go, in stream order
};

/// Set every byte of a plane outside its valid height x width to 0 (later layers read them as
/// pixels that are not there).
struct ClearStep {
  int plane = 0;
};

using AnyStep = std::variant<RunStep, ClearStep>;
using Steps = std::vector<AnyStep>;

/// One contiguous piece of a flattened transfer.
struct Piece {
  MemoryObject object;
  int64_t offset = 0;
  int64_t bytes = 0;
};

/// Calls `visit` for every piece of the transfers, in stream order.
void ForEachPiece(const std::vector<Transfer>& transfers,
                  const std::function<void(const Piece&)>& visit);

/// Bytes the transfers move in all.
int64_t TotalBytes(const std::vector<Transfer>& transfers);

/// The numbers of the cores that run steps.
std::set<int> CoresOf(const Steps& steps);

}  // namespace nve

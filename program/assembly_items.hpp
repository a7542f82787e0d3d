// SPDX-License-Identifier: Apache-2.0
// The single-line items of assembly text: headers of layers, planes and programs, table entries and
// coefficient words. Every problem is added with its line; the result is then a valid stand-in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/assembly_lines.hpp"
#include "program/binary.hpp"

namespace nve::assembly {

/// `.layer NAME out=HxW kernel=HxW stride= maps= kernels=`
LayerInfo ParseLayer(const Line& line, const std::string& name, Diagnostics* problems);

/// `.plane NAME layer= map= height= width= pitch= columns=`
Plane ParsePlane(const Line& line, const std::string& name, Diagnostics* problems);

/// `.program NAME layer= table= rows= bound= inputs= outputs=`
Program ParseProgramHeader(const Line& line, const std::string& name, Diagnostics* problems);

/// Appends the table entries of a line: values V, runs V*N and ramps A..B.
void ParseTableItems(const Line& line, const std::string& name, Diagnostics* problems,
                     std::vector<uint8_t>* entries);

/// Up to four signed numbers; those not given are 0.
uint64_t ParseCoefficientWord(const Line& line, const std::string& name, Diagnostics* problems);

/// The table of a text without .table: the pixel is the table index, limited to 0..255.
ActivationTable ClampTable();

}  // namespace nve::assembly

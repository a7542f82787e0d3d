// SPDX-License-Identifier: Apache-2.0
// Reads and writes the network descriptors of networks/README.md, in both dialects:
// convNetDescriptor of the thesis, NVEDescriptor of the SCOPES 2015 paper. Only the first is
// written.
//
// The file is parsed by libxml2, validated against networks/convnet.xsd (built into the program)
// and then checked for what a schema cannot say: indices in order, counts that agree, maps that
// exist, sizes that fit from layer to layer. All problems of a file are reported in one run.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics/diagnostics.hpp"
#include "convnet/network.hpp"
#include "convnet/resize_network.hpp"

namespace nve {

// Reads and checks the descriptor. Errors and warnings go to `diagnostics`, each with file, line
// and element; on errors an empty network is returned. Does not throw for wrong contents; a file
// that cannot be opened is an InputError.
//
// With `fit`, map sizes are not those of the file, which need not agree with each other then: they
// are derived from that picture (ResizeNetwork).
Network ReadNetworkXml(const std::string& path, Diagnostics& diagnostics,
                       const std::optional<PictureSize>& fit = std::nullopt);

// The same on memory; `name` stands for the file in messages.
Network ParseNetworkXml(std::string_view text, const std::string& name, Diagnostics& diagnostics,
                        const std::optional<PictureSize>& fit = std::nullopt);

// The same, but prints warnings to standard error and throws InputError on errors.
Network LoadNetwork(const std::string& path, const std::optional<PictureSize>& fit = std::nullopt);

// The network as a convNetDescriptor without ranges. Reading it gives the same network back.
std::string NetworkXmlText(const Network& network);

// Replaces the file atomically.
void WriteNetworkXml(const std::string& path, const Network& network);

}  // namespace nve

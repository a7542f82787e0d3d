// Reads the network descriptor (convNetDescriptor) of networks/README.md.
//
// The file is parsed by libxml2, validated against networks/convnet.xsd (built into the program)
// and then checked for what a schema cannot say: indices in order, counts that agree, maps that
// exist, sizes that fit from layer to layer. All problems of a file are reported in one run.
#pragma once

#include <string>
#include <string_view>

#include "compiler/frontend/network.hpp"
#include "compiler/support/diagnostics.hpp"

namespace nve {

// Reads and checks the descriptor. Errors and warnings go to `diagnostics`, each with file, line
// and element; on errors an empty network is returned. Does not throw for wrong contents; a file
// that cannot be opened is an InputError.
Network ReadNetworkXml(const std::string& path, Diagnostics& diagnostics);

// The same on memory; `name` stands for the file in messages.
Network ParseNetworkXml(std::string_view text, const std::string& name, Diagnostics& diagnostics);

// The same, but prints warnings to standard error and throws InputError on errors.
Network LoadNetwork(const std::string& path);

}  // namespace nve

// SPDX-License-Identifier: Apache-2.0
// The paths that a command line names: what a tool reads, which nothing may overwrite or delete,
// and what it writes.
//
// A tool hands all of them to CheckPaths, those too that a folder implies, before it writes
// anything. Writers ask once more when they write (output_file.hpp): a name that no list has is
// refused then.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nve {

// A file name and how the command line gave it: "--json", "the network". Empty if it was not given.
struct GivenPath {
  std::string option;
  std::string path;
};

// Refuses a command line that would overwrite an input, write two things to one file, or needs a
// file as a folder; a folder in the place of a file; and an output in a folder that cannot be
// written to, so that no work is done for it. All problems in one InputError. Links, hard links and
// other ways to write a name are seen through. Devices and pipes may be shared. Remembers the
// paths, instead of those of an earlier call.
void CheckPaths(const std::vector<GivenPath>& inputs, const std::vector<GivenPath>& outputs);

// Whether a path leads to an input of the last CheckPaths, as the files are now.
bool IsInput(const std::string& path);

// The same for inputs and outputs: a name that a tool must not choose by itself.
bool IsGiven(const std::string& path);

// A device or a pipe, behind links too.
bool IsDevice(const std::string& path);

// The file a name leads to by symbolic links, the links to open files left as they are.
std::string Destination(const std::string& path);

// The descriptor of this process that a name such as /dev/stdout leads to, if it is one.
std::optional<int> OpenFileOf(const std::string& path);

}  // namespace nve

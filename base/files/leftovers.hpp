// SPDX-License-Identifier: Apache-2.0
// Temporary files that nothing leaves behind, a signal (Ctrl-C, kill, a closed terminal) included.
#pragma once

#include <sys/types.h>

#include <string>

namespace nve {

// From now on a signal that ends the process (Ctrl-C, kill, a closed terminal, a limit of processor
// time) deletes the file first, or the folder if it is empty by then: files of a folder are
// remembered before it. What is ignored (nohup) stays so. A process that is forked later
// deletes nothing.
void RememberLeftover(const std::string& name);

// Deletes them now; for what ends the process itself, signal handlers too.
void DeleteLeftovers();

// In a forked process: when `parent` ends, however it does, what this process remembers is deleted
// and it ends, as nobody waits for it. At once if the parent is not there any more.
void EndWithParent(pid_t parent);

// The file is gone, or has its final name.
void ForgetLeftover(const std::string& name);

}  // namespace nve

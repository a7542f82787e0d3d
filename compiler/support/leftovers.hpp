// Temporary files that a signal (Ctrl-C, kill, a closed terminal) must not leave behind.
#pragma once

#include <string>

namespace nve {

// From now on a signal that ends the process (Ctrl-C, kill, a closed terminal, a limit of processor
// time) deletes the file first. What is ignored (nohup) stays so. A process that is forked later
// deletes nothing.
void RememberLeftover(const std::string& name);

// Deletes them now; for signal handlers that end the process themselves.
void DeleteLeftovers();

// The file is gone, or has its final name.
void ForgetLeftover(const std::string& name);

}  // namespace nve

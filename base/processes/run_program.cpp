// SPDX-License-Identifier: Apache-2.0
// Runs a program with its output and errors going to unnamed files, which take any amount.
#include "base/processes/run_program.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

[[noreturn]] void Refuse(const std::string& program, int error) {
  throw InputError(fmt::format("{}: cannot be run: {}", program, std::strerror(error)));
}

File UnnamedFile(const std::string& program) {
  File file(std::tmpfile(), &std::fclose);
  if (!file) Refuse(program, errno);
  return file;
}

std::string ContentOf(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char part[4096];
  while (const size_t bytes = std::fread(part, 1, sizeof part, file)) text.append(part, bytes);
  return text;
}

}  // namespace

ProgramEnd RunProgram(const std::vector<std::string>& command) {
  const std::string& program = command.front();
  const File output = UnnamedFile(program);
  const File errors = UnnamedFile(program);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(output.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(errors.get()), STDERR_FILENO);
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) Refuse(program, error);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) Refuse(program, errno);
  }
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {code, ContentOf(output.get()), ContentOf(errors.get())};
}

}  // namespace nve

// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "launch/executables.h"

#include <fcntl.h>
#include <gelf.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "base/own_path.h"

namespace latecomer::launch {

namespace {

bool is_executable(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::string read_to_end(int file) {
  std::string text;
  std::array<char, 4096> buffer;
  while (true) {
    const ssize_t count = read(file, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer.data(), static_cast<size_t>(count));
  }
}

// The dynamic loader that a program asks for; empty if it is linked statically.
std::string loader_of(Elf* elf, std::ifstream& file) {
  size_t headers = 0;
  if (elf_getphdrnum(elf, &headers) != 0) return {};
  for (size_t i = 0; i < headers; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(elf, static_cast<int>(i), &header) == nullptr || header.p_type != PT_INTERP) continue;
    std::string loader(header.p_filesz, '\0');
    file.seekg(static_cast<std::streamoff>(header.p_offset));
    file.read(loader.data(), static_cast<std::streamsize>(loader.size()));
    return file ? loader.substr(0, loader.find('\0')) : std::string();
  }
  return {};
}

}  // namespace

std::string find_executable(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_executable(name) ? name : "";
  const char* path = getenv("PATH");
  std::istringstream directories(path == nullptr ? "/usr/bin:/bin" : path);
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (const std::string candidate = directory + "/" + name; is_executable(candidate)) return candidate;
  }
  return is_executable("./" + name) ? "./" + name : "";
}

std::string output_of(const std::vector<std::string>& command, const std::string& preload) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  constexpr std::string_view kPreload = "LD_PRELOAD=";
  std::string preloaded = std::string(kPreload) + preload;
  std::vector<char*> environment;
  if (!preload.empty()) environment.push_back(preloaded.data());
  for (char** each = environ; *each != nullptr; ++each) {
    if (preload.empty() || !std::string_view(*each).starts_with(kPreload)) environment.push_back(*each);
  }
  environment.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  pid_t child = 0;
  const int problem =
      posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  const std::string text = problem == 0 ? read_to_end(ends[0]) : std::string();
  close(ends[0]);
  if (problem == 0) waitpid(child, nullptr, 0);
  return text;
}

namespace {

// Calls `read` with the file, if it can be opened; nullptr if it is no ELF file.
template <class Read>
auto with_elf(const std::string& path, const Read& read) -> Result<decltype(read(nullptr))> {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Error{path + ": " + std::strerror(errno)};
  elf_version(EV_CURRENT);
  Elf* elf = elf_begin(descriptor, ELF_C_READ, nullptr);
  const bool is_elf = elf != nullptr && elf_kind(elf) == ELF_K_ELF;
  auto result = read(is_elf ? elf : nullptr);
  if (elf != nullptr) elf_end(elf);
  close(descriptor);
  return result;
}

// What the file itself says.
struct Executable {
  bool script = false;
  int machine = 0;
  int word_size = 0;
  std::string loader;
};

Executable executable_of(Elf* elf, std::ifstream file) {
  GElf_Ehdr header;
  if (elf == nullptr || gelf_getehdr(elf, &header) == nullptr) return {.script = true};
  return {.machine = header.e_machine, .word_size = gelf_getclass(elf), .loader = loader_of(elf, file)};
}

Result<Executable> open_executable(const std::string& path) {
  return with_elf(path, [&](Elf* elf) { return executable_of(elf, std::ifstream(path, std::ios::binary)); });
}

bool is_for_this_machine(const Executable& executable) {
  const Result<Executable> own = open_executable(own_path());
  return !own || (own->machine == executable.machine && own->word_size == executable.word_size);
}

// As the kernel decides whether a program is to be protected from its environment.
bool gets_other_rights(const std::string& path) {
  struct stat file {};
  if (stat(path.c_str(), &file) != 0) return false;
  const bool other_user = (file.st_mode & S_ISUID) != 0 && file.st_uid != getuid();
  const bool other_group = (file.st_mode & S_ISGID) != 0 && file.st_gid != getgid();
  const bool has_capabilities = getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
  return other_user || other_group || (has_capabilities && getuid() != 0);
}

DynamicSymbols symbols_in(Elf* elf, Elf_Scn* section, const GElf_Shdr& header) {
  DynamicSymbols symbols;
  Elf_Data* const data = elf_getdata(section, nullptr);
  GElf_Sym symbol;
  for (int i = 0; data != nullptr && gelf_getsym(data, i, &symbol) != nullptr; ++i) {
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (name == nullptr || *name == '\0') continue;
    (symbol.st_shndx == SHN_UNDEF ? symbols.needed : symbols.defined).insert(name);
  }
  return symbols;
}

}  // namespace

Result<DynamicSymbols> dynamic_symbols(const std::string& path) {
  return with_elf(path, [](Elf* elf) {
    Elf_Scn* section = nullptr;
    while (elf != nullptr && (section = elf_nextscn(elf, section)) != nullptr) {
      GElf_Shdr header;
      const bool is_dynamic = gelf_getshdr(section, &header) != nullptr && header.sh_type == SHT_DYNSYM;
      if (is_dynamic) return symbols_in(elf, section, header);
    }
    return DynamicSymbols();
  });
}

Result<ProgramKind> examine_program(const std::string& path) {
  ProgramKind kind;
  kind.has_other_rights = gets_other_rights(path);
  kind.unreadable = access(path.c_str(), R_OK) != 0;
  if (kind.unreadable) return kind;
  TRY(const Executable executable, open_executable(path));
  kind.script = executable.script;
  kind.for_other_machine = !executable.script && !is_for_this_machine(executable);
  if (kind.for_other_machine) return kind;
  TRY(const DynamicSymbols symbols, dynamic_symbols(path));
  kind.checks_all_memory = symbols.defined.contains("__msan_init");
  // The loader itself follows the libraries' libraries, RPATHs and LD_LIBRARY_PATH, and does not run the
  // program.
  if (!executable.loader.empty()) kind.libraries = output_of({executable.loader, "--list", path});
  return kind;
}

std::string list_libraries(const std::string& names) {
  const std::string program = "/bin/sh";  // which every system has, and with the system's C library
  const Result<Executable> executable = open_executable(program);
  if (!executable || executable->loader.empty()) return {};
  // By the variable, since loaders before 2.30 have no option --preload.
  return output_of({executable->loader, "--list", program}, names);
}

}  // namespace latecomer::launch

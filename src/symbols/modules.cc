// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "symbols/modules.h"

#include <stdlib.h>
#include <unistd.h>

namespace latecomer::symbols {

namespace {

constexpr const char* kServers = "DEBUGINFOD_URLS";
constexpr std::chrono::seconds kPatience{60};

}  // namespace

// libdw asks the servers. Where they cannot be reached, each file would take its time.
Modules::Modules() {
  if (getenv(kServers) == nullptr) return;
  constexpr int kKeepUsers = 0;
  setenv("DEBUGINFOD_TIMEOUT", "5", kKeepUsers);  // seconds without progress
  setenv("DEBUGINFOD_MAXTIME", "60", kKeepUsers);
  if (isatty(STDERR_FILENO) != 0) setenv("DEBUGINFOD_PROGRESS", "1", kKeepUsers);
}

SourceCode Modules::code_at(const trace::CodeAddress& address) {
  if (!address.module.starts_with('/')) return {};  // the kernel's part of the process is no file
  const auto [known, is_new] =
      modules_.try_emplace(std::pair(address.module, address.build_id), std::nullopt);
  if (is_new) {
    const auto begin = std::chrono::steady_clock::now();
    Result<Module> module = Module::open(address.module, address.build_id);
    opening_ += std::chrono::steady_clock::now() - begin;
    if (opening_ > kPatience) unsetenv(kServers);
    if (module)
      known->second = std::move(module).value();
    else
      problems_.push_back(module.error().message);
  }
  return known->second ? known->second->code_at(address.offset) : SourceCode();
}

}  // namespace latecomer::symbols

// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "symbols/modules.h"

namespace latecomer::symbols {

std::vector<SourceFrame> Modules::frames_at(const trace::CodeAddress& address) {
  if (!address.module.starts_with('/')) return {};  // the kernel's part of the process is no file
  const auto [known, is_new] =
      modules_.try_emplace(std::pair(address.module, address.build_id), std::nullopt);
  if (is_new) {
    Result<Module> module = Module::open(address.module, address.build_id);
    if (module)
      known->second = std::move(module).value();
    else
      problems_.push_back(module.error().message);
  }
  return known->second ? known->second->frames_at(address.offset) : std::vector<SourceFrame>();
}

}  // namespace latecomer::symbols

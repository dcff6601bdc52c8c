// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/archive_properties.h"

#include <string>

namespace latecomer::trace {

bool has_property(const Definitions& definitions, const ArchiveProperty& property) {
  const auto found = definitions.properties.find(std::string(property.name));
  return found != definitions.properties.end() && found->second != "0" && found->second != "false";
}

}  // namespace latecomer::trace

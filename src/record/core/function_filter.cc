// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/function_filter.h"

#include <dlfcn.h>

#include <array>

namespace latecomer::record {

namespace {

// Beside the file that this is in.
std::string path_of_module() {
  Dl_info self{};
  dladdr(reinterpret_cast<const void*>(path_of_module), &self);
  const std::string recorder = self.dli_fname == nullptr ? "" : self.dli_fname;
  return recorder.substr(0, recorder.rfind('/') + 1) + "filter.so";
}

}  // namespace

Result<FunctionFilter> FunctionFilter::load(const std::string& rules) {
  void* const library = dlopen(path_of_module().c_str(), RTLD_NOW | RTLD_LOCAL);
  const void* const found = library == nullptr ? nullptr : dlsym(library, "latecomer_filter");
  if (found == nullptr) return Error{dlerror()};
  const FilterModule* const module = static_cast<const FilterModule*>(found);
  std::array<char, 256> why{};
  void* const opened = module->open(rules.c_str(), why.data(), why.size());
  if (opened == nullptr) return Error{why.data()};
  return FunctionFilter(module, opened);
}

}  // namespace latecomer::record

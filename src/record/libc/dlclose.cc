// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/libc/dlclose.h"

#include <dlfcn.h>

#include <cstdint>
#include <string_view>

#include "record/core/code_mapping.h"
#include "record/core/object_symbols.h"
#include "record/core/recorder.h"
#include "record/libc/real_functions.h"

/// Stands in front of the C library's, so that addresses of a library that is gone are not taken for those of
/// another one in its place.
extern "C" int dlclose(void* handle) noexcept {
  using namespace latecomer::record;
  unloading_modules();
  const int outcome = real.dlclose(handle);
  unloading_modules();
  return outcome;
}

namespace latecomer::record {

namespace {

// A call that is not bound yet leads to the object's own code, from where the loader will find the
// recorder's.
bool calls_another(const dl_phdr_info& object) noexcept {
  bool found = false;
  ObjectSymbols(object).for_each_call([&](std::string_view name, const void* bound_to) {
    if (name != "dlclose" || is_in_recorder(bound_to)) return;
    const auto mapping = code_mapping_at(reinterpret_cast<uintptr_t>(bound_to));
    found = found || !mapping || mapping->load_address != object.dlpi_addr;
  });
  return found;
}

}  // namespace

bool is_dlclose_called_past() noexcept {
  return dl_iterate_phdr([](dl_phdr_info* object, size_t,
                            void*) { return !is_recorder(*object) && calls_another(*object) ? 1 : 0; },
                         nullptr) != 0;
}

}  // namespace latecomer::record

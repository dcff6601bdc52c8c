// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What is loaded into programs takes libstdc++ and libgcc into itself, and these use three things that C
// libraries have only since 2.32, 2.35 and 2.36. Each of our modules has them itself, hidden, and so runs
// with older ones, too.

#include <dlfcn.h>
#include <sys/random.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "base/find_object.h"

namespace {

using FindObject = int(void*, dl_find_object*);

// The C library's, if it has one. It is looked up before what uses exceptions. A lookup that fails leaves
// nothing for the program's own dlerror.
FindObject* of_c_library = nullptr;

[[gnu::constructor(101)]] void look_up() {
  of_c_library = reinterpret_cast<FindObject*>(dlvsym(RTLD_DEFAULT, "_dl_find_object", "GLIBC_2.35"));
  if (of_c_library == nullptr) dlerror();
}

struct Search {
  void* address;
  dl_find_object found{};
};

// Only exceptions of the module's own come here, outside of signal handlers: it takes the lock of the
// loader's list. The loader calls this for one library after the other until the answer is not 0.
int look_at(dl_phdr_info* library, size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  const dl_find_object object = latecomer::object_of(*library);
  if (search.address < object.dlfo_map_start || search.address >= object.dlfo_map_end) return 0;
  search.found = object;
  return 1;
}

}  // namespace

extern "C" {

[[gnu::visibility("hidden")]] char __libc_single_threaded = 0;

[[gnu::visibility("hidden")]] int _dl_find_object(void* address, dl_find_object* result) noexcept {
  if (of_c_library != nullptr) return of_c_library(address, result);
  Search search{address};
  if (dl_iterate_phdr(look_at, &search) == 0 || search.found.dlfo_eh_frame == nullptr) return -1;
  *result = search.found;
  return 0;
}

[[gnu::visibility("hidden")]] uint32_t arc4random() noexcept {
  uint32_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number) std::abort();
  return number;
}
}

// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What is loaded into programs takes libstdc++ and libgcc into itself, and these use three things that C
// libraries have only since 2.32, 2.35 and 2.36. Each of our modules has them itself, hidden, and so runs
// with older ones, too.

#include <dlfcn.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>

#include "base/find_object.h"

namespace {

using FindObject = int(void*, dl_find_object*);

// The C library's, if it has one: that takes no lock. It is looked up before what uses exceptions or stacks.
FindObject* of_c_library = nullptr;

[[gnu::constructor(101)]] void look_up() {
  of_c_library = reinterpret_cast<FindObject*>(dlsym(RTLD_DEFAULT, "_dl_find_object"));
}

// What was found, until a library is unloaded. It is used under the loader's lock only, which a signal
// handler of the same thread gets, too: it finds `in_use` then, and does without.
struct FoundObjects {
  std::array<dl_find_object, 64> objects{};
  size_t next = 0;
  unsigned long long unloaded = 0;
  bool in_use = false;
};
constinit FoundObjects found_objects;

bool contains(const dl_find_object& object, const void* address) {
  return address >= object.dlfo_map_start && address < object.dlfo_map_end;
}

struct Search {
  void* address;
  dl_find_object* result;
  bool is_first = true;
};

bool recall(const Search& search, unsigned long long unloaded) {
  FoundObjects& found = found_objects;
  if (found.in_use) return false;
  if (found.unloaded != unloaded) {
    found.in_use = true;
    found.objects = {};
    found.unloaded = unloaded;
    found.in_use = false;
  }
  for (const dl_find_object& object : found.objects) {
    if (!contains(object, search.address)) continue;
    *search.result = object;
    return true;
  }
  return false;
}

void remember(const dl_find_object& object) {
  FoundObjects& found = found_objects;
  if (found.in_use) return;
  found.in_use = true;
  found.objects[found.next++ % found.objects.size()] = object;
  found.in_use = false;
}

// The loader's own description of a library, which this one was made of.
link_map* link_map_of(const dl_phdr_info& library) {
  for (link_map* map = _r_debug.r_map; map != nullptr; map = map->l_next) {
    if (map->l_addr == library.dlpi_addr && map->l_name == library.dlpi_name) return map;
  }
  return nullptr;
}

dl_find_object describe(const dl_phdr_info& library) {
  uintptr_t begin = UINTPTR_MAX;
  uintptr_t end = 0;
  dl_find_object object{};
  for (size_t i = 0; i < library.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = library.dlpi_phdr[i];
    const uintptr_t at = library.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_GNU_EH_FRAME) object.dlfo_eh_frame = reinterpret_cast<void*>(at);
    if (segment.p_type != PT_LOAD) continue;
    const uintptr_t page = at & ~(segment.p_align - 1);
    if (page < begin) begin = page;
    if (at + segment.p_memsz > end) end = at + segment.p_memsz;
  }
  object.dlfo_map_start = reinterpret_cast<void*>(begin);
  object.dlfo_map_end = reinterpret_cast<void*>(end);
  return object;
}

// The loader calls this for one library after the other until the answer is not 0.
int look_at(dl_phdr_info* library, size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  if (search.is_first && recall(search, library->dlpi_subs)) return 1;
  search.is_first = false;
  dl_find_object object = describe(*library);
  if (!contains(object, search.address)) return 0;
  object.dlfo_link_map = link_map_of(*library);
  if (object.dlfo_link_map == nullptr) return 0;
  remember(object);
  *search.result = object;
  return 1;
}

}  // namespace

extern "C" {

[[gnu::visibility("hidden")]] char __libc_single_threaded = 0;

[[gnu::visibility("hidden")]] int _dl_find_object(void* address, dl_find_object* result) noexcept {
  if (of_c_library != nullptr) return of_c_library(address, result);
  Search search{address, result};
  return dl_iterate_phdr(look_at, &search) == 1 ? 0 : -1;
}

[[gnu::visibility("hidden")]] uint32_t arc4random() noexcept {
  uint32_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number) std::abort();
  return number;
}
}

// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// In which mapping an address lies is found without locks (core/code_mapping.h). What this process knows of
// that mapping is in a table by its first address. A library that was unloaded can have another one in its
// place, so what the table says holds for one generation only; later it is found out anew which module it is.

#include "record/core/loaded_modules.h"

#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <span>
#include <utility>

#include "record/core/code_mapping.h"
#include "record/python/interpreter.h"

namespace latecomer::record {

namespace {

constexpr size_t kPlaces = 4096;

std::string hexadecimal(std::span<const unsigned char> bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) {
    text += kDigits[byte / 16];
    text += kDigits[byte % 16];
  }
  return text;
}

// The build id among a segment's notes: header, name and content, each padded; empty if it is not there.
std::string build_id_in(std::span<const unsigned char> notes, size_t alignment) {
  const auto padded = [alignment](size_t size) { return (size + alignment - 1) / alignment * alignment; };
  ElfW(Nhdr) header;
  while (notes.size() >= sizeof(header)) {
    std::memcpy(&header, notes.data(), sizeof(header));
    const size_t content = padded(sizeof(header) + header.n_namesz);
    const size_t end = content + header.n_descsz;
    if (end > notes.size()) break;
    const bool gnu = header.n_namesz == 4 && std::memcmp(&notes[sizeof(header)], "GNU", 4) == 0;
    if (gnu && header.n_type == NT_GNU_BUILD_ID) return hexadecimal(notes.subspan(content, header.n_descsz));
    notes = notes.subspan(std::min(padded(end), notes.size()));
  }
  return {};
}

// In the headers that a module's first pages hold. To ask the loader for them takes its lock, which a thread
// holds that loads a library, whose constructors may wait for the calling thread.
dl_phdr_info object_of(const CodeMapping& mapping) {
  dl_phdr_info object{};
  ElfW(Ehdr) header;
  std::memcpy(&header, reinterpret_cast<const void*>(mapping.begin), sizeof header);
  const auto first_page = static_cast<size_t>(getpagesize());
  const size_t end = header.e_phoff + size_t{header.e_phnum} * sizeof(ElfW(Phdr));
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || end > first_page) return object;
  object.dlpi_addr = mapping.load_address;
  object.dlpi_phdr = reinterpret_cast<const ElfW(Phdr)*>(mapping.begin + header.e_phoff);
  object.dlpi_phnum = header.e_phnum;
  return object;
}

std::string build_id_of(const dl_phdr_info& object) {
  for (const ElfW(Phdr) & segment : std::span(object.dlpi_phdr, object.dlpi_phnum)) {
    if (segment.p_type != PT_NOTE) continue;
    const auto* const start = reinterpret_cast<const unsigned char*>(object.dlpi_addr + segment.p_vaddr);
    std::string found = build_id_in({start, segment.p_memsz}, segment.p_align == 8 ? 8 : 4);
    if (!found.empty()) return found;
  }
  return {};
}

// The executable has no name; what the kernel brings has one, but is no file.
std::string path_of(const std::string& name) {
  std::error_code problem;
  if (name.empty()) return std::filesystem::read_symlink("/proc/self/exe", problem).string();
  if (name.find('/') == std::string::npos) return name;
  return std::filesystem::absolute(name, problem).lexically_normal().string();
}

CodeModule module_of(const CodeMapping& mapping) {
  const dl_phdr_info object = object_of(mapping);
  look_for_python(object);
  return {path_of(mapping.name), build_id_of(object)};
}

}  // namespace

void LoadedModules::unloading() noexcept {
  forget_code_mappings();
  generation_.fetch_add(1, std::memory_order_acq_rel);
}

void LoadedModules::watch_loader() noexcept {
  is_watching_.store(true, std::memory_order_relaxed);
  ask_loader();
}

bool LoadedModules::ask_loader() noexcept {
  uint64_t unloaded = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* first, size_t, void* result) {
        *static_cast<uint64_t*>(result) = first->dlpi_subs;
        return 1;
      },
      &unloaded);
  if (unloaded_.exchange(unloaded, std::memory_order_relaxed) == unloaded) return false;
  unloading();
  return true;
}

// Others may remember that they found nothing.
bool LoadedModules::learn() noexcept {
  if (!learn_code_mappings()) return false;
  generation_.fetch_add(1, std::memory_order_acq_rel);
  return true;
}

LoadedModules::LoadedModules(std::function<void(const CodeModule&)> on_new)
    : places_(kPlaces), on_new_(std::move(on_new)) {}

// Where the mapping is in the table, or can be put.
size_t LoadedModules::place_of(uintptr_t begin) const noexcept {
  size_t place = begin / static_cast<size_t>(getpagesize()) % kPlaces;
  while (places_[place].generation.load(std::memory_order_acquire) != 0 && places_[place].begin != begin)
    place = (place + 1) % kPlaces;
  return place;
}

std::optional<ModuleAddress> LoadedModules::find(uintptr_t address) const noexcept {
  const std::optional<CodeMapping> mapping = code_mapping_at(address);
  if (!mapping) return std::nullopt;
  const Place& place = places_[place_of(mapping->begin)];
  if (place.generation.load(std::memory_order_acquire) != generation()) return std::nullopt;
  return ModuleAddress{place.module, address - place.load_address};
}

std::optional<ModuleAddress> LoadedModules::find_or_add(uintptr_t address) {
  if (const std::optional<ModuleAddress> found = find(address)) return found;
  std::optional<CodeMapping> mapping = code_mapping_at(address);
  if (!mapping && learn()) mapping = code_mapping_at(address);
  if (!mapping) return std::nullopt;

  const std::scoped_lock lock(mutex_);
  Place& place = places_[place_of(mapping->begin)];
  const bool first = place.generation.load(std::memory_order_relaxed) == 0;
  const uint32_t now = generation();
  if (first && used_places_ + 1 == kPlaces) return std::nullopt;
  used_places_ += first ? 1 : 0;
  const ModuleId module = id_of(module_of(*mapping));
  // What others may be reading is not stored again.
  if (first || place.module != module || place.identity != mapping->identity()) {
    place.begin = mapping->begin;
    place.end = mapping->end;
    place.load_address = mapping->load_address;
    place.identity = mapping->identity();
    place.module = module;
  }
  place.generation.store(now, std::memory_order_release);
  return ModuleAddress{module, address - mapping->load_address};
}

std::optional<MetModule> LoadedModules::find_met(uintptr_t address) {
  {
    const std::scoped_lock lock(mutex_);
    const uint32_t now = generation();
    const auto place = std::ranges::find_if(places_, [&](const Place& each) {
      const uint32_t seen = each.generation.load(std::memory_order_relaxed);
      return seen != 0 && seen + 1 >= now && each.begin <= address && address < each.end;
    });
    if (place != places_.end())
      return MetModule{{place->module, address - place->load_address}, place->identity};
  }
  const std::optional<ModuleAddress> found = find_or_add(address);
  const std::optional<CodeMapping> mapping = code_mapping_at(address);
  if (!found || !mapping) return std::nullopt;
  return MetModule{*found, mapping->identity()};
}

ModuleId LoadedModules::find_or_add(CodeModule function) {
  const std::scoped_lock lock(mutex_);
  return id_of(std::move(function));
}

ModuleId LoadedModules::id_of(CodeModule module) {
  const auto known = ids_.find(module);
  if (known != ids_.end()) return known->second;
  on_new_(module);
  return ids_.emplace(std::move(module), ModuleId(ids_.size())).first->second;
}

}  // namespace latecomer::record

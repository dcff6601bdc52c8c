// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "symbols/module.h"

#include <elfutils/libdwfl.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/regular_file.h"
#include "symbols/address_ranges.h"
#include "symbols/described_functions.h"
#include "symbols/function_names.h"
#include "symbols/inlined_functions.h"
#include "symbols/tail_calls.h"
#include "symbols/unit_frames.h"
#include "trace/code_address.h"

namespace latecomer::symbols {

/// Knows what libdw knows of one file.
class Module::DebugInfo {
 public:
  Status open(const std::string& path, const std::string& build_id) {
    Result<RegularFile> file = RegularFile::open(path.c_str());
    if (!file) return Error{fmt::format("{}: {}", path, file.error().message)};
    dwfl_.reset(dwfl_begin(&kCallbacks));
    if (!dwfl_) return problem(path);
    dwfl_report_begin(dwfl_.get());
    module_ = dwfl_report_elf(dwfl_.get(), path.c_str(), path.c_str(), file->descriptor(), 0, true);
    if (module_ == nullptr) return problem(path);
    file->release();  // libdw closes it
    dwfl_report_end(dwfl_.get(), nullptr, nullptr);
    if (!build_id.empty() && own_build_id() != build_id)
      return Error{fmt::format("{}: is not the file that ran: its build id is another one", path)};
    find_units();
    described_.emplace(module_);
    path_ = path;
    return {};
  }

  SourceCode code_at(uint64_t address) { return {frames_at(address), tail_caller_at(address - bias_)}; }

 private:
  static constexpr Dwfl_Callbacks kCallbacks = {dwfl_build_id_find_elf, dwfl_standard_find_debuginfo,
                                                dwfl_offline_section_address, nullptr};
  struct EndDwfl {
    void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
  };

  static Status problem(const std::string& path) {
    const char* const why = dwfl_errmsg(-1);
    return Error{fmt::format("{}: {}", path, why == nullptr ? "cannot be read" : why)};
  }

  std::string own_build_id() const {
    const unsigned char* bytes = nullptr;
    GElf_Addr address = 0;
    const int size = dwfl_module_build_id(module_, &bytes, &address);
    std::string id;
    for (int i = 0; i < size; ++i) id += fmt::format("{:02x}", bytes[i]);
    return id;
  }

  std::vector<SourceFrame> frames_at(uint64_t address) {
    const uint64_t in_units = address - bias_;
    const Dwarf_Die* const unit = units_.find(in_units);
    if (unit != nullptr) {
      std::vector<SourceFrame> frames = frames_in(*unit, functions_of(*unit), in_units);
      // Names can be in a file of their own, as dwz makes it, which is missing.
      if (!frames.empty() && std::ranges::none_of(frames, &std::string::empty, &SourceFrame::function))
        return frames;
    }
    std::optional<SourceFrame> symbol = symbol_at(address);
    if (!symbol) symbol = described_function_at(address);
    if (!symbol) return {};
    if (unit != nullptr) set_line(*unit, in_units, *symbol);
    return {*std::move(symbol)};
  }

  /// Returns the function that a call calls whose last byte has this address, if it has tail calls.
  std::optional<SourceFrame> tail_caller_at(uint64_t in_units) {
    const Dwarf_Die* const unit = units_.find(in_units);
    if (unit == nullptr) return std::nullopt;
    const std::vector<Dwarf_Die> functions = functions_of(*unit).functions_at(in_units);
    if (functions.empty()) return std::nullopt;
    const std::optional<Dwarf_Die> called = called_function(functions.front(), in_units + 1);
    if (!called) return std::nullopt;
    std::optional<uint64_t> begin = functions_of(*unit).begin_of(*called);
    if (!begin) begin = begin_of_symbol(symbol_name(*called));
    if (!begin) return std::nullopt;
    const Dwarf_Die* const its_unit = units_.find(*begin);
    if (its_unit == nullptr) return std::nullopt;
    const std::vector<Dwarf_Die> its_functions = functions_of(*its_unit).functions_at(*begin);
    if (its_functions.empty()) return std::nullopt;
    return tail_caller(*its_unit, its_functions.front());
  }

  /// Finds units without libdw's search, which knows only of .debug_aranges: clang does not write that.
  void find_units() {
    Dwarf* const debug = dwfl_module_getdwarf(module_, &bias_);
    Dwarf_CU* unit = nullptr;
    Dwarf_Die entry;
    while (debug != nullptr && dwarf_get_units(debug, unit, &unit, nullptr, nullptr, &entry, nullptr) == 0)
      units_.add(entry);
    units_.sort();
  }

  /// Returns a unit's functions. They stand in another file if debug information was split (-gsplit-dwarf).
  const FunctionIndex& functions_of(Dwarf_Die unit) {
    const auto known = functions_.find(dwarf_dieoffset(&unit));
    if (known != functions_.end()) return known->second;
    Dwarf_Die split{};
    dwarf_cu_info(unit.cu, nullptr, nullptr, nullptr, &split, nullptr, nullptr, nullptr);
    return functions_.try_emplace(dwarf_dieoffset(&unit), split.addr == nullptr ? unit : split).first->second;
  }

  /// Returns the nearest symbol. Addresses behind its end belong to something that has none.
  std::optional<SourceFrame> symbol_at(uint64_t address) const {
    GElf_Off offset = 0;
    GElf_Sym symbol;
    const char* const name =
        dwfl_module_addrinfo(module_, address, &offset, &symbol, nullptr, nullptr, nullptr);
    if (name == nullptr || offset >= symbol.st_size) return std::nullopt;
    SourceFrame frame;
    frame.function = shown_name(name);
    if (frame.function != name) frame.linkage_name = name;
    return frame;
  }

  /// Returns where a function that others can call begins in debug information; nothing if the file does not
  /// define it.
  std::optional<uint64_t> begin_of_symbol(const std::string& name) {
    if (!begins_) find_begins();
    const auto known = begins_->find(name);
    if (known == begins_->end()) return std::nullopt;
    return known->second;
  }

  void find_begins() {
    begins_.emplace();
    const int count = dwfl_module_getsymtab(module_);
    for (int i = 1; i < count; ++i) {
      GElf_Sym symbol;
      GElf_Addr address = 0;
      const char* const name =
          dwfl_module_getsym_info(module_, i, &symbol, &address, nullptr, nullptr, nullptr);
      if (name != nullptr && GELF_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF &&
          GELF_ST_BIND(symbol.st_info) != STB_LOCAL)
        begins_->try_emplace(name, address - bias_);
    }
  }

  /// Names a function without a symbol by where it begins. Of a stripped program, that is all of them, also
  /// the one at which it starts.
  std::optional<SourceFrame> described_function_at(uint64_t address) const {
    const std::optional<uint64_t> begin = described_->begin_of(address);
    if (!begin) return std::nullopt;
    SourceFrame frame;
    if (*begin == entry())
      frame.function = "_start";
    else
      frame.function = trace::name_of({path_, "", *begin});
    return frame;
  }

  /// Returns where the program starts; 0 for a library.
  uint64_t entry() const {
    GElf_Ehdr header;
    GElf_Addr bias = 0;
    Elf* const elf = dwfl_module_getelf(module_, &bias);
    return elf == nullptr || gelf_getehdr(elf, &header) == nullptr ? 0 : header.e_entry;
  }

  std::unique_ptr<Dwfl, EndDwfl> dwfl_;
  Dwfl_Module* module_ = nullptr;
  Dwarf_Addr bias_ = 0;  ///< Is the distance of the file's addresses from those in debug information.
  std::string path_;
  std::optional<DescribedFunctions> described_;
  AddressRanges units_;
  std::optional<std::map<std::string, uint64_t>>
      begins_;                                    ///< Has where functions begin that others can call.
  std::map<Dwarf_Off, FunctionIndex> functions_;  ///< Has the functions of units that were asked for.
};

Module::Module(std::unique_ptr<DebugInfo> info) : info_(std::move(info)) {}
Module::Module(Module&&) noexcept = default;
Module& Module::operator=(Module&&) noexcept = default;
Module::~Module() = default;

Result<Module> Module::open(const std::string& path, const std::string& build_id) {
  std::unique_ptr<DebugInfo> info = std::make_unique<DebugInfo>();
  TRY_STATUS(info->open(path, build_id));
  return Module(std::move(info));
}

SourceCode Module::code_at(uint64_t address) {
  return info_->code_at(address);
}

}  // namespace latecomer::symbols

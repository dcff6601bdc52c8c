// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "symbols/module.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "symbols/function_names.h"
#include "symbols/inlined_functions.h"

namespace latecomer::symbols {

namespace {

std::string text_or_empty(const char* text) {
  return text == nullptr ? std::string() : std::string(text);
}

std::string normal(const std::string& path) {
  return path.empty() ? path : std::filesystem::path(path).lexically_normal().string();
}

/// A relative path is as the compiler was told, from where it ran.
std::string absolute(const std::string& path, const char* directory) {
  if (path.empty() || path.front() == '/' || directory == nullptr) return normal(path);
  return normal(fmt::format("{}/{}", directory, path));
}

uint32_t number_of(Dwarf_Die* die, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Word value = 0;
  if (dwarf_attr(die, attribute, &found) == nullptr || dwarf_formudata(&found, &value) != 0) return 0;
  return static_cast<uint32_t>(value);
}

std::string linkage_name_of(Dwarf_Die* function) {
  for (const unsigned attribute : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    Dwarf_Attribute found;
    if (dwarf_attr_integrate(function, attribute, &found) != nullptr)
      return text_or_empty(dwarf_formstring(&found));
  }
  return {};
}

}  // namespace

/// What libdw knows of one file. Addresses in debug information can differ from the file's by a constant.
class Module::DebugInfo {
 public:
  Status open(const std::string& path, const std::string& build_id) {
    // libdw asks servers for debug information if the environment names some, and waits for them.
    unsetenv("DEBUGINFOD_URLS");
    dwfl_.reset(dwfl_begin(&kCallbacks));
    if (!dwfl_) return problem(path);
    dwfl_report_begin(dwfl_.get());
    module_ = dwfl_report_elf(dwfl_.get(), path.c_str(), path.c_str(), -1, 0, true);
    if (module_ == nullptr) return problem(path);
    dwfl_report_end(dwfl_.get(), nullptr, nullptr);
    if (!build_id.empty() && own_build_id() != build_id)
      return Error{fmt::format("{}: is not the file that ran: its build id is another one", path)};
    return {};
  }

  std::vector<SourceFrame> frames_at(uint64_t address) {
    std::vector<SourceFrame> frames = frames_of_functions(address);
    if (frames.empty()) {
      if (std::optional<SourceFrame> symbol = symbol_at(address)) frames.push_back(*symbol);
    }
    return frames;
  }

 private:
  static constexpr Dwfl_Callbacks kCallbacks = {dwfl_build_id_find_elf, dwfl_standard_find_debuginfo,
                                                dwfl_offline_section_address, nullptr};
  struct EndDwfl {
    void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
  };

  static Status problem(const std::string& path) {
    return Error{fmt::format("{}: {}", path, text_or_empty(dwfl_errmsg(-1)))};
  }

  std::string own_build_id() const {
    const unsigned char* bytes = nullptr;
    GElf_Addr address = 0;
    const int size = dwfl_module_build_id(module_, &bytes, &address);
    std::string id;
    for (int i = 0; i < size; ++i) id += fmt::format("{:02x}", bytes[i]);
    return id;
  }

  std::vector<SourceFrame> frames_of_functions(uint64_t address) {
    Dwarf_Addr bias = 0;
    Dwarf_Die* const unit = dwfl_module_addrdie(module_, address, &bias);
    if (unit == nullptr) return {};
    const auto [index, is_new] = indices_.try_emplace(dwarf_dieoffset(unit), *unit);
    std::vector<Dwarf_Die> functions = index->second.functions_at(address - bias);
    std::vector<SourceFrame> frames;
    const char* const directory = directory_of(unit);
    for (size_t i = 0; i < functions.size(); ++i) {
      SourceFrame frame = frame_of(functions[i], directory);
      if (i + 1 < functions.size())
        set_call(functions[i + 1], unit, frame);
      else
        set_line(address, frame);
      if (frame.function_file.empty()) frame.function_file = frame.file;
      frames.push_back(std::move(frame));
    }
    return frames;
  }

  static const char* directory_of(Dwarf_Die* unit) {
    Dwarf_Attribute found;
    return dwarf_attr(unit, DW_AT_comp_dir, &found) == nullptr ? nullptr : dwarf_formstring(&found);
  }

  static SourceFrame frame_of(Dwarf_Die& function, const char* directory) {
    SourceFrame frame;
    frame.linkage_name = linkage_name_of(&function);
    frame.function = frame.linkage_name.empty() ? std::string() : shown_name(frame.linkage_name);
    // Else it is the linkage name of C or Fortran, where it can differ by underscores.
    if (frame.function.find("::") == std::string::npos && frame.function.find('(') == std::string::npos)
      frame.function = qualified_name(function);
    if (frame.linkage_name == frame.function) frame.linkage_name.clear();
    frame.function_file = absolute(text_or_empty(dwarf_decl_file(&function)), directory);
    int line = 0;
    if (dwarf_decl_line(&function, &line) == 0 && line > 0) frame.begin_line = static_cast<uint32_t>(line);
    return frame;
  }

  /// Where an inlined function was called.
  static void set_call(Dwarf_Die& inlined, Dwarf_Die* unit, SourceFrame& caller) {
    Dwarf_Files* files = nullptr;
    size_t count = 0;
    const uint32_t file = number_of(&inlined, DW_AT_call_file);
    if (dwarf_getsrcfiles(unit, &files, &count) == 0 && file < count)
      caller.file = absolute(text_or_empty(dwarf_filesrc(files, file, nullptr, nullptr)), directory_of(unit));
    caller.line = number_of(&inlined, DW_AT_call_line);
  }

  void set_line(uint64_t address, SourceFrame& frame) const {
    Dwfl_Line* const found = dwfl_module_getsrc(module_, address);
    if (found == nullptr) return;
    int line = 0;
    const char* const file = dwfl_lineinfo(found, nullptr, &line, nullptr, nullptr, nullptr);
    frame.file = absolute(text_or_empty(file), dwfl_line_comp_dir(found));
    frame.line = static_cast<uint32_t>(std::max(line, 0));
  }

  /// Addresses behind the end of the nearest symbol belong to something that has none.
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

  std::unique_ptr<Dwfl, EndDwfl> dwfl_;
  Dwfl_Module* module_ = nullptr;
  std::map<Dwarf_Off, FunctionIndex> indices_;  ///< by compilation unit, of those that were asked for
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

std::vector<SourceFrame> Module::frames_at(uint64_t address) {
  return info_->frames_at(address);
}

}  // namespace latecomer::symbols

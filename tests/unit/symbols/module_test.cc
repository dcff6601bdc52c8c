// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "symbols/module.h"

#include <elf.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>

#include "probes.h"
#include "support/directories.h"

namespace latecomer::symbols {
namespace {

std::string text_of(const std::vector<SourceFrame>& frames) {
  std::string text;
  for (const SourceFrame& frame : frames)
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", frame.function, frame.line);
  return text;
}

/// What `expected` makes of what the program says is found.
template <class Expected>
void expect_all(const std::string& program, size_t count, const Expected& expected) {
  const std::vector<Probe> probes = probes_of(program);
  EXPECT_EQ(probes.size(), count);
  std::map<std::string, Module> modules;
  for (const Probe& probe : probes) {
    if (!modules.contains(probe.module)) {
      Result<Module> module = Module::open(probe.module, "");
      ASSERT_TRUE(module) << module.error().message;
      modules.emplace(probe.module, std::move(module).value());
    }
    const bool is_own = probe.module == path_of(program);
    EXPECT_EQ(text_of(modules.at(probe.module).code_at(probe.address).frames),
              is_own ? expected(probe.frames) : probe.frames)
        << program;
  }
}

constexpr size_t kProbes = 11;

class WithDebugInformation : public testing::TestWithParam<const char*> {};

TEST_P(WithDebugInformation, EveryFunctionAndLineIsFound) {
  expect_all(GetParam(), kProbes, [](const std::string& frames) { return frames; });
}

INSTANTIATE_TEST_SUITE_P(Module, WithDebugInformation,
                         testing::Values("O0", "O2", "O3", "O2_dwarf4", "not_pie", "lto", "split", "openmp",
                                         "no_aranges", "separate"),
                         [](const auto& info) { return std::string(info.param); });

// -g1 knows nothing of what functions are defined in.
TEST(Module, LittleDebugInformationHasLinesAndInlinedFunctions) {
  expect_all("g1", kProbes, [](const std::string& frames) {
    for (const std::string_view scope : {"grid::(anonymous namespace)::", "with_lambda::(lambda)::"}) {
      if (frames.starts_with(scope)) return frames.substr(scope.size());
    }
    return frames;
  });
}

TEST(Module, FortranProceduresHaveTheirModule) {
  for (const char* program : {"fortran", "fortran_O2"}) {
    expect_all(program, 4, [](const std::string& frames) { return frames; });
  }
}

/// What the symbol table calls the function that has the code.
std::string symbol_of(const std::string& frames) {
  static const std::map<std::string, std::string> kOthers = {
      {"grid::(anonymous namespace)::hidden", "grid::(anonymous namespace)::hidden(int)"},
      {"outer", "outer(int)"},
      {"marked", "marked(int)"},
      {"with_lambda", "with_lambda(int)"},
      {"with_lambda::(lambda)::operator()", "with_lambda(int)::{lambda(int)#1}::operator()(int) const"}};
  const std::string first = frames.starts_with("outer:") ? "outer" : frames.substr(0, frames.rfind(':'));
  const auto other = kOthers.find(first);
  return other == kOthers.end() ? first : other->second;
}

std::string symbol_without_line(const std::string& frames) {
  return symbol_of(frames) + ":0";
}

TEST(Module, WithoutDebugInformationFunctionsHaveNames) {
  expect_all("no_debug", kProbes, symbol_without_line);
  expect_all("no_debug_O0", kProbes, symbol_without_line);
}

TEST(Module, LinesAreFoundWhereDebugInformationHasNoNames) {
  expect_all("no_names", kProbes, [](const std::string& frames) {
    if (frames.starts_with("marked:"))  // five lines above its call
      return fmt::format("marked(int):{}", std::stoi(frames.substr(frames.rfind(':') + 1)) - 5);
    return symbol_of(frames) + frames.substr(frames.rfind(':'));  // of the innermost
  });
}

TEST(Module, FunctionsOfAStrippedProgramAreCalledByWhereTheyBegin) {
  const std::vector<Probe> probes = probes_of("stripped");
  Result<Module> module = Module::open(path_of("stripped"), "");
  ASSERT_TRUE(module);
  std::map<std::string, std::string> names;
  for (const Probe& probe : probes) {
    if (probe.module != path_of("stripped")) continue;
    const std::vector<SourceFrame> frames = module->code_at(probe.address).frames;
    ASSERT_EQ(frames.size(), 1u) << probe.frames;
    const auto [known, is_new] = names.try_emplace(symbol_of(probe.frames), frames[0].function);
    EXPECT_EQ(known->second, frames[0].function) << probe.frames;
    EXPECT_TRUE(frames[0].function.starts_with("symbols_stripped+0x")) << frames[0].function;
    EXPECT_LT(std::stoull(frames[0].function.substr(frames[0].function.rfind('x') + 1), nullptr, 16),
              probe.address);
    EXPECT_EQ(frames[0].line, 0u);
  }
  std::set<std::string> different;
  for (const auto& [symbol, name] : names) different.insert(name);
  EXPECT_EQ(different.size(), names.size());
  EXPECT_EQ(names.size(), 8u);
}

TEST(Module, FilesAreAbsoluteAndFunctionsHaveTheirLines) {
  Result<Module> module = Module::open(path_of("O2"), "");
  ASSERT_TRUE(module);
  for (const Probe& probe : probes_of("O2")) {
    if (probe.module != path_of("O2")) continue;
    for (const SourceFrame& frame : module->code_at(probe.address).frames) {
      EXPECT_EQ(frame.file, source_path("tests/unit/symbols/program.cc"));
      EXPECT_EQ(frame.function_file, frame.file) << frame.function;
      const bool is_lambda = frame.function.find("(lambda)") != std::string::npos;  // which are not declared
      EXPECT_TRUE(is_lambda || frame.begin_line > 0) << frame.function;
      EXPECT_LT(frame.begin_line, frame.line);
    }
  }
}

class WithTailCalls : public testing::TestWithParam<const char*> {};

TEST_P(WithTailCalls, FunctionsThatJumpToWhatTheyCallLastAreFound) {
  Result<Module> module = Module::open(path_of(GetParam()), "");
  ASSERT_TRUE(module);
  const std::vector<Probe> probes = probes_of(GetParam());
  EXPECT_EQ(probes.size(), 4u);
  for (const Probe& probe : probes) {
    const SourceCode code = module->code_at(probe.address);
    ASSERT_EQ(code.frames.size(), 1u);
    EXPECT_EQ(code.frames.front().function, "main");
    EXPECT_EQ(code.tail_caller ? text_of({*code.tail_caller}) : "", probe.frames);
  }
}

INSTANTIATE_TEST_SUITE_P(Module, WithTailCalls, testing::Values("tail", "tail_dwarf4"),
                         [](const auto& info) { return std::string(info.param); });

TEST(Module, WithoutDebugInformationNothingIsKnownOfTailCalls) {
  Result<Module> module = Module::open(path_of("tail_none"), "");
  ASSERT_TRUE(module);
  for (const Probe& probe : probes_of("tail_none"))
    EXPECT_FALSE(module->code_at(probe.address).tail_caller) << probe.frames;
}

TEST(Module, OtherFilesAreRefused) {
  const Result<Module> missing = Module::open("/nowhere/wave", "");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("/nowhere/wave: "), std::string::npos) << missing.error().message;
  const Result<Module> other = Module::open(path_of("O2"), "0123456789abcdef");
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("is not the file that ran"), std::string::npos);
  EXPECT_FALSE(Module::open(source_path("README.md"), ""));
}

TEST(Module, WhatIsNoRegularFileIsNotWaitedFor) {
  const std::string pipe = fmt::format("{}/pipe", SYMBOLS_PROGRAMS);
  std::filesystem::remove(pipe);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(Module::open(pipe, ""));
}

/// What is not loaded into memory: debug information, symbols and the table of sections.
size_t begin_of_unloaded_part(const std::string& file) {
  Elf64_Ehdr header;
  std::memcpy(&header, file.data(), sizeof header);
  size_t begin = file.size();
  for (size_t i = 1; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section, file.data() + header.e_shoff + i * header.e_shentsize, sizeof section);
    if ((section.sh_flags & SHF_ALLOC) == 0) begin = std::min<size_t>(begin, section.sh_offset);
  }
  return begin;
}

/// Everywhere in a program of a few pages.
void ask_everywhere(Module& module) {
  constexpr uint64_t kEnd = 0x5000;
  for (uint64_t address = 0; address < kEnd; address += 23) module.code_at(address);
}

TEST(Module, AnyAddressCanBeAskedFor) {
  Result<Module> module = Module::open(path_of("lto"), "");
  ASSERT_TRUE(module);
  for (const uint64_t address : {UINT64_MAX, UINT64_MAX / 2, uint64_t{1} << 32})
    EXPECT_TRUE(module->code_at(address).frames.empty());
  ask_everywhere(*module);
}

/// Opens copies of a program that differ from it somewhere, mostly from `begin` on, and asks them. Returns
/// how many could be opened.
int survive_damage(const std::string& program, size_t begin, int mutants) {
  std::ifstream file(path_of(program), std::ios::binary);
  const std::string original(std::istreambuf_iterator<char>(file), {});
  const std::string damaged = fmt::format("{}/damaged_{}", SYMBOLS_PROGRAMS, program);
  std::mt19937 random;
  int opened = 0;
  for (int mutant = 0; mutant < mutants; ++mutant) {
    std::string content = original;
    const size_t first = mutant % 4 == 0 ? 0 : begin;
    for (size_t changes = 1 + random() % 16; changes > 0; --changes)
      content[first + random() % (content.size() - first)] = static_cast<char>(random());
    if (mutant % 10 == 0) content.resize(random() % content.size());
    std::ofstream(damaged, std::ios::binary | std::ios::trunc) << content;
    Result<Module> module = Module::open(damaged, "");
    if (!module) continue;
    ++opened;
    ask_everywhere(*module);
  }
  return opened;
}

// Most damage in a file as a whole would be where nobody looks, or where the file cannot be opened then.
TEST(Module, DamagedFilesAreSurvived) {
  std::ifstream file(path_of("O2"), std::ios::binary);
  const std::string original(std::istreambuf_iterator<char>(file), {});
  constexpr int kMutants = 2000;
  EXPECT_GT(survive_damage("O2", begin_of_unloaded_part(original), kMutants), kMutants / 2);
}

TEST(Module, DamagedDescriptionsOfFramesAreSurvived) {
  constexpr size_t kDescriptions = 0x2000;  // behind the code, in the third page
  constexpr int kMutants = 1000;
  EXPECT_GT(survive_damage("stripped", kDescriptions, kMutants), kMutants / 2);
}

}  // namespace
}  // namespace latecomer::symbols

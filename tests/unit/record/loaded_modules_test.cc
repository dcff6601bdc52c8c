// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/loaded_modules.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace latecomer::record {
namespace {

std::string output_of(const std::string& command) {
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) text += static_cast<char>(c);
  pclose(pipe);
  return text;
}

class LoadedModulesTest : public testing::Test {
 protected:
  uintptr_t address_in(const std::string& plugin) {
    handle = dlopen((std::string(LATECOMER_PLUGIN_DIR) + "/" + plugin).c_str(), RTLD_NOW);
    return handle == nullptr ? 0 : reinterpret_cast<uintptr_t>(dlsym(handle, "call_back"));
  }
  void unload() {
    loaded.unloading();
    dlclose(handle);
    loaded.unloading();
  }

  std::vector<CodeModule> modules;
  LoadedModules loaded{[this](const CodeModule& module) { modules.push_back(module); }};
  void* handle = nullptr;
};

TEST_F(LoadedModulesTest, FindsTheExecutable) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(&output_of);
  EXPECT_FALSE(loaded.find(address));
  const std::optional<ModuleAddress> found = loaded.find_or_add(address);
  ASSERT_TRUE(found);
  ASSERT_EQ(modules.size(), 1U);
  EXPECT_EQ(modules[0].path, std::filesystem::canonical("/proc/self/exe"));
  EXPECT_EQ(loaded.find(address), found);
  EXPECT_EQ(loaded.find_or_add(address + 1)->address, found->address + 1);
  EXPECT_EQ(modules.size(), 1U);
  const std::string notes = output_of("readelf -n " + modules[0].path);
  EXPECT_NE(notes.find("Build ID: " + modules[0].build_id + "\n"), std::string::npos);
  EXPECT_GE(modules[0].build_id.size(), 16U);
}

TEST_F(LoadedModulesTest, AddressesAreTheModulesOwn) {
  const uintptr_t address = address_in("plugin_small.so");
  ASSERT_NE(address, 0U);
  const std::optional<ModuleAddress> found = loaded.find_or_add(address);
  ASSERT_TRUE(found);
  const std::string symbols = output_of("nm " + modules.at(0).path + " | grep ' T call_back'");
  EXPECT_EQ(strtoull(symbols.c_str(), nullptr, 16), found->address);
  unload();
}

TEST_F(LoadedModulesTest, AddressesOfNoModuleAreNotFound) {
  const std::vector<char> heap(1'000'000);
  EXPECT_FALSE(loaded.find_or_add(reinterpret_cast<uintptr_t>(heap.data())));
  EXPECT_FALSE(loaded.find_or_add(0));
  EXPECT_FALSE(loaded.find_or_add(~uintptr_t{0}));
  EXPECT_TRUE(modules.empty());
}

TEST_F(LoadedModulesTest, WhatTheKernelBringsIsNoFile) {
  const uintptr_t kernels = getauxval(AT_SYSINFO_EHDR);
  if (kernels == 0 || !loaded.find_or_add(kernels)) GTEST_SKIP() << "there is nothing of it";
  EXPECT_EQ(modules.at(0).path, "linux-vdso.so.1");
}

TEST_F(LoadedModulesTest, AnotherModuleAtTheSameAddressIsAnother) {
  const uintptr_t first = address_in("plugin_small.so");
  ASSERT_NE(first, 0U);
  const std::optional<ModuleAddress> small = loaded.find_or_add(first);
  unload();
  const uintptr_t second = address_in("plugin_large.so");
  ASSERT_EQ(second, first) << "the libraries should have come to lie at the same address";
  EXPECT_FALSE(loaded.find(second));
  const std::optional<ModuleAddress> large = loaded.find_or_add(second);
  ASSERT_TRUE(small && large);
  EXPECT_NE(small->module, large->module);
  ASSERT_EQ(modules.size(), 2U);
  EXPECT_TRUE(modules[0].path.ends_with("plugin_small.so"));
  EXPECT_TRUE(modules[1].path.ends_with("plugin_large.so"));
  unload();

  ASSERT_EQ(address_in("plugin_small.so"), first);
  EXPECT_EQ(loaded.find_or_add(first), small);
  EXPECT_EQ(modules.size(), 2U);
  unload();
}

TEST_F(LoadedModulesTest, UnloadingIsSeenWhereTheLoaderIsWatched) {
  const uintptr_t first = address_in("plugin_small.so");
  ASSERT_NE(first, 0U);
  const std::optional<ModuleAddress> small = loaded.find_or_add(first);
  EXPECT_FALSE(loaded.has_unloaded());
  loaded.watch_loader();
  EXPECT_FALSE(loaded.has_unloaded());
  dlclose(handle);
  ASSERT_EQ(address_in("plugin_large.so"), first);
  EXPECT_TRUE(loaded.has_unloaded());
  EXPECT_FALSE(loaded.has_unloaded());
  const std::optional<ModuleAddress> large = loaded.find_or_add(first);
  ASSERT_TRUE(small && large);
  EXPECT_NE(small->module, large->module);
  unload();
  EXPECT_TRUE(loaded.has_unloaded());
}

TEST_F(LoadedModulesTest, ThreadsFindTheSame) {
  std::vector<std::optional<ModuleAddress>> found(8);
  std::vector<std::thread> threads;
  for (std::optional<ModuleAddress>& result : found) {
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i) {
        if (i % 100 == 0) loaded.unloading();
        result = loaded.find_or_add(reinterpret_cast<uintptr_t>(&output_of));
        loaded.find_or_add(reinterpret_cast<uintptr_t>(&dlopen));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::optional<ModuleAddress>& result : found) EXPECT_EQ(result, found[0]);
  EXPECT_EQ(modules.size(), 2U);
}

}  // namespace
}  // namespace latecomer::record

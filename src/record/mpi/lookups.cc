// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Programs that look MPI's functions up by themselves, in the handle of its library, would find the library's
// own, past the wrappers: Python's ctypes and Julia do so. They get the wrappers here. A library that is
// loaded with RTLD_DEEPBIND cannot be given them; that is said.
//
// The C library's dlsym and dlopen look at the address that they return to, since RTLD_NEXT, and where a
// library is searched for, depend on who calls. So what is exported here are two pieces of assembly that ask
// the functions below, and then jump to the next dlsym or dlopen with the stack as the caller left it.

#include <dlfcn.h>
#include <link.h>

#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <string_view>

#include "base/mpi_libraries.h"
#include "record/core/trouble.h"

namespace latecomer::record::mpi {

namespace {

using Lookup = void*(void*, const char*);
using Open = void*(const char*, int);

// The oldest version that each architecture has, which newer C libraries have as well.
#ifdef __x86_64__
constexpr const char* kOldest = "GLIBC_2.2.5";
#else
constexpr const char* kOldest = "GLIBC_2.17";
#endif

std::string_view file_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// The file of the MPI library that this address is in; nullptr if it is in none.
const char* mpi_library_at(const void* address) {
  Dl_info found{};
  if (address == nullptr || dladdr(address, &found) == 0 || found.dli_fname == nullptr) return nullptr;
  return is_mpi_library(found.dli_fname) ? found.dli_fname : nullptr;
}

void* own_handle() {
  static void* const handle = [] {
    Dl_info self{};
    dladdr(reinterpret_cast<const void*>(&own_handle), &self);
    return dlopen(self.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  }();
  return handle;
}

// The file of the last library that was loaded with RTLD_DEEPBIND, until it is clear whether it needs MPI.
struct DeeplyBound {
  std::atomic<bool> pending{false};
  std::mutex mutex;
  std::array<char, 256> file{};
};
constinit DeeplyBound deeply_bound;

bool is_deeply_bound(const link_map& library) {
  const std::scoped_lock lock(deeply_bound.mutex);
  return file_of(library.l_name) == std::string_view(deeply_bound.file.data());
}

void tell_of_deeply_bound(void* handle, Lookup* look_up) {
  link_map* library = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&library)) != 0 || !is_deeply_bound(*library))
    return;
  deeply_bound.pending = false;
  if (is_mpi_library(library->l_name)) return;
  const char* const mpi = mpi_library_at(look_up(handle, "MPI_Init"));
  if (mpi == nullptr) return;
  say("latecomer: %s was loaded with RTLD_DEEPBIND: what it calls of MPI goes to %s directly, and is not "
      "recorded\n",
      library->l_name, mpi);
}

}  // namespace

}  // namespace latecomer::record::mpi

extern "C" {

using namespace latecomer::record;
using namespace latecomer::record::mpi;

[[gnu::visibility("hidden")]] constinit std::atomic<Lookup*> latecomer_next_dlsym{nullptr};
[[gnu::visibility("hidden")]] constinit std::atomic<Open*> latecomer_next_dlopen{nullptr};

/// Returns what the program gets in place of what is in the handle. nullptr stands for that, by the next
/// dlsym, which is known from here on.
[[gnu::visibility("hidden"), gnu::used]] void* latecomer_look_up(void* handle, const char* name) noexcept {
  Lookup* next = latecomer_next_dlsym;
  if (next == nullptr) {
    const auto of_libc = reinterpret_cast<Lookup*>(dlvsym(RTLD_NEXT, "dlsym", kOldest));
    void* const found = of_libc(RTLD_NEXT, "dlsym");  // maybe of another tool
    next = found == nullptr ? of_libc : reinterpret_cast<Lookup*>(found);
    latecomer_next_dlsym = next;
  }
  if (handle == RTLD_DEFAULT || handle == RTLD_NEXT || name == nullptr) return nullptr;
  if (deeply_bound.pending) tell_of_deeply_bound(handle, next);
  const std::string_view wanted(name);
  if (!wanted.starts_with("MPI_") && !wanted.starts_with("mpi_")) return nullptr;
  const ErrnoKeeper keeper;
  if (mpi_library_at(next(handle, name)) == nullptr) return nullptr;
  return next(own_handle(), name);
}

/// Returns nullptr always, which stands for what the next dlopen opens; that is known from here on.
[[gnu::visibility("hidden"), gnu::used]] void* latecomer_open(const char* path, int flags) noexcept {
  if (latecomer_next_dlopen.load() == nullptr)
    latecomer_next_dlopen = reinterpret_cast<Open*>(dlsym(RTLD_NEXT, "dlopen"));
  if ((flags & RTLD_DEEPBIND) == 0 || path == nullptr) return nullptr;
  const std::scoped_lock lock(deeply_bound.mutex);
  const std::string_view file = file_of(path);
  if (file.size() >= deeply_bound.file.size()) return nullptr;
  std::memcpy(deeply_bound.file.data(), file.data(), file.size());
  deeply_bound.file[file.size()] = '\0';
  deeply_bound.pending = true;
  return nullptr;
}
}

// A function `name` with two arguments: what `ask` returns, or if that is nullptr, `next`.
#if defined(__x86_64__)
asm(R"(
  .macro latecomer_ask_first name, ask, next
  .globl \name
  .type \name, @function
\name:
  .cfi_startproc
  endbr64
  subq $24, %rsp
  .cfi_adjust_cfa_offset 24
  movq %rdi, (%rsp)
  movq %rsi, 8(%rsp)
  call \ask
  movq (%rsp), %rdi
  movq 8(%rsp), %rsi
  addq $24, %rsp
  .cfi_adjust_cfa_offset -24
  testq %rax, %rax
  je 1f
  ret
1:
  jmp *\next(%rip)
  .cfi_endproc
  .size \name, . - \name
  .endm
)"
#elif defined(__aarch64__)
asm(R"(
  .macro latecomer_ask_first name, ask, next
  .globl \name
  .type \name, %function
\name:
  .cfi_startproc
  hint #34
  stp x29, x30, [sp, #-32]!
  .cfi_def_cfa_offset 32
  .cfi_offset 29, -32
  .cfi_offset 30, -24
  stp x0, x1, [sp, #16]
  bl \ask
  mov x2, x0
  ldp x0, x1, [sp, #16]
  ldp x29, x30, [sp], #32
  .cfi_def_cfa_offset 0
  .cfi_restore 29
  .cfi_restore 30
  cbz x2, 1f
  mov x0, x2
  ret
1:
  adrp x16, \next
  ldr x16, [x16, :lo12:\next]
  br x16
  .cfi_endproc
  .size \name, . - \name
  .endm
)"
#endif
    R"(
  .pushsection .text
  latecomer_ask_first dlsym, latecomer_look_up, latecomer_next_dlsym
  latecomer_ask_first dlopen, latecomer_open, latecomer_next_dlopen
  .popsection
)");

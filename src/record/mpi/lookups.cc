// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Programs that look MPI's functions up by themselves, in the handle of its library, would find the library's
// own, past the wrappers: Python's ctypes and Julia do so. They get the wrappers here.
//
// The C library's dlsym looks at the address that it returns to, since RTLD_NEXT depends on who calls. So
// what is exported here is a piece of assembly that asks the function below, and then jumps to the next dlsym
// with the stack as the caller left it.

#include <dlfcn.h>

#include <atomic>
#include <string_view>

#include "base/mpi_libraries.h"
#include "record/core/trouble.h"

namespace latecomer::record::mpi {

namespace {

using Lookup = void*(void*, const char*);

// The oldest version that each architecture has, which newer C libraries have as well.
#ifdef __x86_64__
constexpr const char* kOldest = "GLIBC_2.2.5";
#else
constexpr const char* kOldest = "GLIBC_2.17";
#endif

bool is_in_mpi_library(const void* address) {
  Dl_info found{};
  return address != nullptr && dladdr(address, &found) != 0 && found.dli_fname != nullptr &&
         is_mpi_library(found.dli_fname);
}

void* own_handle() {
  static void* const handle = [] {
    Dl_info self{};
    dladdr(reinterpret_cast<const void*>(&own_handle), &self);
    return dlopen(self.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  }();
  return handle;
}

}  // namespace

}  // namespace latecomer::record::mpi

extern "C" {

using namespace latecomer::record;
using namespace latecomer::record::mpi;

[[gnu::visibility("hidden")]] constinit std::atomic<Lookup*> latecomer_next_dlsym{nullptr};

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
  const std::string_view wanted(name);
  if (!wanted.starts_with("MPI_") && !wanted.starts_with("mpi_")) return nullptr;
  const ErrnoKeeper keeper;
  if (!is_in_mpi_library(next(handle, name))) return nullptr;
  return next(own_handle(), name);
}
}

// What latecomer_look_up returns, or if that is nullptr, what the next dlsym does.
#if defined(__x86_64__)
asm(R"(
  .pushsection .text
  .globl dlsym
  .type dlsym, @function
dlsym:
  .cfi_startproc
  endbr64
  subq $24, %rsp
  .cfi_adjust_cfa_offset 24
  movq %rdi, (%rsp)
  movq %rsi, 8(%rsp)
  call latecomer_look_up
  movq (%rsp), %rdi
  movq 8(%rsp), %rsi
  addq $24, %rsp
  .cfi_adjust_cfa_offset -24
  testq %rax, %rax
  je 1f
  ret
1:
  jmp *latecomer_next_dlsym(%rip)
  .cfi_endproc
  .size dlsym, . - dlsym
  .popsection
)");
#elif defined(__aarch64__)
asm(R"(
  .pushsection .text
  .globl dlsym
  .type dlsym, %function
dlsym:
  .cfi_startproc
  hint #34
  stp x29, x30, [sp, #-32]!
  .cfi_def_cfa_offset 32
  .cfi_offset 29, -32
  .cfi_offset 30, -24
  stp x0, x1, [sp, #16]
  bl latecomer_look_up
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
  adrp x16, latecomer_next_dlsym
  ldr x16, [x16, :lo12:latecomer_next_dlsym]
  br x16
  .cfi_endproc
  .size dlsym, . - dlsym
  .popsection
)");
#endif

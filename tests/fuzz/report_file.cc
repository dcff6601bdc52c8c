// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A whole .cubex file, with all its rows and further members.

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "cubex/reader.h"

using namespace latecomer;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const int file = memfd_create("report.cubex", MFD_CLOEXEC);
  if (file < 0 || ::write(file, data, size) != static_cast<ssize_t>(size)) std::abort();
  const Result<report::Report> report = cubex::read_cubex("/proc/self/fd/" + std::to_string(file));
  if (report) {
    for (const auto& [metric, path] : report->stored_rows()) (void)report->column(metric, path);
    for (const std::string& name : report->storage()->files()) (void)report->file(name);
  }
  ::close(file);
  return 0;
}

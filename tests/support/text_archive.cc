// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Makes an OTF2 archive of a trace written as text (docs/text-traces.md), for tests of what only reads
// archives.
//
// usage: text_archive FILE DIRECTORY

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "trace/text_trace.h"
#include "unit/otf2/written_archive.h"

int main(int argc, char** argv) {
  using namespace latecomer;
  if (argc != 3) {
    std::cerr << "usage: text_archive FILE DIRECTORY\n";
    return 2;
  }
  std::ifstream file(argv[1]);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const Result<std::unique_ptr<trace::Trace>> trace = trace::parse_text_trace(text, argv[1]);
  const Status written = trace ? otf2::write_archive(**trace, argv[2]) : Status(trace.error());
  if (!written) std::cerr << written.error().message << "\n";
  return written ? 0 : 1;
}

// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Events of the kernel's scheduler, in packets that are well formed: libbabeltrace2 ends the process at sizes
// of packets that contradict each other. The first byte of the input is how many events were lost before the
// second packet, the next one how many sixteenths of the rest the first packet has.

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "kernel/ctf_reader.h"
#include "unit/kernel/written_ctf.h"

namespace {

class Directory {
 public:
  Directory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "latecomer-fuzz-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = pattern;
    latecomer::kernel::write_text(path_ / "metadata", latecomer::kernel::lttng_description());
  }
  ~Directory() { std::filesystem::remove_all(path_); }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Directory directory;
  if (size < 2) return 0;
  const std::string events(reinterpret_cast<const char*>(data) + 2, size - 2);
  const size_t in_first = events.size() * (data[1] % 16) / 16;
  latecomer::kernel::write_text(
      directory.path() / "channel0_0",
      latecomer::kernel::stream_of(
          {{.begin = 400, .end = 5000, .events = events.substr(0, in_first)},
           {.begin = 5000, .end = 9000, .discarded = data[0], .events = events.substr(in_first)}}));
  (void)latecomer::kernel::read_ctf(directory.path().string());
  return 0;
}

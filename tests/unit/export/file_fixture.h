// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

namespace latecomer::perfetto {

/// The fields of a message in protobuf's encoding, by their numbers; numbers and texts as they come.
struct Fields {
  std::multimap<uint64_t, uint64_t> numbers;
  std::multimap<uint64_t, std::string_view> texts;

  explicit Fields(std::string_view bytes) {
    while (!bytes.empty()) {
      const uint64_t key = take_number(bytes);
      if (key % 8 == 2) {
        const uint64_t size = take_number(bytes);
        texts.emplace(key / 8, bytes.substr(0, size));
        bytes.remove_prefix(size);
      } else if (key % 8 == 1) {
        uint64_t number = 0;
        std::memcpy(&number, bytes.data(), sizeof(number));
        numbers.emplace(key / 8, number);
        bytes.remove_prefix(sizeof(number));
      } else {
        numbers.emplace(key / 8, take_number(bytes));
      }
    }
  }

  uint64_t number(uint64_t field) const {
    const auto found = numbers.find(field);
    return found == numbers.end() ? 0 : found->second;
  }
  /// A part of the bytes.
  std::string_view text(uint64_t field) const {
    const auto found = texts.find(field);
    return found == texts.end() ? std::string_view() : found->second;
  }

 private:
  static uint64_t take_number(std::string_view& bytes) {
    uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes.front());
      bytes.remove_prefix(1);
      number |= uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) return number;
    }
  }
};

/// A file that is written by a test, and its packets in short: "main: 5 begin solve", where "main" is the
/// track. Of what is only described, nothing.
class FileTest : public ::testing::Test {
 protected:
  FileTest()
      : path_(std::filesystem::temp_directory_path() / ("perfetto_file." + std::to_string(getpid()))) {}
  ~FileTest() override { std::filesystem::remove(path_); }

  std::string events() const {
    std::ifstream in(path_, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    std::map<uint64_t, std::string> names;
    std::map<uint64_t, std::string> tracks;
    std::string text;
    const Fields file(bytes);
    for (const auto& [field, packet_bytes] : file.texts) {
      const Fields packet(packet_bytes);
      const Fields track(packet.text(60));
      tracks[track.number(1)] = std::string(track.text(2)) + std::string(Fields(track.text(4)).text(5));
      const Fields name(Fields(packet.text(12)).text(2));
      if (name.numbers.contains(1)) names[name.number(1)] = name.text(2);
      const Fields event(packet.text(11));
      if (event.numbers.empty()) continue;
      constexpr const char* kTypes[] = {"?", "begin", "end", "instant"};
      text +=
          tracks[event.number(11)] + ": " + std::to_string(packet.number(8)) + " " + kTypes[event.number(9)];
      if (event.number(9) != 2) text += " " + names[event.number(10)];
      text += "\n";
    }
    return text;
  }

  std::filesystem::path path_;
};

}  // namespace latecomer::perfetto

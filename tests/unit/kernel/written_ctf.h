// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace latecomer::kernel {

/// Is a number as CTF has it on these machines.
template <class Number>
std::string bytes_of(Number number) {
  return {reinterpret_cast<const char*>(&number), sizeof(number)};
}

/// Is a packet of a core's stream: its events are written one after the other.
struct WrittenPacket {
  uint32_t core = 0;
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t discarded = 0;  ///< Since the stream began.
  std::string events;
};

inline std::string stream_of(const std::vector<WrittenPacket>& packets) {
  std::string stream;
  for (const WrittenPacket& packet : packets) {
    const uint64_t bits = 8 * (24 + 44 + packet.events.size());
    stream += bytes_of(uint32_t{0xc1fc1fc1}) + std::string(16, '\x11') + bytes_of(uint32_t{0}) +
              bytes_of(packet.begin) + bytes_of(packet.end) + bytes_of(bits) + bytes_of(bits) +
              bytes_of(packet.discarded) + bytes_of(packet.core) + packet.events;
  }
  return stream;
}

inline std::string event_header(uint32_t id, uint64_t time) {
  return bytes_of(id) + bytes_of(time);
}

inline std::string name_of_thread(uint32_t thread) {
  return fmt::format("thread {}", thread);
}

/// Is text as LTTng has names of threads.
inline std::string sixteen(const std::string& text) {
  return text + std::string(16 - text.size(), '\0');
}

inline std::string lttng_switch(uint64_t time, uint32_t from, int64_t state, uint32_t to) {
  return event_header(0, time) + sixteen(name_of_thread(from)) + bytes_of(from) + bytes_of(state) +
         sixteen(name_of_thread(to)) + bytes_of(to);
}
inline std::string lttng_waking(uint64_t time, uint32_t thread, uint32_t target) {
  return event_header(1, time) + sixteen(name_of_thread(thread)) + bytes_of(thread) + bytes_of(target);
}
inline std::string lttng_timer_begin(uint64_t time) {
  return event_header(2, time);
}
inline std::string lttng_timer_end(uint64_t time) {
  return event_header(3, time);
}
inline std::string lttng_process(uint64_t time, uint32_t thread, uint32_t process) {
  return event_header(4, time) + bytes_of(thread) + bytes_of(process) + sixteen("described") +
         bytes_of(uint32_t{0});
}

/// Describes what all streams here have. Their clock has an offset, which CLOCK_MONOTONIC has to the epoch.
inline std::string description_of(std::string_view environment, std::string_view clock) {
  return std::string(R"(/* CTF 1.8 */
typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
typealias integer { size = 32; align = 8; signed = true; } := int32_t;
typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
typealias integer { size = 64; align = 8; signed = true; } := int64_t;
trace {
  major = 1; minor = 8; uuid = "11111111-1111-1111-1111-111111111111"; byte_order = le;
  packet.header := struct { uint32_t magic; uint8_t uuid[16]; uint32_t stream_id; };
};
env { )") +
         std::string(environment) + " };\nclock { name = \"" + std::string(clock) + R"(";
  uuid = "01234567-89ab-cdef-0123-456789abcdef"; freq = 1000000000; offset = 1500000000000000000; };
typealias integer { size = 64; align = 8; signed = false; map = clock.)" +
         std::string(clock) + R"(.value; } := time_t;
stream {
  id = 0;
  event.header := struct { uint32_t id; time_t timestamp; };
  packet.context := struct {
    time_t timestamp_begin; time_t timestamp_end; uint64_t content_size; uint64_t packet_size; uint64_t events_discarded; uint32_t cpu_id;
  };
};
)";
}

inline std::string event_description(uint32_t id, std::string_view name, std::string_view fields) {
  return fmt::format("event {{ name = \"{}\"; id = {}; stream_id = 0; fields := struct {{ {} }}; }};\n", name,
                     id, fields);
}

/// Is what LTTng's kernel tracer says of such events.
inline std::string lttng_description() {
  const std::string name = "integer { size = 8; align = 8; signed = false; encoding = UTF8; } ";
  return description_of(R"(hostname = "node7"; domain = "kernel"; tracer_name = "lttng-modules";)",
                        "monotonic") +
         event_description(0, "sched_switch",
                           name + "_prev_comm[16]; int32_t _prev_tid; int64_t _prev_state; " + name +
                               "_next_comm[16]; int32_t _next_tid;") +
         event_description(1, "sched_waking", name + "_comm[16]; int32_t _tid; int32_t _target_cpu;") +
         event_description(2, "timer_hrtimer_expire_entry", "") +
         event_description(3, "timer_hrtimer_expire_exit", "") +
         event_description(4, "lttng_statedump_process_state",
                           "int32_t _tid; int32_t _pid; " + name + "_name[16]; int32_t _type;");
}

inline std::string perf_switch(uint64_t time, uint32_t from, int64_t state, uint32_t to) {
  return event_header(0, time) + bytes_of(from) + bytes_of(from / 100 * 100) + bytes_of(uint32_t{1}) +
         bytes_of(from) + bytes_of(state) + bytes_of(to);
}
inline std::string perf_waking(uint64_t time, uint32_t current, uint32_t flags, uint32_t thread) {
  return event_header(1, time) + bytes_of(current) + bytes_of(current / 100 * 100) + bytes_of(flags) +
         name_of_thread(thread) + '\0' + bytes_of(thread) + bytes_of(uint32_t{0});
}

/// Is what perf says of such events. The thread 101 is of the process 100, and so on.
inline std::string perf_description() {
  const std::string common = "int32_t common_pid; int32_t perf_pid; uint32_t common_flags; ";
  return description_of(R"(host = "node8"; machine = "x86_64"; tracer_name = "perf";)", "perf_clock") +
         event_description(0, "sched:sched_switch",
                           common + "int32_t prev_pid; int64_t prev_state; int32_t next_pid;") +
         event_description(1, "sched:sched_waking", common + "string comm; int32_t pid; int32_t target_cpu;");
}

inline void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

}  // namespace latecomer::kernel

// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/serving.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "cli/ending_signals.h"
#include "cli/on_ranks.h"
#include "cli/open_report.h"
#include "cli/open_run.h"
#include "cli/predicting.h"
#include "cli/put_out.h"
#include "cli/scaling.h"
#include "query/advice.h"
#include "query/distribution.h"
#include "query/space.h"
#include "report/unreadable.h"
#include "serve/engine.h"
#include "serve/http_server.h"
#include "serve/memory_needed.h"
#include "serve/timeline_answers.h"
#include "serve/token.h"

namespace latecomer::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAuto = "auto";
constexpr uint64_t kMostKept = 64'000'000;      ///< Is the most that is kept, in bytes.
constexpr uint64_t kLeastMemory = 100'000'000;  ///< Is the least memory for answers, in bytes.

bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

/// Returns a host as it stands in a URL.
std::string host_in_url(const std::string& host) {
  if (host == "0.0.0.0" || host == "::") {
    std::array<char, 256> name = {};
    gethostname(name.data(), name.size() - 1);
    return name.data();
  }
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

void warn_of_others(const std::string& host) {
  if (!is_loopback(host))
    put_error(
        fmt::format("warning: {} can be reached from other machines; what goes there and back is not "
                    "encrypted, the token neither",
                    host));
}

/// Returns how ranks divide the values: as wanted, or as `latecomer advise` does.
Result<query::Distribution> distribution(const ServingOptions& options, const report::Report& report,
                                         int ranks) {
  if (options.distribution == kAuto) return query::choose(query::balances(report, ranks));
  const std::optional<query::Distribution> named = query::distribution_named(options.distribution);
  if (named) return *named;
  std::string names;
  for (const query::Distribution each : query::kDistributions)
    names += fmt::format(", {}", query::name_of(each));
  return Error{fmt::format("--distribute={}: it can be {}{}", options.distribution, kAuto, names)};
}

using Announce = std::function<void(const Served&)>;

/// Keeps a report where it is, as its space needs it.
struct OpenReport {
  fs::path file;
  report::Report report;
};

/// Returns how many bytes answers may take: what the user says, else 1 GB, or twice the largest answer of a
/// report if that is more.
uint64_t memory_for(const ServingOptions& options, const std::deque<OpenReport>& reports) {
  if (options.memory != 0) return options.memory;
  constexpr uint64_t kUsual = 1'000'000'000;
  const serve::Reports both(reports.front().report, reports.size() > 1 ? &reports.back().report : nullptr);
  const serve::Request largest{.kind = reports.size() > 1 ? serve::Kind::compare : serve::Kind::findings};
  return std::max(kUsual, 2 * memory_needed(both, largest));
}

/// Is what is served, beside how the program scales.
struct Opened {
  std::deque<OpenReport> reports;
  serve::Scaling scaling;
  size_t runs;
};

Status serve(const ServingOptions& options, Opened opened, Comm& comm, EndingSignals& signals,
             const Announce& announce) {
  const std::deque<OpenReport>& reports = opened.reports;
  std::deque<query::Space> spaces;
  std::vector<serve::ServedReport> served;
  for (const auto& [file, report] : reports) {
    TRY(const query::Distribution divided, distribution(options, report, comm.size()));
    TRY_STATUS(report::read_together(comm, [&]() -> Status {
      spaces.emplace_back(report, comm, query::owners(divided, report.call_paths, comm.size()));
      served.push_back({file, comm.rank() == 0 ? open_timeline(file, report) : serve::TimelineAnswers("")});
      return {};
    }));
  }
  const uint64_t memory = memory_for(options, reports);
  const size_t kept = std::min(kMostKept, memory / 8);  // answers, to be given again
  serve::Engine engine({spaces.front(), spaces.size() > 1 ? &spaces.back() : nullptr}, comm, kept);
  const std::string token = serve::random_token();
  const auto& [file, report] = reports.front();
  const std::unique_ptr<serve::Predictions> predictions = predictions_of(file, report, comm);
  serve::HttpServer server(engine, std::move(served), *predictions,
                           {.host = options.host,
                            .port = options.port,
                            .token = token,
                            .version = LATECOMER_VERSION,
                            .scaling = std::move(opened.scaling),
                            .memory = memory - kept});
  const WhenSignalled stopping(signals, [&engine] { engine.stop(); });
  const Result<int> port = comm.rank() == 0 ? server.start() : 0;
  TRY_STATUS(checkpoint(comm, port ? Status() : Status(port.error())));
  if (comm.rank() == 0) {
    warn_of_others(options.host);
    announce({reports.front().file, reports.size() > 1 ? reports.back().file : fs::path(), opened.runs,
              comm.size(), *port,
              fmt::format("http://{}:{}/?token={}", host_in_url(options.host), *port, token)});
    flush_out();
  }
  engine.run();
  return {};
}

/// Returns the file of each report that a user named.
Result<std::vector<std::string>> find_reports(const std::vector<std::string>& names,
                                              const FindReport& find_report, Comm& comm) {
  std::vector<std::string> files;
  for (const std::string& name : names) {
    TRY(const std::string found, find_report ? find_report(name, comm) : Result<std::string>(name));
    const Result<fs::path> file = report_file(found);
    TRY_STATUS(checkpoint(comm, file ? Status() : Status(file.error())));
    files.push_back(file->string());
  }
  return files;
}

/// Returns how the program scales, on rank 0, and leaves the largest run's file, on all ranks.
Result<serve::Scaling> scaling_of(const ServingOptions& options, const std::vector<std::string>& names,
                                  std::vector<std::string>& files, Comm& comm) {
  using findings::ScalingKind;
  serve::Scaling scaling;
  uint64_t largest = 0;
  TRY_STATUS(report::read_together(comm, [&]() -> Status {
    if (comm.rank() != 0) return {};
    const ScalingKind kind = options.is_weak ? ScalingKind::weak : ScalingKind::strong;
    TRY(const RunsTogether together, bring_together(names, files, kind));
    largest = together.largest;
    if (together.scaling) {
      scaling.emplace(to_json(*together.scaling));
    } else {
      put_error("warning: " + together.scaling.error().message);
      scaling.emplace(together.scaling.error());
    }
    return {};
  }));
  const Bytes known = comm.broadcast(to_bytes(std::span<const uint64_t>(&largest, 1)), 0);
  files = {files[from_bytes<uint64_t>(known).front()]};
  return scaling;
}

Status open_and_serve(const ServingOptions& options, Comm& comm, EndingSignals& signals,
                      const Announce& announce, const FindReport& find_report) {
  std::vector<std::string> names = {options.report};
  if (!options.second.empty()) names.push_back(options.second);
  names.insert(names.end(), options.more.begin(), options.more.end());
  TRY(std::vector<std::string> files, find_reports(names, find_report, comm));
  Opened opened{.reports = {}, .scaling = {}, .runs = 1};
  if (!options.more.empty()) {
    TRY(opened.scaling, scaling_of(options, names, files, comm));
    opened.runs = names.size();
  }
  for (const std::string& file : files) {
    Result<report::Report> report = open_report(file);
    TRY_STATUS(checkpoint(comm, report ? Status() : Status(report.error())));
    opened.reports.push_back({file, std::move(*report)});
  }
  return serve(options, std::move(opened), comm, signals, announce);
}

}  // namespace

serve::TimelineAnswers open_timeline(const fs::path& file, const report::Report& report) {
  Result<std::unique_ptr<timeline::Run>> run = open_run(file, report);
  return run ? serve::TimelineAnswers(std::move(*run)) : serve::TimelineAnswers(run.error().message);
}

void add_serving_options(CLI::App& command, ServingOptions& options) {
  command.add_option("REPORT", options.report, "A .cubex file, or the directory that contains report.cubex")
      ->required();
  command.add_option("SECOND", options.second, "Another one, which the first one is compared with");
  CLI::Option* more = command.add_option("MORE", options.more,
                                         "With more runs of a program, of other numbers of ranks, none is "
                                         "compared: the largest is served, and how the program scales");
  command
      .add_flag("--weak", options.is_weak,
                "The work grew with the number of ranks of these runs; else it is the same in all of them")
      ->needs(more);
  command
      .add_option("--host", options.host,
                  "The address to listen at; at the default only programs on this machine can ask")
      ->type_name("ADDRESS")
      ->capture_default_str();
  command.add_option("--port", options.port, "The port to listen at (default: any that is free)")
      ->check(CLI::Range(0, 65535))
      ->type_name("N");
  command
      .add_option("--memory", options.memory,
                  "How much memory answers may take, all together, as 500MB or 4GB, beside the report itself "
                  "(default: 1GB, or more for a large report); what needs more waits, or is refused")
      ->transform(CLI::AsSizeValue(false))
      ->check([](const std::string& bytes) -> std::string {
        return std::stoull(bytes) < kLeastMemory ? "at least 100MB are needed" : "";
      })
      ->type_name("SIZE");
  command
      .add_option("--distribute", options.distribution,
                  "How ranks divide the values: round-robin, random, plain, deepest-chain, system, or as "
                  "latecomer advise says")
      ->type_name("HOW")
      ->capture_default_str();
}

Status serve_report(const ServingOptions& options, const Announce& announce, const FindReport& find_report) {
  EndingSignals signals;  // before MPI has threads
  return on_all_ranks(
      [&](Comm& comm) -> Status { return open_and_serve(options, comm, signals, announce, find_report); });
}

std::string where_served(const Served& served) {
  const std::string second = served.second.empty() ? "" : " and " + served.second.string();
  const std::string runs =
      served.runs > 1 ? fmt::format(", the largest of {} runs,", served.runs) : std::string();
  return fmt::format("{}{} {} served{} at\n  {}\n", printable_line(served.report.string() + second), runs,
                     second.empty() ? "is" : "are",
                     served.ranks > 1 ? fmt::format(" by {} ranks", served.ranks) : "", served.url);
}

}  // namespace latecomer::cli

// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "generate/generate.h"

#include <vector>

#include "base/parallel.h"
#include "base/progress.h"
#include "generate/answer.h"
#include "generate/measure_location.h"
#include "generate/program.h"
#include "generate/schedule.h"
#include "generate/work.h"
#include "generate/write_archive.h"
#include "otf2/archive_files.h"

namespace latecomer::generate {

namespace {

Schedule simulate(const Program& program, const Work& work) {
  Progress progress("simulating", program.iterations, true);
  return Schedule(program, work, [&] { progress.advance(1); });
}

std::vector<KnownValues> measure(const Program& program, const Schedule& schedule) {
  const Settings& settings = program.settings;
  std::vector<KnownValues> values(settings.locations());
  parallel_for(settings.ranks, [&](size_t rank) {
    const std::vector<KnownValues> threads = measure_rank(program, schedule, static_cast<uint32_t>(rank));
    std::copy(threads.begin(), threads.end(),
              values.begin() + static_cast<ptrdiff_t>(rank * settings.threads));
  });
  return values;
}

}  // namespace

Result<Generated> generate(const Settings& settings, const std::string& directory) {
  TRY_STATUS(check(settings));
  TRY_STATUS(otf2::make_empty_directory(directory));
  const Program program = make_program(settings);
  const Work work(settings);
  const Schedule schedule = simulate(program, work);
  {
    Progress progress("writing", settings.ranks, true);
    TRY_STATUS(write_archive(program, schedule, directory, [&](uint32_t) { progress.advance(1); }));
  }
  const Answer answer = complete_answer(program, schedule, work, measure(program, schedule));
  TRY_STATUS(write_answer(answer, settings, directory + "/answer.tsv"));
  return Generated{count_events(program), program.iterations};
}

}  // namespace latecomer::generate

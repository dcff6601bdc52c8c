// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "launch/launch.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "launch/command_words.h"
#include "launch/environment.h"
#include "launch/launched.h"
#include "launch/watch.h"

namespace latecomer::launch {
namespace {

TEST(Launch, TellsMpisByTheirLibraries) {
  EXPECT_EQ(mpi_of_libraries("\tlibmpi.so.40 => /usr/lib/libmpi.so.40 (0x1)\n"), Mpi::openmpi);
  EXPECT_EQ(mpi_of_libraries("\tlibmpi_mpifh.so.40 => /x\n\tlibmpi.so.40 => not found\n"), Mpi::openmpi);
  EXPECT_EQ(mpi_of_libraries("\tlibmpich.so.12 => /usr/lib/libmpich.so.12 (0x1)\n"), Mpi::mpich);
  EXPECT_EQ(mpi_of_libraries("\tlibmpi.so.12 => /opt/libmpi.so.12 (0x1)\n"), Mpi::mpich);
  EXPECT_EQ(mpi_of_libraries(
                "\tlibmpi_abi.so.1 => /x/libmpi_abi.so.1 (0x1)\n\tlibmpi.so.40 => /x/libmpi.so.40 (0x1)\n"),
            Mpi::abi);
  EXPECT_EQ(mpi_of_libraries("\tlibm.so.6 => /usr/lib/libm.so.6 (0x1)\n"), std::nullopt);
}

TEST(Launch, TellsLaunchersByTheirVersion) {
  EXPECT_EQ(mpi_of_version("mpiexec.openmpi (OpenRTE) 4.1.4\n"), Mpi::openmpi);
  EXPECT_EQ(mpi_of_version("HYDRA build details:\n    Version: 4.0.2\n"), Mpi::mpich);
  EXPECT_EQ(mpi_of_version("srun 22.05"), std::nullopt);
}

using Words = std::vector<std::string>;

Launch launch_of(std::optional<Mpi> launcher, Words command) {
  Launch launch;
  launch.launcher = launcher;
  launch.command = std::move(command);
  return launch;
}

// Sets variables of this process for the life of the object.
class Environment {
 public:
  explicit Environment(const std::vector<Variable>& variables) : variables_(variables) {
    for (const Variable& variable : variables_) setenv(variable.name.c_str(), variable.value.c_str(), 1);
  }
  ~Environment() {
    for (const Variable& variable : variables_) unsetenv(variable.name.c_str());
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  std::vector<Variable> variables_;
};

const Preload kPreloaded{{"r.so"}, {"m.so"}};

// /bin/echo is the program.
Words with_a(std::optional<Mpi> launcher, Words command) {
  return command_with(launch_of(launcher, std::move(command)), kPreloaded, {{"A", "1"}});
}

TEST(Launch, PassesVariablesToEachPartOfOpenMpisCommand) {
  EXPECT_EQ(with_a(Mpi::openmpi, {"mpiexec", "-n", "1", "/bin/echo", ":", "-n", "2", "/bin/echo"}),
            (Words{"mpiexec", "-x", "LD_PRELOAD=r.so:m.so", "-x", "A=1", "-n", "1", "/bin/echo", ":", "-x",
                   "LD_PRELOAD=r.so:m.so", "-x", "A=1", "-n", "2", "/bin/echo"}));
}

TEST(Launch, PassesVariablesOnceToMpich) {
  EXPECT_EQ(with_a(Mpi::mpich, {"mpiexec", "-n", "1", "/bin/echo", ":", "-n", "2", "/bin/echo"}),
            (Words{"mpiexec", "-genv", "LD_PRELOAD", "r.so:m.so", "-genv", "A", "1", "-n", "1", "/bin/echo",
                   ":", "-n", "2", "/bin/echo"}));
}

TEST(Launch, StartsProgramsOfOtherLaunchersInTheEnvironment) {
  EXPECT_EQ(with_a(std::nullopt, {"srun", "/bin/echo"}),
            (Words{"env", "LD_PRELOAD=r.so:m.so", "A=1", "srun", "/bin/echo"}));
}

TEST(Launch, LoadsWhatTheUserPreloadsBetweenTheRecorderAndMpi) {
  EXPECT_EQ(merged(kPreloaded, ""), "r.so:m.so");
  EXPECT_EQ(merged(kPreloaded, "tool.so other.so"), "r.so:tool.so:other.so:m.so");
  EXPECT_EQ(merged(kPreloaded, "tool.so:/usr/lib/libasan.so.8"), "/usr/lib/libasan.so.8:r.so:tool.so:m.so");
}

TEST(Launch, AddsToLdPreloadOfTheLaunchersOptions) {
  const Words begin = {"mpiexec", "-x", "LD_PRELOAD=r.so:m.so", "-x", "A=1"};
  const auto openmpi = [&](Words options, const Words& expected) {
    options.insert(options.begin(), "mpiexec");
    options.emplace_back("/bin/echo");
    Words all = begin;
    all.insert(all.end(), expected.begin(), expected.end());
    all.emplace_back("/bin/echo");
    EXPECT_EQ(with_a(Mpi::openmpi, options), all);
  };
  openmpi({"-x", "LD_PRELOAD=t.so"}, {"-x", "LD_PRELOAD=r.so:t.so:m.so"});
  openmpi({"-x", "LD_PRELOAD"}, {"-x", "LD_PRELOAD=r.so:m.so"});
  openmpi({"-n", "2", "--x", "LD_PRELOAD=t.so", "-x", "B"},
          {"-n", "2", "--x", "LD_PRELOAD=r.so:t.so:m.so", "-x", "B"});

  const Words hydra = {"mpiexec", "-genv", "LD_PRELOAD", "r.so:m.so", "-genv", "A", "1"};
  for (const char* option : {"-genv", "-env", "--env"}) {
    Words expected = hydra;
    for (const char* word : {option, "LD_PRELOAD", "r.so:t.so:m.so", "/bin/echo"})
      expected.emplace_back(word);
    EXPECT_EQ(with_a(Mpi::mpich, {"mpiexec", option, "LD_PRELOAD", "t.so", "/bin/echo"}), expected);
    expected = hydra;
    for (const char* word : {option, "LD_PRELOAD=r.so:t.so:m.so", "/bin/echo"}) expected.emplace_back(word);
    EXPECT_EQ(with_a(Mpi::mpich, {"mpiexec", option, "LD_PRELOAD=t.so", "/bin/echo"}), expected);
  }
}

TEST(Launch, AddsToOpenMpisListOfVariables) {
  EXPECT_EQ(
      with_a(Mpi::openmpi, {"mpiexec", "--mca", "mca_base_env_list", "B=2;LD_PRELOAD=t.so", "/bin/echo"}),
      (Words{"mpiexec", "--mca", "mca_base_env_list", "B=2;LD_PRELOAD=r.so:t.so:m.so;A=1", "/bin/echo"}));
  const Environment list(std::vector<Variable>{{"OMPI_MCA_mca_base_env_list", "B=2"}});
  EXPECT_EQ(with_a(Mpi::openmpi, {"mpiexec", "/bin/echo"}),
            (Words{"mpiexec", "--mca", "mca_base_env_list", "B=2;LD_PRELOAD=r.so:m.so;A=1", "/bin/echo"}));
}

TEST(Launch, SetsVariablesAnewWhereEnvTakesThemAway) {
  for (const auto& [words, preload] :
       std::vector<std::pair<Words, std::string>>{{{"env", "LD_PRELOAD=t.so"}, "r.so:t.so:m.so"},
                                                  {{"env", "-i", "B=2"}, "r.so:m.so"},
                                                  {{"env", "-"}, "r.so:m.so"},
                                                  {{"env", "-i", "LD_PRELOAD=t.so"}, "r.so:t.so:m.so"},
                                                  {{"env", "-u", "LD_PRELOAD", "B=2"}, "r.so:m.so"},
                                                  {{"env", "--unset=LD_PRELOAD"}, "r.so:m.so"},
                                                  {{"nice", "env", "-uLD_PRELOAD"}, "r.so:m.so"}}) {
    Words command = {"mpiexec"};
    Words expected = {"mpiexec", "-genv", "LD_PRELOAD", "r.so:m.so", "-genv", "A", "1"};
    for (Words* each : {&command, &expected}) each->insert(each->end(), words.begin(), words.end());
    for (const std::string& word : {"LD_PRELOAD=" + preload, std::string("A=1")}) expected.push_back(word);
    for (Words* each : {&command, &expected}) each->insert(each->end(), {"/bin/echo", "env", "-i"});
    EXPECT_EQ(with_a(Mpi::mpich, command), expected);
  }
  EXPECT_EQ(
      with_a(Mpi::mpich, {"mpiexec", "env", "B=2", "/bin/echo"}),
      (Words{"mpiexec", "-genv", "LD_PRELOAD", "r.so:m.so", "-genv", "A", "1", "env", "B=2", "/bin/echo"}));
  EXPECT_EQ(
      with_a(std::nullopt, {"env", "-i", "/bin/echo"}),
      (Words{"env", "LD_PRELOAD=r.so:m.so", "A=1", "env", "-i", "LD_PRELOAD=r.so:m.so", "A=1", "/bin/echo"}));
}

TEST(Launch, KeepsWhatIsPreloadedIntoTheLauncher) {
  Launch launch = launch_of(Mpi::openmpi, {"env", "LD_PRELOAD=t.so", "mpiexec", "/bin/echo"});
  launch.launcher_at = 2;
  EXPECT_EQ(command_with(launch, kPreloaded, {}),
            (Words{"env", "LD_PRELOAD=t.so", "mpiexec", "-x", "LD_PRELOAD=r.so:t.so:m.so", "/bin/echo"}));
}

TEST(Launch, SaysToSrunWhatItHasToHandOn) {
  const Words begin = {"env", "LD_PRELOAD=r.so:m.so", "A=1", "srun"};
  for (const auto& [given, expected] : std::vector<std::pair<std::string, std::string>>{
           {"NONE", "LD_PRELOAD,A"},
           {"B,C=2", "B,C=2,LD_PRELOAD,A"},
           {"ALL,B=2", "ALL,B=2"},
           {"ALL,LD_PRELOAD=t.so", "ALL,LD_PRELOAD=r.so:t.so:m.so"},
           {"LD_PRELOAD=t.so", "LD_PRELOAD=r.so:t.so:m.so,A"}}) {
    Words all = begin;
    all.insert(all.end(), {"--export=" + expected, "/bin/echo"});
    EXPECT_EQ(with_a(std::nullopt, {"srun", "--export=" + given, "/bin/echo"}), all);
    all = begin;
    all.insert(all.end(), {"--export", expected, "/bin/echo"});
    EXPECT_EQ(with_a(std::nullopt, {"srun", "--export", given, "/bin/echo"}), all);
  }
  const Environment none(std::vector<Variable>{{"SLURM_EXPORT_ENV", "NONE"}});
  EXPECT_EQ(
      with_a(std::nullopt, {"srun", "/bin/echo"}),
      (Words{"env", "LD_PRELOAD=r.so:m.so", "A=1", "SLURM_EXPORT_ENV=LD_PRELOAD,A", "srun", "/bin/echo"}));
}

TEST(Launch, ReadsTheFilesThatNamePrograms) {
  const std::string file = testing::TempDir() + "latecomer_launch_test_file";
  std::ofstream(file) << "# both\n-n 1 -x B=2 /bin/echo one\n\n-n 2 /bin/echo two # last\n";
  const Words parts = {"-n", "1", "-x", "B=2", "/bin/echo", "one", ":", "-n", "2", "/bin/echo", "two"};
  for (const char* option : {"--app", "-app", "-configfile"}) {
    Words expected = {"mpiexec", "-v"};
    expected.insert(expected.end(), parts.begin(), parts.end());
    EXPECT_EQ(with_file_read({"mpiexec", option, file, "-v"}, 0), expected);
  }
  EXPECT_EQ(with_file_read({"mpiexec", "-n", "2", "/bin/echo", "--app", file}, 0), std::nullopt);
  EXPECT_EQ(with_file_read({"mpiexec", "--app", file + ".missing"}, 0), std::nullopt);
  std::filesystem::remove(file);
}

TEST(Launch, FindsProgramsInTheirWorkingDirectory) {
  for (const char* option : {"-wdir", "--wdir", "-wd"}) {
    const Result<Launch> launch =
        examine_command({"mpiexec.mpich", option, "/usr", "-n", "1", "./bin/env", "./bin/true"}, Mpi::mpich);
    ASSERT_TRUE(launch) << launch.error().message;
    EXPECT_EQ(launch->mpi, Mpi::mpich);
  }
  EXPECT_FALSE(examine_command({"mpiexec.mpich", "-wdir", "/tmp", "-n", "1", "./bin/true"}, Mpi::mpich));
}

TEST(Launch, KnowsThatALauncherStartedIt) {
  EXPECT_FALSE(launched());
  {
    const Environment batch(std::vector<Variable>{{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "96"}});
    EXPECT_FALSE(launched());
  }
  for (const std::vector<Variable>& variables :
       {std::vector<Variable>{{"PMI_RANK", "1"}, {"PMI_SIZE", "3"}},
        {{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "3"}},
        {{"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "3"}}}) {
    const Environment environment(variables);
    ASSERT_TRUE(launched());
    EXPECT_EQ(launched()->rank, 1u);
    EXPECT_EQ(launched()->ranks, 3u);
  }
}

TEST(Launch, SaysWhyAProcessIsNotRecorded) {
  const std::string recorder = "/opt/recorder-mpich.so";
  const std::string libc = "7f00-7f01 r-xp 0 08:01 1 /usr/lib/libc.so.6\n";
  const std::string mpi = libc + "7f02-7f03 r-xp 0 08:01 1 /usr/lib/libmpich.so.12.1\n";
  const std::string recorded = mpi + "7f04-7f05 r-xp 0 08:01 1 /opt/recorder-mpich.so\n";
  using namespace std::string_literals;
  const std::string handed_on = "A=1\0LD_PRELOAD=/opt/recorder-mpich.so\0LATECOMER_ARCHIVE_DIR=/r\0"s;
  EXPECT_EQ(why_not_recorded(recorded, handed_on, recorder, true), "");
  EXPECT_EQ(why_not_recorded(libc, "A=1\0"s, recorder, true), "");
  EXPECT_EQ(why_not_recorded("", "A=1\0"s, recorder, false), "");
  EXPECT_NE(why_not_recorded(libc, "A=1\0"s, recorder, false), "");
  EXPECT_NE(why_not_recorded(mpi, "A=1\0"s, recorder, true).find("took LD_PRELOAD away"), std::string::npos);
  EXPECT_NE(why_not_recorded(mpi, "LD_PRELOAD=t.so\0"s, recorder, true).find("set LD_PRELOAD=t.so;"),
            std::string::npos);
  EXPECT_NE(why_not_recorded(mpi, handed_on, recorder, true).find("could not load"), std::string::npos);
  EXPECT_NE(why_not_recorded(recorded, "A=1\0"s, recorder, true).find("begin with LATECOMER_ away"),
            std::string::npos);
}

TEST(Launch, RecordsWhatIsNoMpiProgramWithoutMpi) {
  for (const Words& command : {Words{"/bin/ls", "-l"}, {"nice", "/bin/ls"}}) {
    const Result<Launch> launch = examine_command(command, std::nullopt);
    ASSERT_TRUE(launch) << launch.error().message;
    EXPECT_EQ(launch->mpi, Mpi::none);
    EXPECT_EQ(launch->library, "");
    EXPECT_EQ(launch->note.find("/bin/ls is linked to neither MPICH nor Open MPI"), 0u) << launch->note;
  }
}

TEST(Launch, AsksForTheMpiOfWhatCanBeAnything) {
  for (const char* program : {"/bin/sh", "/usr/bin/ldd"}) {
    const Result<Launch> launch = examine_command({program, "app"}, std::nullopt);
    ASSERT_FALSE(launch) << program;
    EXPECT_NE(launch.error().message.find("--mpi none"), std::string::npos) << launch.error().message;
    EXPECT_EQ(examine_command({program, "app"}, Mpi::none)->mpi, Mpi::none);
  }
}

TEST(Launch, TakesTheUsersWordForIt) {
  const Result<Launch> launch = examine_command({"/bin/ls", "-l"}, Mpi::mpich);
  ASSERT_TRUE(launch) << launch.error().message;
  EXPECT_EQ(launch->mpi, Mpi::mpich);
  EXPECT_TRUE(launch->direct);
}

TEST(Launch, TakesNoLibraryForAProgram) {
  for (const char* name : {"plugin.so", "plugin.so.3"}) {
    const std::filesystem::path library = std::filesystem::path(testing::TempDir()) / name;
    std::ofstream(library) << "";
    std::filesystem::permissions(library, std::filesystem::perms::owner_all);
    const Result<Launch> launch = examine_command({"/bin/ls", library.string()}, std::nullopt);
    ASSERT_TRUE(launch) << launch.error().message;
    EXPECT_TRUE(launch->direct);
    EXPECT_EQ(launch->note.find("/bin/ls is linked to neither MPICH nor Open MPI"), 0u) << launch->note;
  }
}

TEST(Launch, FindsTheLauncherBehindWhatStartsIt) {
  for (const Words& before : {Words{"nice", "-n", "5"},
                              {"env", "A=1"},
                              {"time", "-p"},
                              {"taskset", "-c", "0"},
                              {"timeout", "20", "nice"}}) {
    Words command = before;
    for (const char* word : {"mpiexec.mpich", "-n", "2", "/bin/true"}) command.push_back(word);
    const Result<Launch> launch = examine_command(command, Mpi::mpich);
    ASSERT_TRUE(launch) << before.front() << ": " << launch.error().message;
    EXPECT_EQ(launch->launcher, Mpi::mpich) << before.front();
    EXPECT_EQ(launch->launcher_at, before.size()) << before.front();
    Words with = before;
    for (const char* word :
         {"mpiexec.mpich", "-genv", "LD_PRELOAD", "r.so:m.so", "-genv", "B", "2", "-n", "2", "/bin/true"})
      with.push_back(word);
    EXPECT_EQ(command_with(*launch, kPreloaded, {{"B", "2"}}), with);
  }
}

TEST(Launch, AssumesTheLaunchersMpiOfInterpreters) {
  for (const char* interpreter : {"/bin/bash", "/usr/bin/ldd"}) {
    const Result<Launch> launch =
        examine_command({"mpiexec.openmpi", "-n", "2", interpreter, "app"}, std::nullopt);
    ASSERT_TRUE(launch) << launch.error().message;
    EXPECT_EQ(launch->mpi, Mpi::openmpi);
    EXPECT_NE(launch->note.find(interpreter), std::string::npos);
    EXPECT_NE(launch->library.find("/libmpi.so.40"), std::string::npos) << launch->library;
  }
}

TEST(Launch, RefusesWhatDoesNotExist) {
  const Result<Launch> launch = examine_command({"/no/such/program"}, std::nullopt);
  ASSERT_FALSE(launch);
  EXPECT_EQ(launch.error().message, "/no/such/program: no such program");
}

}  // namespace
}  // namespace latecomer::launch

// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "launch/launch.h"

#include <gtest/gtest.h>

namespace latecomer::launch {
namespace {

TEST(Launch, TellsMpisByTheirLibraries) {
  EXPECT_EQ(mpi_of_libraries("\tlibmpi.so.40 => /usr/lib/libmpi.so.40 (0x1)\n"), Mpi::openmpi);
  EXPECT_EQ(mpi_of_libraries("\tlibmpi_mpifh.so.40 => /x\n\tlibmpi.so.40 => not found\n"), Mpi::openmpi);
  EXPECT_EQ(mpi_of_libraries("\tlibmpich.so.12 => /usr/lib/libmpich.so.12 (0x1)\n"), Mpi::mpich);
  EXPECT_EQ(mpi_of_libraries("\tlibmpi.so.12 => /opt/libmpi.so.12 (0x1)\n"), Mpi::mpich);
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

TEST(Launch, PassesVariablesToEachPartOfOpenMpisCommand) {
  const Launch launch = launch_of(Mpi::openmpi, {"mpiexec", "-n", "1", "./a", ":", "-n", "2", "./b"});
  EXPECT_EQ(command_with(launch, {{"A", "1"}}),
            (Words{"mpiexec", "-x", "A=1", "-n", "1", "./a", ":", "-x", "A=1", "-n", "2", "./b"}));
}

TEST(Launch, PassesVariablesOnceToMpich) {
  const Launch launch = launch_of(Mpi::mpich, {"mpiexec", "-n", "1", "./a", ":", "-n", "2", "./b"});
  EXPECT_EQ(
      command_with(launch, {{"A", "1"}, {"B", "2"}}),
      (Words{"mpiexec", "-genv", "A", "1", "-genv", "B", "2", "-n", "1", "./a", ":", "-n", "2", "./b"}));
}

TEST(Launch, StartsProgramsOfOtherLaunchersInTheEnvironment) {
  EXPECT_EQ(command_with(launch_of(std::nullopt, {"srun", "./a"}), {{"A", "1"}}),
            (Words{"env", "A=1", "srun", "./a"}));
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
    for (const char* word : {"mpiexec.mpich", "-genv", "B", "2", "-n", "2", "/bin/true"})
      with.push_back(word);
    EXPECT_EQ(command_with(*launch, {{"B", "2"}}), with);
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

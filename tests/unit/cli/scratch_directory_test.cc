// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/scratch_directory.h"

#include <gtest/gtest.h>
#include <linux/magic.h>

namespace latecomer::cli {
namespace {

TEST(ScratchDirectory, OfTheArchiveWhereThatIsOnTheNode) {
  const ScratchDirectory scratch = choose_scratch("/dev/shm");
  EXPECT_EQ(scratch.path, "");
  EXPECT_EQ(scratch.note, "");
}

TEST(ScratchDirectory, IsOfTheNodeWhereTheArchiveIsNot) {
  const ScratchDirectory scratch = choose_scratch("/proc");  // as unknown as a file system in the network
  EXPECT_NE(scratch.note.find("--scratch"), std::string::npos);
  EXPECT_NE(scratch.path, "/proc");
}

TEST(ScratchDirectory, FileSystemsInTheNetworkAreNotLocal) {
  EXPECT_TRUE(is_local(EXT4_SUPER_MAGIC));
  EXPECT_TRUE(is_local(TMPFS_MAGIC));
  EXPECT_FALSE(is_local(NFS_SUPER_MAGIC));
  EXPECT_FALSE(is_local(CEPH_SUPER_MAGIC));
  EXPECT_FALSE(is_local(0x0BD00BD0));  // Lustre
}

}  // namespace
}  // namespace latecomer::cli

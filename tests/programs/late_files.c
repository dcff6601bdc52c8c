// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "file.h"

// Rank 0 comes late to where a file is opened, to a collective write and to a collective read of it.
int main(int argc, char** argv) {
  enum { kInts = 1000 };
  static int data[kInts];
  MPI_File file;
  MPI_Status status;
  begin(&argc, &argv);
  const char* name = new_file_name();
  const MPI_Offset own = rank * (MPI_Offset)sizeof data;

  if (rank == 0) work(0.1);
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  for (int i = 0; i < kInts; ++i) data[i] = rank + i;
  MPI_Barrier(MPI_COMM_WORLD);

  // Interleaved, so that the library has to bring together what the ranks write.
  MPI_Datatype part;
  MPI_Type_create_resized(MPI_INT, 0, size * (MPI_Aint)sizeof(int), &part);
  MPI_Type_commit(&part);
  MPI_File_set_view(file, rank * (MPI_Offset)sizeof(int), MPI_INT, part, "native", MPI_INFO_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) work(0.15);
  MPI_File_write_all(file, data, kInts, MPI_INT, &status);
  int count = 0;
  MPI_Get_count(&status, MPI_INT, &count);
  expect(count == kInts, "as many as were written");
  MPI_Barrier(MPI_COMM_WORLD);

  // Whoever reads also waits.
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  if (rank == 0) work(0.2);
  MPI_File_read_all(file, data, kInts, MPI_INT, MPI_STATUS_IGNORE);
  for (int i = 0; i < kInts; ++i) expect(data[i] == rank + i, "what was written");
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_set_view(file, own, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_Type_free(&part);
  MPI_File_sync(file);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}

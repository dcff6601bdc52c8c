// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "../program.h"

// Functions that neither communicate nor wait.
static void ask_status(void) {
  MPI_Status status;
  int source = 0, tag = 0, error = -1;
  MPI_Sendrecv(&rank, 1, MPI_INT, 0, 3, &source, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &status);
  MPI_Status_get_source(&status, &source);
  MPI_Status_get_tag(&status, &tag);
  expect(source == 0 && tag == 3, "status");
  MPI_Status_set_source(&status, 5);
  MPI_Status_set_tag(&status, 6);
  MPI_Status_set_error(&status, MPI_SUCCESS);
  MPI_Status_get_source(&status, &source);
  MPI_Status_get_error(&status, &error);
  expect(source == 5 && error == MPI_SUCCESS, "status that was set");
  MPI_Status_set_elements_c(&status, MPI_INT, 1);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  ask_status();
  int new_class, code;
  MPI_Add_error_class(&new_class);
  MPI_Add_error_code(new_class, &code);
  MPI_Add_error_string(code, "an error");
  MPI_Remove_error_string(code);
  MPI_Remove_error_code(code);
  MPI_Remove_error_class(new_class);
  MPI_Datatype pair;
  MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &pair);
  expect(pair == MPI_DOUBLE_INT, "pair");
  MPI_Info info;
  MPI_Get_hw_resource_info(&info);
  MPI_Info_free(&info);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) work(1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

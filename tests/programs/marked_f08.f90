! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! Marks phases with a region in each. tests/stacks_test.py knows which.
program marked_f08
  use mpi_f08
  use latecomer
  implicit none
  integer :: i
  call MPI_Init()
  do i = 1, 2
    call latecomer_begin_phase("iteration", i)
    call latecomer_begin_region("exchange")
    call MPI_Barrier(MPI_COMM_WORLD)
    call latecomer_end_region("exchange")
    call latecomer_end_phase("iteration", i)
  end do
  call MPI_Finalize()
end program marked_f08

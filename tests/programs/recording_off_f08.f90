! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! Switches recording off and on. tests/recording_off_test.py knows what is left.
program recording_off_f08
  use mpi_f08
  use latecomer
  implicit none
  integer :: i
  call MPI_Init()
  call latecomer_recording_off()
  call MPI_Barrier(MPI_COMM_WORLD)
  call latecomer_recording_on()
  do i = 0, 1
    call MPI_Pcontrol(i)
    call latecomer_begin_phase("iteration", i)
    call MPI_Barrier(MPI_COMM_WORLD)
    call latecomer_end_phase("iteration", i)
  end do
  call MPI_Finalize()
end program recording_off_f08

! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! Rank 0 works for 200 ms before it sends; rank 1 waits for it. MODULE is MPI's Fortran module; without it, mpif.h is included.

subroutine late_work(total)
#ifdef MODULE
  use MODULE
#endif
  implicit none
#ifndef MODULE
  include "mpif.h"
#endif
  double precision, intent(inout) :: total
  double precision :: begin
  integer :: i
  begin = MPI_Wtime()
  do while (MPI_Wtime() - begin < 0.2d0)
    do i = 1, 1000
      total = total + 1d0 / i
    end do
  end do
end subroutine

program late
#ifdef MODULE
  use MODULE
#endif
  implicit none
#ifndef MODULE
  include "mpif.h"
#endif
  integer :: rank, ierror
  double precision :: total
  total = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  if (rank == 0) then
    call late_work(total)
    call MPI_Send(total, 1, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, ierror)
  else if (rank == 1) then
    call MPI_Recv(total, 1, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  end if
  call MPI_Finalize(ierror)
end program

! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! run: 2 ranks
! A procedure of a module takes 0.4 s longer on rank 1.
module ocean
  implicit none
  include 'mpif.h'
contains
  subroutine advect(field, seconds)
    double precision, intent(inout) :: field(1000)
    double precision, intent(in) :: seconds
    double precision :: now, end
    integer :: i
    call cpu_time(now)
    end = now + seconds
    do while (now < end)
      do i = 1, 20
        field = field + 1 / (1 + field)
      end do
      call cpu_time(now)
    end do
  end subroutine
end module

program module_procedure
  use ocean
  implicit none
  integer :: rank, error
  double precision :: field(1000) = 1
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call advect(field, merge(0.5d0, 0.1d0, rank == 1)) ! planted: ocean::advect, rank 1, 0.4 s
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
  if (any(field < 0)) stop 1
end program

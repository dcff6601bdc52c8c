! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

module grid
contains
  subroutine exchange()
    call fortran_probe("grid::exchange", __LINE__)
  end subroutine
end module

subroutine plain()
  call fortran_probe("plain", __LINE__)
end subroutine

program ocean
  use grid
  call exchange()
  call plain()
  call step()
  call fortran_probe("ocean", __LINE__)
contains
  subroutine step()
    call fortran_probe("ocean::step", __LINE__)
  end subroutine
end program

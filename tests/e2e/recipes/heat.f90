! SPDX-License-Identifier: MIT
program heat
  implicit none
  real :: t(100) = 0.0
  integer :: step
  t(1) = 1.0
  do step = 1, 10
    call spread_out(t)
  end do
  print '(f6.4)', sum(t)
contains
  subroutine spread_out(t)
    real, intent(inout) :: t(:)
    integer :: i
    do i = 2, size(t) - 1
      t(i) = 0.5 * (t(i - 1) + t(i + 1))
    end do
  end subroutine
end program

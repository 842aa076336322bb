! case: fortran_pure
! plugin: functions=*
! needs: gfortran
! SPDX-License-Identifier: MIT
! Of calls of a pure function that repeat another in their statement gfortran keeps two
! where it optimises; these all run, in whichever copy of the code.
module shapes
  implicit none
contains
  pure real function bent(x)
    real, intent(in) :: x
    bent = x * x + sqrt(abs(x))
  end function

  elemental real function twice(x)
    real, intent(in) :: x
    twice = 2 * x !=2000
  end function

  subroutine step(x, y)
    real, intent(inout) :: x
    real, intent(out) :: y
    y = bent(x) + bent(x) * 2 + bent(x) !=1000
    x = y !=1000
  end subroutine

  subroutine both(x, y)
    real, intent(in) :: x, y
    real :: a, b
    a = twice(x) !=1000
    b = twice(x) !=1000
    if (a /= b) stop 1 !=1000
  end subroutine
end module

program pure_calls
  use shapes
  implicit none
  integer :: i
  real :: x, y
  do i = 1, 1000 !=1001
    x = 2 !=1000
    call step(x, y) !=1000
    call both(x, y) !=1000
  end do
  print '(f0.3)', y !=1
end program

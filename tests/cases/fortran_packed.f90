! case: fortran_packed
! plugin: functions=*
! needs: gfortran
! SPDX-License-Identifier: MIT
! Every other element is packed into a temporary array for a call: of numbers, and of a
! derived type.
module packed_types
  implicit none
  type pair
     sequence
     integer :: first, second
  end type pair
contains
  subroutine change(pairs, n)
    integer, intent(in) :: n
    type(pair), intent(inout) :: pairs(n)
    integer :: i
    do i = 1, n                                !=6
       pairs(i)%first = pairs(i)%second + i    !=4
    end do
  end subroutine change

  subroutine double(numbers, n)
    integer, intent(in) :: n
    integer, intent(inout) :: numbers(n)
    numbers = numbers * 2                      !=2
  end subroutine double
end module packed_types

program packed
  use packed_types
  implicit none
  type(pair) :: pairs(4)
  integer :: numbers(6), turn
  pairs%first = 1                              !=1
  pairs%second = 2                             !=1
  numbers = 3                                  !=1
  do turn = 1, 2                               !=3
     call change(pairs(1:3:2), 2)              !=2
     call double(numbers(2:6:2), 3)            !=2
  end do
  print *, pairs%first, numbers                !=1
end program packed

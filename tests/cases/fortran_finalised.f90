! case: fortran_finalised
! plugin: functions=*
! needs: gfortran
! calls: done=30 fixed=1 early=2 alloc=1 auto=1 result_of=1 inner=1 p=1
! Arrays are finalised at the end of the procedure, and their default values are no
! statements.
module kinds
  implicit none
  integer :: gone = 0
  type :: item
    real :: v = 1.0
  contains
    final :: done
  end type
contains
  impure elemental subroutine done(self)
    type(item), intent(inout) :: self !=-
    gone = gone + 1 !=30
    self%v = 0 !=30
  end subroutine
  subroutine fixed(r)
    real, intent(inout) :: r
    type(item) :: a(4) !=-
    r = r + 1 !=1
    a(1)%v = r !=1
  end subroutine !=1
  subroutine early(r)
    real, intent(inout) :: r
    type(item) :: a(3), b !=-
    if (r > 100) return !=2
    r = r + 1 !=1
    a(1)%v = r !=1
    b%v = 2 !=1
  end subroutine !=2
  subroutine alloc(n)
    integer, intent(in) :: n
    type(item), allocatable :: a(:) !=-
    allocate(a(n)) !=1
    a(1)%v = 2 !=1
  end subroutine !=1
  subroutine auto(n)
    integer, intent(in) :: n
    type(item) :: a(n) !=1
    a(1)%v = 2 !=1
  end subroutine !=1
  function result_of(n) result(k)
    integer, intent(in) :: n
    integer :: k
    type(item) :: a(2), c(2, 2) !=-
    k = n !=1
    a(1)%v = n !=1
    c(1, 1)%v = n !=1
  end function !=1
  subroutine inner(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n !=4
      block
        type(item) :: a(2) !=-
        a(1)%v = i !=3
        a(2)%v = i !=3
      end block !=-
    end do
    i = 0 !=1
  end subroutine
end module
program p
  use kinds
  implicit none
  real :: x
  x = 1 !=1
  call fixed(x) !=1
  call early(x) !=1
  x = 200; call early(x) !=1
  call alloc(3) !=1
  call auto(3) !=1
  x = result_of(2) !=1
  call inner(3) !=1
  print *, x, gone !=1
end program

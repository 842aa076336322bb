! case: fortran_units
! plugin: functions=*
! needs: gfortran
! cc: -std=gnu -w
! calls: scale_it=3 twice=3 step=4 second=2 apply=2 sq=5
module shapes
  implicit none
  type, abstract :: shape
    real :: w = 1
  contains
    procedure(area_if), deferred :: area
    procedure :: grow => shape_grow
  end type
  type, extends(shape) :: box
    real :: h = 2
  contains
    procedure :: area => box_area
    final :: box_final
  end type
  abstract interface
    real function area_if(self)
      import shape
      class(shape), intent(in) :: self
    end function
  end interface
  interface
    module subroutine scale_it(x, k)
      real, intent(inout) :: x
      integer, intent(in) :: k
    end subroutine
    module function twice(x) result(y)
      real, intent(in) :: x
      real :: y
    end function
  end interface
  integer :: finals = 0
contains
  real function box_area(self)
    class(box), intent(in) :: self
    box_area = self%w * self%h !=2
  end function
  subroutine shape_grow(self, by)
    class(shape), intent(inout) :: self
    real, intent(in) :: by
    self%w = self%w + by !=2
    select type (self) !=2
    type is (box)
      self%h = self%h + by !=2
    class default
      error stop !=0
    end select
  end subroutine
  subroutine box_final(self)
    type(box), intent(inout) :: self
    finals = finals + 1 !=1
  end subroutine
end module

submodule (shapes) impl
contains
  module procedure scale_it
    integer :: i
    do i = 1, k !=7
      x = x * 2 !=4
    end do
    x = twice(x) !=3
  end procedure
  module function twice(x) result(y)
    real, intent(in) :: x
    real :: y
    y = x + x !=3
    if (y > 100) y = 100 !=3
  end function
end submodule

integer function step(n)
  integer :: n, second
  integer, save :: k = 0
  k = k + 1 !=4
  step = k + n !=4
  return !=4
  entry second(n)
  second = k * n !=2
end function

subroutine alt(n, *, *, out)
  integer :: n, out
  out = n !=4
  if (n == 1) return 1 !=4
  if (n == 2) return 2 !=3
  out = out + 10 !=2
end subroutine

subroutine old(n, r)
  integer :: n, r, i
  real :: f, x
  f(x) = x * x + 1
  r = 0 !=6
  if (n - 3) 10, 20, 30 !=6
10 r = 1 !=2
  goto 40 !=2
20 r = 2 !=1
  goto 40 !=1
30 r = int(f(3.0)) !=3
40 continue
  goto (50, 60, 70), n !=6
  r = r + 1000 !=3
  goto 80 !=3
50 r = r + 100 !=1
60 r = r + 200 !=2
70 r = r + 300 !=3
80 do 90 i = 1, n !=27
    if (i == 4) goto 90 !=21
    r = r + i !=18
90 continue
end subroutine

subroutine io(n)
  integer :: n, i, j
  integer :: a(4)
  character(80) :: line
  namelist /group/ n, a
  a = [(i * n, i = 1, 4)] !=1
  write (line, '(4i4)') (a(i), i = 1, 4) !=1
  print '(a)', trim(line) !=1
  read (line, *) (a(5 - i), i = 1, 4) !=1
  write (*, group) !=1
  write (*, '(*(i3))') ((i * j, i = 1, 3), j = 1, 2) !=1
end subroutine

program main_prog
  use shapes
  implicit none
  integer, external :: step, second
  integer :: i, s, out
  real :: x
  class(shape), allocatable :: p
  s = 0 !=1
  x = 1 !=1
  call scale_it(x, 1) !=1
  call scale_it(x, 0) !=1
  call scale_it(x, 3) !=1
  do i = 1, 4 !=5
    s = s + step(i) !=4
    if (i > 2) s = s + second(i) !=4
  end do
  do i = 0, 3 !=5
    call alt(i, *100, *200, out) !=4
    s = s + out !=2
    cycle !=2
100 s = s + 1000 !=1
    cycle !=1
200 s = s + 2000 !=1
  end do
  do i = 1, 6 !=7
    call old(i, out) !=6
    s = s + out !=6
  end do
  call io(3) !=1
  allocate (box :: p) !=1
  call p%grow(1.0) !=1
  call p%grow(2.0) !=1
  x = x + p%area() !=1
  x = x + p%area() !=1
  deallocate (p) !=1
  s = s + apply(sq) + apply(inner) !=1
  print *, s, x, finals, s !=1
contains
  integer function apply(f)
    interface
      integer function f(k)
        integer, intent(in) :: k
      end function
    end interface
    integer :: k
    apply = 0 !=2
    do k = 1, 5 !=12
      apply = apply + f(k) !=10
    end do
  end function
  integer function sq(k)
    integer, intent(in) :: k
    sq = k * k !=5
  end function
  integer function inner(k)
    integer, intent(in) :: k
    inner = k + s !=5
  end function
end program

! case: fortran_selects
! cc: -w
! needs: gfortran
! plugin: functions=shapes,loopsf,area,scale_it,sel,early,addup
module geometry
  implicit none
  type :: shape
    integer :: kind = 0
  end type
  type, extends(shape) :: circle
    real :: r = 1.0
  end type
  type, extends(shape) :: box
    real :: a = 2.0, b = 3.0
  end type
contains
  real function area(s) !=-
    class(shape), intent(in) :: s
    select type (s)
    type is (circle)
      area = 3.0 * s%r * s%r !=1
    type is (box)
      area = s%a * s%b !=2
    class default
      area = -1.0 !=1
    end select
  end function area

  subroutine loopsf(n, t)
    integer, intent(in) :: n
    integer, intent(out) :: t
    integer :: i, j
    real :: v(10)
    t = 0 !=1
    do i = n, 1, -2 !=6
      t = t + i !=5
      if (i < 3) then !=5
        t = t + 100 !=1
      end if
    end do
    do i = 5, 4 !=1
      t = t - 1 !=0
    end do
    v = 1.0 !=1
    do concurrent (i = 1:10) !=11
      v(i) = v(i) + i !=10
    end do
    where (v > 5.0) !=1
      v = 0.0
    elsewhere
      v = v * 2
    end where
    t = t + int(sum(v)) !=1
    do i = 1, 3; do j = 1, 2; t = t + 1; end do; end do
    associate (q => t)
      q = q + 1 !=1
      q = q * 2 !=1
    end associate
    call addup(t) !=1
  contains
    recursive subroutine addup(x)
      integer, intent(inout) :: x
      if (x > 2000) return !=3
      x = x * 3 !=2
      call addup(x) !=2
    end subroutine addup
  end subroutine loopsf

  integer function sel(c) result(k)
    character(len=*), intent(in) :: c
    select case (c) !=3
    case ('a')
      k = 1 !=1
    case ('b', 'd':'f')
      k = 2 !=1
    case default
      k = 3 !=1
    end select
  end function sel

  subroutine early(n, r)
    integer, intent(in) :: n
    integer, intent(inout) :: r
    r = r + 1 !=2
    if (n > 1) then !=2
      r = r + 10 !=1
      return
    end if
    r = r + 100 !=1
  end subroutine early

  elemental real function scale_it(x)
    real, intent(in) :: x
    scale_it = x * 2.0 !=4
  end function scale_it
end module geometry

program main
  use geometry
  implicit none
  type(circle) :: c
  type(box) :: b
  type(shape) :: s
  integer :: t, r
  real :: v(4)
  call loopsf(10, t)
  r = 0
  call early(1, r)
  call early(2, r)
  v = scale_it([1.0, 2.0, 3.0, 4.0])
  print *, area(c), area(b), area(b), area(s), t, r, v, sel('a'), sel('e'), sel('z')
end program main

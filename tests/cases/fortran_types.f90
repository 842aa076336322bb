! case: fortran_types
! plugin: functions=*
! needs: gfortran
! cc: -fcoarray=single -w
! calls: pick=6 nested=3 ranks=3 exits=3 conc=1 team=1 total_of=3
module kinds
  implicit none
  type :: t
    integer :: k = 0
    integer, allocatable :: list(:)
  end type
  type, extends(t) :: u
  end type
  type, extends(u) :: v
  end type
contains
  integer function pick(self, stop_it) result(r)
    class(t), intent(inout) :: self
    logical, intent(in) :: stop_it
    r = 1 !=6
    select type (self) !=6
    type is (v)
      self%k = 1 !=2
      if (stop_it) return !=2
      self%k = r + 1 !=1
    class is (u)
      if (stop_it) then !=2
        r = 3 !=1
        return !=1
      end if
      self%k = r + 2 !=1
    class default
      r = 7 !=2
    end select
    select type (z => self) !=4
    type is (t)
      z%k = 9 !=2
    end select
    r = r + 1 !=4
  end function

  integer function nested(self, o) result(i)
    class(t), intent(inout) :: self, o
    i = 3 !=3
    select type (self) !=3
    class is (u)
      select type (o) !=2
      type is (u)
        self%k = 5 !=1
        if (i > 2) then !=1
          i = 5 !=1
        end if
      class default
        i = 7 !=1
      end select
    type is (t)
      outer: do i = 1, 3 !=4
        select type (o) !=3
        type is (t)
          if (i == 2) cycle outer !=3
          self%k = self%k + 4 !=2
        end select
      end do outer
    end select
  end function

  subroutine ranks(a, n)
    integer, intent(inout) :: a(..)
    integer, intent(out) :: n
    select rank (a) !=3
    rank (0)
      n = 0 !=1
    rank (1)
      n = size(a) !=1
      a(1) = 5 !=1
    rank default
      n = -1 !=1
    end select
  end subroutine

  subroutine exits(n, r)
    integer, intent(in) :: n
    integer, intent(out) :: r
    integer, allocatable :: a(:)
    type(t) :: own
    r = 0 !=3
    box: block
      real, allocatable :: b(:)
      allocate (b(n)) !=3
      b = 1 !=3
      if (n == 1) exit box !=3
      r = r + size(b) !=2
    end block box
    test: if (n > 1) then !=3
      if (n == 2) exit test !=2
      r = r + 100 !=1
    end if test
    pick_it: select case (n) !=3
    case (1)
      if (r == 0) exit pick_it !=1
      r = 1000 !=0
    case default
      r = r + 1 !=2
    end select pick_it
    assoc: associate (m => n + 1) !=3
      if (m == 3) exit assoc !=3
      r = r + m !=2
    end associate assoc
    allocate (a(n)) !=3
    own%k = n !=3
    allocate (own%list(n)) !=3
    own%list = 2 !=3
    a = own%list + own%k !=3
    if (n == 3) return !=3
    r = r + sum(a) !=2
  end subroutine

  subroutine conc(n, r)
    integer, intent(in) :: n
    integer, intent(out) :: r
    integer :: i, j, a(n), b(n, n)
    do concurrent (i = 1:n) !=5
      a(i) = 0 !=4
    end do
    do concurrent (i = 1:n, mod(i, 2) == 0) !=5
      a(i) = i !=2
      if (a(i) > 2) then !=2
        a(i) = a(i) + 1 !=1
      end if
    end do
    where (a > 3) a = 0 !=1
    forall (i = 1:n, j = 1:n, i > j) !=1
      b(i, j) = i + j
    end forall
    r = 0 !=1
    do i = n, 1, -1 !=5
      do j = 1, i - 1 !=10
        r = r + b(i, j) !=6
      end do
    end do
    do while (r > 10) !=3
      r = r / 2; if (r == 12) exit !=2
    end do
  end subroutine

  subroutine team(r)
    integer, intent(out) :: r
    integer, save :: c[*]
    c = this_image() !=1
    sync all
    r = c[1] + num_images() !=1
    critical
      r = r + 1 !=1
    end critical
  end subroutine

  recursive integer function total_of(n) result(r)
    integer, value :: n
    if (n == 0) then !=3
      r = 0 !=1
    else
      r = n + & !=2
          total_of(n - 1)
    end if
  end function
end module

program p
  use kinds
  implicit none
  type(t) :: a, b
  type(u) :: c
  type(v) :: d
  integer :: n, m, i, list(3), table(2, 2)
  n = pick(a, .true.) + pick(b, .false.) + pick(c, .true.) !=1
  n = n + pick(c, .false.) + pick(d, .true.) & !=1
    + pick(d, .false.)
  n = n + nested(c, c) + nested(c, a) + nested(a, b) !=1
  call ranks(m, m) !=1
  call ranks(list, i); m = m + i !=1
  call ranks(table, i) !=1
  do i = 1, 3 !=4
    call exits(i, m) !=3
    n = n + m !=3
  end do
  call conc(4, m) !=1
  call team(i) !=1
  n = n + total_of(2) !=1
  print *, n, i !=1
end program

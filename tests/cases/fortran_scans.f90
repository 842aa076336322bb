! case: fortran_scans
! plugin: functions=*
! needs: gfortran openmp_scan
! cc: -fopenmp
! A loop with a scan is two loops to GCC: its header counts its iterations once.
program scans
  implicit none
  integer :: a(100), b(100), s, i, j, c(10, 10)
  a = 1
  s = 0
  !$omp parallel do reduction(inscan, +:s)
  do i = 1, 100 !=100
    s = s + a(i) !=100
    !$omp scan inclusive(s)
    b(i) = s !=100
  end do
  print *, s, b(50)
  !$omp parallel
  !$omp do reduction(inscan, +:s)
  do i = 1, 100 !=100
    b(i) = s !=100
    !$omp scan exclusive(s)
    s = s + a(i) !=100
  end do
  !$omp end parallel
  print *, s, b(50)
  s = 0
  !$omp parallel do simd reduction(inscan, +:s)
  do i = 1, 100 !=100
    s = s + a(i) !=100
    !$omp scan inclusive(s)
    b(i) = s !=100
  end do
  print *, s, b(50)
  !$omp parallel do simd reduction(inscan, +:s)
  do i = 1, 100 !=100
    b(i) = s !=100
    !$omp scan exclusive(s)
    s = s + a(i) !=100
  end do
  print *, s, b(50)
  s = 0
  !$omp parallel
  !$omp do simd reduction(inscan, +:s)
  do i = 1, 100 !=100
    s = s + a(i) !=100
    !$omp scan inclusive(s)
    b(i) = s !=100
  end do
  !$omp do simd reduction(inscan, +:s)
  do i = 1, 100 !=100
    b(i) = s !=100
    !$omp scan exclusive(s)
    s = s + a(i) !=100
  end do
  !$omp end parallel
  print *, s, b(50)
  s = 0
  !$omp simd reduction(inscan, +:s)
  do i = 1, 100 !=100
    s = s + a(i) !=100
    !$omp scan inclusive(s)
    b(i) = s !=100
  end do
  !$omp simd reduction(inscan, +:s)
  do i = 1, 100 !=100
    b(i) = s !=100
    !$omp scan exclusive(s)
    s = s + a(i) !=100
  end do
  print *, s, b(50)
  s = 0
  !$omp parallel do reduction(inscan, +:s) collapse(2)
  do i = 1, 10 !=100
    do j = 1, 10 !=100
      s = s + a(j) !=100
      !$omp scan inclusive(s)
      c(j, i) = s !=100
    end do
  end do
  print *, s, c(5, 5)
  s = 0
  !$omp parallel do reduction(inscan, +:s)
  do i = 1, 100 !=100
    block
      integer :: k !=-
      k = a(i) !=100
      if (k > 0) then !=100
        s = s + k !=100
      end if
    end block
    !$omp scan inclusive(s)
    if (i > 50) then !=100
      b(i) = s !=50
    else
      b(i) = -s !=50
    end if
  end do
  print *, s, b(50)
end program

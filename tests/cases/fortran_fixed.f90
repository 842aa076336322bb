! case: fortran_fixed
! plugin: functions=*
! needs: gfortran openmp openacc
! cc: -fopenmp -fopenacc -ffixed-form
! calls: fill=1 acc=1
C     Directives of OpenMP and OpenACC in fixed form.
      SUBROUTINE FILL(A, N)
      INTEGER N, I, K
      REAL A(N)
      K = 0 !=1
C$OMP PARALLEL DO NUM_THREADS(2) !=1
C$OMP+ SCHEDULE(STATIC) !=-
      DO 10 I = 1, N !=8
        A(I) = I !=8
   10 CONTINUE
!$OMP PARALLEL NUM_THREADS(3) !=1
c$omp do !=3
      DO I = 1, N !=8
!$OMP ATOMIC !=-
        K = K + !=8
     &      I
      ENDDO
C$OMP END DO !=-
C$OMP CRITICAL !=3
      K = K + 1 !=3
C$OMP END CRITICAL !=-
!$OMP END PARALLEL !=-
      PRINT *, K !=1
      END
      SUBROUTINE ACC
      implicit none
      integer :: i, j, s
      real :: a(20), b(20), m(4, 5)
      s = 0 !=1
!$acc parallel loop copyout(a) !=1
      do i = 1, 20 !=20
        a(i) = i !=20
      end do
!$acc data copyin(a) copyout(b) !=1
!$acc kernels !=1
      do i = 1, 20 !=21
        b(i) = a(i)*2 !=20
      end do
!$acc end kernels !=-
!$acc parallel loop reduction(+:s) collapse(2) copy(m) !=1
      do j = 1, 5 !=20
        do i = 1, 4 !=20
          m(i, j) = i + j !=20
          s = s + 1 !=20
        end do
      end do
!$acc update host(b) !=1
!$acc end data !=-
!$acc parallel copy(s) num_gangs(1) !=1
!$acc loop seq !=1
      do i = 1, 10 !=10
!$acc atomic !=-
        s = s + i !=10
      end do
!$acc end parallel !=-
!$acc serial copy(s) !=1
      s = s + 1 !=1
!$acc end serial !=-
!$acc wait !=1
      print *, s, sum(a), sum(b), sum(m) !=1
      END
      PROGRAM MAIN
      REAL A(8)
      CALL FILL(A, 8) !=1
      PRINT *, A !=1
      CALL ACC !=1
      END

// SPDX-License-Identifier: MIT
package main

func sum(n int) int {
	total := 0
	for i := 0; i < n; i++ {
		if i%2 == 1 {
			total += i
		}
	}
	return total
}

func main() {
	println(sum(10))
}

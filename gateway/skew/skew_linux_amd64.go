// Package skew has the whole process, with all that is built into it, believe that it is another time.
// It is for tests.
package skew

import (
	"errors"
	"time"
)

// Possible says whether Set is.
const Possible = true

// kernel is what tells the time, and seconds what is added to it.
var (
	kernel  uintptr
	seconds int64
)

func replace(function uintptr) (before uintptr)
func address() uintptr

// Set has all clocks be so much later, as time.Now tells them; how much time passes stays as it is. It is
// called once, before the process does anything else.
func Set(by time.Duration) error {
	found := replace(0)
	if found == 0 {
		return errors.New("the kernel has no clock that could be replaced")
	}
	kernel, seconds = found, int64(by/time.Second)
	replace(address())
	return nil
}

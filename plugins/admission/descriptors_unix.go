//go:build unix

package admission

import (
	"math"
	"syscall"
)

// descriptors is how many files and connections the process may have open. Go raises it to the
// hard limit when a process starts.
var descriptors = func() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || uint64(limit.Cur) > math.MaxInt32 {
		return math.MaxInt32
	}
	return int(limit.Cur)
}

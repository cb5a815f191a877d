// Package proc reads from /proc what processes take.
package proc

import (
	"fmt"

	"github.com/prometheus/procfs"
)

// Memory is the resident memory of a process, and the most that it had, in bytes.
func Memory(pid int) (resident, most int64, err error) {
	process, err := procfs.NewProc(pid)
	if err != nil {
		return 0, 0, fmt.Errorf("process %d: %w", pid, err)
	}
	status, err := process.NewStatus()
	return int64(status.VmRSS), int64(status.VmHWM), err
}

// Processor is the time of processors that a process has taken, in seconds.
func Processor(pid int) (float64, error) {
	process, err := procfs.NewProc(pid)
	if err != nil {
		return 0, fmt.Errorf("process %d: %w", pid, err)
	}
	stat, err := process.Stat()
	return stat.CPUTime(), err
}

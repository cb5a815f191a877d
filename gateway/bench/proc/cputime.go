// Package proc reads from /proc what CPU time processes take.
package proc

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"syscall"
	"time"
)

// ticksPerSecond is the unit of /proc/<pid>/stat: USER_HZ is 100 on every
// architecture that Go runs on under Linux.
const ticksPerSecond = 100

// Group is processes that are looked at together.
type Group struct {
	spent map[int]time.Duration // as last seen
}

// Spent is the CPU time that the processes have taken so far, in user and system
// mode, with all their threads, the ended ones as well. What a process took that
// has ended meanwhile stays in it. Not for several goroutines at a time.
func (g *Group) Spent() (time.Duration, error) {
	var sum time.Duration
	for pid, last := range g.spent {
		now, err := cpuTime(pid)
		switch {
		case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH):
			now = last
		case err != nil:
			return 0, err
		}
		g.spent[pid] = now
		sum += now
	}
	return sum, nil
}

func cpuTime(pid int) (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, fmt.Errorf("reading the CPU time of process %d: %w", pid, err)
	}
	ticks, err := parseTicks(stat)
	if err != nil {
		return 0, fmt.Errorf("reading the CPU time of process %d: %w", pid, err)
	}
	return time.Duration(ticks) * time.Second / ticksPerSecond, nil
}

// parseTicks adds utime and stime, fields 14 and 15 (proc_pid_stat(5)). The name
// in field 2 may hold spaces and parentheses: the fields are counted after the
// last one.
func parseTicks(stat []byte) (int64, error) {
	end := bytes.LastIndexByte(stat, ')')
	fields := bytes.Fields(stat[end+1:])
	if end < 0 || len(fields) < 13 {
		return 0, fmt.Errorf("%q is no process status", stat)
	}
	var ticks int64
	for _, field := range fields[11:13] {
		value, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is no number of ticks", field)
		}
		ticks += value
	}
	return ticks, nil
}

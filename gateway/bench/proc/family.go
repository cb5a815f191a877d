package proc

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"
)

// Family is a process and all that it started, directly or not: servers such as
// nginx and Varnish answer in children.
func Family(pid int) (*Group, error) {
	if _, err := os.Stat(fmt.Sprintf("/proc/%d", pid)); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	children := make(map[int][]int)
	for _, entry := range entries {
		child, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue // not a process
		}
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if errors.Is(err, fs.ErrNotExist) {
			continue // it ended meanwhile
		}
		if err != nil {
			return nil, err
		}
		parent, err := parseParent(stat)
		if err != nil {
			return nil, err
		}
		children[parent] = append(children[parent], child)
	}
	all := []int{pid}
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	group := &Group{spent: make(map[int]time.Duration, len(all))}
	for _, member := range all {
		group.spent[member] = 0
	}
	if _, err := group.Spent(); err != nil {
		return nil, err
	}
	return group, nil
}

// parseParent reads the ppid, field 4 of /proc/<pid>/stat (proc_pid_stat(5)).
func parseParent(stat []byte) (int, error) {
	end := bytes.LastIndexByte(stat, ')')
	fields := bytes.Fields(stat[end+1:])
	if end < 0 || len(fields) < 2 {
		return 0, fmt.Errorf("%q is no process status", stat)
	}
	return strconv.Atoi(string(fields[1]))
}

package admission

import (
	"cmp"
	"math"
	"runtime/debug"
	"syscall"

	"go.uber.org/zap"
)

const (
	// leastForOthers is how many file descriptors files and nodes keep at least.
	leastForOthers = 64
	// bytesOfConnection is what a connection over TLS and HTTP/2 holds with a request
	// under way, and some to spare.
	bytesOfConnection = 64 << 10
	// usualConnections are few enough for any machine of today, and enough for a sale.
	usualConnections = 20_000
)

// memory is how many bytes the process may take: Caddy sets Go's limit by the control
// group or the machine, unless GOMEMLIMIT does.
var memory = func() int64 { return debug.SetMemoryLimit(-1) }

// descriptors is how many files and connections the process may have open. Go raises it to the
// hard limit when a process starts.
var descriptors = func() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || uint64(limit.Cur) > math.MaxInt32 {
		return math.MaxInt32
	}
	return int(limit.Cur)
}

// Limits are what a process may have: file descriptors, and bytes of memory.
type Limits struct {
	Descriptors int
	Memory      int64
}

// OwnLimits are those of this process.
func OwnLimits() Limits { return Limits{descriptors(), memory()} }

// byDescriptors is how many connections there are file descriptors for.
func (l Limits) byDescriptors() int {
	return max(l.Descriptors-max(l.Descriptors/4, leastForOthers), 1)
}

// byMemory is how many connections half of the memory holds.
func (l Limits) byMemory() int {
	return int(min(max(l.Memory/2/bytesOfConnection, 1), math.MaxInt32))
}

// Taken is how many connections all clients together may have open in a process with these
// limits. Where that is fewer than is asked for, or than a sale needs, advice says what to raise.
func (a *App) Taken(with Limits) (taken, wanted int, advice string) {
	taken = min(cmp.Or(a.MaxConnections, most), with.byDescriptors(), with.byMemory())
	wanted = cmp.Or(a.MaxConnections, usualConnections)
	switch {
	case taken >= wanted:
	case with.byDescriptors() <= with.byMemory():
		advice = "the process may not have more files open: raise its limit (LimitNOFILE, ulimit -n)"
	default:
		advice = "the process may not take more memory: raise its limit (MemoryMax, GOMEMLIMIT)"
	}
	return taken, wanted, advice
}

// warn says in the log that few connections are taken, and what to raise.
func (a *App) warn() {
	own := OwnLimits()
	if taken, wanted, advice := a.Taken(own); advice != "" {
		a.logger.Warn("few connections are taken, as "+advice,
			zap.Int("wanted", wanted), zap.Int("taken", taken), zap.Int("descriptors", own.Descriptors), zap.Int64("memory", own.Memory))
	}
}

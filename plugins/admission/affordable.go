package admission

import (
	"cmp"
	"math"
	"runtime/debug"

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

// byDescriptors is how many connections the process has file descriptors for.
func byDescriptors() int {
	has := descriptors()
	return max(has-max(has/4, leastForOthers), 1)
}

// byMemory is how many connections half of the process's memory holds.
func byMemory() int {
	return int(min(max(memory()/2/bytesOfConnection, 1), math.MaxInt32))
}

// taken is how many connections all clients together may have open.
func (a *App) taken() int {
	return min(cmp.Or(a.MaxConnections, most), byDescriptors(), byMemory())
}

// warn says in the log that fewer connections are taken than are asked for, or than a
// sale needs, and what to raise.
func (a *App) warn() {
	taken, wanted := a.taken(), cmp.Or(a.MaxConnections, usualConnections)
	if taken >= wanted {
		return
	}
	fields := []zap.Field{zap.Int("wanted", wanted), zap.Int("taken", taken)}
	if byDescriptors() <= byMemory() {
		a.logger.Warn("few connections are taken, as the process may not have more files open: raise its limit (LimitNOFILE, ulimit -n)",
			append(fields, zap.Int("descriptors", descriptors()))...)
		return
	}
	a.logger.Warn("few connections are taken, as the process may not take more memory: raise its limit (MemoryMax, GOMEMLIMIT)",
		append(fields, zap.Int64("memory", memory()))...)
}

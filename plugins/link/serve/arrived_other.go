//go:build !linux

package serve

import (
	"net"
	"time"
)

// arrived cannot tell on this system what the other end has acknowledged: the
// connection's orderly end must do.
func arrived(net.Conn, time.Time) bool { return true }

package serve

import (
	"net"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// arrived waits until the system at the other end has acknowledged all that was
// written to a connection; false when that end is gone or does not in time. The
// system of a process that is gone answers what still comes with a reset (RFC
// 9293, section 3.10.7). What is no TCP connection counts as arrived.
func arrived(conn net.Conn, deadline time.Time) bool {
	raw := below(conn)
	if raw == nil {
		return true
	}
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		var info *unix.TCPInfo
		var unknown error
		if err := raw.Control(func(descriptor uintptr) {
			info, unknown = unix.GetsockoptTCPInfo(int(descriptor), unix.IPPROTO_TCP, unix.TCP_INFO)
		}); err != nil {
			return false // it is closed
		}
		switch {
		case unknown != nil:
			return true
		case info.State == unix.BPF_TCP_CLOSE:
			return false
		case info.Unacked == 0 && info.Notsent_bytes == 0:
			return true
		case time.Now().After(deadline):
			return false
		}
		time.Sleep(pause)
	}
}

// below is the system's connection under TLS and other wrappers; nil for none.
func below(conn net.Conn) syscall.RawConn {
	for {
		if system, ok := conn.(syscall.Conn); ok {
			raw, err := system.SyscallConn()
			if err != nil {
				return nil
			}
			return raw
		}
		wrapper, ok := conn.(interface{ NetConn() net.Conn })
		if !ok {
			return nil
		}
		conn = wrapper.NetConn()
	}
}

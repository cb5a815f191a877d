package listeners

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// taken is how many bytes of a connection the other end's system has
// acknowledged. What this one took into its buffer says nothing: it takes more in
// large steps only.
func taken(connection net.Conn) (bytes uint64, seen bool) {
	system, ok := connection.(syscall.Conn)
	if !ok {
		return 0, false
	}
	raw, err := system.SyscallConn()
	if err != nil {
		return 0, false
	}
	err = raw.Control(func(descriptor uintptr) {
		info, err := unix.GetsockoptTCPInfo(int(descriptor), unix.IPPROTO_TCP, unix.TCP_INFO)
		if err == nil {
			bytes, seen = info.Bytes_acked, true
		}
	})
	return bytes, seen && err == nil
}

package handover

import (
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
)

// firstSocket is the first descriptor of those that a process is started with
// (sd_listen_fds(3)).
const firstSocket = 3

// The environment of a process that is started with sockets.
const (
	listenFDs   = "LISTEN_FDS"
	listenPID   = "LISTEN_PID"
	listenNames = "LISTEN_FDNAMES"
	// predecessorFD is the descriptor on which a process speaks with the one before it.
	predecessorFD = "FIELDHOUSE_PREDECESSOR_FD"
)

// start is what this process was started with: sockets, and the conversation with a
// predecessor, or nil. It is read once, and processes that this one starts get none of it.
var start = sync.OnceValues(func() (*sockets, *predecessor) {
	number := func(name string) int {
		n, _ := strconv.Atoi(os.Getenv(name)) // 0 for what is none
		os.Unsetenv(name)
		return n
	}
	spoken, count, pid := number(predecessorFD), number(listenFDs), number(listenPID)
	os.Unsetenv(listenNames)
	all := &sockets{serves: newTurn()}
	// A predecessor cannot know the number of the process that it is about to start.
	if pid == os.Getpid() || spoken >= firstSocket {
		for fd := firstSocket; fd < firstSocket+count; fd++ {
			syscall.CloseOnExec(fd)
			all.unused = append(all.unused, os.NewFile(uintptr(fd), fmt.Sprint("socket ", fd)))
		}
	}
	if len(all.unused) == 0 {
		all.serves.begin() // nobody waits: who comes too early is refused
	}
	if spoken < firstSocket {
		return all, nil
	}
	syscall.CloseOnExec(spoken)
	file := os.NewFile(uintptr(spoken), "predecessor")
	defer file.Close()
	connection, err := net.FileConn(file)
	if err != nil {
		return all, nil // the variable was not set by a predecessor
	}
	return all, newPredecessor(connection)
})

// sockets are those that this process was started with and that nobody has asked for.
type sockets struct {
	// serves is the turn of a process that takes nobody's place. Who comes to systemd's sockets
	// waits in them until this process could answer: a server listens before it has certificates.
	serves turn
	mu     sync.Mutex
	unused []*os.File
}

// Listener is the TCP socket on an address, such as `:443`, that this process was started
// with, by systemd or by a predecessor; nil for none. Each is given once.
func Listener(address string) (*net.TCPListener, error) {
	wanted, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, err
	}
	all, _ := start()
	return take(all, net.FileListener, func(listener *net.TCPListener) bool {
		at := listener.Addr().(*net.TCPAddr)
		return isSame(at.IP, at.Port, wanted.IP, wanted.Port)
	}), nil
}

// PacketConn is Listener for UDP.
func PacketConn(address string) (*net.UDPConn, error) {
	wanted, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		return nil, err
	}
	all, _ := start()
	return take(all, net.FilePacketConn, func(packets *net.UDPConn) bool {
		at := packets.LocalAddr().(*net.UDPAddr)
		return isSame(at.IP, at.Port, wanted.IP, wanted.Port)
	}), nil
}

// take takes the socket out that is wanted. open makes a copy of its descriptor.
func take[T interface {
	comparable
	Close() error
}, A interface{ Close() error }](s *sockets, open func(*os.File) (A, error), isWanted func(T) bool) (none T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, file := range s.unused {
		opened, err := open(file)
		if err != nil {
			continue // it is of another kind
		}
		if own, ok := any(opened).(T); ok && isWanted(own) {
			s.unused = slices.Delete(s.unused, i, i+1)
			file.Close()
			return own
		}
		opened.Close()
	}
	return none
}

func isSame(ip net.IP, port int, otherIP net.IP, otherPort int) bool {
	isAny := func(ip net.IP) bool { return len(ip) == 0 || ip.IsUnspecified() }
	return port == otherPort && (ip.Equal(otherIP) || isAny(ip) && isAny(otherIP))
}

// closeUnused closes those on addresses that the configuration does not have: clients would
// wait on them for ever.
func (s *sockets) closeUnused() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, file := range s.unused {
		file.Close()
	}
	s.unused = nil
}

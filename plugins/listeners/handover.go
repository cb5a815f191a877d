package listeners

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"syscall"
	"time"

	"fieldhouse/plugins/handover"

	"golang.org/x/sys/unix"
)

// rest is while a socket accepts no connection, which wait in it.
type rest struct{ begun, over chan struct{} }

// inherits is what a socket does that another process can have as well.
type inherits interface {
	SetDeadline(time.Time) error
	syscall.Conn
}

// Files are copies of all open sockets of the network, for a process that takes this one's
// place. The caller closes them.
func Files() (files []*os.File, err error) {
	for _, s := range distinct() {
		if files, err = appendCopy(files, s.listener.(inherits), s.listener.Addr()); err != nil {
			return files, err
		}
	}
	for _, p := range openPackets() {
		if files, err = appendCopy(files, p.UDPConn, p.LocalAddr()); err != nil {
			return files, err
		}
	}
	return files, nil
}

// appendCopy appends a copy that does not block. Of what the method File of a connection
// returns, the descriptor does once it is asked for, and the connection with it.
func appendCopy(files []*os.File, of syscall.Conn, at net.Addr) ([]*os.File, error) {
	raw, err := of.SyscallConn()
	if err != nil {
		return files, err
	}
	var copied int
	var failed error
	err = raw.Control(func(descriptor uintptr) { copied, failed = unix.FcntlInt(descriptor, unix.F_DUPFD_CLOEXEC, 0) })
	if err = errors.Join(err, failed); err != nil {
		return files, fmt.Errorf("copying the socket of %s: %w", at, err)
	}
	return append(files, os.NewFile(uintptr(copied), at.String())), nil
}

// Rest has no connection accepted from now on, until Resume is called.
func Rest() {
	select {
	case <-handover.Accept():
	default:
		return // none is yet
	}
	for _, s := range distinct() {
		s.mu.Lock()
		if s.resting != nil {
			s.mu.Unlock()
			continue
		}
		resting := &rest{make(chan struct{}), make(chan struct{})}
		s.resting = resting
		s.mu.Unlock()
		_ = s.listener.(inherits).SetDeadline(time.Unix(1, 0)) // of a closed one nothing is accepted
		select {
		case <-resting.begun:
		case <-s.ended:
		}
	}
}

// Resume is the end of Rest.
func Resume() {
	for _, s := range distinct() {
		s.mu.Lock()
		resting := s.resting
		s.resting = nil
		s.mu.Unlock()
		if resting != nil {
			_ = s.listener.(inherits).SetDeadline(time.Time{})
			close(resting.over)
		}
	}
}

// rest waits for Resume.
func (s *socket) rest() {
	s.mu.Lock()
	resting := s.resting
	s.mu.Unlock()
	if resting == nil {
		return // it is over
	}
	close(resting.begun)
	select {
	case <-resting.over:
	case <-s.ended:
	}
}

// distinct are the open sockets.
func distinct() []*socket {
	all := make(map[*socket]struct{})
	for _, s := range sockets.All() {
		all[s] = struct{}{}
	}
	return slices.Collect(maps.Keys(all))
}

package listeners

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"syscall"
	"time"

	"fieldhouse/plugins/beat"
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

// asksWithin is how long after it was accepted a connection's first request is waited for. Most
// come with the connection; a client or a process that has much else to do is later. What browsers
// open and do not use holds an end up for no longer.
const asksWithin = 2 * time.Second

// Settle waits until servers are at work on the first request of each connection that was accepted
// lately, which their end would close without an answer. Whose servers do not end are left out:
// unless the sockets rest, those of the newest listeners, and those that nobody has yet.
func Settle(ctx context.Context) {
	var late []*conn
	for _, s := range distinct() {
		late = append(late, s.ending()...)
	}
	for {
		now := time.Now()
		late = slices.DeleteFunc(late, func(c *conn) bool { return c.settled(now) })
		if len(late) == 0 || !beat.Pause(ctx, 10*time.Millisecond) {
			return
		}
	}
}

// ending are the connections that end with the servers that are about to.
func (s *socket) ending() (all []*conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watched.Lock()
	defer s.watched.Unlock()
	for c := range s.open {
		if s.resting != nil || c.taker != nil && c.taker != s.newest() {
			all = append(all, c)
		}
	}
	return all
}

func (c *conn) settled(now time.Time) bool {
	return c.asked.Load() || now.Sub(c.accepted) >= asksWithin
}

// connectionOf is the key of a request's connection.
type connectionOf struct{}

// Asks is for a server's ConnContext, so that its requests can be Asked.
func Asks(ctx context.Context, connection net.Conn) context.Context {
	for {
		switch c := connection.(type) {
		case *conn:
			return context.WithValue(ctx, connectionOf{}, c)
		case interface{ NetConn() net.Conn }:
			connection = c.NetConn()
		default:
			return ctx
		}
	}
}

// Asked says that a server is at work on a request, of that context: see Settle.
func Asked(ctx context.Context) {
	if c, ok := ctx.Value(connectionOf{}).(*conn); ok && !c.asked.Load() {
		c.asked.Store(true)
	}
}

// rest waits for Resume, and reports whether that came: not where the socket is closed.
func (s *socket) rest() bool {
	s.mu.Lock()
	resting := s.resting
	s.mu.Unlock()
	if resting == nil {
		return true // it is over
	}
	close(resting.begun)
	select {
	case <-resting.over:
		return true
	case <-s.ended:
		return false
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

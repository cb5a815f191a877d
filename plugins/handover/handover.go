// Package handover lets a process take the place of another one without a lost request: an
// upgrade.
//
// The process that serves starts its successor with its sockets. When the successor says
// that it serves, the one before accepts nothing more, gives it what it alone knows (see
// Part), and ends like any process: what it has begun it answers. Connections that come
// meanwhile wait in the sockets. UDP is read by one of both alone: by the successor when the
// one before has let go of it. A successor that does not get as far changes nothing.
//
// The sockets may also be systemd's (sd_listen_fds(3)). It knows nothing of Caddy.
package handover

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// Part is what a process knows by itself alone, and its successor has to know.
type Part struct {
	// Name is the same in both processes.
	Name string
	// Give lets go of all of it, and returns it as what JSON can have. What comes in
	// afterwards can be given by later, until the process ends.
	Give func(later func(any) error) (any, error)
	// Take adds what the other process gave, which may be an earlier or later version: what
	// it does not know it leaves out. It is also called with what Give and later gave, when the
	// successor does not take it.
	Take func(json.RawMessage) error
}

var (
	partsLock sync.Mutex
	parts     []Part
)

// Register adds a part, from init.
func Register(part Part) {
	partsLock.Lock()
	defer partsLock.Unlock()
	parts = append(parts, part)
}

// takeAll takes what the other process gave.
func takeAll(given map[string]json.RawMessage) (failed error) {
	partsLock.Lock()
	defer partsLock.Unlock()
	for _, part := range parts {
		if value := given[part.Name]; value != nil {
			if err := part.Take(value); err != nil {
				failed = errors.Join(failed, fmt.Errorf("taking %s over: %w", part.Name, err))
			}
		}
	}
	return failed
}

// message is what the two say to each other, each as a line of JSON.
type message struct {
	// Serves, of the successor: its configuration is in force.
	Serves bool `json:"serves,omitempty"`
	// Version is its.
	Version string `json:"version,omitempty"`
	// Yours, of the one before: connections are the successor's to accept.
	Yours bool `json:"yours,omitempty"`
	// Parts are given with Yours, and later ones by themselves.
	Parts map[string]json.RawMessage `json:"parts,omitempty"`
	// Accepts, of the successor: it accepts.
	Accepts bool `json:"accepts,omitempty"`
	// Packets, of the one before: it does not read UDP any more.
	Packets bool `json:"packets,omitempty"`
}

// conversation is one side of what the two say. Only one goroutine may hear.
type conversation struct {
	connection net.Conn
	decoder    *json.Decoder
	writing    sync.Mutex
}

func newConversation(connection net.Conn) *conversation {
	return &conversation{connection: connection, decoder: json.NewDecoder(connection)}
}

func (c *conversation) say(m message) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if err := c.connection.SetWriteDeadline(time.Now().Add(wait)); err != nil {
		return err
	}
	return json.NewEncoder(c.connection).Encode(m)
}

// hear waits for what the other says next. The error is io.EOF when it has ended.
func (c *conversation) hear() (m message, err error) { return m, c.decoder.Decode(&m) }

// predecessor is the process whose place this one takes.
type predecessor struct {
	*conversation
	accept, read turn
}

// turn says once that it is this process's.
type turn struct {
	comes <-chan struct{}
	begin func()
}

func newTurn() turn {
	comes := make(chan struct{})
	return turn{comes, sync.OnceFunc(func() { close(comes) })}
}

func newPredecessor(connection net.Conn) *predecessor {
	return &predecessor{conversation: newConversation(connection), accept: newTurn(), read: newTurn()}
}

// Accept is closed when connections are this process's to accept: at once, unless it takes
// the place of another one, or the sockets are systemd's; see Succeed.
func Accept() <-chan struct{} { return turnOf(func(p *predecessor) turn { return p.accept }) }

// Read is Accept for UDP.
func Read() <-chan struct{} { return turnOf(func(p *predecessor) turn { return p.read }) }

func turnOf(which func(*predecessor) turn) <-chan struct{} {
	all, before := start()
	if before != nil {
		return which(before).comes
	}
	return all.serves.comes
}

// Succeed takes the place of the process before, if there is one, and returns when that one
// has ended. On systemd's sockets it has this process accept. serves waits until this process
// could answer. The error is what it could not take over; it serves all the same.
func Succeed(version string, serves func()) (bool, error) {
	all, before := start()
	if before == nil {
		select {
		case <-all.serves.comes:
		default:
			serves()
			all.serves.begin()
		}
		return false, nil
	}
	serves()
	all.closeUnused()
	return true, before.succeed(version)
}

func (p *predecessor) succeed(version string) (failed error) {
	defer p.connection.Close()
	// It ended, however that came: all is this process's.
	defer p.read.begin()
	defer p.accept.begin()
	if err := p.say(message{Serves: true, Version: version}); err != nil {
		return nil
	}
	for {
		m, err := p.hear()
		if err != nil {
			return failed
		}
		failed = errors.Join(failed, takeAll(m.Parts))
		if m.Yours {
			p.accept.begin()
			_ = p.say(message{Accepts: true}) // if it ended meanwhile, so be it
		}
		if m.Packets {
			p.read.begin()
		}
	}
}

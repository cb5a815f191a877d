package handover

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// wait bounds how long either process waits for the other to read or to say something.
const wait = 30 * time.Second

// Successor is the process that takes this one's place.
type Successor struct {
	*conversation
	// Version is what it says of itself, once it serves.
	Version string

	command *exec.Cmd
	exited  chan struct{}
	ended   error // once exited is closed
	heard   chan message
	killed  chan struct{}

	giving sync.Mutex
	// since is what was given after HandOver began, until it has taken over.
	since []map[string]json.RawMessage
}

// successor is who was handed over to; nil before.
var successor atomic.Pointer[Successor]

// starting is whether a successor was started that has not taken over yet.
var starting atomic.Bool

// IsStarting reports whether another process is about to take this one's place: it has read its
// configuration already.
func IsStarting() bool { return starting.Load() }

// Start starts a successor with sockets, which stay the caller's.
func Start(command *exec.Cmd, sockets []*os.File) (*Successor, error) {
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, os.NewSyscallError("socketpair", err)
	}
	syscall.CloseOnExec(pair[0])
	syscall.CloseOnExec(pair[1])
	own, other := os.NewFile(uintptr(pair[0]), "successor"), os.NewFile(uintptr(pair[1]), "predecessor")
	defer own.Close()
	defer other.Close()
	connection, err := net.FileConn(own)
	if err != nil {
		return nil, err
	}
	command.ExtraFiles = append(slices.Clone(sockets), other)
	command.Env = slices.DeleteFunc(slices.Clone(command.Env), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return name == listenFDs || name == listenPID || name == listenNames || name == predecessorFD
	})
	command.Env = append(command.Env, fmt.Sprint(listenFDs, "=", len(sockets)), fmt.Sprint(predecessorFD, "=", firstSocket+len(sockets)))
	starting.Store(true)
	if err := command.Start(); err != nil {
		starting.Store(false)
		connection.Close()
		return nil, err
	}
	s := &Successor{conversation: newConversation(connection), command: command, exited: make(chan struct{}), heard: make(chan message), killed: make(chan struct{})}
	go s.listen()
	return s, nil
}

// listen hears it until it ends.
func (s *Successor) listen() {
	defer close(s.exited)
	for {
		m, err := s.hear()
		if err != nil {
			break
		}
		select {
		case s.heard <- m:
		case <-s.killed:
		}
	}
	if successor.Load() != s {
		_ = s.command.Process.Kill() // it says nothing more
	}
	if s.ended = s.command.Wait(); errors.Is(s.ended, syscall.ECHILD) {
		s.ended = nil // it is the service manager's, which alone knows
	}
}

// PID is its process's number.
func (s *Successor) PID() int { return s.command.Process.Pid }

// Serves waits until it could answer. When it cannot, it is ended.
func (s *Successor) Serves(ctx context.Context) error {
	m, err := s.next(ctx)
	if err == nil && !m.Serves {
		err = errors.New("it says something else than that it serves")
	}
	if err != nil {
		s.end()
		return err
	}
	s.Version = m.Version
	return nil
}

// next is the next thing that it says.
func (s *Successor) next(ctx context.Context) (m message, err error) {
	select {
	case m := <-s.heard:
		return m, nil
	case <-s.exited:
		return m, s.exit()
	case <-ctx.Done():
		return m, context.Cause(ctx)
	}
}

func (s *Successor) exit() error {
	if s.ended == nil {
		return errors.New("it ended")
	}
	return fmt.Errorf("it ended: %w", s.ended)
}

// HandOver gives it all that this process knows by itself alone, and has it accept
// connections: this process must not any more. On an error it is ended, and this process has
// everything again.
func (s *Successor) HandOver() error {
	ctx, cancel := context.WithTimeoutCause(context.Background(), wait, fmt.Errorf("it did not take over within %s", wait))
	defer cancel()
	given, err := s.giveAll()
	if err == nil {
		_ = s.say(message{Yours: true, Parts: given}) // when it fails, what comes next says why
		var m message
		if m, err = s.next(ctx); err == nil && !m.Accepts {
			err = errors.New("it says something else than that it accepts")
		}
	}
	if err != nil {
		s.end() // before: nothing may be in both
		err = errors.Join(err, takeAll(given))
		s.giving.Lock() // what comes now is refused
		defer s.giving.Unlock()
		for _, more := range s.since {
			err = errors.Join(err, takeAll(more))
		}
		return err
	}
	s.giving.Lock()
	defer s.giving.Unlock()
	successor.Store(s)
	starting.Store(false)
	s.since = nil
	return nil
}

func (s *Successor) giveAll() (given map[string]json.RawMessage, err error) {
	partsLock.Lock()
	defer partsLock.Unlock()
	given = make(map[string]json.RawMessage)
	for _, part := range parts {
		value, err := part.Give(func(value any) error { return s.later(part.Name, value) })
		if err == nil {
			given[part.Name], err = json.Marshal(value)
		}
		if err != nil {
			return given, fmt.Errorf("giving %s: %w", part.Name, err)
		}
	}
	return given, nil
}

// later gives what came in after HandOver.
func (s *Successor) later(name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	s.giving.Lock()
	defer s.giving.Unlock()
	more := map[string]json.RawMessage{name: text}
	if err = s.say(message{Parts: more}); err == nil && successor.Load() != s {
		s.since = append(s.since, more)
	}
	return err
}

// end ends it, and waits for that.
func (s *Successor) end() {
	close(s.killed)
	_ = s.command.Process.Kill()
	<-s.exited
	s.connection.Close()
	starting.Store(false)
}

// IsOver reports whether another process has this one's place.
func IsOver() bool { return successor.Load() != nil }

// LetGo says that this process does not read UDP any more.
func LetGo() {
	if s := successor.Load(); s != nil {
		_ = s.say(message{Packets: true}) // its end says so too
	}
}

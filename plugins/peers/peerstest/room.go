// Package peerstest has clusters in memory, for tests.
package peerstest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/peers"
)

// atEndInterval is after what time Follow is at the end of the list again.
const atEndInterval = time.Second

// Room connects the processes of a cluster, with one list.
type Room struct {
	mutex   sync.Mutex
	list    [][]byte
	ids     []string
	members map[string]*Mesh
	size    int
	// changes counts what changed of the above.
	changes int
	changed *sync.Cond
}

// NewRoom is a cluster of so many processes.
func NewRoom(size int) *Room {
	r := &Room{members: map[string]*Mesh{}, size: size}
	r.changed = sync.NewCond(&r.mutex)
	return r
}

// change tells who waits that the room has changed. The room is locked.
func (r *Room) change() {
	r.changes++
	r.changed.Broadcast()
}

// Lose has all messages of the list be lost but the first.
func (r *Room) Lose(but int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.list, r.ids = r.list[:but], r.ids[:but]
	r.change()
}

// Mesh is the part of one process.
type Mesh struct {
	*Room
	// Late is how long what the process tells is under way.
	Late    time.Duration
	name    string
	answers map[string]func(context.Context, []byte) ([]byte, error)
	hears   func(from, subject string, content []byte) // nil for nobody
	// connected says whether it reaches the others.
	connected bool
	tamper    func(question string, answer []byte) []byte // nil for nobody
}

// Tamper has what the process answers changed from now on; nil ends that.
func (m *Mesh) Tamper(change func(question string, answer []byte) []byte) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.tamper = change
}

var _ peers.Mesh = (*Mesh)(nil)

// Mesh is a process of the cluster, which is not connected yet.
func (r *Room) Mesh(name string) *Mesh {
	return &Mesh{Room: r, name: name, answers: map[string]func(context.Context, []byte) ([]byte, error){}}
}

// Connect has a process reach the others, or not.
func (m *Mesh) Connect(connected bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.connected, m.members[m.name] = connected, m
	m.change()
}

// Name implements peers.Mesh.
func (m *Mesh) Name() string { return m.name }

// Size implements peers.Mesh.
func (m *Mesh) Size() int { return m.size }

// Others implements peers.Mesh.
func (m *Mesh) Others() (names []string) {
	for _, other := range m.others() {
		names = append(names, other.name)
	}
	return names
}

// others are the processes that this one reaches, in order.
func (m *Mesh) others() (reached []*Mesh) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	for _, name := range slices.Sorted(maps.Keys(m.members)) {
		if other := m.members[name]; m.connected && name != m.name && other.connected {
			reached = append(reached, other)
		}
	}
	return reached
}

// HasQuorum implements peers.Mesh.
func (m *Mesh) HasQuorum() bool { return len(m.others())+1 >= peers.Majority(m.size) }

// Append implements peers.Mesh.
func (m *Mesh) Append(_ context.Context, after uint64, id string, content []byte) (uint64, error) {
	if !m.HasQuorum() {
		return 0, peers.ErrQuorum
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if after < uint64(len(m.ids)) && m.ids[after] == id {
		return after + 1, nil
	}
	if after != uint64(len(m.list)) {
		return 0, peers.ErrOrder
	}
	m.list, m.ids = append(m.list, content), append(m.ids, id)
	m.change()
	return after + 1, nil
}

// Follow implements peers.Mesh: it is at the end again after each change of the room, and every
// atEndInterval.
func (m *Mesh) Follow(ctx context.Context, deliver func(uint64, []byte), atEnd func(uint64)) {
	defer context.AfterFunc(ctx, func() {
		m.mutex.Lock()
		defer m.mutex.Unlock()
		m.change()
	})()
	passed, seen := 0, -1
	m.mutex.Lock()
	var again *time.Timer
	again = time.AfterFunc(atEndInterval, func() {
		m.mutex.Lock()
		defer m.mutex.Unlock()
		if ctx.Err() == nil {
			seen = -1
			m.changed.Broadcast()
			again.Reset(atEndInterval)
		}
	})
	m.mutex.Unlock()
	for {
		m.mutex.Lock()
		for ctx.Err() == nil && (!m.reads() || passed == len(m.list) && seen == m.changes) {
			m.changed.Wait()
		}
		if ctx.Err() != nil {
			m.mutex.Unlock()
			return
		}
		var next []byte
		if passed > len(m.list) {
			passed = 0 // another list, from its beginning
		}
		if passed < len(m.list) {
			next = m.list[passed]
		} else {
			seen = m.changes
		}
		m.mutex.Unlock()
		if next != nil {
			passed++
			deliver(uint64(passed), next)
		} else {
			atEnd(uint64(passed))
		}
	}
}

// reads reports whether the process is one of a majority. The room is locked.
func (m *Mesh) reads() bool {
	connected := 0
	for _, member := range m.members {
		if member.connected {
			connected++
		}
	}
	return m.connected && connected >= peers.Majority(m.size)
}

// Ask implements peers.Mesh.
func (m *Mesh) Ask(ctx context.Context, process, question string, content []byte) ([]byte, error) {
	m.mutex.Lock()
	other := m.members[process]
	reached := other != nil && (other == m || m.connected && other.connected)
	var answer func(context.Context, []byte) ([]byte, error)
	var tamper func(string, []byte) []byte
	if reached {
		answer, tamper = other.answers[question], other.tamper
	}
	m.mutex.Unlock()
	if answer == nil {
		return nil, errors.New("it does not answer")
	}
	type result struct {
		said []byte
		err  error
	}
	answered := make(chan result, 1)
	go func() {
		said, err := answer(ctx, content)
		if tamper != nil {
			said = tamper(question, said)
		}
		answered <- result{said, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-answered:
		return r.said, r.err
	}
}

// Answer implements peers.Mesh.
func (m *Mesh) Answer(question string, answer func(context.Context, []byte) ([]byte, error)) func() {
	if strings.Contains(question, ".") {
		panic(fmt.Sprintf("the question %q has a dot", question))
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.answers[question] = answer
	return func() {}
}

// Tell implements peers.Mesh: the others have heard it when it returns.
func (m *Mesh) Tell(subject string, content []byte) error {
	time.Sleep(m.Late)
	for _, other := range m.others() {
		m.mutex.Lock()
		hear := other.hears
		m.mutex.Unlock()
		if hear != nil {
			hear(m.name, subject, content)
		}
	}
	return nil
}

// Hear implements peers.Mesh.
func (m *Mesh) Hear(hear func(from, subject string, content []byte)) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.hears = hear
}

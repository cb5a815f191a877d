package webhook

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/peers"
)

const (
	// patience is how long a process waits for each one before it, by name, to begin with a message,
	// and for processes that it does not hear of.
	patience = 5 * time.Second
	// lookEvery is how often a process looks meanwhile whether the one that sends is gone.
	lookEvery = time.Second
)

// standing is how a process stands to a target.
type standing struct {
	// Done is the newest message that arrived or was given up, as far as the process knows.
	Done uint64 `json:"done,omitempty"`
	// At is when that was made, in Unix nanoseconds; 0 for unknown. Processes that were cut off from each
	// other may have made two changes of one version.
	At int64 `json:"at,omitempty"`
	// Waiting is the oldest message that the process has and that is not done.
	Waiting uint64 `json:"waiting,omitempty"`
	// Sending reports whether the process sends it.
	Sending bool `json:"sending,omitempty"`
}

// turns decide which process of a cluster sends a message that all of them have: one that has
// begun, until it is done or that process is gone, else the first by name that has the target.
type turns struct {
	peers *peers.Process
	tell  func()
	heard journal.Notifier

	mutex sync.Mutex
	own   map[string]standing // by keys of targets
}

func newTurns(process *peers.Process, report func(error)) *turns {
	t := &turns{peers: process}
	t.tell = process.Share(peers.Shared{Name: "webhooks", Say: t.say, Take: t.take, Report: report})
	return t
}

// keyOf names a target to the other processes.
func keyOf(target Target) string {
	written, _ := json.Marshal(target) // it always has a form
	return fmt.Sprintf("%x", sha256.Sum256(written))[:16]
}

// use has the turns be about these targets.
func (t *turns) use(keys []string) {
	t.mutex.Lock()
	before := t.own
	t.own = map[string]standing{}
	for _, key := range keys {
		t.own[key] = before[key]
	}
	t.mutex.Unlock()
	t.tell()
}

func (t *turns) say() []byte {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	said, _ := json.Marshal(t.own) // it always has a form
	return said
}

func (t *turns) take(_ string, said []byte) error {
	theirs, err := parseStandings(said)
	if err != nil {
		return err
	}
	t.mutex.Lock()
	for key, own := range t.own {
		if their := theirs[key]; their.Done > own.Done {
			own.Done, own.At = their.Done, their.At
		}
		t.own[key] = own
	}
	t.mutex.Unlock()
	t.heard.Notify()
	return nil
}

func parseStandings(said []byte) (all map[string]standing, err error) {
	err = json.Unmarshal(said, &all)
	return all, err
}

// set changes how this process stands to a target, and tells the others.
func (t *turns) set(key string, change func(own *standing)) {
	t.mutex.Lock()
	own, used := t.own[key]
	before := own
	if change(&own); used {
		t.own[key] = own
	}
	t.mutex.Unlock()
	if used && own != before {
		t.tell()
	}
}

// await waits until this process is to send a message. It reports false if the message is done, or
// the context has ended.
func (t *turns) await(ctx context.Context, key string, message Message) bool {
	if t.peers.Name() == "" {
		return true
	}
	t.set(key, func(own *standing) { own.Waiting = message.Version })
	changes, leave := t.heard.Listen()
	defer leave()
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	free := time.Now()
	for {
		others, isDone, isHeld := t.look(key, message)
		switch {
		case isDone:
			return false
		case isHeld:
			free = time.Now()
			t.set(key, func(own *standing) { own.Sending = false })
		case time.Since(free) >= time.Duration(others)*patience || t.isSending(key):
			t.set(key, func(own *standing) { own.Sending = true })
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-changes:
		case <-ticker.C:
		}
	}
}

func (t *turns) isSending(key string) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.own[key].Sending
}

// look reports whether a message is done, or is held by another process, which sends it or has an
// older one. before is how many others are to begin with it rather than this one.
func (t *turns) look(key string, message Message) (before int, isDone, isHeld bool) {
	said, name := t.peers.Said("webhooks"), t.peers.Name()
	if len(said) < t.peers.Size()-1 {
		before++
	}
	t.mutex.Lock()
	own := t.own[key]
	t.mutex.Unlock()
	isDone = own.isDone(message)
	for process, content := range said {
		all, _ := parseStandings(content) // take has reported what it is
		their, has := all[key]
		if !has {
			continue
		}
		isFirst := process < name
		if isFirst {
			before++
		}
		isDone = isDone || their.isDone(message)
		isHeld = isHeld || their.Sending && (isFirst || !own.Sending) || own.Done < their.Waiting && their.Waiting < message.Version
	}
	return before, isDone, isHeld
}

// done has the others drop a message. next is the one that waits after it, 0 for none: the process
// that has begun sends that too.
func (t *turns) done(key string, message Message, next uint64) {
	t.set(key, func(own *standing) {
		if message.Version >= own.Done {
			own.Done, own.At = message.Version, message.At.UnixNano()
		}
		own.Waiting, own.Sending = next, own.Sending && next > 0
	})
}

func (s standing) isDone(message Message) bool {
	return s.Done > message.Version || s.Done == message.Version && (s.At == 0 || s.At == message.At.UnixNano())
}

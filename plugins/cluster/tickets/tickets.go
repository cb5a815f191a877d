// Package tickets has the processes of a cluster resume each other's TLS sessions: they share the
// keys that session tickets are encrypted with (RFC 8446, section 4.6.1, and RFC 5077). Keys are
// random, and are in memory alone. It knows nothing of Caddy.
package tickets

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/peers"
)

const (
	// Rotation is Caddy's default for New.
	Rotation = 12 * time.Hour
	// kept is for how many rotations after its beginning a key's tickets are accepted, as Caddy does.
	kept = 4
	// lead is how long before its beginning a key is told to the others. It is more than clocks
	// should differ: every process knows a key before another one uses it.
	lead = 2 * time.Minute
	// maxKeys is how many keys are kept; the oldest make room.
	maxKeys = 64
	// name is the one of peers.Shared, and what the owner makes keys for.
	name = "tickets"
)

// key encrypts session tickets.
type key struct {
	// From is when it begins, in Unix milliseconds.
	From int64 `json:"from"`
	// Secret has 32 bytes.
	Secret []byte `json:"secret"`
}

// Tickets are the keys as one process has them.
type Tickets struct {
	peers    *peers.Process
	rotation time.Duration

	mutex   sync.Mutex
	keys    []key  // the newest first
	said    []byte // what the others are told of them; nil for none
	configs map[*tls.Config]bool
	// used are the keys that the configurations have: the one for new tickets first.
	used [][32]byte
}

// New shares keys with the others of a process's cluster; rotation is how long new tickets are
// encrypted with one. Without a cluster there are none.
func New(process *peers.Process, rotation time.Duration, report func(error)) *Tickets {
	t := &Tickets{peers: process, rotation: rotation, configs: map[*tls.Config]bool{}}
	process.Share(peers.Shared{Name: name, Say: t.say, Take: t.take, Report: report})
	return t
}

// Use gives server configurations the keys until leave is called. Until there is a key they keep
// their own.
func (t *Tickets) Use(configs []*tls.Config) (leave func()) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, config := range configs {
		t.configs[config] = true
		if len(t.used) > 0 {
			config.SetSessionTicketKeys(t.used)
		}
	}
	return func() {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		for _, config := range configs {
			delete(t.configs, config)
		}
	}
}

// say is what the others are told each second. The owner of the name makes a key when it is time,
// the first one once there is another process.
func (t *Tickets) say() []byte {
	isOwner := t.peers.Owner(name) == t.peers.Name()
	// Keys that another one has said are about to be taken.
	isFirst := len(t.peers.Others()) > 0 && len(t.peers.Said(name)) == 0
	t.mutex.Lock()
	defer t.mutex.Unlock()
	now := time.Now()
	switch {
	case !isOwner:
	case len(t.keys) == 0 && isFirst:
		t.keys = []key{newKey(now)}
	case len(t.keys) > 0 && now.Add(lead).Sub(time.UnixMilli(t.keys[0].From)) >= t.rotation:
		t.keys = slices.Insert(t.keys, 0, newKey(now.Add(lead)))
	}
	t.use(now)
	return t.said
}

func newKey(from time.Time) key {
	made := key{From: from.UnixMilli(), Secret: make([]byte, 32)}
	_, _ = rand.Read(made.Secret) // never fails
	return made
}

// take adds the keys of another process. One of a clock that is far ahead is taken when it is its
// time.
func (t *Tickets) take(_ string, said []byte) error {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if bytes.Equal(said, t.said) {
		return nil
	}
	var theirs []key
	if err := json.Unmarshal(said, &theirs); err != nil {
		return err
	}
	now := time.Now()
	for _, one := range theirs {
		if len(one.Secret) != 32 {
			return fmt.Errorf("a key has %d bytes, not 32", len(one.Secret))
		}
		isKnown := slices.ContainsFunc(t.keys, func(known key) bool { return string(known.Secret) == string(one.Secret) })
		if !isKnown && time.UnixMilli(one.From).Sub(now) <= 2*lead {
			t.keys = append(t.keys, one)
		}
	}
	t.use(now)
	return nil
}

// use forgets old keys, and gives the configurations those that are left. The lock is held.
func (t *Tickets) use(now time.Time) {
	slices.SortFunc(t.keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(b.From, a.From), slices.Compare(a.Secret, b.Secret))
	})
	t.keys = slices.DeleteFunc(t.keys, func(one key) bool { return now.Sub(time.UnixMilli(one.From)) >= kept*t.rotation })
	t.keys = t.keys[:min(len(t.keys), maxKeys)]
	if len(t.keys) == 0 {
		t.used, t.said = nil, nil // configurations keep what they have: they do not take none
		return
	}
	begun := slices.IndexFunc(t.keys, func(one key) bool { return one.From <= now.UnixMilli() })
	if begun < 0 {
		begun = len(t.keys) - 1
	}
	used := [][32]byte{[32]byte(t.keys[begun].Secret)}
	for index, one := range t.keys {
		if index != begun {
			used = append(used, [32]byte(one.Secret))
		}
	}
	if slices.Equal(used, t.used) {
		return
	}
	t.used = used
	t.said, _ = json.Marshal(t.keys) // it always has a form
	for config := range t.configs {
		config.SetSessionTicketKeys(used)
	}
}

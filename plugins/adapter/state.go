package adapter

import (
	"errors"
	"slices"
	"sync"

	"github.com/caddyserver/caddy/v2"
)

// States holds by key what outlasts reloads, such as a cache or the connections
// to an upstream. Caddy provisions a new configuration before the one before
// ends: it joins the value of its key, and the value ends when the last one that
// joined has left. The key, which can be
// compared with ==, has all that cannot change in a living value.
type States[T any] struct {
	pool *caddy.UsagePool
	end  func(T)

	mu     sync.Mutex
	joined []*State[T]
	// turns has a lock for each key there ever was: a value is made only when the one before
	// has ended, which may have had a port or a file that the next one needs.
	turns map[any]*sync.Mutex
}

// NewStates holds values that end by end, which may be nil.
func NewStates[T any](end func(T)) *States[T] {
	return &States[T]{pool: caddy.NewUsagePool(), end: end, turns: make(map[any]*sync.Mutex)}
}

// turn is the lock of a key.
func (s *States[T]) turn(key any) *sync.Mutex {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turns[key] == nil {
		s.turns[key] = new(sync.Mutex)
	}
	return s.turns[key]
}

// State is one configuration's part in a value.
type State[T any] struct {
	Value T

	states *States[T]
	key    any
	living *living[T]
	// part, hold and end are those of Start.
	part string
	hold func() error
	end  func()
	left sync.Once
}

// living is a value with the configurations that it lives for.
type living[T any] struct {
	value T
	end   func(T)

	mu sync.Mutex
	// started are those that have started and not left, the newest last.
	started []*State[T]
}

// Destruct implements caddy.Destructor.
func (l *living[T]) Destruct() error {
	if l.end != nil {
		l.end(l.value)
	}
	return nil
}

// Join takes over the value of a key, or makes it, from Provision. What it is
// made with must not end with this configuration. Leave it in Cleanup.
func (s *States[T]) Join(key any, make func() (T, error)) (*State[T], error) {
	turn := s.turn(key)
	turn.Lock()
	defer turn.Unlock()
	loaded, _, err := s.pool.LoadOrNew(key, func() (caddy.Destructor, error) {
		value, err := make()
		return &living[T]{value: value, end: s.end}, err
	})
	if err != nil {
		return nil, err
	}
	l := loaded.(*living[T])
	state := &State[T]{Value: l.value, states: s, key: key, living: l}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.joined = append(s.joined, state)
	return state, nil
}

// JoinValue is Join of a value whose making cannot fail.
func (s *States[T]) JoinValue(key any, make func() T) *State[T] {
	state, err := s.Join(key, func() (T, error) { return make(), nil })
	if err != nil {
		panic(err) // of make alone
	}
	return state
}

// All are the values that configurations have joined, each as often as it was;
// the one that was joined last stands last.
func (s *States[T]) All() []T {
	s.mu.Lock()
	defer s.mu.Unlock()
	values := make([]T, len(s.joined))
	for i, state := range s.joined {
		values[i] = state.Value
	}
	return values
}

// Start lets a configuration hold, from its Start: hold gives the value its
// settings. Provision is too early, as the configuration could still be refused.
// When hold fails, and when a reload fails later and this configuration leaves
// again, the one before holds.
func (s *State[T]) Start(hold func() error) error { return s.StartPart("", hold, func() {}) }

// StartPart is Start for one of several parts that the settings of a value have, each from
// another app or handler: the configuration before holds the same part again. With none before,
// end takes the part's settings back.
func (s *State[T]) StartPart(part string, hold func() error, end func()) error {
	s.living.mu.Lock()
	defer s.living.mu.Unlock()
	if err := hold(); err != nil {
		return err
	}
	s.part, s.hold, s.end = part, hold, end
	s.living.started = append(s.living.started, s)
	return nil
}

// Leave lets go of the value, from Cleanup, which Caddy also calls after a
// Provision that failed: of a nil State, and a second time, it does nothing.
func (s *State[T]) Leave() (err error) {
	if s == nil {
		return nil
	}
	s.left.Do(func() {
		err = s.stop()
		s.states.mu.Lock()
		s.states.joined = slices.DeleteFunc(s.states.joined, s.is)
		s.states.mu.Unlock()
		turn := s.states.turn(s.key)
		turn.Lock()
		_, deleted := s.states.pool.Delete(s.key)
		turn.Unlock()
		err = errors.Join(err, deleted)
	})
	return err
}

// stop takes the configuration out of those that have started; when it is the newest of its
// part, the one before holds again.
func (s *State[T]) stop() error {
	s.living.mu.Lock()
	defer s.living.mu.Unlock()
	i := slices.IndexFunc(s.living.started, s.is)
	if i < 0 {
		return nil
	}
	later := slices.ContainsFunc(s.living.started[i+1:], s.isOfPart)
	before := s.living.started[:i:i]
	s.living.started = slices.Delete(s.living.started, i, i+1)
	if later {
		return nil
	}
	for _, other := range slices.Backward(before) {
		if s.isOfPart(other) {
			return other.hold()
		}
	}
	s.end()
	return nil
}

func (s *State[T]) isOfPart(other *State[T]) bool { return other.part == s.part }

func (s *State[T]) is(other *State[T]) bool { return s == other }

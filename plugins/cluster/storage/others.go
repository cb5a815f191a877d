package storage

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/beat"
	"fieldhouse/plugins/peers"
)

// What the processes ask each other.
const (
	askPut    = "storage-put"    // take a value, or that it was deleted
	askIndex  = "storage-index"  // which keys are there
	askGet    = "storage-get"    // a value
	askLock   = "storage-lock"   // take or renew a lock that you keep
	askUnlock = "storage-unlock" // give it back
)

// takeTimeout is how long a process may take to have all that another one has and it lacks.
const takeTimeout = time.Minute

// stored is a key with its value.
type stored struct {
	Key string `json:"key"`
	entry
	Value []byte `json:"value,omitempty"`
}

// locking is a lock and who takes it or gives it back.
type locking struct {
	Name   string `json:"name"`
	Holder string `json:"holder"`
	Taken  bool   `json:"taken,omitempty"`
}

// answer has the questions of the others answered.
func (s *Storage) answer() {
	peers.AnswerJSON(s.peers, askPut, func(ctx context.Context, one stored) (struct{}, error) { return struct{}{}, s.apply(ctx, one) })
	peers.AnswerJSON(s.peers, askIndex, func(context.Context, struct{}) (map[string]entry, error) {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		return maps.Clone(s.index), nil
	})
	peers.AnswerJSON(s.peers, askGet, func(ctx context.Context, asked stored) (one stored, err error) {
		if err := checkKey(asked.Key); err != nil {
			return one, err
		}
		s.writing.Lock()
		defer s.writing.Unlock()
		known, is := s.entry(asked.Key)
		if !is || known.Deleted {
			return one, fmt.Errorf("there is no %s", asked.Key)
		}
		value, err := s.FileStorage.Load(ctx, asked.Key)
		return stored{asked.Key, known, value}, err
	})
	peers.AnswerJSON(s.peers, askLock, func(_ context.Context, asked locking) (locking, error) { return s.lease(asked), nil })
	peers.AnswerJSON(s.peers, askUnlock, func(_ context.Context, asked locking) (struct{}, error) {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		if s.leases[asked.Name].holder == asked.Holder {
			delete(s.leases, asked.Name)
		}
		return struct{}{}, nil
	})
}

// spread has all others that live take a value before this returns, as far as they answer in time:
// who asks for a certificate is soon asked for the answer to a challenge at any of them.
func (s *Storage) spread(ctx context.Context, one stored) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), spreadTimeout)
	defer cancel()
	var telling sync.WaitGroup
	for _, process := range s.peers.Others() {
		// What fails is taken by the other one when it sees that it lacks something.
		telling.Go(func() { _, _ = peers.AskJSON[struct{}](ctx, s.peers, process, askPut, one) })
	}
	telling.Wait()
}

// say is the sum of all that is known of the keys.
func (s *Storage) say() []byte {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	sum := sha256.New()
	for _, key := range slices.Sorted(maps.Keys(s.index)) {
		if one := s.index[key]; !one.isOver() {
			fmt.Fprintln(sum, key, one.Modified, one.Deleted)
		}
	}
	return fmt.Appendf(nil, "%x", sum.Sum(nil)[:16])
}

// take has from another process what it has and this one lacks, when their sums differ.
func (s *Storage) take(from string, said []byte) error {
	if string(s.say()) != string(said) {
		if err := s.takeAll(from); err != nil {
			return err
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.level[from] = true
	return nil
}

func (s *Storage) takeAll(from string) error {
	ctx, cancel := context.WithTimeout(context.Background(), takeTimeout)
	defer cancel()
	theirs, err := peers.AskJSON[map[string]entry](ctx, s.peers, from, askIndex, struct{}{})
	if err != nil {
		return err
	}
	for key, one := range theirs {
		if own, known := s.entry(key); known && own.Modified >= one.Modified || one.isOver() {
			continue
		}
		wanted := stored{Key: key, entry: one}
		if !one.Deleted {
			if wanted, err = peers.AskJSON[stored](ctx, s.peers, from, askGet, stored{Key: key}); err != nil {
				return err
			}
			wanted.Key = key
		}
		if err := s.apply(ctx, wanted); err != nil {
			return err
		}
	}
	return nil
}

// Lock implements certmagic.Locker: of all processes one has a lock. The process that keeps it is
// found by its name; where that cannot be asked, or another one keeps it by what it knows, two may
// have it: then a certificate is asked for twice.
func (s *Storage) Lock(ctx context.Context, name string) error {
	s.awaitLevel(ctx)
	if err := s.FileStorage.Lock(ctx, name); err != nil { // others that use the folder
		return err
	}
	holder := s.newHolder()
	for !s.lock(ctx, name, holder) {
		if !beat.Pause(ctx, lockPause) {
			_ = s.FileStorage.Unlock(context.WithoutCancel(ctx), name) // it was locked above
			return ctx.Err()
		}
	}
	s.hold(name, holder)
	return nil
}

// awaitLevel waits after the start of a process until it has what all others have, as what they have
// is not asked for again, and until it finds the same keepers of locks as they do.
func (s *Storage) awaitLevel(ctx context.Context) {
	for ctx.Err() == nil && time.Since(s.began) < levelWithin && !s.isLevel() {
		beat.Pause(ctx, levelPause)
	}
}

func (s *Storage) isLevel() bool {
	size := s.peers.Size()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.level) >= size-1
}

// TryLock implements certmagic.TryLocker.
func (s *Storage) TryLock(ctx context.Context, name string) (bool, error) {
	s.awaitLevel(ctx)
	if taken, err := s.FileStorage.TryLock(ctx, name); err != nil || !taken {
		return false, err
	}
	holder := s.newHolder()
	if !s.lock(ctx, name, holder) {
		return false, s.FileStorage.Unlock(context.WithoutCancel(ctx), name)
	}
	s.hold(name, holder)
	return true, nil
}

func (s *Storage) newHolder() string { return fmt.Sprint(s.peers.Name(), " ", time.Now().UnixNano()) }

func processOf(holder string) string {
	process, _, _ := strings.Cut(holder, " ")
	return process
}

// hold renews a lock until Unlock.
func (s *Storage) hold(name, holder string) {
	renewing, stop := context.WithCancel(context.Background())
	go func() {
		for beat.Pause(renewing, renewEvery) {
			s.lock(renewing, name, holder)
		}
	}()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.held[name] = func() {
		stop()
		ctx, cancel := context.WithTimeout(context.Background(), spreadTimeout)
		defer cancel()
		// A lease that is not given back ends by itself.
		_, _ = peers.AskJSON[struct{}](ctx, s.peers, s.keeper(name), askUnlock, locking{Name: name, Holder: holder})
	}
}

// Unlock implements certmagic.Locker.
func (s *Storage) Unlock(ctx context.Context, name string) error {
	s.mutex.Lock()
	unlock := s.held[name]
	delete(s.held, name)
	s.mutex.Unlock()
	if unlock != nil {
		unlock()
	}
	return s.FileStorage.Unlock(ctx, name)
}

// keeper is the process that keeps a lock; empty without a cluster.
func (s *Storage) keeper(name string) string { return s.peers.Owner("storage " + name) }

// lock takes a lock, or renews it, and reports whether nobody else has it, as far as is known.
func (s *Storage) lock(ctx context.Context, name, holder string) bool {
	process := s.keeper(name)
	if process == "" {
		return true
	}
	asking, cancel := context.WithTimeout(ctx, spreadTimeout)
	defer cancel()
	said, err := peers.AskJSON[locking](asking, s.peers, process, askLock, locking{Name: name, Holder: holder})
	return ctx.Err() == nil && (err != nil || said.Taken)
}

// lease gives a lock that this process keeps to who asks, if nobody else has it.
func (s *Storage) lease(asked locking) locking {
	living := s.peers.Living()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := time.Now()
	for name, one := range s.leases {
		// Who has gone renews it no more; of who takes it for the first time nothing may have been heard yet.
		isLate := now.After(one.until.Add(renewEvery - leaseFor))
		if now.After(one.until) || isLate && !slices.Contains(living, processOf(one.holder)) {
			delete(s.leases, name)
		}
	}
	has, taken := s.leases[asked.Name]
	// Of one process one asks at a time, since it locks its folder first: an earlier holder of it was
	// ended with the lock.
	isOwn := taken && processOf(has.holder) == processOf(asked.Holder)
	if asked.Taken = (!taken || isOwn) && (taken || len(s.leases) < maxKeys); asked.Taken {
		s.leases[asked.Name] = lease{asked.Holder, now.Add(leaseFor)}
	}
	return asked
}

// Package share has the processes of a cluster share one journal and its releases. Each has a
// store of its own, which stays what it serves from; what goes between them is a list of the
// journal's records, and the files of releases.
package share

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/peers"

	"golang.org/x/sync/singleflight"
)

// Times of a change.
const (
	// appendTimeout is how long a change waits for the cluster's word.
	appendTimeout = 5 * time.Second
	// takeBackTimeout is how long one does that holds without it.
	takeBackTimeout = time.Second
	// catchUpTimeout is how long one does that others came before, until theirs are applied.
	catchUpTimeout = 2 * time.Second
	// spreadTimeout is how long a release waits until a majority has its files.
	spreadTimeout = time.Minute
	// lookInterval is how often it is looked whether a majority is still connected meanwhile, and
	// what is lacking is asked for; allThereInterval is how often it is looked while nothing that is
	// shown is.
	lookInterval     = time.Second
	allThereInterval = 5 * time.Second
	// askTimeout bounds each question for a part of a release.
	askTimeout = 10 * time.Second
	// maxTold is how many notes are kept of what became of changes.
	maxTold = 20
)

// Config describes a process's part.
type Config struct {
	Mesh    peers.Mesh
	Journal *journal.File
	// Store takes releases of the others in, by its checks.
	Store *store.Store
	// Fetched is called after files of releases that are shown have come.
	Fetched func()
	// Report gets what went wrong, or was lost.
	Report func(error)
}

// Share is a process's part. It is the journal's Order.
type Share struct {
	config  Config
	life    context.Context
	end     context.CancelFunc
	running sync.WaitGroup
	leave   []func()
	fetches singleflight.Group

	mutex sync.Mutex // never held while the journal is asked: Append takes it under the journal's lock
	// sequence is that of the last record of the list that the journal has, version what it made; atEnd
	// says that the list was read to its end since the start.
	sequence, version uint64
	atEnd             bool
	// passed is the last message that was read: what this process appends it has before it reads it.
	passed uint64
	// advanced is closed when the list was read to its end again, which was settled then; behind is
	// what the last change came after that found another one in its place.
	advanced        chan struct{}
	settled, behind uint64
	// lacking are releases that are shown and not here; those that are live are ofLive too.
	lacking, ofLive []string
	told            []string
}

// Start follows the others until Close.
func Start(config Config) *Share {
	ctx, end := context.WithCancel(context.Background())
	s := &Share{config: config, life: ctx, end: end, advanced: make(chan struct{})}
	for question, answer := range map[string]func(context.Context, []byte) ([]byte, error){
		peers.StatusQuestion: s.answerStatus, "hold": s.answerHold, "parts": s.answerParts, "part": s.answerPart,
	} {
		s.leave = append(s.leave, config.Mesh.Answer(question, s.untilClose(answer)))
	}
	s.look()
	config.Journal.SetOrder(s)
	s.running.Go(func() {
		config.Mesh.Follow(ctx, func(sequence uint64, content []byte) { s.apply(ctx, sequence, content) }, func(last uint64) { s.settle(ctx, last) })
	})
	s.running.Go(func() { s.fetchLacking(ctx) })
	return s
}

// untilClose has Close end an answer and wait for it: it uses the store.
func (s *Share) untilClose(answer func(context.Context, []byte) ([]byte, error)) func(context.Context, []byte) ([]byte, error) {
	return func(ctx context.Context, content []byte) ([]byte, error) {
		s.mutex.Lock()
		if err := s.life.Err(); err != nil {
			s.mutex.Unlock()
			return nil, err
		}
		s.running.Add(1)
		s.mutex.Unlock()
		defer s.running.Done()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(s.life, cancel)()
		return answer(ctx, content)
	}
}

// Close lets the journal be this process's alone.
func (s *Share) Close() {
	s.config.Journal.SetOrder(journal.Alone{})
	for _, leave := range s.leave {
		leave()
	}
	s.mutex.Lock()
	s.end()
	s.mutex.Unlock()
	s.running.Wait()
}

// missing says why the cluster cannot agree, or is empty.
func (s *Share) missing() string {
	mesh := s.config.Mesh
	connected := len(mesh.Others()) + 1
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch {
	case !mesh.HasQuorum():
		return fmt.Sprintf("%d of %d processes are connected, and %d have to be and to have elected a leader, which takes some seconds", connected, mesh.Size(), peers.Majority(mesh.Size()))
	case !s.atEnd:
		return "this process is still reading what the others have changed"
	case s.sequence == 0 && connected < mesh.Size():
		return fmt.Sprintf("the shared journal is empty: it begins once all %d processes are connected, %d are", mesh.Size(), connected)
	}
	return ""
}

// alone is the error of a change that cannot be made.
func alone(reason string) error { return unmade(reason + ": nothing was changed") }

// unmade is the error of a change that nobody has confirmed.
func unmade(reason string) error {
	return fmt.Errorf("%w: %s; `fieldhouse cluster` says who is missing", journal.ErrAlone, reason)
}

// Append implements journal.Order.
func (s *Share) Append(record journal.Record, holdsAlone bool) error {
	timeout := appendTimeout
	if holdsAlone {
		timeout = takeBackTimeout
	}
	refused := func(err error, reason string) error {
		if !holdsAlone {
			return err
		}
		s.tell("version %d holds at this process alone until the others can be told: %s", record.Entry.Version, reason)
		return nil
	}
	if reason := s.missing(); reason != "" {
		return refused(alone(reason), reason)
	}
	s.mutex.Lock()
	after, version := s.sequence, s.version
	s.mutex.Unlock()
	fallBehind := func() error {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.behind = after
		return journal.ErrBehind
	}
	if after > 0 && version != record.Entry.Version-1 || after == 0 && record.Entry.Version > 1 {
		if holdsAlone {
			return nil // it stands behind others that wait, and is appended with them
		}
		return fallBehind()
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	sequence, err := s.config.Mesh.Append(ctx, after, record.Sum, record.Content)
	switch {
	case errors.Is(err, peers.ErrOrder):
		return fallBehind()
	case err != nil:
		reason := err.Error() + "; the change may yet be made: look at the lineup"
		return refused(unmade(reason), reason)
	}
	s.advance(sequence, record.Entry.Version)
	return nil
}

// CatchUp implements journal.Order. The list may have been read to its end before it is called.
func (s *Share) CatchUp() {
	timeout := time.After(catchUpTimeout)
	for {
		s.mutex.Lock()
		isBehind, advanced := s.settled <= s.behind, s.advanced
		s.mutex.Unlock()
		if !isBehind {
			return
		}
		select {
		case <-advanced:
		case <-timeout:
			return
		}
	}
}

// advance notes what the journal has. It does not go back to what this process appended before its last
// change: the next one would seem to stand behind others that wait.
func (s *Share) advance(sequence, version uint64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if sequence > s.sequence {
		s.sequence, s.version = sequence, version
	}
}

// apply has the journal have a record of the list. What it does not keep is tried again: the next
// record needs it.
func (s *Share) apply(ctx context.Context, sequence uint64, content []byte) {
	s.mutex.Lock()
	if sequence <= s.passed {
		// Another list, from its beginning.
		s.sequence, s.version, s.settled, s.behind = 0, 0, 0, 0
	}
	s.passed = sequence
	s.mutex.Unlock()
	record, err := journal.ParseRecord(content)
	if err != nil {
		s.config.Report(fmt.Errorf("message %d of the cluster's list is no record of a journal and is passed over: %w", sequence, err))
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.sequence = sequence // the next change comes after it
		return
	}
	for ctx.Err() == nil {
		aside, err := s.config.Journal.Apply(record, func() { s.advance(sequence, record.Entry.Version) })
		if err == nil {
			for _, entry := range aside {
				s.tell("version %d (%s, by %s) was made here alone, and another change has its place", entry.Version, entry.Action, entry.By)
			}
			break
		}
		s.config.Report(fmt.Errorf("writing version %d, which the others have: %w", record.Entry.Version, err))
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// settle is called when the list was read to its end: what this process alone has is appended, or
// made again.
func (s *Share) settle(ctx context.Context, last uint64) {
	s.mutex.Lock()
	s.atEnd = true
	if last < s.sequence && last == 0 {
		s.sequence, s.version, s.behind = 0, 0, 0 // the list was lost
	}
	after, version := s.sequence, s.version
	s.settled = last
	close(s.advanced)
	s.advanced = make(chan struct{})
	s.mutex.Unlock()
	if last == after {
		s.appendPending(ctx, after, version)
	}
	s.makeAgain()
	s.look()
}

// appendPending appends the records that only this process has. Into an empty list all of them
// go, from the process with the highest version, once all are there to be compared.
func (s *Share) appendPending(ctx context.Context, after, version uint64) {
	pending, err := s.config.Journal.Pending(after == 0)
	if err != nil || len(pending) == 0 || s.missing() != "" || after == 0 && !s.isNewest(ctx) {
		if err != nil {
			s.config.Report(err)
		}
		return
	}
	for _, record := range pending {
		if after > 0 && record.Entry.Version != version+1 {
			continue
		}
		appending, cancel := context.WithTimeout(ctx, appendTimeout)
		sequence, err := s.config.Mesh.Append(appending, after, record.Sum, record.Content)
		cancel()
		if err != nil {
			return // the list is read again first
		}
		after, version = sequence, record.Entry.Version
	}
}

// isNewest reports whether no process has a higher version; of those that have the same, the one
// whose name is first.
func (s *Share) isNewest(ctx context.Context) bool {
	own, err := s.config.Journal.Read()
	others := s.config.Mesh.Others()
	if err != nil || len(others)+1 < s.config.Mesh.Size() {
		return false
	}
	for _, other := range others {
		status, err := peers.AskStatus(ctx, s.config.Mesh, other)
		if err != nil || status.Version > own.Version || status.Version == own.Version && other < s.config.Mesh.Name() {
			return false
		}
	}
	return true
}

func (s *Share) answerStatus(context.Context, []byte) ([]byte, error) {
	state, err := s.config.Journal.Read()
	if err != nil {
		return nil, err
	}
	pending, err := s.config.Journal.Pending(false)
	if err != nil {
		return nil, err
	}
	unwritten := s.config.Journal.Unwritten()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return json.Marshal(peers.Status{Version: state.Version, Waiting: len(pending), Unwritten: unwritten, Lacking: s.lacking, Told: s.told})
}

// tell notes what became of a change, for people.
func (s *Share) tell(format string, about ...any) {
	text := fmt.Sprintf(format, about...)
	s.mutex.Lock()
	s.told = append(s.told, time.Now().UTC().Format(time.RFC3339)+" "+text)
	s.told = s.told[max(len(s.told)-maxTold, 0):]
	s.mutex.Unlock()
	s.config.Report(errors.New(text))
}

// Lacking are the live releases, as <edition>/<name>, whose files this process does not have yet.
func (s *Share) Lacking() []string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.ofLive
}

// look notes which releases are lacking, and returns those that are shown to anybody, and those that
// may be gone back to.
func (s *Share) look() (lacking, before []string) {
	state, err := s.config.Journal.Read()
	if err != nil {
		return nil, nil
	}
	var ofLive []string
	for _, edition := range slices.Sorted(maps.Keys(state.Editions)) {
		part := state.Editions[edition]
		shown := slices.Clone(part.Previews)
		if part.Canary != nil {
			shown = append(shown, part.Canary.Release)
		}
		for index, name := range append([]string{part.Live}, shown...) {
			if name == "" || s.config.Store.Has(edition, name) {
				continue
			}
			lacking = append(lacking, edition+"/"+name)
			if index == 0 {
				ofLive = append(ofLive, edition+"/"+name)
			}
		}
		for _, name := range part.Previous {
			if !s.config.Store.Has(edition, name) {
				before = append(before, edition+"/"+name)
			}
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.lacking, s.ofLive = lacking, ofLive
	return lacking, before
}

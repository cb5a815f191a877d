package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/flock"
)

const fileName = "lineup.json"

// LockName is the file whose lock is held while any file of the journal is written.
const LockName = ".lineup.lock"

const maxBytes = 256 << 10

// unsettled is for how long a file that was just written may be written again without
// another time (a file system counts in ticks): until then it is read anew.
const unsettled = time.Second

// Options are what a journal in a store is opened with.
type Options struct {
	// Now is the time of changes. Default: time.Now.
	Now func() time.Time
	// Report gets the damage that was mended. Default: it is not reported.
	Report func(error)
	// Made is called after each change by this process. Default: nothing is.
	Made func()
	// HoldsUnwritten has a change that takes back, which the disk refuses, be in force in this
	// process until the disk takes it. Of a process that ends it would be lost.
	HoldsUnwritten bool
}

// File is the journal of a store, the one place that says what is live; several processes may have
// it open. It is the state in a file of its own, and beside it an entry for each version with a copy of its state. A change is
// written as an entry first; it is made when the state's file is replaced. Its order is asked once the
// disk has taken both: a full one refuses before others are told.
type File struct {
	folder  string
	options Options
	changed Notifier
	// order is never nil.
	order atomic.Pointer[Order]

	mutex sync.Mutex
	// state is what was read last, from seen; known says that there is one.
	state State
	seen  fs.FileInfo
	known bool
	// reported is the damage that was reported last.
	reported string
	// unwritten are changes that are in force in this process and that the disk has refused; refused
	// are, the oldest first, those of all processes that it has.
	unwritten []unwritten
	refused   []Record
	// about are the editions of entries that were read, by their versions.
	about map[uint64][]string
}

type unwritten struct {
	change Change
	apply  func(*State, time.Time) error
	at     time.Time
	sum    string // of its record, if it was made last
}

// diskError is what keeps a change from being written.
type diskError struct{ error }

func (e diskError) Unwrap() error { return e.error }

// Open is the journal of the store in a folder, which is made when it is not there.
func Open(folder string, options Options) *File {
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Report == nil {
		options.Report = func(error) {}
	}
	if options.Made == nil {
		options.Made = func() {}
	}
	f := &File{folder: folder, options: options, about: map[uint64][]string{}}
	f.SetOrder(Alone{})
	return f
}

// Changed returns a channel that gets a value after each change by this process, and what ends
// that. What others change is found by Read.
func (f *File) Changed() (changes <-chan struct{}, leave func()) { return f.changed.Listen() }

// Read is the newest state. It may be called often: what has not changed is not read again. What
// is damaged is replaced by the last good copy.
func (f *File) Read() (State, error) {
	f.mutex.Lock()
	if len(f.unwritten)+len(f.refused) > 0 {
		f.mutex.Unlock()
		return f.retry()
	}
	info, err := os.Stat(f.path())
	if err != nil {
		info = nil
	}
	if !f.known || !atomicfile.Same(f.seen, info) {
		state, info, problem := f.look()
		if problem != nil {
			f.mutex.Unlock()
			return f.locked(func(state State, info fs.FileInfo) (State, fs.FileInfo, error) { return state, info, nil })
		}
		f.remember(state, info)
	}
	defer f.mutex.Unlock()
	return f.state.clone(), nil
}

// Look is Read that mends nothing: its error says what is damaged.
func (f *File) Look() (State, error) {
	state, _, err := f.look()
	return state, err
}

// Change writes the state that apply makes of the newest one, with an entry for it, in one step; no
// other change comes between. An error of apply changes nothing, and nor does ErrConflict,
// ErrFrozen and ErrReason, which are asked before. apply must not call the journal.
func (f *File) Change(change Change, apply func(*State, time.Time) error) (State, error) {
	if err := f.prepared(change); err != nil {
		return State{}, err
	}
	making := unwritten{change: change, apply: apply, at: f.options.Now()}
	make := func(before State, _ fs.FileInfo) (State, fs.FileInfo, error) { return f.make(before, making) }
	state, err := f.locked(make)
	for tries := 1; errors.Is(err, ErrBehind) && tries < mostBehind && !change.Once; tries++ {
		f.ordered().CatchUp()
		state, err = f.locked(make)
	}
	if errors.As(err, new(diskError)) && change.Action.takesBack() && f.options.HoldsUnwritten {
		state, err = f.hold(making, err)
	}
	if err == nil {
		f.changed.Notify()
		f.options.Made()
	}
	return state, err
}

// make makes a change and writes it: one that takes back with the room that is kept for it.
func (f *File) make(before State, making unwritten) (after State, info fs.FileInfo, err error) {
	made, entry, err := making.change.Make(before, making.at, making.apply)
	if err != nil {
		return State{}, nil, err
	}
	write := func() (err error) {
		after, info, err = f.write(made, entry)
		return err
	}
	if making.change.Action.takesBack() {
		err = atomicfile.Urgent(f.folder, write)
	} else {
		err = write()
	}
	if errors.Is(err, ErrBehind) || errors.Is(err, ErrAlone) {
		return State{}, nil, err
	}
	if err != nil {
		return State{}, nil, diskError{err}
	}
	return after, info, nil
}

// hold has a change be in force that the disk has refused. The other processes of an order have it
// all the same, if they can be told.
func (f *File) hold(making unwritten, cause error) (State, error) {
	f.mutex.Lock()
	state, _, err := f.inForce()
	if err == nil {
		_, _, err = making.change.Make(state, making.at, making.apply)
	}
	if err == nil {
		// It was for the version that there was.
		making.change.If, making.change.Check = 0, nil
		f.unwritten = append(f.unwritten, making)
		f.report(fmt.Errorf("a change that takes back cannot be written: it is in force in this process alone, with the others of its cluster, until the disk takes it: make room there, or mend it: %w", cause))
	}
	f.mutex.Unlock()
	if err != nil {
		return State{}, err
	}
	for range mostBehind {
		state, err = f.appendHeld()
		if !errors.Is(err, ErrBehind) || making.change.Once {
			break
		}
		f.ordered().CatchUp()
	}
	if errors.Is(err, ErrBehind) {
		err = nil // it is Pending
	}
	return state, err
}

// appendHeld has the last change that the disk has refused be the next one of all processes.
func (f *File) appendHeld() (State, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	state, records, err := f.inForce()
	if err == nil && len(records) > 0 {
		err = f.ordered().Append(records[len(records)-1], true)
	}
	return state, err
}

// inForce is what is on the disk, with the changes that are not, and the records of those that are
// this process's alone.
func (f *File) inForce() (state State, alone []Record, err error) {
	state, _, problem := f.look()
	if problem != nil {
		if state = f.state; state.Version == 0 && len(f.refused) == 0 {
			return State{}, nil, problem
		}
	}
	if count := len(f.refused); count > 0 {
		state = f.refused[count-1].State
	}
	for at := range f.unwritten {
		held := &f.unwritten[at]
		after, entry, err := held.change.Make(state, held.at, held.apply)
		if err != nil {
			continue // it has nothing to take back any more
		}
		after, _, err = encode(after)
		if err != nil {
			continue
		}
		sealed, err := seal(record{Entry: entry, State: after})
		if err != nil {
			return State{}, nil, err
		}
		state, held.sum, alone = after, sealed.Sum, append(alone, sealed)
	}
	return state.clone(), alone, nil
}

// Unwritten is how many changes are in force in this process whose disk has refused them.
func (f *File) Unwritten() int {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return len(f.unwritten) + len(f.refused)
}

// retry writes what the disk has refused, or answers what is in force.
func (f *File) retry() (State, error) {
	state, err := f.locked(func(state State, info fs.FileInfo) (State, fs.FileInfo, error) { return state, info, nil })
	if err == nil {
		return state, nil
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	state, _, err = f.inForce()
	return state, err
}

func (f *File) settleUnwritten(state State, info fs.FileInfo) (State, fs.FileInfo, error) {
	for len(f.unwritten) > 0 {
		after, written, err := f.make(state, f.unwritten[0])
		if errors.As(err, new(diskError)) || errors.Is(err, ErrBehind) {
			return State{}, nil, err
		}
		// One that cannot be made any more has nothing to take back.
		if err == nil {
			state, info = after, written
		}
		f.unwritten = f.unwritten[1:]
	}
	return state, info, nil
}

// locked runs what nobody else in any process changes the state beside, and remembers what
// it answers.
func (f *File) locked(run func(State, fs.FileInfo) (State, fs.FileInfo, error)) (State, error) {
	unlock, err := flock.Exclusive(filepath.Join(f.folder, LockName))
	if err != nil {
		return State{}, diskError{err}
	}
	defer unlock()
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if _, err := f.writeRefused(); err != nil {
		return State{}, diskError{err}
	}
	state, info, err := f.settle()
	if err == nil {
		state, info, err = f.settleUnwritten(state, info)
	}
	if err == nil {
		state, info, err = run(state, info)
	}
	if err != nil {
		return State{}, err
	}
	f.remember(state, info)
	return state.clone(), nil
}

func (f *File) remember(state State, info fs.FileInfo) {
	f.state, f.seen, f.known = state, info, info == nil || time.Since(info.ModTime()) > unsettled
}

// errGone is what look finds besides damage.
var errGone = errors.New("it is gone")

// look reads the state's file, and says what is to be done about it.
func (f *File) look() (state State, info fs.FileInfo, problem error) {
	opened, err := os.Open(f.path())
	if errors.Is(err, fs.ErrNotExist) {
		return State{}, nil, errGone
	}
	if err != nil {
		return State{}, nil, err
	}
	defer opened.Close()
	if info, err = opened.Stat(); err != nil {
		return State{}, nil, err
	}
	content, err := io.ReadAll(io.LimitReader(opened, maxBytes+1))
	if err != nil {
		return State{}, nil, err
	}
	if len(content) > maxBytes {
		return State{}, info, fmt.Errorf("it has more than %d bytes", maxBytes)
	}
	state, err = parse(content)
	return state, info, err
}

// settle reads the state, and makes it one that the journal has written.
func (f *File) settle() (State, fs.FileInfo, error) {
	state, info, problem := f.look()
	isOlder := false
	if problem == nil {
		// An older copy that somebody put back is a change as well. One version more may be
		// of a change that was not made.
		versions, err := f.versions()
		if isOlder = err == nil && len(versions) > 0 && versions[0] > state.Version+1; !isOlder {
			return state, info, err
		}
	}
	var unreadable *fs.PathError
	if errors.As(problem, &unreadable) {
		return State{}, nil, fmt.Errorf("reading the lineup: %w", problem)
	}
	kept, found, err := f.lastRecord()
	switch {
	case err != nil:
		return State{}, nil, fmt.Errorf("reading the journal of the lineup: %w", err)
	case isOlder:
		return f.adopt(state, info, kept.State)
	case found:
		return f.heal(kept.State, info, problem)
	case errors.Is(problem, errGone):
		return State{Editions: map[string]Edition{}}, nil, nil
	}
	return State{}, nil, fmt.Errorf("reading the lineup %s: %w: there is no good copy of it: remove it, and make releases live again with `fieldhouse take --live`", f.path(), problem)
}

func (f *File) adopt(older State, info fs.FileInfo, last State) (State, fs.FileInfo, error) {
	now := f.options.Now()
	next := older.settled(now)
	next.Version = max(older.Version, last.Version) + 1
	moves := movesOf(last, next, nil)
	next.stamp(moves)
	return f.settled(next, info, Entry{At: now.UTC(), By: "somebody unknown", Action: Found, Editions: moves})
}

func (f *File) heal(state State, info fs.FileInfo, damage error) (State, fs.FileInfo, error) {
	f.report(fmt.Errorf("the lineup %s was damaged, and its last good copy, version %d, is in its place: %w", f.path(), state.Version, damage))
	reason := damage.Error()
	entry := Entry{At: f.options.Now().UTC(), By: "the gateway", Action: Healed, Reason: reason[:min(len(reason), maxReason)]}
	state.Version++
	return f.settled(state, info, entry)
}

// settled writes a state that nobody has asked for. Where nothing can be written it holds
// all the same.
func (f *File) settled(state State, info fs.FileInfo, entry Entry) (State, fs.FileInfo, error) {
	entry.Version = state.Version
	written, replaced, err := f.write(state, entry)
	if err != nil {
		f.report(fmt.Errorf("writing the lineup %s: %w", f.path(), err))
		return state, info, nil
	}
	return written, replaced, nil
}

// write writes a state with its entry, as the next one of all processes.
func (f *File) write(state State, entry Entry) (State, fs.FileInfo, error) {
	state, _, err := encode(state)
	if err != nil {
		return State{}, nil, err
	}
	next, err := seal(record{Entry: entry, State: state})
	if err != nil {
		return State{}, nil, err
	}
	made, err := f.stage(next)
	if err != nil {
		return State{}, nil, err
	}
	if err := f.ordered().Append(next, entry.Action.holdsAlone()); err != nil {
		return State{}, nil, errors.Join(err, made.discard())
	}
	info, err := f.put(made)
	if err == nil {
		f.noteAboutLocked(entry)
	}
	return state, info, err
}

// put has what is staged be read.
func (f *File) put(made staged) (fs.FileInfo, error) {
	if err := made.record.Commit(); err != nil {
		return nil, errors.Join(err, made.state.Discard())
	}
	if err := made.state.Commit(); err != nil {
		return nil, errors.Join(err, f.unrecord(made.version))
	}
	if err := f.forget(); err != nil {
		f.report(fmt.Errorf("removing old entries: %w", err))
	}
	// A disk that has no room for it has none to keep.
	_ = atomicfile.KeepReserve(f.folder)
	info, err := os.Stat(f.path())
	if err != nil {
		info = nil
	}
	return info, nil
}

// encode is the file of a state. The longest lists of what was withdrawn lose the oldest
// until it is small enough: nothing keeps another release from being withdrawn.
func encode(state State) (State, []byte, error) {
	for {
		state, err := state.checked()
		if err != nil {
			return State{}, nil, err
		}
		content, err := json.MarshalIndent(state, "", "  ")
		if err != nil || len(content) < maxBytes {
			return state, append(content, '\n'), err
		}
		longest := ""
		for name, edition := range state.Editions {
			if len(edition.Withdrawn) > len(state.Editions[longest].Withdrawn) {
				longest = name
			}
		}
		part := state.Editions[longest]
		if len(part.Withdrawn) < 2 {
			return State{}, nil, fmt.Errorf("the lineup would have more than %d bytes", maxBytes)
		}
		part.Withdrawn = slices.Clone(part.Withdrawn[:len(part.Withdrawn)/2])
		state.Editions[longest] = part
	}
}

// report tells what is wrong once, however often it is met.
func (f *File) report(err error) {
	if f.reported != err.Error() {
		f.reported = err.Error()
		f.options.Report(err)
	}
}

func (f *File) path() string { return filepath.Join(f.folder, fileName) }

// beingWritten begins the name of a file that is being written.
const beingWritten = ".lineup-"

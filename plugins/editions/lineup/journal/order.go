package journal

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/flock"
)

// Order decides which change comes next where several processes have a store each and one
// journal. Of a process by itself it is Alone.
type Order interface {
	// Prepare returns nil once enough processes have releases, by their editions, that a change
	// is to show.
	Prepare(releases map[string]string) error
	// Append makes a record the next one of all processes. It is called under the journal's lock.
	// ErrBehind says that another one is; then CatchUp is called, and the change made again, unless it
	// is made Once. Of a change that holds without the others it returns nil where they cannot be
	// reached: the record is among Pending then.
	Append(record Record, holdsAlone bool) error
	// CatchUp waits until the changes of others are applied, for some time.
	CatchUp()
}

// Errors of an Order.
var (
	// ErrBehind: another process has made a change first.
	ErrBehind = errors.New("another process has changed the lineup first")
	// ErrAlone: too few of the processes that have to agree can be reached.
	ErrAlone = errors.New("the cluster cannot agree now")
)

// Alone is the Order of a process whose journal is its own.
type Alone struct{}

// Prepare implements Order.
func (Alone) Prepare(map[string]string) error { return nil }

// Append implements Order.
func (Alone) Append(Record, bool) error { return nil }

// CatchUp implements Order.
func (Alone) CatchUp() {}

// mostBehind is how often a change is made again because others came first.
const mostBehind = 20

// SetOrder has another order decide from now on.
func (f *File) SetOrder(order Order) { f.order.Store(&order) }

func (f *File) ordered() Order { return *f.order.Load() }

// holdsAlone reports whether a change is in force at a process that cannot reach the others:
// what takes back, and what has happened already.
func (a Action) holdsAlone() bool {
	return a.takesBack() || slices.Contains([]Action{Pruned, Found, Healed}, a)
}

// prepared asks the order for the releases of a change that shows some.
func (f *File) prepared(change Change) error {
	named := map[string]string{}
	if change.Action.adds() {
		for edition, name := range change.Editions {
			if name != "" {
				named[edition] = name
			}
		}
	}
	if len(named) == 0 {
		return nil
	}
	return f.ordered().Prepare(named)
}

// sharedName is the file of the store that says up to where its journal is that of all
// processes.
const sharedName = "lineup.shared.json"

// shared is that file.
type shared struct {
	// Version is the newest that all processes have; those after it are this one's alone.
	Version uint64 `json:"version"`
	// SetAside are changes of this process in whose place others are. They are looked at again.
	SetAside []Entry `json:"setAside,omitempty"`
}

func (f *File) readShared() (known shared, err error) {
	content, err := os.ReadFile(filepath.Join(f.folder, sharedName))
	if errors.Is(err, fs.ErrNotExist) {
		return shared{}, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &known)
	}
	return known, err
}

func (f *File) writeShared(known shared) error {
	content, err := json.Marshal(known)
	if err != nil {
		return err
	}
	return atomicfile.Write(f.folder, sharedName, beingWritten, append(content, '\n'), 0o644)
}

// maxRefused bounds what is kept in memory for a disk that refuses it.
const maxRefused = 100

// Apply writes a record that all processes have. Changes that this one alone has made since are
// set aside (SetAside), and returned, the oldest first. What the disk refuses is in force all the same,
// and written when it can be; the error is of one more than are kept for that. inForce, if it is set, is
// called before a change can be made of it.
func (f *File) Apply(next Record, inForce func()) (aside []Entry, err error) {
	if next.State, _, err = encode(next.State); err != nil {
		return nil, fmt.Errorf("a change of another process: %w", err)
	}
	unlock, locked := flock.Exclusive(filepath.Join(f.folder, LockName))
	if locked == nil {
		defer unlock()
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if !slices.ContainsFunc(f.refused, func(other Record) bool { return other.Sum == next.Sum }) {
		f.refused = append(f.refused, next)
	}
	if locked == nil {
		aside, err = f.writeRefused()
	} else {
		err = locked
	}
	switch {
	case err == nil:
	case len(f.refused) > maxRefused:
		f.refused = f.refused[:maxRefused]
		return nil, err
	default:
		f.report(fmt.Errorf("changes of the lineup that all processes have cannot be written: they are in force, and are written once the disk takes them: make room there, or mend it: %w", err))
	}
	// What was held is theirs as well now: made once more it would take back something else.
	f.unwritten = slices.DeleteFunc(f.unwritten, func(held unwritten) bool { return held.sum == next.Sum })
	if inForce != nil {
		inForce()
	}
	f.changed.Notify()
	return aside, nil
}

// writeRefused writes what the disk has refused, the oldest first.
func (f *File) writeRefused() (aside []Entry, err error) {
	for len(f.refused) > 0 {
		next := f.refused[0]
		var ofThis []Entry
		write := func() (err error) {
			ofThis, err = f.apply(next)
			return err
		}
		if next.Entry.Action.takesBack() {
			err = atomicfile.Urgent(f.folder, write)
		} else {
			err = write()
		}
		if err != nil {
			return aside, err
		}
		aside, f.refused = append(aside, ofThis...), f.refused[1:]
	}
	return aside, nil
}

func (f *File) apply(next Record) (aside []Entry, err error) {
	version := next.Entry.Version
	known, err := f.readShared()
	if err != nil {
		return nil, err
	}
	state, _, problem := f.look()
	// The newest that all have may have been replacing others when the process ended.
	if problem == nil && state.Version >= version && (version < known.Version || f.isRecorded(state)) {
		own, missing := f.readRecord(version)
		if own.Sum == next.Sum || errors.Is(missing, fs.ErrNotExist) {
			if known.Version < version {
				known.Version = version
				err = f.writeShared(known)
			}
			return nil, err
		}
	}
	versions, err := f.versions()
	if err != nil {
		return nil, err
	}
	for _, own := range slices.Backward(versions) {
		if own < version && own <= known.Version || problem != nil {
			continue
		}
		made, err := f.readRecord(own)
		if err == nil && own <= state.Version && (own >= version || own > known.Version) && !slices.ContainsFunc(known.SetAside, made.Entry.isSame) {
			aside = append(aside, made.Entry)
		}
	}
	if known.Version == 0 {
		// It never was one of these processes: what it did is no matter of theirs.
		aside = nil
		if problem == nil && state.Version > 0 {
			f.report(fmt.Errorf("this process joins others with a lineup of its own, which theirs replaces: it had %v live", state.Live()))
		}
	}
	made, err := f.stage(next)
	if err != nil {
		return nil, err
	}
	known = shared{version, append(known.SetAside, aside...)}
	if err := f.writeShared(known); err != nil {
		return nil, errors.Join(err, made.discard())
	}
	// The newest goes first: a state without its record is one that is being replaced (isRecorded).
	for _, own := range versions {
		if own >= version {
			err = errors.Join(err, f.unrecord(own))
		}
	}
	if err != nil {
		return nil, errors.Join(err, made.discard())
	}
	info, err := f.put(made)
	if err != nil {
		return nil, err
	}
	f.noteAboutLocked(next.Entry)
	f.remember(next.State, info)
	return aside, err
}

func (e Entry) isSame(other Entry) bool { return e.Version == other.Version && e.At.Equal(other.At) }

// isRecorded reports whether a state is that of its record, or nobody can tell.
func (f *File) isRecorded(state State) bool {
	made, err := f.readRecord(state.Version)
	return err == nil && made.State.Same(state) || err != nil && !errors.Is(err, fs.ErrNotExist)
}

// SetAside are the changes of this process that others took the place of, the oldest first.
func (f *File) SetAside() ([]Entry, error) {
	known, err := f.readShared()
	return known.SetAside, err
}

// Settle forgets a change that was set aside, once it was looked at.
func (f *File) Settle(looked Entry) error {
	unlock, err := flock.Exclusive(filepath.Join(f.folder, LockName))
	if err != nil {
		return err
	}
	defer unlock()
	known, err := f.readShared()
	if err != nil {
		return err
	}
	known.SetAside = slices.DeleteFunc(known.SetAside, looked.isSame)
	return f.writeShared(known)
}

// Pending are the records that the other processes do not have yet, the oldest first; with all
// they are those of the whole journal.
func (f *File) Pending(all bool) (records []Record, err error) {
	state, err := f.Read()
	if err != nil {
		return nil, err
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	known, err := f.readShared()
	if err != nil {
		return nil, err
	}
	if count := len(f.refused); count > 0 { // which the others have, whatever this disk says of it
		known.Version = max(known.Version, f.refused[count-1].Entry.Version)
	}
	if state.Version == 0 || !all && known.Version == state.Version {
		return nil, nil
	}
	versions, err := f.versions()
	for _, version := range slices.Backward(versions) {
		if version > state.Version || version <= known.Version && !all {
			continue
		}
		if found, damaged := f.readRecord(version); damaged == nil {
			records = append(records, found)
		}
	}
	_, held, failed := f.inForce()
	return append(records, held...), errors.Join(err, failed)
}

// Same reports whether two states are the same version of the same lineup.
func (s State) Same(other State) bool {
	return s.Version == other.Version && *cmp.Or(s.Check, new(Check)) == *cmp.Or(other.Check, new(Check))
}

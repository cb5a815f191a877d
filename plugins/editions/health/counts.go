package health

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/flock"
)

// Other is what another process has counted.
type Other struct {
	Name string
	// Over says that the process has ended, or died.
	Over    bool
	Content []byte
}

// Bounds of what is read: processes of one store, and what one has counted, in bytes.
const (
	maxProcesses = 16
	maxCounts    = 32 << 20
)

// Folder is where the processes of a store keep what they have counted: a file for each process,
// whose lock (package flock) it holds while it runs. None overwrites another's, and each reads all.
type Folder struct {
	path, name string
	end        func()
	// stop is nil until this process decides.
	stop func()
}

const (
	decidesLock  = ".decides.lock"
	countsEnding = ".json"
	lockEnding   = ".lock"
)

// OpenFolder is a folder for this process, until Close.
func OpenFolder(path string) (*Folder, error) {
	f := &Folder{path: path, name: strings.ToLower(rand.Text())}
	var err error
	f.end, err = flock.Exclusive(filepath.Join(path, f.name+lockEnding))
	if err != nil {
		return nil, fmt.Errorf("the reports of several processes: %w", err)
	}
	return f, nil
}

// Close has the others know that this process is over.
func (f *Folder) Close() {
	if _, err := os.Stat(filepath.Join(f.path, f.name+countsEnding)); errors.Is(err, fs.ErrNotExist) {
		// It has counted nothing: there is nothing to take over.
		_ = os.Remove(filepath.Join(f.path, f.name+lockEnding))
	}
	f.end()
	if f.stop != nil {
		f.stop()
	}
}

// Keep replaces what this process has counted.
func (f *Folder) Keep(content []byte) error {
	return atomicfile.Write(f.path, f.name+countsEnding, ".counts-", content, 0o600)
}

// Decides reports whether this process is the one of the store that takes over what those that are
// over have counted, and whose verdicts hold if its Cluster judges: one of them does, until it is over
// itself.
func (f *Folder) Decides() (bool, error) {
	if f.stop != nil {
		return true, nil
	}
	stop, free, err := flock.Try(filepath.Join(f.path, decidesLock))
	if err != nil || !free {
		return false, err
	}
	f.stop = stop
	return true, nil
}

// Others are what the other processes have counted that run or are over.
func (f *Folder) Others() (others []Other, err error) {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		name, counts := strings.CutSuffix(entry.Name(), countsEnding)
		if !counts || name == f.name {
			continue
		}
		if len(others) == maxProcesses {
			err = errors.Join(err, fmt.Errorf("more than %d processes count in %s: the rest is left out", maxProcesses, f.path))
			break
		}
		// Before it is read: one that is over changes it no more.
		unlock, over, problem := flock.Try(filepath.Join(f.path, name+lockEnding))
		if over {
			unlock()
		}
		var content []byte
		if problem == nil {
			content, problem = atomicfile.Read(filepath.Join(f.path, entry.Name()), maxCounts)
		}
		switch {
		case problem == nil:
			others = append(others, Other{name, over, content})
		case !errors.Is(problem, fs.ErrNotExist): // or another one has taken it over meanwhile
			err = errors.Join(err, fmt.Errorf("what the process %s has counted: %w", name, problem))
		}
	}
	slices.SortFunc(others, func(a, b Other) int { return cmp.Compare(a.Name, b.Name) })
	return others, err
}

// Forget removes what a process that is over has counted.
func (f *Folder) Forget(name string) error {
	err := atomicfile.Remove(filepath.Join(f.path, name+countsEnding))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, os.RemoveAll(filepath.Join(f.path, name+lockEnding)))
}

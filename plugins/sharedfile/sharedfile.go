// Package sharedfile keeps a value in a small file of the store that several processes
// share: each change replaces the file whole while no other process does, and each process
// sees what the others changed. It knows nothing of Caddy.
package sharedfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/flock"
	"fieldhouse/plugins/monotonic"
)

// lookEvery is how often Current looks for what another process changed.
const lookEvery = time.Second

// Config is which file it is, and what it holds.
type Config[T any] struct {
	// Folder and Name are where it is. Beside it are its lock and what is being written, by
	// its name without the ending. Without a folder the value is kept in memory alone.
	Folder, Name string
	// MaxBytes bounds what is read, in bytes.
	MaxBytes int
	// Mode is the file's. Default 0644.
	Mode fs.FileMode
	// Parse and Format read and write the file.
	Parse  func(content []byte) (T, error)
	Format func(T) ([]byte, error)
	// Remembers has the value outlast a file that is removed or cannot be written, for as
	// long as the process lives.
	Remembers bool
	// Now is the clock. Default time.Now.
	Now func() time.Time
	// Took is told of each value that takes the place of another. Default nobody.
	Took func(before, after T)
	// Report is told of a file that cannot be read, once until it can be again. Default nobody.
	Report func(error)
}

// File is a value that is kept in a file; the zero value where there is none. It is safe for
// use by many goroutines.
type File[T any] struct {
	config   Config[T]
	value    atomic.Pointer[T]
	lookedAt atomic.Int64 // by Current; 0 before the first time

	mutex sync.Mutex // guards what follows
	seen  fs.FileInfo
	// known says that the file as it was seen, or that there was none, was taken over.
	known   bool
	problem error
}

// Open has the value of a file, which is looked at when it is asked for.
func Open[T any](config Config[T]) *File[T] {
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Took == nil {
		config.Took = func(T, T) {}
	}
	if config.Report == nil {
		config.Report = func(error) {}
	}
	if config.Mode == 0 {
		config.Mode = 0o644
	}
	f := &File[T]{config: config}
	f.value.Store(new(T))
	return f
}

// Path is where the file is.
func (f *File[T]) Path() string { return filepath.Join(f.config.Folder, f.config.Name) }

// Known is the value at the last look.
func (f *File[T]) Known() T { return *f.value.Load() }

// Current is the value; what another process changed a second ago is in it. While the file
// cannot be read it stays as it was.
func (f *File[T]) Current() T {
	now := monotonic.Nanoseconds(f.config.Now())
	last := f.lookedAt.Load()
	switch {
	case now-last < int64(lookEvery):
		return f.Known()
	case last == 0:
		f.mutex.Lock() // nothing is known before the first look
	case !f.mutex.TryLock():
		return f.Known()
	}
	defer f.mutex.Unlock()
	if f.lookedAt.Load() == last {
		f.look()
		f.lookedAt.Store(now)
	}
	return f.Known()
}

// Read is the value as the file is now, and why that cannot be read.
func (f *File[T]) Read() (T, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.look()
	return f.Known(), f.problem
}

// ErrBusy is what TryRead answers while the file is being written or looked at.
var ErrBusy = errors.New("it is being written")

// TryRead is Read for who must not wait for a disk that takes its time to write.
func (f *File[T]) TryRead() (T, error) {
	if !f.mutex.TryLock() {
		return f.Known(), ErrBusy
	}
	defer f.mutex.Unlock()
	f.look()
	return f.Known(), f.problem
}

// ErrSame is what a change answers that has nothing to write.
var ErrSame = errors.New("nothing changes")

// Change replaces the value in one step; no two processes do at once. change is given what
// Read answers.
func (f *File[T]) Change(change func(known T, problem error) (T, error)) error {
	unlock, problem := f.lock()
	if problem != nil && !f.config.Remembers {
		return problem
	}
	defer unlock()
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.look()
	next, err := change(f.Known(), f.problem)
	if errors.Is(err, ErrSame) {
		return problem
	}
	if err != nil {
		return err
	}
	if problem == nil {
		problem = f.write(next)
	}
	if problem == nil || f.config.Remembers {
		f.take(next)
	}
	return problem
}

func (f *File[T]) hidden(ending string) string {
	return "." + strings.TrimSuffix(f.config.Name, filepath.Ext(f.config.Name)) + ending
}

func (f *File[T]) lock() (unlock func(), err error) {
	if f.config.Folder != "" {
		unlock, err = flock.Exclusive(filepath.Join(f.config.Folder, f.hidden(".lock")))
	}
	if unlock == nil {
		unlock = func() {}
	}
	return unlock, err
}

// write writes a value, and takes the file for looked at.
func (f *File[T]) write(next T) error {
	if f.config.Folder == "" {
		return nil
	}
	content, err := f.config.Format(next)
	if err == nil {
		err = atomicfile.Write(f.config.Folder, f.config.Name, f.hidden("-"), content, f.config.Mode)
	}
	if err == nil {
		f.seen, err = os.Stat(f.Path())
		f.known, f.problem = err == nil, nil
	}
	return err
}

func (f *File[T]) take(next T) { f.config.Took(*f.value.Swap(&next), next) }

// look takes over the file when it is another one than at the last look; the mutex is held.
func (f *File[T]) look() {
	if f.config.Folder == "" {
		return
	}
	info, err := os.Stat(f.Path())
	if errors.Is(err, fs.ErrNotExist) {
		info, err = nil, nil
	}
	if err == nil && !(f.known && atomicfile.Same(f.seen, info)) {
		err = f.load(info != nil)
	}
	if err == nil {
		f.seen, f.known = info, true
	} else if f.problem == nil {
		f.config.Report(err)
	}
	f.problem = err
}

func (f *File[T]) load(exists bool) error {
	if !exists && (f.config.Remembers || !f.known) {
		return nil
	}
	var next T
	if exists {
		content, err := atomicfile.Read(f.Path(), f.config.MaxBytes)
		if err == nil {
			next, err = f.config.Parse(content)
		}
		if err != nil {
			return err
		}
	}
	f.take(next)
	return nil
}

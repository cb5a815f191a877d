package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/atomicfile/step"
)

// DiskError is an operation on the store that failed: the release is not at fault.
type DiskError struct {
	// Operation is what was being done, such as `write`, and Name to what.
	Operation, Name string
	Err             error
}

func (e *DiskError) Error() string {
	return fmt.Sprintf("%s: the store's disk refuses to %s it: %v", e.Name, e.Operation, e.Err)
}

func (e *DiskError) Unwrap() error { return e.Err }

// run does an operation that changes the store. name is what errors call it.
func run(operation step.Operation, name string, do func() error) error {
	return refusal(operation.What, name, step.Do(operation, do))
}

// refusal is the error of an operation on what errors call name; nil for none.
func refusal(operation, name string, err error) error {
	if refused := (*fs.PathError)(nil); errors.As(err, &refused) {
		err = refused.Err // its path has another name at each try
	}
	if err != nil {
		return &DiskError{operation, name, err}
	}
	return nil
}

type output struct {
	file       *os.File
	path, name string
}

func (w *output) Write(content []byte) (n int, err error) {
	err = run(step.Operation{What: step.Write, Path: w.path, Content: content}, w.name, func() (err error) {
		n, err = w.file.Write(content)
		return err
	})
	return n, err
}

// create makes a file that is not there yet and has it written; one that could not be
// written is removed. name is what errors call it.
func create(in *os.Root, place, name string, write func(*output) error) (err error) {
	var to *os.File
	at := filepath.Join(in.Name(), place)
	if err = run(step.Operation{What: step.Create, Path: at}, name, func() (err error) {
		to, err = in.OpenFile(place, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		return err
	}); err != nil {
		return err
	}
	err = write(&output{to, at, name})
	closed := to.Close()
	if err = errors.Join(err, run(step.Operation{What: "close", Path: at}, name, func() error { return closed })); err != nil {
		return errors.Join(err, remove(in, place))
	}
	return nil
}

// replace writes a file beside its place and moves it there.
func replace(target *os.Root, place string, write func(*output) error) error {
	fresh, name := path.Join(path.Dir(place), beingWritten+rand.Text()), path.Base(place)
	if err := create(target, fresh, name, func(to *output) error {
		if err := write(to); err != nil {
			return err
		}
		return run(step.Operation{What: step.Sync, Path: to.path}, name, to.file.Sync)
	}); err != nil {
		return err
	}
	moved := step.Operation{What: step.Rename, Path: filepath.Join(target.Name(), fresh), To: filepath.Join(target.Name(), place)}
	if err := run(moved, name, func() error { return target.Rename(fresh, place) }); err != nil {
		return errors.Join(err, remove(target, fresh))
	}
	return nil
}

func remove(in *os.Root, place string) error {
	return step.Do(step.Operation{What: step.Remove, Path: filepath.Join(in.Name(), place)}, func() error { return in.Remove(place) })
}

// syncFolder has the names in a folder of the store outlast a power cut.
func syncFolder(folder string) error {
	return refusal("sync", path.Base(folder), atomicfile.SyncFolder(folder))
}

package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
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

// step runs one operation that changes the store.
func (s *Store) step(operation, name string, do func() error) (err error) {
	if s.before != nil {
		err = s.before(operation, name)
	}
	if err == nil {
		err = do()
	}
	if refused := (*fs.PathError)(nil); errors.As(err, &refused) {
		err = refused.Err // its path has another name at each try
	}
	if err != nil {
		return &DiskError{operation, name, err}
	}
	return nil
}

// output is a file of the store that is being written.
type output struct {
	file  *os.File
	store *Store
	name  string
}

func (w *output) Write(content []byte) (n int, err error) {
	err = w.store.step("write", w.name, func() (err error) {
		n, err = w.file.Write(content)
		return err
	})
	return n, err
}

// create makes a file that is not there yet and has it written; one that could not be
// written is removed. name is what errors call it.
func (s *Store) create(in *os.Root, place, name string, write func(*output) error) (err error) {
	var to *os.File
	if err = s.step("create", name, func() (err error) {
		to, err = in.OpenFile(place, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		return err
	}); err != nil {
		return err
	}
	err = write(&output{to, s, name})
	closed := to.Close()
	if err = errors.Join(err, s.step("close", name, func() error { return closed })); err != nil {
		return errors.Join(err, in.Remove(place))
	}
	return nil
}

// replace writes a file beside its place and moves it there.
func (s *Store) replace(target *os.Root, place string, write func(*output) error) error {
	fresh, name := path.Join(path.Dir(place), beingWritten+rand.Text()), path.Base(place)
	if err := s.create(target, fresh, name, func(to *output) error {
		if err := write(to); err != nil {
			return err
		}
		return s.step("sync", name, to.file.Sync)
	}); err != nil {
		return err
	}
	if err := s.step("rename", name, func() error { return target.Rename(fresh, place) }); err != nil {
		return errors.Join(err, target.Remove(fresh))
	}
	return nil
}

// syncFolder has the names in a folder of the store outlast a power cut.
func (s *Store) syncFolder(folder string) error {
	return s.step("sync", path.Base(folder), func() error {
		opened, err := os.Open(folder)
		if err != nil {
			return err
		}
		return errors.Join(opened.Sync(), opened.Close())
	})
}

package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/atomicfile/step"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/flock"

	"golang.org/x/sync/errgroup"
)

// The parts of an edition's folder.
const (
	filesFolder    = "files"
	releasesFolder = "releases"
)

// beingWritten begins what is being written, a file or an archive's folder: no name has
// it, so nobody reads it.
const beingWritten = ".taking-"

// LockFile is the file of the store whose lock (package flock) is held, shared, while
// what was checked is stored, and an archive's folder made. Whoever holds it exclusively
// finds of takes that are over only what is named in a manifest, and what dead ones left.
const LockFile = ".takes.lock"

// heldFile is the file whose lock is held in an archive's folder while it is received.
const heldFile = ".lock"

const writers = 8

// Incoming is a release that was checked whole and is not in the store yet.
type Incoming struct {
	*release.Folder
	store  *Store
	found  *shipped
	remove func() error
}

// Take checks a release folder whole and copies into the store what it does not
// have yet; the manifest comes last. What is damaged there is mended. A refused
// release leaves nothing behind; the error says which file and what to do.
func (s *Store) Take(folder string) (*release.Release, error) {
	incoming, err := s.openIncoming(folder, "")
	if err == nil {
		err = errors.Join(incoming.Keep(), incoming.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("taking the release in %s: %w", folder, err)
	}
	return incoming.Release, nil
}

// Receive unpacks a release of an edition from a tar archive, which may be gzipped, and
// checks it whole. Files that the store has already may be left out of it (Missing). What
// is unpacked is bounded in size, number and ratio, and lies in a folder of the store
// until Close. The error is of the archive, but for a DiskError and the context's.
func (s *Store) Receive(ctx context.Context, edition string, archive io.Reader) (*Incoming, error) {
	incoming, err := s.receive(ctx, edition, archive)
	if err != nil {
		return nil, fmt.Errorf("taking in a release of %s: %w", edition, err)
	}
	return incoming, nil
}

func (s *Store) receive(ctx context.Context, edition string, archive io.Reader) (_ *Incoming, err error) {
	folder := filepath.Join(s.folder, beingWritten+rand.Text())
	leave, err := s.holdFolder(folder)
	if err != nil {
		return nil, err
	}
	remove := func() error {
		defer leave()
		return os.RemoveAll(folder)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, remove())
		}
	}()
	into, err := os.OpenRoot(folder)
	if err != nil {
		return nil, &DiskError{"open", filepath.Base(folder), err}
	}
	err = unpack(ctx, archive, into)
	if err = errors.Join(err, into.Close()); err != nil {
		return nil, err
	}
	incoming, err := s.openIncoming(folder, edition)
	if err != nil {
		return nil, err
	}
	incoming.found.unpacked = filepath.Base(folder)
	closeFolder := incoming.remove
	incoming.remove = func() error { return errors.Join(closeFolder(), remove()) }
	return incoming, nil
}

// holdFolder makes the folder of an archive, and locks it so that nobody takes it for
// what a dead process left.
func (s *Store) holdFolder(folder string) (leave func(), err error) {
	err = run(step.Operation{What: "lock", Path: folder}, LockFile, func() error {
		unlock, err := flock.Shared(filepath.Join(s.folder, LockFile))
		if err != nil {
			return err
		}
		defer unlock()
		leave, err = flock.Exclusive(filepath.Join(folder, heldFile))
		return err
	})
	return leave, err
}

// openIncoming reads a release folder and checks it whole. With an edition it is what
// was unpacked for it, and may leave out what the store has.
func (s *Store) openIncoming(folder, edition string) (_ *Incoming, err error) {
	source, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("%w: give the folder that the build wrote", err)
	}
	var held *os.Root
	end := func() error {
		if held == nil {
			return source.Close()
		}
		return errors.Join(source.Close(), held.Close())
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, end())
		}
	}()
	if edition != "" {
		held, err = os.OpenRoot(filepath.Join(s.folder, edition, filesFolder))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, &DiskError{"open", edition, err}
		}
	}
	found, err := s.readShipped(source, held, edition)
	if err != nil {
		return nil, err
	}
	if err = release.CheckStyles(found.Folder); err != nil {
		return nil, err
	}
	for _, check := range s.checks {
		if err = check(found.Folder); err != nil {
			return nil, err
		}
	}
	return &Incoming{Folder: found.Folder, store: s, found: found, remove: end}, nil
}

// Close lets go of what was received.
func (i *Incoming) Close() error { return i.remove() }

// Keep stores what the store does not have yet, the manifest last.
func (i *Incoming) Keep() error {
	s, edition := i.store, filepath.Join(i.store.folder, i.Manifest.Edition)
	var unlock func()
	if err := run(step.Operation{What: "lock", Path: edition}, LockFile, func() (err error) {
		unlock, err = flock.Shared(filepath.Join(s.folder, LockFile))
		return err
	}); err != nil {
		return err
	}
	defer unlock()
	for _, part := range []string{filesFolder, releasesFolder} {
		if err := run(step.Operation{What: "make", Path: edition}, part, func() error { return atomicfile.MakeFolder(filepath.Join(edition, part)) }); err != nil {
			return err
		}
	}
	target, err := os.OpenRoot(edition)
	if err != nil {
		return &DiskError{"open", i.Manifest.Edition, err}
	}
	defer target.Close()
	if err := s.storeFiles(target, i.found); err != nil {
		return err
	}
	return storeManifest(target, i.found)
}

// storeFiles stores what the edition does not have yet, each file with one rename. What
// was unpacked is moved; a folder is copied, and checked again meanwhile: what reaches the
// store is what was checked, whatever happens to the source.
func (s *Store) storeFiles(target *os.Root, found *shipped) error {
	var missing []release.File
	for _, file := range found.Manifest.Files {
		place := path.Join(filesFolder, file.Path)
		if checkFile(target, place, file) == nil {
			continue
		}
		// Browsers and open pages have those: an address never changes its content.
		if isOther(target, place, file) {
			return fmt.Errorf("%s: the store has other bytes at this address: rename the file", file.Path)
		}
		missing = append(missing, file)
	}
	var writing errgroup.Group
	writing.SetLimit(writers)
	for _, file := range missing {
		writing.Go(func() error {
			if found.unpacked != "" {
				return s.adopt(found, file.Path)
			}
			return replace(target, path.Join(filesFolder, file.Path), func(to *output) error {
				from, err := found.Open(file.Path)
				if err != nil {
					return err
				}
				defer from.Close()
				return copyChecked(to, from, file)
			})
		})
	}
	for _, name := range found.encoded {
		writing.Go(func() error { return s.storeEncoded(target, found, name) })
	}
	if err := writing.Wait(); err != nil {
		return err
	}
	return syncFolder(filepath.Join(target.Name(), filesFolder))
}

// storeEncoded stores a compressed form. One that is there serves as well: another
// compressor may have made it.
func (s *Store) storeEncoded(target *os.Root, found *shipped, name string) error {
	place := path.Join(filesFolder, name)
	original, coding := decode(name)
	file, _ := found.File(original)
	if checkEncoding(target, place, coding, file) == nil {
		return nil
	}
	if found.unpacked != "" {
		return s.adopt(found, name)
	}
	return replace(target, place, func(to *output) error {
		from, err := openPlain(found.root, name)
		if err != nil {
			return err
		}
		defer from.Close()
		copied := io.TeeReader(from, to)
		if err := checkPacked(copied, name, coding, file); err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, copied)
		return err
	})
}

// adopt moves a file that was unpacked and checked to its place: its folder is this take's
// alone, on the store's disk.
func (s *Store) adopt(found *shipped, name string) error {
	opened, err := openPlain(found.root, name)
	if err != nil {
		return err
	}
	from, to := filepath.Join(s.folder, found.unpacked, name), filepath.Join(s.folder, found.Manifest.Edition, filesFolder, name)
	err = run(step.Operation{What: step.Sync, Path: from}, name, opened.Sync)
	if err = errors.Join(err, opened.Close()); err != nil {
		return err
	}
	return run(step.Operation{What: step.Rename, Path: from, To: to}, name, func() error { return os.Rename(from, to) })
}

// isOther reports whether the store's file is whole and yet not the listed one: its
// bytes are those that its name says. Another take may have brought the listed one since
// it was looked for.
func isOther(target *os.Root, place string, file release.File) bool {
	content, err := readBounded(target, place, release.MaxFileBytes)
	return err == nil && release.HashOf(content) == release.HashInName(file.Path) && copyChecked(io.Discard, bytes.NewReader(content), file) != nil
}

// storeManifest stores the manifest, or renews the time of one that is there: a release
// is as old as its last take.
func storeManifest(target *os.Root, found *shipped) error {
	if found.build != nil {
		if err := replaceBy(target, placeOf(found.Name, release.BuildFile), found.build); err != nil {
			return err
		}
	}
	place := placeOf(found.Name, release.ManifestFile)
	if err := replaceBy(target, place, found.manifest); err != nil {
		return err
	}
	if err := run(step.Operation{What: "touch", Path: filepath.Join(target.Name(), place)}, path.Base(place), func() error {
		now := time.Now()
		return target.Chtimes(place, now, now)
	}); err != nil {
		return err
	}
	return syncFolder(filepath.Join(target.Name(), releasesFolder))
}

func replaceBy(target *os.Root, place string, content []byte) error {
	if held, err := readBounded(target, place, int64(len(content))); err == nil && bytes.Equal(held, content) {
		return nil
	}
	return replace(target, place, func(to *output) error {
		_, err := to.Write(content)
		return err
	})
}

// Missing reads a manifest of an edition, as Receive would, and answers the release's
// name and which of its files the store does not have, or not whole. The others may be
// left out of the archive, with their compressed forms.
func (s *Store) Missing(edition string, manifest []byte) (name string, missing []string, err error) {
	parsed, err := release.Parse(manifest)
	if err == nil {
		err = parsed.Manifest.IsOf(edition)
	}
	if err != nil {
		return "", nil, err
	}
	held, err := os.OpenRoot(filepath.Join(s.folder, edition, filesFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", nil, &DiskError{"open", edition, err}
	}
	missing, err = []string{}, nil
	for _, file := range parsed.Manifest.Files {
		if held == nil || verifyFiles(held, []release.File{file}, map[string]bool{}) != nil {
			missing = append(missing, file.Path)
		}
	}
	if held != nil {
		err = held.Close()
	}
	return parsed.Name, missing, err
}

// Size is how many bytes the store has of an edition.
func (s *Store) Size(edition string) (size int64, err error) {
	for _, part := range []string{filesFolder, releasesFolder} {
		entries, err := os.ReadDir(filepath.Join(s.folder, edition, part))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, err
		}
		for _, entry := range entries {
			// One that is gone meanwhile has none.
			if info, err := entry.Info(); err == nil {
				size += info.Size()
			}
		}
	}
	return size, nil
}

// Adds is how many bytes the store has more of the edition once what was received is kept.
func (i *Incoming) Adds() (size int64, err error) {
	entries, err := fs.ReadDir(i.found.root.FS(), ".")
	if err != nil {
		return 0, err
	}
	for _, entry := range entries {
		place := filepath.Join(i.store.folder, i.Manifest.Edition, placeOf(i.Name, entry.Name()))
		if _, err := os.Lstat(place); err == nil || entry.Name() == heldFile {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			return 0, err
		}
		size += info.Size()
	}
	return size, nil
}

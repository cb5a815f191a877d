package release

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"fieldhouse/plugins/representation"
)

// Store is the folder that holds the releases of a site, as
// releases/<edition>/<name>/. Take is the only way in.
type Store struct {
	folder string
	checks []Check
}

// Check refuses a release for what is in its files, beyond what this package knows.
type Check func(*Folder) error

// NewStore is the store in a folder, which Take creates when it is not there.
// The checks run before a release is taken.
func NewStore(folder string, checks ...Check) *Store {
	return &Store{folder: folder, checks: checks}
}

// Folder is where the store is.
func (s *Store) Folder() string { return s.folder }

// Take checks a release folder whole and copies it into the store with one
// rename. A release that is there already and whole is left as it is. A refused
// one leaves nothing behind; the error says which file and what to do.
func (s *Store) Take(folder string) (*Release, error) {
	taken, err := s.take(folder)
	if err != nil {
		return nil, fmt.Errorf("taking the release in %s: %w", folder, err)
	}
	return taken, nil
}

func (s *Store) take(folder string) (*Release, error) {
	source, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("%w: give the folder that the build wrote", err)
	}
	defer source.Close()
	found, err := read(source)
	if err != nil {
		return nil, err
	}
	for _, file := range found.Manifest.Files {
		if original, coding := decode(file.Path); coding != representation.Identity {
			if err := checkEncoding(source, file.Path, coding, found.listed[original]); err != nil {
				return nil, err
			}
		}
	}
	if err := checkStyles(source, found); err != nil {
		return nil, err
	}
	for _, check := range s.checks {
		if err := check(&Folder{Release: found, root: source}); err != nil {
			return nil, err
		}
	}
	if held, err := s.Open(found.Manifest.Edition, found.Name); err == nil {
		return held.Release, held.Close()
	}
	if err := s.store(source, found); err != nil {
		return nil, err
	}
	return found, nil
}

// store copies the release beside its place and moves it there. A folder that
// was there holds a broken copy, since Open refused it: it makes room.
func (s *Store) store(source *os.Root, found *Release) (err error) {
	edition := filepath.Join(s.folder, "releases", found.Manifest.Edition)
	if err := os.MkdirAll(edition, 0o755); err != nil {
		return fmt.Errorf("making room in the store: %w", err)
	}
	// The beginning .taking- is no release's name, so nobody reads it as one.
	temporary, err := os.MkdirTemp(edition, ".taking-")
	if err != nil {
		return fmt.Errorf("making room in the store: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temporary)) }()
	fresh := filepath.Join(temporary, "new")
	if err := os.Mkdir(fresh, 0o755); err != nil {
		return fmt.Errorf("making room in the store: %w", err)
	}
	target, err := os.OpenRoot(fresh)
	if err != nil {
		return fmt.Errorf("opening the temporary folder: %w", err)
	}
	defer target.Close()
	if err := copyRelease(target, source, found); err != nil {
		return err
	}
	place := filepath.Join(edition, found.Name)
	if err := os.Rename(place, filepath.Join(temporary, "broken")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("moving the broken copy away: %w", err)
	}
	if err := os.Rename(fresh, place); err != nil {
		// Another process may have taken the same release meanwhile: then it is there.
		if held, openErr := s.Open(found.Manifest.Edition, found.Name); openErr == nil {
			return held.Close()
		}
		return fmt.Errorf("moving the release to its place: %w", err)
	}
	return syncFolder(edition)
}

// copyRelease copies and checks again while it copies: what reaches the store is
// what was checked, whatever happens to the source meanwhile.
func copyRelease(target, source *os.Root, found *Release) error {
	folders := map[string]bool{".": true}
	for _, file := range append([]File{found.manifestFile}, found.Manifest.Files...) {
		folder := path.Dir(file.Path)
		if err := target.MkdirAll(folder, 0o755); err != nil {
			return fmt.Errorf("%s: making its folder in the store: %w", file.Path, err)
		}
		for ; !folders[folder]; folder = path.Dir(folder) {
			folders[folder] = true
		}
		if err := copyFile(target, source, file); err != nil {
			return err
		}
	}
	if found.Build != (Build{}) {
		content, err := readBounded(source, BuildFile, maxBuild)
		if err != nil {
			return err
		}
		if err := target.WriteFile(BuildFile, content, 0o644); err != nil {
			return fmt.Errorf("%s: writing it to the store: %w", BuildFile, err)
		}
	}
	for folder := range folders {
		if err := syncFolder(filepath.Join(target.Name(), filepath.FromSlash(folder))); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(target, source *os.Root, file File) (err error) {
	from, err := openPlain(source, file.Path)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := target.OpenFile(file.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("%s: writing it to the store: %w", file.Path, err)
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	if _, err := copyChecked(to, from, file); err != nil {
		return err
	}
	return to.Sync()
}

func syncFolder(folder string) error {
	opened, err := os.Open(folder)
	if err != nil {
		return fmt.Errorf("writing %s to disk: %w", folder, err)
	}
	defer opened.Close()
	if err := opened.Sync(); err != nil {
		return fmt.Errorf("writing %s to disk: %w", folder, err)
	}
	return nil
}

// Folder is the folder of a release whose files can be read, and nothing outside of it.
type Folder struct {
	*Release
	root *os.Root
}

// Open opens a stored release and checks it whole again: what is broken on disk
// is not shown. Close it after use.
func (s *Store) Open(edition, name string) (*Folder, error) {
	if !IsEdition(edition) || !IsName(name) {
		return nil, fmt.Errorf("opening release %s/%s: that is no edition with a release's name", edition, name)
	}
	root, err := os.OpenRoot(filepath.Join(s.folder, "releases", edition, name))
	if err != nil {
		return nil, fmt.Errorf("opening release %s/%s: %w", edition, name, err)
	}
	found, err := read(root)
	if err == nil && (found.Name != name || found.Manifest.Edition != edition) {
		err = fmt.Errorf("it holds %s/%s", found.Manifest.Edition, found.Name)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening release %s/%s: %w", edition, name, err), root.Close())
	}
	return &Folder{Release: found, root: root}, nil
}

// Has reports whether the store has a folder for the release, without checking it.
func (s *Store) Has(edition, name string) bool {
	if !IsEdition(edition) || !IsName(name) {
		return false
	}
	_, err := os.Stat(filepath.Join(s.folder, "releases", edition, name, ManifestFile))
	return err == nil
}

// Holds reports whether the store still has this very folder: not removed, and
// not replaced by a new copy.
func (s *Store) Holds(o *Folder) bool {
	now, err := os.Stat(filepath.Join(s.folder, "releases", o.Manifest.Edition, o.Name))
	if err != nil {
		return false
	}
	opened, err := o.root.Stat(".")
	return err == nil && os.SameFile(now, opened) && s.Has(o.Manifest.Edition, o.Name)
}

// Open opens a listed file; anything else does not exist. The size is compared
// with the listed one, so that an answer's length is never a lie.
func (f *Folder) Open(path string) (*os.File, error) {
	file, listed := f.File(path)
	if !listed {
		return nil, fmt.Errorf("opening %s of %s: %w", path, f.Name, fs.ErrNotExist)
	}
	opened, err := openPlain(f.root, path)
	if err != nil {
		return nil, err
	}
	if info, err := opened.Stat(); err != nil || info.Size() != file.Size {
		return nil, errors.Join(fmt.Errorf("opening %s of %s: it has not the listed size", path, f.Name), err, opened.Close())
	}
	return opened, nil
}

// ReadFile is the content of a listed file.
func (f *Folder) ReadFile(path string) ([]byte, error) {
	opened, err := f.Open(path)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	return io.ReadAll(opened)
}

// Close ends the reading; a file that is open stays so.
func (f *Folder) Close() error { return f.root.Close() }

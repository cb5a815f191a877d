package store

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/representation"
)

// Store is the folder that holds the releases of a site. An edition has its own
// part of it: in <edition>/files/ the bytes of its releases, once whatever release
// has them, under the names by which they are served, and in
// <edition>/releases/<name>.json the manifests. Take and Receive are the only ways in.
type Store struct {
	folder string
	checks []Check
}

// Check refuses a release for what is in its files, beyond what this package knows.
type Check func(*release.Folder) error

// NewStore is the store in a folder, which is created when the first release comes.
// The checks run before a release is taken.
func NewStore(folder string, checks ...Check) *Store {
	return &Store{folder: folder, checks: checks}
}

// Folder is where the store is.
func (s *Store) Folder() string { return s.folder }

// in runs what reads a part of an edition; nothing else can be read there.
func (s *Store) in(edition, part string, read func(*os.Root) error) error {
	root, err := os.OpenRoot(filepath.Join(s.folder, edition, part))
	if err != nil {
		return err
	}
	return errors.Join(read(root), root.Close())
}

// Open is a stored release. Its manifest must be the one that its name says, and its
// files there with the listed sizes; they were hashed when they were taken in.
func (s *Store) Open(edition, name string) (*release.Folder, error) {
	opened, err := s.open(edition, name)
	if err != nil {
		return nil, fmt.Errorf("opening release %s/%s: %w", edition, name, err)
	}
	return opened, nil
}

func (s *Store) open(edition, name string) (*release.Folder, error) {
	if !paths.IsEdition(edition) || !release.IsName(name) {
		return nil, errors.New("that is no edition with a release's name")
	}
	var content []byte
	if err := s.in(edition, releasesFolder, func(root *os.Root) (err error) {
		content, err = readBounded(root, name+".json", release.MaxManifest)
		return err
	}); err != nil {
		return nil, err
	}
	found, err := release.Parse(content)
	if err != nil {
		return nil, err
	}
	if found.Name != name || found.Manifest.Edition != edition {
		return nil, fmt.Errorf("its manifest is that of %s/%s", found.Manifest.Edition, found.Name)
	}
	return release.NewFolder(found, stored{s, edition}), s.in(edition, filesFolder, func(root *os.Root) error {
		for _, file := range found.Manifest.Files {
			info, err := root.Lstat(file.Path)
			if err != nil {
				return fmt.Errorf("%s: it is missing from the store: %w", file.Path, err)
			}
			if !info.Mode().IsRegular() || info.Size() != file.Size {
				return fmt.Errorf("%s: it has %d bytes, %s lists %d: take the release again", file.Path, info.Size(), release.ManifestFile, file.Size)
			}
		}
		return nil
	})
}

// stored are the files of an edition's releases.
type stored struct {
	store   *Store
	edition string
}

func (f stored) Open(name string) (opened io.ReadCloser, err error) {
	err = f.store.in(f.edition, filesFolder, func(root *os.Root) error {
		opened, err = openPlain(root, name)
		return err
	})
	return opened, err
}

func (f stored) Size(name string) (size int64, err error) {
	err = f.store.in(f.edition, filesFolder, func(root *os.Root) error {
		size, err = sizeOf(root, name)
		return err
	})
	return size, err
}

// Has reports whether the store has the release's manifest, without reading it.
func (s *Store) Has(edition, name string) bool {
	if !paths.IsEdition(edition) || !release.IsName(name) {
		return false
	}
	_, err := os.Stat(filepath.Join(s.folder, edition, releasesFolder, name+".json"))
	return err == nil
}

// List are the releases of an edition, the one that was taken in last first, and at most
// so many. They are not read.
func (s *Store) List(edition string, most int) ([]Stored, error) {
	if !paths.IsEdition(edition) {
		return nil, fmt.Errorf("listing the releases of %q: that is no edition", edition)
	}
	stored, err := s.stored(edition)
	if err != nil {
		return nil, fmt.Errorf("listing the releases of %s: %w", edition, err)
	}
	slices.SortFunc(stored, func(a, b Stored) int { return cmp.Or(b.TakenAt.Compare(a.TakenAt), cmp.Compare(a.Name, b.Name)) })
	return stored[:min(len(stored), most)], nil
}

// Served is a file of an edition, in one of its forms. Close its content after use.
type Served struct {
	Content *os.File
	// Size is of this form, and Original that of the file itself, in bytes.
	Size, Original int64
	Coding         representation.Coding
	// Hash is the one in the file's name.
	Hash string
}

// Serve is the file of an edition that has this name, in the form that choose
// prefers of those that there are. The name is the one on disk: of a name that no
// release brought there is nothing to find.
func (s *Store) Serve(edition, name string, choose func(there []representation.Coding) representation.Coding) (served Served, err error) {
	if !paths.IsEdition(edition) || !release.IsServed(name) {
		return served, fs.ErrNotExist
	}
	err = s.in(edition, filesFolder, func(root *os.Root) error {
		original, err := root.Lstat(name)
		if err != nil {
			return err
		}
		var there []representation.Coding
		for _, coding := range Codings {
			if _, err := root.Lstat(Encoded(name, coding)); err == nil {
				there = append(there, coding)
			}
		}
		served.Original, served.Coding, served.Hash = original.Size(), choose(there), release.HashInName(name)
		if served.Content, err = openPlain(root, Encoded(name, served.Coding)); err != nil {
			return err
		}
		info, err := served.Content.Stat()
		if err != nil {
			return errors.Join(err, served.Content.Close())
		}
		served.Size = info.Size()
		return nil
	})
	return served, err
}

// Verify reads every release of the store and every file of theirs whole, and
// reports each that is not as it was taken in. It answers how many releases it read.
func (s *Store) Verify(report func(error)) (releases int, err error) {
	editions, err := os.ReadDir(s.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("verifying the store: %w", err)
	}
	for _, folder := range editions {
		edition := folder.Name()
		if !paths.IsEdition(edition) {
			continue
		}
		stored, err := s.stored(edition)
		if err != nil {
			return releases, fmt.Errorf("verifying the store: %w", err)
		}
		read := map[string]bool{}
		for _, one := range stored {
			releases++
			opened, err := s.Open(edition, one.Name)
			if err == nil {
				err = s.in(edition, filesFolder, func(root *os.Root) error { return verifyFiles(root, opened.Manifest.Files, read) })
			}
			if err != nil {
				report(fmt.Errorf("%s/%s: %w", edition, one.Name, err))
			}
		}
	}
	return releases, nil
}

// verifyFiles reports all that is wrong with files, each read once.
func verifyFiles(root *os.Root, listed []release.File, read map[string]bool) (found error) {
	for _, file := range listed {
		if read[file.Path] {
			continue
		}
		err := checkFile(root, file.Path, file)
		for _, coding := range Codings {
			if _, missing := root.Lstat(Encoded(file.Path, coding)); missing == nil {
				err = cmp.Or(err, checkEncoding(root, Encoded(file.Path, coding), coding, file))
			}
		}
		// What is broken is reported for every release that has it.
		read[file.Path] = err == nil
		found = errors.Join(found, err)
	}
	return found
}

// Build is where a release of the store came from: zero where nothing says so.
func (s *Store) Build(edition, name string) (build release.Build) {
	if content, _, err := s.ReadPart(edition, name, release.BuildFile, 0, maxBuild); err == nil {
		build, _ = release.ParseBuild(content)
	}
	return build
}

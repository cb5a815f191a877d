package release

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/representation"
)

// Store is the folder that holds the releases of a site. An edition has its own
// part of it: in <edition>/files/ the bytes of its releases, once whatever release
// has them, under the names by which they are served, and in
// <edition>/releases/<name>.json the manifests. Take is the only way in.
type Store struct {
	folder string
	checks []Check
	// contract is the version that the store speaks: ContractVersion.
	contract int
}

// Check refuses a release for what is in its files, beyond what this package knows.
type Check func(*Folder) error

// NewStore is the store in a folder, which Take creates when it is not there.
// The checks run before a release is taken.
func NewStore(folder string, checks ...Check) *Store {
	return &Store{folder: folder, checks: checks, contract: ContractVersion}
}

// Folder is where the store is.
func (s *Store) Folder() string { return s.folder }

// The parts of an edition's folder.
const (
	filesFolder    = "files"
	releasesFolder = "releases"
)

// beingWritten begins a file that is being written: no name has it, so nobody reads it.
const beingWritten = ".taking-"

// Take checks a release folder whole and copies into the store what it does not
// have yet; the manifest comes last. What is damaged there is mended. A refused
// release leaves nothing behind; the error says which file and what to do.
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
	found, err := s.readShipped(source)
	if err != nil {
		return nil, err
	}
	if err := checkStyles(source, found.Release); err != nil {
		return nil, err
	}
	for _, check := range s.checks {
		if err := check(&found.Folder); err != nil {
			return nil, err
		}
	}
	edition := filepath.Join(s.folder, found.Manifest.Edition)
	for _, part := range []string{filesFolder, releasesFolder} {
		if err := os.MkdirAll(filepath.Join(edition, part), 0o755); err != nil {
			return nil, fmt.Errorf("making room in the store: %w", err)
		}
	}
	target, err := os.OpenRoot(edition)
	if err != nil {
		return nil, fmt.Errorf("opening the store: %w", err)
	}
	defer target.Close()
	if err := storeFiles(target, found); err != nil {
		return nil, err
	}
	return found.Release, storeManifest(target, found)
}

// storeFiles copies what the edition does not have yet, each file with one rename,
// and checks again while it copies: what reaches the store is what was checked,
// whatever happens to the source meanwhile.
func storeFiles(target *os.Root, found *shipped) error {
	var missing []File
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
	for _, file := range missing {
		if err := replace(target, path.Join(filesFolder, file.Path), func(to *os.File) error {
			from, err := openPlain(found.root, file.Path)
			if err != nil {
				return err
			}
			defer from.Close()
			return copyChecked(to, from, file)
		}); err != nil {
			return err
		}
	}
	for _, name := range found.encoded {
		place := path.Join(filesFolder, name)
		original, coding := decode(name)
		file := found.listed[original]
		// One that is there serves as well: another compressor may have made it.
		if checkEncoding(target, place, coding, file) == nil {
			continue
		}
		content, err := readBounded(found.root, name, maxFileBytes)
		if err == nil {
			err = checkPacked(bytes.NewReader(content), name, coding, file)
		}
		if err == nil {
			err = replaceBy(target, place, content)
		}
		if err != nil {
			return err
		}
	}
	return syncFolder(filepath.Join(target.Name(), filesFolder))
}

// isOther reports whether the store's file is whole and yet not the listed one:
// its bytes are those that its name says.
func isOther(target *os.Root, place string, file File) bool {
	content, err := readBounded(target, place, maxFileBytes)
	return err == nil && contentHash(content) == hashInName(file.Path)
}

func storeManifest(target *os.Root, found *shipped) error {
	if found.build != nil {
		if err := replaceBy(target, path.Join(releasesFolder, found.Name+"."+BuildFile), found.build); err != nil {
			return err
		}
	}
	if err := replaceBy(target, path.Join(releasesFolder, found.Name+".json"), found.manifest); err != nil {
		return err
	}
	return syncFolder(filepath.Join(target.Name(), releasesFolder))
}

func replaceBy(target *os.Root, place string, content []byte) error {
	if held, err := readBounded(target, place, int64(len(content))); err == nil && bytes.Equal(held, content) {
		return nil
	}
	return replace(target, place, func(to *os.File) error {
		_, err := to.Write(content)
		return err
	})
}

// replace writes a file beside its place and moves it there.
func replace(target *os.Root, place string, write func(*os.File) error) (err error) {
	fresh := path.Join(path.Dir(place), beingWritten+rand.Text())
	to, err := target.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("%s: writing it to the store: %w", path.Base(place), err)
	}
	if err = write(to); err == nil {
		err = to.Sync()
	}
	if err = errors.Join(err, to.Close()); err == nil {
		err = target.Rename(fresh, place)
	}
	if err != nil {
		return errors.Join(err, target.Remove(fresh))
	}
	return nil
}

func syncFolder(folder string) error {
	opened, err := os.Open(folder)
	if err != nil {
		return fmt.Errorf("writing %s to disk: %w", folder, err)
	}
	if err := errors.Join(opened.Sync(), opened.Close()); err != nil {
		return fmt.Errorf("writing %s to disk: %w", folder, err)
	}
	return nil
}

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
func (s *Store) Open(edition, name string) (*Folder, error) {
	opened, err := s.open(edition, name)
	if err != nil {
		return nil, fmt.Errorf("opening release %s/%s: %w", edition, name, err)
	}
	return opened, nil
}

func (s *Store) open(edition, name string) (*Folder, error) {
	if !paths.IsEdition(edition) || !IsName(name) {
		return nil, errors.New("that is no edition with a release's name")
	}
	var content []byte
	if err := s.in(edition, releasesFolder, func(root *os.Root) (err error) {
		content, err = readBounded(root, name+".json", maxManifest)
		return err
	}); err != nil {
		return nil, err
	}
	manifest, err := s.parseManifest(content, true)
	if err != nil {
		return nil, err
	}
	found := newRelease(content, manifest)
	found.IsNewer = manifest.Contract > s.contract
	if found.Name != name || manifest.Edition != edition {
		return nil, fmt.Errorf("its manifest is that of %s/%s", manifest.Edition, found.Name)
	}
	return &Folder{found, func(file string) (*os.File, error) { return s.openFile(edition, file) }},
		s.in(edition, filesFolder, func(root *os.Root) error {
			for _, file := range manifest.Files {
				info, err := root.Lstat(file.Path)
				if err != nil {
					return fmt.Errorf("%s: it is missing from the store: %w", file.Path, err)
				}
				if !info.Mode().IsRegular() || info.Size() != file.Size {
					return fmt.Errorf("%s: it has %d bytes, %s lists %d: take the release again", file.Path, info.Size(), ManifestFile, file.Size)
				}
			}
			return nil
		})
}

func (s *Store) openFile(edition, name string) (opened *os.File, err error) {
	err = s.in(edition, filesFolder, func(root *os.Root) error {
		opened, err = openPlain(root, name)
		return err
	})
	return opened, err
}

// Has reports whether the store has the release's manifest, without reading it.
func (s *Store) Has(edition, name string) bool {
	if !paths.IsEdition(edition) || !IsName(name) {
		return false
	}
	_, err := os.Stat(filepath.Join(s.folder, edition, releasesFolder, name+".json"))
	return err == nil
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

// IsServed reports whether a name can be that of a file which is served: fragments
// are no pages, and compressed forms are chosen, not named.
func IsServed(name string) bool { return !strings.HasSuffix(name, ".html") && nameProblem(name) == "" }

// Serve is the file of an edition that has this name, in the form that choose
// prefers of those that there are. The name is the one on disk: of a name that no
// release brought there is nothing to find.
func (s *Store) Serve(edition, name string, choose func(there []representation.Coding) representation.Coding) (served Served, err error) {
	if !paths.IsEdition(edition) || !IsServed(name) {
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
		served.Original, served.Coding, served.Hash = original.Size(), choose(there), hashInName(name)
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
		entries, err := os.ReadDir(filepath.Join(s.folder, edition, releasesFolder))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return releases, fmt.Errorf("verifying the store: %w", err)
		}
		read := map[string]bool{}
		for _, entry := range entries {
			name := strings.TrimSuffix(entry.Name(), ".json")
			if !IsName(name) {
				continue
			}
			releases++
			opened, err := s.Open(edition, name)
			if err == nil {
				err = s.in(edition, filesFolder, func(root *os.Root) error { return verifyFiles(root, opened.Manifest.Files, read) })
			}
			if err != nil {
				report(fmt.Errorf("%s/%s: %w", edition, name, err))
			}
		}
	}
	return releases, nil
}

// verifyFiles reports all that is wrong with files, each read once.
func verifyFiles(root *os.Root, listed []File, read map[string]bool) (found error) {
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
		// What is broken is told of every release that has it.
		read[file.Path] = err == nil
		found = errors.Join(found, err)
	}
	return found
}

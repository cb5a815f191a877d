package release

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"

	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/representation"
)

// hashLength is how many hex digits of a SHA-256 name a file and a release: 80 bits.
const hashLength = 20

// Release is a release whose manifest was checked.
type Release struct {
	// Name is the first 20 hex digits of the SHA-256 of its manifest.
	Name     string
	Manifest *Manifest
	// Build is zero where the folder has no build.json.
	Build Build
	// Unknown is what is left empty of it.
	Unknown Unknown

	listed files
}

// File is the listed file of this name, exactly as it is listed.
func (r *Release) File(name string) (File, bool) {
	file, listed := r.listed[name]
	return file, listed
}

// Base is the address below which the release's files are served: its edition's.
func (r *Release) Base() string { return paths.Files + "/" + r.Manifest.Edition + "/" }

// Folder is a release whose listed files can be read, and nothing else.
type Folder struct {
	*Release
	open func(name string) (*os.File, error)
	// size is that of a file or of a compressed form, in bytes.
	size func(name string) (int64, error)
}

// Sent is how many bytes of a listed file are sent in a coding: its own where it has no
// such form.
func (f *Folder) Sent(name string, coding representation.Coding) int64 {
	if size, err := f.size(Encoded(name, coding)); err == nil {
		return size
	}
	return f.listed[name].Size
}

// ReadFile is the content of a listed file; anything else does not exist. The size
// is compared with the listed one.
func (f *Folder) ReadFile(name string) ([]byte, error) {
	file, listed := f.File(name)
	if !listed {
		return nil, fmt.Errorf("reading %s of %s: %w", name, f.Name, fs.ErrNotExist)
	}
	opened, err := f.open(name)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	content, err := io.ReadAll(io.LimitReader(opened, file.Size+1))
	if err != nil {
		return nil, fmt.Errorf("%s: reading it: %w", name, err)
	}
	if int64(len(content)) != file.Size {
		return nil, fmt.Errorf("%s: it has not the %d bytes that %s lists", name, file.Size, ManifestFile)
	}
	return content, nil
}

// contentHash is what names content: the beginning of its SHA-256.
func contentHash(content []byte) string {
	digest := sha256.Sum256(content)
	return hex.EncodeToString(digest[:])[:hashLength]
}

// newRelease is the release of a checked manifest.
func newRelease(content []byte, manifest *Manifest) *Release {
	r := &Release{Name: contentHash(content), Manifest: manifest, Unknown: manifest.unknown, listed: make(files, len(manifest.Files))}
	for _, file := range manifest.Files {
		r.listed[file.Path] = file
	}
	return r
}

// shipped is a release folder that was checked whole.
type shipped struct {
	Folder
	root *os.Root
	// held, unless nil, has the files of the store that the folder may leave out.
	held *os.Root
	// unpacked is the folder of the store that it was unpacked into; empty for any other.
	unpacked string
	// manifest and build are release.json and build.json as they stand there; no
	// build for none.
	manifest, build []byte
	// encoded are the compressed forms, by their names.
	encoded []string
}

// readShipped reads a release folder and checks all of it: the manifest, that each
// listed file is there with its size and hashes, that compressed forms unpack to
// their files, and that nothing else is there. With an edition it is what was unpacked
// for it, which may leave out what is held.
func (s *Store) readShipped(root, held *os.Root, edition string) (*shipped, error) {
	manifest, err := readBounded(root, ManifestFile, maxManifest)
	if err != nil {
		return nil, err
	}
	parsed, err := parseManifest(manifest)
	if err == nil && edition != "" {
		err = parsed.isOf(edition)
	}
	if err != nil {
		return nil, err
	}
	found := &shipped{root: root, held: held, manifest: manifest}
	found.Release = newRelease(manifest, parsed)
	found.open = func(name string) (*os.File, error) { return openPlain(found.where(name), name) }
	found.size = func(name string) (int64, error) {
		info, err := found.where(name).Lstat(name)
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}
	if found.build, found.Build, err = readBuild(root); err != nil {
		return nil, err
	}
	if err := found.checkTree(edition != ""); err != nil {
		return nil, err
	}
	for _, file := range parsed.Files {
		if err := checkFile(found.where(file.Path), file.Path, file); err != nil {
			return nil, err
		}
	}
	for _, name := range found.encoded {
		original, coding := decode(name)
		if err := checkEncoding(root, name, coding, found.listed[original]); err != nil {
			return nil, err
		}
		if info, err := root.Stat(name); err != nil || info.Size() > found.listed[original].Size {
			return nil, fmt.Errorf("%s: it is larger than %s: leave it out", name, original)
		}
	}
	return found, nil
}

// where is the folder that has a file: that of the store where the release leaves it out.
func (f *shipped) where(name string) *os.Root {
	if f.held == nil {
		return f.root
	}
	if _, err := f.root.Lstat(name); err == nil {
		return f.root
	}
	return f.held
}

// checkTree refuses what is in the folder and neither in the manifest nor a
// compressed form of what is, and anything that is no plain file. It stops at the
// first. What was unpacked has the file of its lock besides.
func (f *shipped) checkTree(unpacked bool) error {
	entries := 0
	return fs.WalkDir(f.root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("reading the folder: %w", err)
		}
		if entries++; entries > maxEntries {
			return fmt.Errorf("the folder holds more than %d entries", maxEntries)
		}
		switch {
		case path == ".", unpacked && path == heldFile:
			return nil
		case !entry.Type().IsRegular():
			return fmt.Errorf("%s: it is a %s, a release holds plain files only", path, kind(entry.Type()))
		case path == ManifestFile, path == BuildFile:
			return nil
		}
		original, coding := decode(path)
		if _, listed := f.listed[original]; !listed {
			return fmt.Errorf("%s: %s does not list %s: remove it, or build the release again", path, ManifestFile, original)
		}
		if coding != representation.Identity {
			f.encoded = append(f.encoded, path)
		}
		return nil
	})
}

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "folder"
	case mode&fs.ModeSymlink != 0:
		return "symbolic link"
	}
	return "special file"
}

// checkFile checks the file at a path against what is listed.
func checkFile(root *os.Root, path string, file File) error {
	opened, err := openPlain(root, path)
	if err != nil {
		return err
	}
	defer opened.Close()
	return copyChecked(io.Discard, opened, file)
}

// copyChecked copies a file's content and fails when it is not the listed one, or
// not what its name says.
func copyChecked(to io.Writer, from io.Reader, file File) error {
	digest, named := sha512.New384(), sha256.New()
	size, err := io.Copy(io.MultiWriter(to, digest, named), io.LimitReader(from, file.Size+1))
	if err != nil {
		return fmt.Errorf("%s: reading it: %w", file.Path, err)
	}
	if size > file.Size {
		return fmt.Errorf("%s: it has more than the %d bytes that %s lists: build the release again", file.Path, file.Size, ManifestFile)
	}
	if size < file.Size {
		return fmt.Errorf("%s: it has %d bytes, %s lists %d: build the release again", file.Path, size, ManifestFile, file.Size)
	}
	if found := integrity(digest); found != file.SHA384 {
		return fmt.Errorf("%s: its hash is %s, %s lists %s: build the release again", file.Path, found, ManifestFile, file.SHA384)
	}
	if found := hex.EncodeToString(named.Sum(nil))[:hashLength]; found != hashInName(file.Path) {
		return fmt.Errorf("%s: its name says another content, whose SHA-256 begins with %s: build the release again", file.Path, found)
	}
	return nil
}

// integrity is a SHA-384 in the form of Subresource Integrity.
func integrity(digest hash.Hash) string {
	return "sha384-" + base64.StdEncoding.EncodeToString(digest.Sum(nil))
}

// openPlain opens a plain file; a folder, a link or a pipe is refused before it is opened.
func openPlain(root *os.Root, path string) (*os.File, error) {
	info, err := root.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: it is missing: %w", path, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: it is no plain file", path)
	}
	return root.Open(path)
}

func readBounded(root *os.Root, path string, most int64) ([]byte, error) {
	opened, err := openPlain(root, path)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	content, err := io.ReadAll(io.LimitReader(opened, most+1))
	if err != nil {
		return nil, fmt.Errorf("%s: reading it: %w", path, err)
	}
	if int64(len(content)) > most {
		return nil, fmt.Errorf("%s: it has more than %d bytes", path, most)
	}
	return content, nil
}

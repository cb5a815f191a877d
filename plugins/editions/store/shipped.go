package store

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

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/representation"
)

// Bounds of a release folder beside those of a manifest.
const (
	maxBuild = 64 << 10
	// maxEntries are the files with their compressed forms, and what stands beside them.
	maxEntries = 4*release.MaxFiles + 4
)

// shipped is a release folder that was checked whole.
type shipped struct {
	*release.Folder
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
	manifest, err := readBounded(root, release.ManifestFile, release.MaxManifest)
	if err != nil {
		return nil, err
	}
	parsed, err := release.Parse(manifest)
	if err == nil && edition != "" {
		err = parsed.Manifest.IsOf(edition)
	}
	if err != nil {
		return nil, err
	}
	found := &shipped{root: root, held: held, manifest: manifest}
	found.Folder = release.NewFolder(parsed, found)
	if found.build, found.Build, err = readBuild(root); err != nil {
		return nil, err
	}
	if err := found.checkTree(edition != ""); err != nil {
		return nil, err
	}
	for _, file := range parsed.Manifest.Files {
		if err := checkFile(found.where(file.Path), file.Path, file); err != nil {
			return nil, err
		}
	}
	for _, name := range found.encoded {
		original, coding := decode(name)
		file, _ := found.File(original)
		if err := checkEncoding(root, name, coding, file); err != nil {
			return nil, err
		}
		if info, err := root.Stat(name); err != nil || info.Size() > file.Size {
			return nil, fmt.Errorf("%s: it is larger than %s: leave it out", name, original)
		}
	}
	return found, nil
}

// Open opens a file, listed or not.
func (f *shipped) Open(name string) (io.ReadCloser, error) { return openPlain(f.where(name), name) }

// Size is that of a file of the folder.
func (f *shipped) Size(name string) (int64, error) { return sizeOf(f.where(name), name) }

func sizeOf(root *os.Root, name string) (int64, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
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

func readBuild(root *os.Root) (content []byte, build release.Build, err error) {
	content, err = readBounded(root, release.BuildFile, maxBuild)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, build, nil
	}
	if err != nil {
		return nil, build, err
	}
	build, err = release.ParseBuild(content)
	return content, build, err
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
		case path == release.ManifestFile, path == release.BuildFile:
			return nil
		}
		original, coding := decode(path)
		if _, listed := f.File(original); !listed {
			return fmt.Errorf("%s: %s does not list %s: remove it, or build the release again", path, release.ManifestFile, original)
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
func checkFile(root *os.Root, path string, file release.File) error {
	opened, err := openPlain(root, path)
	if err != nil {
		return err
	}
	defer opened.Close()
	return copyChecked(io.Discard, opened, file)
}

// copyChecked copies a file's content and fails when it is not the listed one, or
// not what its name says.
func copyChecked(to io.Writer, from io.Reader, file release.File) error {
	digest, named := sha512.New384(), sha256.New()
	size, err := io.Copy(io.MultiWriter(to, digest, named), io.LimitReader(from, file.Size+1))
	if err != nil {
		return fmt.Errorf("%s: reading it: %w", file.Path, err)
	}
	if size > file.Size {
		return fmt.Errorf("%s: it has more than the %d bytes that %s lists: build the release again", file.Path, file.Size, release.ManifestFile)
	}
	if size < file.Size {
		return fmt.Errorf("%s: it has %d bytes, %s lists %d: build the release again", file.Path, size, release.ManifestFile, file.Size)
	}
	if found := integrity(digest); found != file.SHA384 {
		return fmt.Errorf("%s: its hash is %s, %s lists %s: build the release again", file.Path, found, release.ManifestFile, file.SHA384)
	}
	if found := hex.EncodeToString(named.Sum(nil))[:release.HashLength]; found != release.HashInName(file.Path) {
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

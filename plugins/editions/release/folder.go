package release

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"fieldhouse/plugins/paths"
)

// nameLength is how many hex digits of the SHA-256 name a release.
const nameLength = 20

// Release is a release folder whose manifest and files were checked.
type Release struct {
	// Name is the first 20 hex digits of the SHA-256 over its files.
	Name     string
	Manifest *Manifest
	// Build is zero where the folder has no build.json.
	Build Build

	listed       files
	manifestFile File
}

// File is the listed file of this path, exactly as it is listed.
func (r *Release) File(path string) (File, bool) {
	file, listed := r.listed[path]
	return file, listed
}

// Base is the address below which the release's files are served.
func (r *Release) Base() string { return paths.Files + "/" + r.Manifest.Edition + "/" + r.Name + "/" }

// read reads a release folder and checks all of it: the manifest, that each
// listed file is there with its size and hash, and that nothing else is.
func read(root *os.Root) (*Release, error) {
	content, err := readBounded(root, ManifestFile, maxManifest)
	if err != nil {
		return nil, err
	}
	manifest, err := parseManifest(content)
	if err != nil {
		return nil, err
	}
	r := &Release{Manifest: manifest, listed: make(files, len(manifest.Files))}
	for _, file := range manifest.Files {
		r.listed[file.Path] = file
	}
	if r.Build, err = readBuild(root); err != nil {
		return nil, err
	}
	if err := r.checkTree(root); err != nil {
		return nil, err
	}
	for _, file := range manifest.Files {
		if err := checkFile(root, file); err != nil {
			return nil, err
		}
	}
	digest := sha512.New384()
	digest.Write(content)
	r.manifestFile = File{Path: ManifestFile, SHA384: integrity(digest), Size: int64(len(content))}
	r.Name = name(append(slices.Clone(manifest.Files), r.manifestFile))
	return r, nil
}

// name is the release's name (docs/edition-contract.md, "A release folder").
func name(files []File) string {
	lines := make([]string, len(files))
	for index, file := range files {
		lines[index] = fmt.Sprintf("%s %s %d\n", file.Path, file.SHA384, file.Size)
	}
	slices.Sort(lines)
	digest := sha256.New()
	for _, line := range lines {
		io.WriteString(digest, line)
	}
	return hex.EncodeToString(digest.Sum(nil))[:nameLength]
}

// integrity is a SHA-384 in the form of Subresource Integrity.
func integrity(digest hash.Hash) string {
	return "sha384-" + base64.StdEncoding.EncodeToString(digest.Sum(nil))
}

func readBuild(root *os.Root) (Build, error) {
	var build Build
	content, err := readBounded(root, BuildFile, maxBuild)
	if errors.Is(err, fs.ErrNotExist) {
		return build, nil
	}
	if err != nil {
		return build, err
	}
	if err := json.NewDecoder(bytes.NewReader(content)).Decode(&build); err != nil {
		return build, fmt.Errorf("%s: %w: it holds revision and builtAt", BuildFile, err)
	}
	if _, err := time.Parse(time.RFC3339, build.BuiltAt); err != nil {
		return build, fmt.Errorf("%s: builtAt %q is no RFC 3339 time", BuildFile, build.BuiltAt)
	}
	return build, nil
}

// checkTree refuses what is in the folder and not in the manifest, and anything
// that is neither a plain file nor a folder. It stops at the first.
func (r *Release) checkTree(root *os.Root) error {
	entries := 0
	return fs.WalkDir(root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("reading the folder: %w", err)
		}
		// Folders count too: each listed file can be in one of its own.
		if entries++; entries > 2*maxFiles+3 {
			return fmt.Errorf("the folder holds more than %d entries", 2*maxFiles)
		}
		switch {
		case entry.IsDir():
			return nil
		case !entry.Type().IsRegular():
			return fmt.Errorf("%s: it is a %s, a release holds plain files only", path, kind(entry.Type()))
		case path == ManifestFile, path == BuildFile:
			return nil
		}
		if _, listed := r.listed[path]; !listed {
			return fmt.Errorf("%s: %s does not list it: remove it, or build the release again", path, ManifestFile)
		}
		return nil
	})
}

func kind(mode fs.FileMode) string {
	if mode&fs.ModeSymlink != 0 {
		return "symbolic link"
	}
	return "special file"
}

func checkFile(root *os.Root, file File) error {
	opened, err := openPlain(root, file.Path)
	if err != nil {
		return err
	}
	defer opened.Close()
	_, err = copyChecked(io.Discard, opened, file)
	return err
}

// copyChecked copies a file's content and fails when it is not the listed one.
func copyChecked(to io.Writer, from io.Reader, file File) (int64, error) {
	digest := sha512.New384()
	size, err := io.Copy(io.MultiWriter(to, digest), io.LimitReader(from, file.Size+1))
	if err != nil {
		return size, fmt.Errorf("%s: reading it: %w", file.Path, err)
	}
	if size > file.Size {
		return size, fmt.Errorf("%s: it has more than the %d bytes that %s lists: build the release again", file.Path, file.Size, ManifestFile)
	}
	if size < file.Size {
		return size, fmt.Errorf("%s: it has %d bytes, %s lists %d: build the release again", file.Path, size, ManifestFile, file.Size)
	}
	if found := integrity(digest); found != file.SHA384 {
		return size, fmt.Errorf("%s: its hash is %s, %s lists %s: build the release again", file.Path, found, ManifestFile, file.SHA384)
	}
	return size, nil
}

// openPlain opens a plain file; a folder, a link or a pipe is refused before it is opened.
func openPlain(root *os.Root, path string) (*os.File, error) {
	info, err := root.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: it is missing from the folder: %w", path, err)
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

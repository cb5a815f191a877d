package release

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"

	"fieldhouse/plugins/paths"
)

// HashLength is how many hex digits of a SHA-256 name a file and a release: 80 bits.
const HashLength = 20

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
	files Files
}

// Files is where the files of a release are: in the store, in a folder that is about to be
// taken, or in memory.
type Files interface {
	// Open opens a listed file.
	Open(name string) (io.ReadCloser, error)
	// Size is that of a file or of a compressed form (Encodings), in bytes.
	Size(name string) (int64, error)
}

// NewFolder is a release with its files.
func NewFolder(r *Release, files Files) *Folder { return &Folder{r, files} }

// sent is how many bytes of a listed file are sent in the form with this ending: its own
// where it has no such form.
func (f *Folder) sent(name, ending string) int64 {
	if size, err := f.files.Size(name + ending); err == nil {
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
	opened, err := f.files.Open(name)
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

// HashOf is what names content: the beginning of its SHA-256.
func HashOf(content []byte) string {
	digest := sha256.Sum256(content)
	return hex.EncodeToString(digest[:])[:HashLength]
}

// Parse is the release of a manifest. It checks all that release.json says by itself,
// without looking at the files.
func Parse(content []byte) (*Release, error) {
	manifest, err := parseManifest(content)
	if err != nil {
		return nil, err
	}
	return newRelease(content, manifest), nil
}

func newRelease(content []byte, manifest *Manifest) *Release {
	r := &Release{Name: HashOf(content), Manifest: manifest, Unknown: manifest.unknown, listed: make(files, len(manifest.Files))}
	for _, file := range manifest.Files {
		r.listed[file.Path] = file
	}
	return r
}

// IsOf refuses a manifest of another edition than the named one.
func (m *Manifest) IsOf(edition string) error {
	if m.Edition != edition {
		return fmt.Errorf("%s: it is a release of %s, not of %s", ManifestFile, m.Edition, edition)
	}
	return nil
}

package release

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/site/settings"
	"fieldhouse/plugins/strictjson"

	"github.com/Masterminds/semver/v3"
)

// Bounds of a release. They are far above what an edition needs and far below
// what would hurt the gateway.
const (
	MaxManifest = 2 << 20
	// maxValues are the members and elements of a manifest: empty ones take fifty times as
	// much memory as bytes.
	maxValues     = 64 << 10
	MaxFiles      = 4096
	MaxFileBytes  = 16 << 20
	MaxTotalBytes = 128 << 20
	maxFragment   = 512 << 10
	// maxFragments are all of them, which a live release has in memory.
	maxFragments = 16 << 20
	maxPartial   = 64 << 10
	// maxPicture is far below what chats refuse to show.
	maxPicture     = 300 << 10
	maxIcons       = 16
	maxIconSize    = 1024
	maxRoutes      = 256
	maxPath        = 255
	maxTitle       = 200
	maxDescription = 500
	maxLists       = 32
	maxVariants    = 32
	maxImports     = 16
	maxLooks       = 32
	maxSport       = 60
	maxGround      = 120
)

// parseManifest decodes release.json and checks all that it says by itself,
// without looking at the files.
func parseManifest(content []byte) (*Manifest, error) {
	if values(content) > maxValues {
		return nil, fmt.Errorf("%s: it has more than %d members and elements", ManifestFile, maxValues)
	}
	var of struct{ Contract, Minor int }
	if err := json.Unmarshal(content, &of); err != nil {
		return nil, fmt.Errorf("%s: %w: it must be a manifest of contract %d", ManifestFile, err, ContractVersion)
	}
	if of.Contract != ContractVersion {
		return nil, fmt.Errorf("%s: contract %d: this gateway speaks %d, build the release with its packages", ManifestFile, of.Contract, ContractVersion)
	}
	manifest := new(Manifest)
	// A field that this version of the contract does not have is a misspelled one: its
	// minor version rises when a field is added.
	read := strictjson.Decode
	if of.Minor > ContractMinor {
		manifest.unknown, read = Unknown{}, json.Unmarshal
	}
	if err := read(content, manifest); err != nil {
		return nil, fmt.Errorf("%s: %w: it must be a manifest of contract %d", ManifestFile, err, ContractVersion)
	}
	if manifest.unknown != nil {
		if err := manifest.leaveOutUnknown(content); err != nil {
			return nil, fmt.Errorf("%s: %w", ManifestFile, err)
		}
	}
	if err := manifest.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", ManifestFile, err)
	}
	return manifest, nil
}

// values counts what objects and arrays of a text of JSON open and separate.
func values(content []byte) (count int) {
	inString := false
	for at := 0; at < len(content); at++ {
		switch letter := content[at]; {
		case letter == '"':
			inString = !inString
		case inString && letter == '\\':
			at++
		case !inString && (letter == ',' || letter == '{' || letter == '['):
			count++
		}
	}
	return count
}

func (m *Manifest) check() error {
	if !paths.IsEdition(m.Edition) || m.Edition == string(DefaultLook) {
		return fmt.Errorf("edition %q: it is 2 to 32 lower case letters and digits, and neither %s nor an address of the gateway", m.Edition, DefaultLook)
	}
	if m.Minor < 0 {
		return fmt.Errorf("minor %d: it is 0 or more", m.Minor)
	}
	if _, err := semver.StrictNewVersion(m.Version); err != nil {
		return fmt.Errorf("version %q: it is no semantic version", m.Version)
	}
	listed, err := m.checkFiles()
	if err != nil {
		return err
	}
	if !listed.has(m.Entry, ".js") {
		return fmt.Errorf("entry %q: it is not among the files as .js", m.Entry)
	}
	if m.Edition == Host {
		return m.checkHost(listed)
	}
	if m.Mount != mountModule {
		return fmt.Errorf("mount %q: it is always %s", m.Mount, mountModule)
	}
	if _, err := semver.StrictNewVersion(m.Federation); err != nil {
		return fmt.Errorf("federation %q: it is no semantic version", m.Federation)
	}
	if err := settings.ValidateNavigation(m.Navigation); err != nil {
		return err
	}
	for _, step := range []func(files) error{m.checkAssets, m.checkShared, m.checkRoutes, m.checkFrame, m.checkStorey, m.checkPartials} {
		if err := step(listed); err != nil {
			return err
		}
	}
	return nil
}

type files map[string]File

// has reports whether the file is listed and has one of the endings.
func (f files) has(path string, endings ...string) bool {
	_, listed := f[path]
	return listed && slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(path, ending) })
}

func (m *Manifest) checkFiles() (files, error) {
	if len(m.Files) > MaxFiles {
		return nil, fmt.Errorf("files: %d are listed, at most %d are taken", len(m.Files), MaxFiles)
	}
	listed := make(files, len(m.Files))
	folded := make(map[string]string, len(m.Files))
	var total, fragments int64
	for _, file := range m.Files {
		if problem := NameProblem(file.Path); problem != "" {
			return nil, fmt.Errorf("files: path %q: %s", file.Path, problem)
		}
		// On a file system that ignores case one of the two would win.
		if other, twice := folded[strings.ToLower(file.Path)]; twice {
			return nil, fmt.Errorf("files: %q and %q are the same but for case, or listed twice", other, file.Path)
		}
		folded[strings.ToLower(file.Path)] = file.Path
		if digest, found := strings.CutPrefix(file.SHA384, "sha384-"); !found || !isDigest(digest) {
			return nil, fmt.Errorf("files: %s: sha384 %q is not `sha384-` and the base64 of 48 bytes", file.Path, file.SHA384)
		}
		if file.Size < 0 || file.Size > MaxFileBytes {
			return nil, fmt.Errorf("files: %s: %d bytes, a file has 0 to %d", file.Path, file.Size, MaxFileBytes)
		}
		if total += file.Size; total > MaxTotalBytes {
			return nil, fmt.Errorf("files: together more than %d bytes", MaxTotalBytes)
		}
		if strings.HasSuffix(file.Path, ".html") {
			if fragments += file.Size; fragments > maxFragments {
				return nil, fmt.Errorf("files: the fragments (.html) are together more than %d bytes", maxFragments)
			}
		}
		listed[file.Path] = file
	}
	return listed, nil
}

func isDigest(text string) bool {
	digest, err := base64.StdEncoding.Strict().DecodeString(text)
	return err == nil && len(digest) == 48
}

func (m *Manifest) checkAssets(listed files) error {
	if len(m.Preload) == 0 || m.Preload[0] != m.Entry {
		return fmt.Errorf("preload %q: it starts with the entry, %s", m.Preload, m.Entry)
	}
	for _, assets := range []struct {
		field   string
		paths   []string
		endings []string
	}{
		{"preload", m.Preload, []string{".js"}},
		{"styles", m.Styles, []string{".css"}},
		{"fonts", m.Fonts, []string{".woff2", ".woff"}},
	} {
		if err := listed.checkEach(assets.field, assets.paths, assets.endings...); err != nil {
			return err
		}
	}
	if m.CardPictures != "" && !listed.has(m.CardPictures, ".json") {
		return fmt.Errorf("cardPictures: %q is not among the files as .json", m.CardPictures)
	}
	return m.checkIcons(listed)
}

func (m *Manifest) checkIcons(listed files) error {
	if m.Edition != Shell && (m.Icon != "" || len(m.Icons) > 0) {
		return fmt.Errorf("icon %q: only the shell ships one", m.Icon)
	}
	if m.Icon != "" && !listed.has(m.Icon, ".svg") {
		return fmt.Errorf("icon %q: it is not among the files as .svg", m.Icon)
	}
	if len(m.Icons) > maxIcons {
		return fmt.Errorf("icons: %d, at most %d", len(m.Icons), maxIcons)
	}
	for _, icon := range m.Icons {
		if icon.Size < 1 || icon.Size > maxIconSize || (icon.Purpose != IconAny && icon.Purpose != IconMaskable) {
			return fmt.Errorf("icons: %s: size %d, purpose %q: want 1 to %d pixels, and %s or %s", icon.Path, icon.Size, icon.Purpose, maxIconSize, IconAny, IconMaskable)
		}
		if err := listed.checkPicture("icons", icon.Path); err != nil {
			return err
		}
	}
	return nil
}

// checkPicture makes sure that a path is a PNG that is not too large to be shown quickly.
func (f files) checkPicture(field, path string) error {
	if !f.has(path, ".png") {
		return fmt.Errorf("%s: %q is not among the files as .png", field, path)
	}
	if size := f[path].Size; size > maxPicture {
		return fmt.Errorf("%s: %s has %d bytes, at most %d", field, path, size, maxPicture)
	}
	return nil
}

// checkEach makes sure that each path is listed with one of the endings, and once.
func (f files) checkEach(field string, paths []string, endings ...string) error {
	for index, path := range paths {
		if !f.has(path, endings...) {
			return fmt.Errorf("%s: %q is not among the files as %s", field, path, strings.Join(endings, " or "))
		}
		if slices.Contains(paths[:index], path) {
			return fmt.Errorf("%s: %q is there twice", field, path)
		}
	}
	return nil
}

// checkHost checks what the host's release alone has, and that it has no pages.
func (m *Manifest) checkHost(listed files) error {
	if m.Mount != "" || len(m.Shared)+len(m.Preload)+len(m.Fonts)+len(m.Routes)+len(m.Navigation)+len(m.Partials) > 0 || m.Frame != nil || m.Storey != nil || m.Icon != "" || len(m.Icons) > 0 {
		return fmt.Errorf("edition %s: it has an entry, styles, imports and what it provides; pages and what is around them are the editions' and the shell's", Host)
	}
	if err := listed.checkEach("styles", m.Styles, ".css"); err != nil {
		return err
	}
	if len(m.Provides) == 0 {
		return fmt.Errorf("provides: the host says which shared libraries it provides")
	}
	for index, library := range m.Provides {
		if err := checkLibrary(library.Name, library.Version); err != nil {
			return fmt.Errorf("provides: %w", err)
		}
		if slices.ContainsFunc(m.Provides[:index], func(other ProvidedLibrary) bool { return other.Name == library.Name }) {
			return fmt.Errorf("provides: %s is there twice", library.Name)
		}
	}
	if m.Worker != "" && !listed.has(m.Worker, ".js") {
		return fmt.Errorf("worker %q: it is not among the files as .js", m.Worker)
	}
	if len(m.Imports) > maxImports {
		return fmt.Errorf("imports: %d names, at most %d", len(m.Imports), maxImports)
	}
	for name, path := range m.Imports {
		if !importName.MatchString(name) || name == HostImport {
			return fmt.Errorf("imports: %q: a name is fieldhouse/ and letters, dots or dashes, and %s is the gateway's", name, HostImport)
		}
		if !listed.has(path, ".js", ".css") {
			return fmt.Errorf("imports: %s: %q is not among the files as .js or .css", name, path)
		}
	}
	return nil
}

// HostImport is the name under which the host finds itself in the import map, and by
// that knows that the browser applies it (docs/edition-contract.md, "A release folder").
const HostImport = "fieldhouse/host"

var importName = regexp.MustCompile(`^fieldhouse/[a-z][a-z.-]*$`)

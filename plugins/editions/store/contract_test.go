package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/plugintest/must"
)

// shippedFolder is a small release folder of a contract, with a field of that version alone.
func shippedFolder(t *testing.T, contract, minor int, field string) string {
	t.Helper()
	folder := t.TempDir()
	content := []byte("export {}")
	name := "remoteEntry." + release.HashOf(content) + ".js"
	page := []byte("<h1>x</h1>")
	fragment := "home." + release.HashOf(page) + ".html"
	both := map[string]string{"en": "x", "es": "x"}
	manifest := map[string]any{
		"contract": contract, "minor": minor, "edition": "football", "version": "1.0.0", "entry": name, "mount": "./mount", "federation": "1.0.0",
		"shared":  []release.SharedLibrary{{Name: release.Runtime, Version: "2.9.2", Range: "^2.9.0"}},
		"preload": []string{name}, "files": []release.File{listed(name, content), listed(fragment, page)},
		"routes": []any{map[string]any{
			"path": "/football", "header": "football", "footer": "football", "title": both, "description": both,
			"fragment": map[string]string{"en": fragment, "es": fragment},
		}},
	}
	if field != "" {
		manifest[field] = "of another contract"
	}
	encoded := must.Get(json.Marshal(manifest))(t)
	for name, content := range map[string][]byte{name: content, fragment: page, release.ManifestFile: encoded} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), content, 0o644))
	}
	return folder
}

func listed(name string, content []byte) release.File {
	file := release.File{Path: name, Size: int64(len(content))}
	_, after, _ := strings.Cut(copyChecked(discard{}, strings.NewReader(string(content)), file).Error(), "its hash is ")
	file.SHA384, _, _ = strings.Cut(after, ",")
	return file
}

type discard struct{}

func (discard) Write(content []byte) (int, error) { return len(content), nil }

func TestAGatewayTakesEachMinorVersionOfItsContractAndNoOtherContract(t *testing.T) {
	for _, test := range []struct {
		contract, minor int
		takes           bool
	}{
		{release.ContractVersion, 0, true},
		{release.ContractVersion, release.ContractMinor, true},
		{release.ContractVersion, release.ContractMinor + 1, true},
		{release.ContractVersion, release.ContractMinor + 10, true},
		{release.ContractVersion, -1, false},
		{release.ContractVersion - 1, release.ContractMinor, false},
		{release.ContractVersion + 1, 0, false},
	} {
		store := NewStore(t.TempDir())
		taken, err := store.Take(shippedFolder(t, test.contract, test.minor, ""))
		if took := err == nil; took != test.takes {
			t.Errorf("a release of contract %d.%d is taken: %v", test.contract, test.minor, err)
		}
		if err != nil {
			continue
		}
		if opened, err := store.Open("football", taken.Name); err != nil || len(opened.Unknown.Names()) > 0 {
			t.Errorf("of contract %d.%d it leaves out %q: %v", test.contract, test.minor, opened.Unknown.Names(), err)
		}
	}
}

func TestAStoredManifestKeepsTheFieldsThatTheGatewayDoesNotKnow(t *testing.T) {
	store := NewStore(t.TempDir())
	taken := must.Get(store.Take(shippedFolder(t, release.ContractVersion, release.ContractMinor+1, "islands")))(t)
	place := filepath.Join(store.Folder(), "football", releasesFolder, taken.Name+".json")
	if kept, err := os.ReadFile(place); err != nil || !strings.Contains(string(kept), "islands") {
		t.Errorf("it is now %s (%v)", kept, err)
	}
}

func TestWhatIsToldOfUnknownThingsIsBounded(t *testing.T) {
	unknown := release.Unknown{}
	for index := range 1000 {
		if !unknown.Leave("field %d%s", index, strings.Repeat("x", 1000)) {
			t.Fatal("it is not left empty")
		}
	}
	if names := unknown.Names(); len(names) != 100 || len(names[0]) != 100 {
		t.Errorf("%d names, the first has %d bytes", len(names), len(names[0]))
	}
}

// Two contents whose hashes begin alike can be made on purpose, with much work:
// here the store has one whose name an evil twin would have.
func TestAKnownAddressWithOtherBytesIsRefused(t *testing.T) {
	store := NewStore(t.TempDir())
	folder := shippedFolder(t, release.ContractVersion, release.ContractMinor, "")
	taken := must.Get(store.Take(folder))(t)
	root := must.Get(os.OpenRoot(filepath.Join(store.Folder(), "football")))(t)
	defer root.Close()
	file := taken.Manifest.Files[0]
	twin := file
	twin.SHA384, twin.Size = "sha384-of the twin", file.Size+1
	place := filesFolder + "/" + file.Path
	if checkFile(root, place, twin) == nil || !isOther(root, place, twin) {
		t.Error("the twin would take the address of what is there")
	}
	if err := store.storeFiles(root, &shipped{Folder: release.NewFolder(&release.Release{Manifest: &release.Manifest{Files: []release.File{twin}}}, nil)}); err == nil || !strings.Contains(err.Error(), "has other bytes at this address") {
		t.Errorf("the error is %v", err)
	}
	// What is damaged is no other content: it is mended.
	must.Do(t, root.WriteFile(place, []byte("damaged"), 0o644))
	if isOther(root, place, file) {
		t.Error("a damaged file keeps the whole one out")
	}
}

package release

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// store of a gateway that speaks a contract, with a release in it that the gateway
// before or after took in.
func storeOf(t *testing.T, contract int) *Store {
	t.Helper()
	store := NewStore(t.TempDir())
	store.contract = contract
	return store
}

// shippedFolder is a small release folder of a contract, with a field that only that
// contract would know.
func shippedFolder(t *testing.T, contract int, field string) string {
	t.Helper()
	folder := t.TempDir()
	content := []byte("export {}")
	name := "remoteEntry." + contentHash(content) + ".js"
	page := []byte("<h1>x</h1>")
	fragment := "home." + contentHash(page) + ".html"
	both := map[string]string{"en": "x", "es": "x"}
	manifest := map[string]any{
		"contract": contract, "edition": "football", "version": "1.0.0", "entry": name, "mount": mountModule, "federation": "1.0.0",
		"shared":  []SharedLibrary{{Name: Runtime, Version: "2.9.2", Range: "^2.9.0"}},
		"preload": []string{name}, "files": []File{listed(name, content), listed(fragment, page)},
		"routes": []any{map[string]any{
			"path": "/football", "header": "football", "footer": "football", "title": both, "description": both,
			"fragment": map[string]string{"en": fragment, "es": fragment},
		}},
	}
	if field != "" {
		manifest[field] = "of another contract"
	}
	encoded, err := json.Marshal(manifest)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{name: content, fragment: page, ManifestFile: encoded} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func listed(name string, content []byte) File {
	file := File{Path: name, Size: int64(len(content))}
	_, after, _ := strings.Cut(copyChecked(discard{}, strings.NewReader(string(content)), file).Error(), "its hash is ")
	file.SHA384, _, _ = strings.Cut(after, ",")
	return file
}

type discard struct{}

func (discard) Write(content []byte) (int, error) { return len(content), nil }

// Contract 3 is made up: a gateway that speaks it runs beside this one while the
// site is updated, and this one comes back when the update is taken back.
func TestAGatewayTakesItsContractAndTheOneBeforeAndReadsTheOneAfter(t *testing.T) {
	for _, test := range []struct {
		gateway, release int
		takes, reads     bool
	}{
		{2, 1, false, false},
		{2, 2, true, true},
		{2, 3, false, true},
		{2, 4, false, false},
		{3, 1, false, false},
		{3, 2, true, true},
		{3, 3, true, true},
		{3, 4, false, true},
		{4, 2, false, false},
	} {
		store := storeOf(t, test.gateway)
		_, err := store.Take(shippedFolder(t, test.release, ""))
		if took := err == nil; took != test.takes {
			t.Errorf("a gateway of contract %d takes %d: %v", test.gateway, test.release, err)
		}
		store.contract = test.release
		taken, err := store.Take(shippedFolder(t, test.release, ""))
		if err != nil {
			if test.release >= firstContract {
				t.Fatal(err)
			}
			continue
		}
		store.contract = test.gateway
		_, err = store.Open("football", taken.Name)
		if reads := err == nil; reads != test.reads {
			t.Errorf("a gateway of contract %d reads a stored %d: %v", test.gateway, test.release, err)
		}
	}
}

func TestAStoredManifestKeepsTheFieldsThatTheGatewayDoesNotKnow(t *testing.T) {
	store := storeOf(t, 2)
	folder := shippedFolder(t, 3, "islands")
	if _, err := store.Take(folder); err == nil || !strings.Contains(err.Error(), "islands") {
		t.Errorf("at the door the error is %v", err)
	}
	name := store.Keep(t, folder)
	if _, err := store.Open("football", name); err != nil {
		t.Errorf("stored, it is not read: %v", err)
	}
	place := filepath.Join(store.Folder(), "football", releasesFolder, name+".json")
	if kept, err := os.ReadFile(place); err != nil || !strings.Contains(string(kept), "islands") {
		t.Errorf("it is now %s (%v)", kept, err)
	}
}

// Two contents whose hashes begin alike can be made on purpose, with much work:
// here the store has one whose name an evil twin would have.
func TestAKnownAddressWithOtherBytesIsRefused(t *testing.T) {
	store := storeOf(t, ContractVersion)
	folder := shippedFolder(t, ContractVersion, "")
	taken, err := store.Take(folder)
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(filepath.Join(store.Folder(), "football"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	file := taken.Manifest.Files[0]
	twin := file
	twin.SHA384, twin.Size = "sha384-of the twin", file.Size+1
	place := filesFolder + "/" + file.Path
	if checkFile(root, place, twin) == nil || !isOther(root, place, twin) {
		t.Error("the twin would take the address of what is there")
	}
	if err := store.storeFiles(root, &shipped{Folder: Folder{Release: &Release{Manifest: &Manifest{Files: []File{twin}}}}}); err == nil || !strings.Contains(err.Error(), "has other bytes at this address") {
		t.Errorf("the error is %v", err)
	}
	// What is damaged is no other content: it is mended.
	if err := root.WriteFile(place, []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	if isOther(root, place, file) {
		t.Error("a damaged file keeps the whole one out")
	}
}

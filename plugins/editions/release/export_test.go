package release

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Speak makes it the store of a gateway of another contract.
func (s *Store) Speak(contract int) { s.contract = contract }

// Keep puts a release folder into the store as it is, as a gateway does that knows
// all of it, and answers the release's name.
func (s *Store) Keep(t *testing.T, folder string) (name string) {
	t.Helper()
	manifest, err := os.ReadFile(filepath.Join(folder, ManifestFile))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(manifest), `"edition":"`)
	edition, _, _ := strings.Cut(rest, `"`)
	files := filepath.Join(s.folder, edition, filesFolder)
	manifests := filepath.Join(s.folder, edition, releasesFolder)
	if err := os.MkdirAll(manifests, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(files, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	name = contentHash(manifest)
	if err := os.WriteFile(filepath.Join(manifests, name+".json"), manifest, 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// Before has a hook asked before each operation that changes the store.
func (s *Store) Before(hook func(operation, name string) error) { s.before = hook }

// Over is what is over the budgets of a release with these files, sizes by coding.
func Over(manifest *Manifest, sizes map[string]map[string]int64) []string {
	folder := &Folder{Release: newRelease(nil, manifest), size: func(name string) (int64, error) {
		original, coding := decode(name)
		size, found := sizes[original][coding.String()]
		if !found {
			return 0, fs.ErrNotExist
		}
		return size, nil
	}}
	return folder.overBudget()
}

// Budgets are the numbers, by what they are of.
var Budgets = map[string]int64{"page": pageBudget, "host": hostBudget, "shell": shellBudget, "edition": BudgetOf("golf"), "login": loginBudget}

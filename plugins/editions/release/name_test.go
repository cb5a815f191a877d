package release

import (
	"crypto/sha512"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The vector is the builder's own, and was made with tools that are neither's.
func TestAReleasesNameIsTheOneThatItsBuilderComputes(t *testing.T) {
	vector := filepath.Join("..", "..", "..", "packages", "build", "testdata", "release-name")
	want, err := os.ReadFile(filepath.Join(vector, "name.txt"))
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(vector, "files")
	var files []File
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		digest := sha512.New384()
		digest.Write(content)
		files = append(files, File{Path: filepath.ToSlash(relative), SHA384: integrity(digest), Size: int64(len(content))})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := name(files); got != strings.TrimSpace(string(want)) {
		t.Errorf("name = %s, want %s", got, want)
	}
}

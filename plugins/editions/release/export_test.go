package release

import (
	"io"
	"io/fs"
	"strings"
)

// Over is what is over the budgets of a release with these files, sizes by coding.
func Over(manifest *Manifest, sizes map[string]map[string]int64) []string {
	return NewFolder(newRelease(nil, manifest), sized(sizes)).overBudget()
}

// sized are files of which nothing is known but their sizes, by coding.
type sized map[string]map[string]int64

func (s sized) Open(string) (io.ReadCloser, error) { return nil, fs.ErrNotExist }

func (s sized) Size(name string) (int64, error) {
	for coding, ending := range map[string]string{"br": BrotliEnding, "zstd": ZstdEnding, "gzip": GzipEnding} {
		if original, found := strings.CutSuffix(name, ending); found {
			if size, known := s[original][coding]; known {
				return size, nil
			}
		}
	}
	return 0, fs.ErrNotExist
}

// Budgets are the numbers, by what they are of.
var Budgets = map[string]int64{"page": pageBudget, "host": hostBudget, "shell": shellBudget, "edition": BudgetOf("golf"), "login": loginBudget}

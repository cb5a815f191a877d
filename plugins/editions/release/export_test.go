package release

import (
	"io/fs"
)

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

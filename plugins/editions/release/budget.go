package release

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// How many bytes of script a release may weigh, as packages/build/src/release/budget.ts
// says: brotli on a first page, host, shell and one edition together, and gzip when
// logging in with one wallet.
const (
	pageBudget  = 120_000
	hostBudget  = 97_500
	shellBudget = 8_400
	loginBudget = 130_000
)

// BudgetOf is how many bytes of script a first page may load of an edition, as sent with brotli.
func BudgetOf(edition string) int64 {
	switch edition {
	case Host:
		return hostBudget
	case Shell:
		return shellBudget
	}
	return pageBudget - hostBudget - shellBudget
}

// WithinBudget is the Check of what teams ship: a release that weighs more than its
// share of a page would have everybody wait. Development builds do weigh more.
func WithinBudget(opened *Folder) error {
	over := opened.overBudget()
	if len(over) > 0 {
		return fmt.Errorf("budgets: %s: `fieldhouse-build check` says what they are made of", strings.Join(over, "; "))
	}
	return nil
}

func (f *Folder) overBudget() (over []string) {
	page, first := f.heaviestPage()
	budget := BudgetOf(f.Manifest.Edition)
	if size := f.sum(first, BrotliEnding); size > budget {
		over = append(over, fmt.Sprintf("the %s is over its budget of %d bytes of script (brotli): %s are %d", page, budget, strings.Join(first, ", "), size))
	}
	for _, choice := range f.loginChoices() {
		if size := f.sum(choice.scripts, GzipEnding); size > loginBudget {
			over = append(over, fmt.Sprintf("the login with %s is over its budget of %d bytes of script (gzip): %s are %d", choice.name, loginBudget, strings.Join(choice.scripts, ", "), size))
		}
	}
	return over
}

// Weight is how many files a release has, their bytes, and how many bytes of script a first
// page is sent with brotli. Source maps are sent to nobody and do not count.
func (f *Folder) Weight() (files int, bytes, firstPage int64) {
	for _, file := range f.Manifest.Files {
		if !IsSourceMap(file.Path) {
			files++
			bytes += file.Size
		}
	}
	_, scripts := f.heaviestPage()
	return files, bytes, f.sum(scripts, BrotliEnding)
}

func (f *Folder) sum(scripts []string, ending string) (total int64) {
	for _, script := range scripts {
		total += f.sent(script, ending)
	}
	return total
}

// heaviestPage is the page whose scripts of the release weigh the most, and these.
func (f *Folder) heaviestPage() (page string, scripts []string) {
	page = "first page"
	if f.Manifest.Edition == Host {
		return page, []string{f.Manifest.Entry}
	}
	scripts = f.Manifest.Preload
	for _, route := range f.Manifest.Routes {
		if f.sum(route.Scripts, BrotliEnding) > f.sum(scripts, BrotliEnding) {
			page, scripts = "first page", route.Scripts
			if route.Path != "" {
				page = "page " + route.Path
			}
		}
	}
	return page, scripts
}

// The wallets' lazy part, and a wallet's chunk with its name. Before a wallet's comes the
// one with the library that packs transactions, but for those that bring their own.
var (
	walletScript   = regexp.MustCompile(`^wallet(s\.|-).*\.js$`)
	walletName     = regexp.MustCompile(`^wallet-([^.]+)\.`)
	packThemselves = []string{"cloud"}
)

const packing = "packing"

type loginChoice struct {
	name    string
	scripts []string
}

func (f *Folder) loginChoices() (choices []loginChoice) {
	byName := map[string][]string{}
	var names []string
	for _, file := range f.Manifest.Files {
		if !walletScript.MatchString(file.Path) {
			continue
		}
		name := ""
		if found := walletName.FindStringSubmatch(file.Path); found != nil {
			name = found[1]
		}
		if byName[name] == nil && name != "" && name != packing {
			names = append(names, name)
		}
		byName[name] = append(byName[name], file.Path)
	}
	for _, name := range names {
		for _, script := range byName[name] {
			scripts := slices.Clone(byName[""])
			if !slices.Contains(packThemselves, name) {
				scripts = append(scripts, byName[packing]...)
			}
			choices = append(choices, loginChoice{name, append(scripts, script)})
		}
	}
	return choices
}

package release_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

// What the build refuses the gateway refuses, in the same words: both read the same cases.
func TestBudgetsAreTheBuilds(t *testing.T) {
	content := must.Get(os.ReadFile("../../../packages/build/testdata/budgets.json"))(t)
	var vectors struct {
		Budgets map[string]int64
		Cases   []struct {
			Sentence, Edition string
			Manifest          release.Manifest
			Sizes             map[string]map[string]int64
			Over              []string
		}
	}
	must.Do(t, json.Unmarshal(content, &vectors))
	if !maps.Equal(vectors.Budgets, release.Budgets) {
		t.Errorf("the budgets are %v, the build's %v", release.Budgets, vectors.Budgets)
	}
	for _, test := range vectors.Cases {
		manifest, sizes := test.Manifest, map[string]map[string]int64{}
		manifest.Edition = test.Edition
		for _, path := range slices.Sorted(maps.Keys(test.Sizes)) {
			manifest.Files = append(manifest.Files, release.File{Path: path, Size: max(test.Sizes[path]["plain"], 1_000_000*min(test.Sizes[path]["br"], 1))})
			sizes[path] = map[string]int64{}
			for ending, coding := range map[string]string{"br": "br", "gz": "gzip"} {
				if size, there := test.Sizes[path][ending]; there {
					sizes[path][coding] = size
				}
			}
		}
		if over := release.Over(&manifest, sizes); !slices.Equal(over, test.Over) {
			t.Errorf("%s: %q, want %q", test.Sentence, over, test.Over)
		}
	}
}

// What a first page is sent is counted: its scripts as they are packed.
func TestAReleaseOverItsBudgetIsRefused(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var script strings.Builder
	for range 40_000 {
		script.WriteByte(byte('a' + random.IntN(8)))
	}
	for content, refused := range map[string]bool{script.String(): true, strings.Repeat("a", 40_000): false} {
		draft := releasetest.Sport(releasetest.Football)
		draft.Content["mount.js"] = content
		store := store.NewStore(t.TempDir(), release.WithinBudget)
		_, err := store.Take(draft.Write(t))
		if over := err != nil && strings.Contains(err.Error(), "the first page is over its budget of 14100 bytes of script (brotli)"); over != refused {
			t.Errorf("%.10s: %v", content, err)
		}
	}
}

package store_test

import (
	"bytes"
	"testing"

	"fieldhouse/plugins/atomicfile/powercut"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

// The power may be cut at each moment of taking a release in: a folder into an empty store, and an archive into one that has
// a release. Whatever of it is in the store then is whole, and it can be taken again.
func TestAPowerCutLeavesReleasesWhole(t *testing.T) {
	folder, archive := releasetest.Sport(releasetest.Football).Write(t), update(t, 1)
	for name, c := range map[string]struct {
		before int // releases that the store has
		take   func(*testing.T, *store.Store)
	}{
		"a folder": {0, func(t *testing.T, held *store.Store) {
			must.Get(held.Take(folder))(t)
		}},
		"an archive": {1, func(t *testing.T, held *store.Store) {
			must.Do(t, take(held, bytes.NewReader(archive)))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			held := store.NewStore(t.TempDir())
			for range c.before {
				must.Get(held.Take(folder))(t)
			}
			powercut.Each(t, held.Folder(), func() { c.take(t, held) }, func(left, when string, done bool) {
				after := store.NewStore(left)
				count, damaged := verified(t, after)
				if count != c.before && count != c.before+1 || done && count != c.before+1 || len(damaged) > 0 {
					t.Errorf("%s: of %d releases %q are damaged, want %d or one more", when, count, damaged, c.before)
				}
				c.take(t, after)
				if count, damaged := verified(t, after); count != c.before+1 || len(damaged) > 0 {
					t.Errorf("%s: taken again, of %d releases %q are damaged", when, count, damaged)
				}
			})
		})
	}
}

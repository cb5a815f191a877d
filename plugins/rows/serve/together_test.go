package serve

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest"
)

func TestWhatAllRequestIsTakenFromAnotherProcessUnlessItIsWorse(t *testing.T) {
	var asked []string
	var other *edgecache.Content
	s := plan{together: func(ctx context.Context, key string, maxAge time.Duration, fetch edgecache.Fetch) (edgecache.Content, error) {
		asked = append(asked, fmt.Sprint(key, " ", maxAge))
		if other != nil {
			return *other, nil
		}
		return fetch(ctx)
	}}.setup(t, game)
	read := func(what, wants string) {
		t.Helper()
		s.clock.Move(soft)
		s.get(drops)
		plugintest.Eventually(t, what, func() bool {
			return s.config.Engine.Stats().Fetching == 0 && strings.Contains(s.get(drops).Body.String(), wants)
		})
	}
	s.get(drops)
	if len(asked) != 1 || !strings.HasPrefix(asked[0], "rows ") || !strings.HasSuffix(asked[0], (soft/2).String()) {
		t.Fatalf("asked for %q", asked)
	}
	for _, target := range []string{drops + "&min_block=1", paths.Rows + "/accounts?account=eosio.token&scope=alice.wam"} {
		if s.get(target); len(asked) != 1 {
			t.Errorf("%s is asked of others", target)
		}
	}
	head := uint64(0)
	s.node.Set(func(state *chaintest.State) { head = state.Head })
	copyOf := func(name string, head uint64, leftOut int) *edgecache.Content {
		meta := meta{head: head, time: "2024-08-13T16:01:34.000Z", leftOut: leftOut}
		return &edgecache.Content{Body: []byte(name), Meta: meta.String(), Age: time.Millisecond}
	}
	other = copyOf("with rows that could not be read", head+1, 1)
	read("where a copy lacks rows the node is asked", "Starter Pack")
	other = &edgecache.Content{Body: []byte("nonsense"), Age: time.Millisecond}
	read("and where it says of no head", "Starter Pack")
	other = copyOf("of a newer head", head+1, 0)
	read("a copy of a newer head is taken", "of a newer head")
	other = copyOf("of an older head", head, 0)
	read("a copy of an older head is not", "of a newer head")
}

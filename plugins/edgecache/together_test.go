package edgecache

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestWhatOthersHaveReadIsTakenForWhoTakesItAndIsFetchedElse(t *testing.T) {
	other := Content{Body: []byte("copy"), Age: soft / 4}
	clock, from := newTestClock(), &source{body: "own"}
	asked := 0
	engine := newEngine(t, clock, func(c *Config) {
		c.Together = func(ctx context.Context, class Class, key string, maxAge time.Duration, take func(*Content) bool, fetch Fetch) (Content, error) {
			if asked++; class != rows || maxAge != soft/2 {
				t.Errorf("asked for %s %q, %s old", class, key, maxAge)
			}
			if content := other; take(&content) {
				return content, nil
			}
			return fetch(ctx)
		}
	})
	takes := Lookup{Key: "k", Take: func(content *Content) bool { content.Tags = []string{"tag"}; return true }}
	entry := wantLookup(t, engine, takes, from.fetch, "copy", Miss)
	if age := clock.Now().Sub(entry.Stored); age != soft/4 || entry.Soft != entry.Stored.Add(soft) || len(entry.Tags) != 1 {
		t.Errorf("it is %s old, and is fresh until %s; tags %q", age, entry.Soft, entry.Tags)
	}
	refuses := Lookup{Key: "refused", Take: func(*Content) bool { return false }}
	wantLookup(t, engine, refuses, from.fetch, "own", Miss)
	// What no cache could keep is no reason to fail.
	other.Meta = strings.Repeat("x", maxMetaBytes+1)
	wantLookup(t, engine, Lookup{Key: "with much meta", Take: takes.Take}, from.fetch, "own", Miss)
	if before := asked; before != 3 || from.calls.Load() != 2 {
		t.Errorf("others are asked %d times, and it is fetched %d times", before, from.calls.Load())
	}
	want(t, engine, "for this process alone", from.fetch, "own", Miss)
	if asked != 3 {
		t.Error("others are asked for what nobody would take of them")
	}
}

package store_test

import (
	"errors"
	"io/fs"
	"testing"
	"time"

	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/representation"
)

// mapped is football with a source map of its mount.
func mapped(content string) *releasetest.Draft {
	draft := releasetest.Sport(releasetest.Football)
	draft.Content[draft.Name("mount.js")+".map"] = content
	return draft
}

func TestASourceMapTravelsWithItsReleaseAndIsServedToNobody(t *testing.T) {
	held := store.NewStore(t.TempDir())
	draft := mapped("of one source")
	taken := must.Get(held.Take(draft.Write(t)))(t)
	script := draft.Name("mount.js")
	name := draft.Name(script + ".map")
	if _, listed := taken.File(name); !listed {
		t.Fatalf("%s is not listed", name)
	}
	plain := func([]representation.Coding) representation.Coding { return representation.Identity }
	if _, err := held.Serve(releasetest.Football, name, plain); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is served: %v", name, err)
	}
	if served, err := held.Serve(releasetest.Football, script, plain); err != nil {
		t.Errorf("%s is not served: %v", script, err)
	} else if err := served.Content.Close(); err != nil {
		t.Error(err)
	}
	for _, name := range []string{taken.Name, "", "00000000000000000000"} {
		if content, err := held.SourceMap(releasetest.Football, name, script, 100); err != nil || string(content) != "of one source" {
			t.Errorf("of release %q it is %q, %v", name, content, err)
		}
	}
	for attack, try := range map[string]struct{ edition, script string }{
		"another edition's":      {releasetest.Basketball, script},
		"one that is no edition": {"../football", script},
		"another script's":       {releasetest.Football, draft.Name("remoteEntry.js")},
		"one that is no name":    {releasetest.Football, "../files/" + script},
		"a map's":                {releasetest.Football, name},
		"none's":                 {releasetest.Football, ""},
	} {
		if content, err := held.SourceMap(try.edition, taken.Name, try.script, 100); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %q, %v", attack, content, err)
		}
	}
	if _, err := held.SourceMap(releasetest.Football, taken.Name, script, 5); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("one that is too large: %v", err)
	}
}

func TestOfTwoSourceMapsOfOneScriptTheReleaseHasItsOwn(t *testing.T) {
	held := store.NewStore(t.TempDir())
	for _, content := range []string{"of one source", "of another source"} {
		draft := mapped(content)
		taken := must.Get(held.Take(draft.Write(t)))(t)
		if found, err := held.SourceMap(releasetest.Football, taken.Name, draft.Name("mount.js"), 100); err != nil || string(found) != content {
			t.Errorf("it is %q, want %q (%v)", found, content, err)
		}
	}
}

func TestASourceMapIsPrunedWithItsRelease(t *testing.T) {
	held := store.NewStore(t.TempDir())
	draft := mapped("of one source")
	taken, err := held.Take(draft.Write(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := held.Prune(time.Now().Add(48*time.Hour), false, func(stored []store.Stored, remove func(store.Stored) error) error {
		return remove(stored[0])
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := held.SourceMap(releasetest.Football, taken.Name, draft.Name("mount.js"), 100); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is there yet: %v", err)
	}
}

func TestSourceMapsDoNotCountAsWeight(t *testing.T) {
	weigh := func(draft *releasetest.Draft) (files int, bytes int64) {
		held := store.NewStore(t.TempDir())
		taken := must.Get(held.Take(draft.Write(t)))(t)
		opened := must.Get(held.Open(releasetest.Football, taken.Name))(t)
		files, bytes, _ = opened.Weight()
		return files, bytes
	}
	files, bytes := weigh(releasetest.Sport(releasetest.Football))
	if with, bytesWith := weigh(mapped("of one source")); with != files || bytesWith != bytes {
		t.Errorf("%d files of %d bytes, without a map %d of %d", with, bytesWith, files, bytes)
	}
}

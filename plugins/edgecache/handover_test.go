package edgecache

import (
	"slices"
	"strings"
	"testing"
)

func TestAnEngineAnswersWhatAnotherOneHad(t *testing.T) {
	clock := newTestClock()
	before, source := newEngine(t, clock), &source{body: "one", tags: []string{"account:alice"}}
	want(t, before, "k", source.fetch, "one", Miss)
	want(t, before, "k", source.fetch, "one", Hit)
	clock.Move(soft / 2)
	want(t, before, "later", fixed("two"), "two", Miss)
	copies := before.Copies(1 << 20)
	if len(copies) != 2 || copies[0].Key != "k" || copies[0].Age != soft/2 || copies[0].Soft != soft/2 {
		t.Fatalf("%+v", copies)
	}
	if few := before.Copies(3); len(few) != 1 || few[0].Key != "k" {
		t.Errorf("of three bytes there are %+v", few)
	}
	large := strings.Repeat("x", 1<<10)
	want(t, before, "large", fixed(large), large, Miss)
	for range 3 {
		want(t, before, "large", fixed(large), large, Hit)
	}
	if small := before.Copies(1<<10 - 1); len(small) != 2 {
		t.Errorf("beside one that has no room there are %+v", small)
	}

	after := newEngine(t, clock)
	want(t, after, "later", fixed("newer"), "newer", Miss)
	wrong := append(copies, Copy{Class: "none", Key: "x"}, Copy{Class: rows, Key: "old", Age: hard}, Copy{Class: rows, Key: "young", Age: -1},
		Copy{Class: rows, Key: strings.Repeat("k", maxKeyBytes+1)}, Copy{Class: rows, Key: "large", Body: make([]byte, mebibyte)}, Copy{Class: rows, Key: "odd", Code: -1})
	after.Take(wrong)
	source.set("", errSource)
	entry := want(t, after, "k", source.fetch, "one", Hit)
	if entry.Tags[0] != "account:alice" || clock.Now().Sub(entry.Stored) != soft/2 || entry.ETag != want(t, before, "k", source.fetch, "one", Hit).ETag {
		t.Errorf("%+v", entry)
	}
	want(t, after, "later", source.fetch, "newer", Hit)
	keys := after.Hot(10)
	if i := slices.IndexFunc(keys, func(key HotKey) bool { return key.Key == "k" }); len(keys) != 2 || keys[i].Soft != soft/2 || keys[i].Hard != hard-soft/2 {
		t.Errorf("it has %+v", keys)
	}
	clock.Move(hard - soft/2)
	if err := getError(after, Lookup{Key: "k"}, source.fetch); err == nil {
		t.Error("past its hard deadline it is answered still")
	}
}

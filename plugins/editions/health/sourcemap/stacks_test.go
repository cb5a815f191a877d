package sourcemap

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/plugintest/must"
)

// A map of one line: columns 0 to 9 are a.ts:1:1, 10 to 19 are b.ts:8:3, from 20 on nothing.
const small = `{"version":3,"sources":["apps/football/src/a.ts","@fieldhouse/sale/src/b.ts"],"names":[],"mappings":"AAAA,UCOE,U"}`

const script = "https://site.example/_r/football/mount.00000000000000000000.js"

// translated is what becomes of a stack.
func translated(s *Stacks, release, stack string) string {
	told := make(chan string, 1)
	s.Translate(release, stack, func(text string) { told <- text })
	return <-told
}

func having(maps map[string]string) (read Read, asked *[]string) {
	asked = new([]string)
	return func(edition, release, script string, _ int64) ([]byte, error) {
		*asked = append(*asked, edition+" "+release+" "+script)
		if content, found := maps[script]; found {
			return []byte(content), nil
		}
		return nil, fs.ErrNotExist
	}, asked
}

func TestThePlacesOfAStackBecomeThoseOfItsSources(t *testing.T) {
	read, asked := having(map[string]string{"mount.00000000000000000000.js": small})
	s := New(read, time.Now)
	defer s.Close()
	for stack, want := range map[string]string{
		"Error: it is broken\n    at Home (" + script + ":1:1)\n    at " + script + ":1:20\n    at https://site.example/_r/host/host.1.js:1:5": "Error: it is broken\n    at Home (apps/football/src/a.ts:1:1)\n    at @fieldhouse/sale/src/b.ts:8:3\n    at https://site.example/_r/host/host.1.js:1:5",
		"Home@" + script + ":1:11\nrender@" + script + ":1:10":                                                                                 "Home@@fieldhouse/sale/src/b.ts:8:3\nrender@apps/football/src/a.ts:1:1",
		"at " + script + ":1:21":            "at " + script + ":1:21",
		"at " + script + ":2:1":             "at " + script + ":2:1",
		"at " + script + ":0:0":             "at " + script + ":0:0",
		"at https://site.example/about:1:1": "at https://site.example/about:1:1",
		"":                                  "",
	} {
		if got := translated(s, "r1", stack); got != want {
			t.Errorf("%q became %q, want %q", stack, got, want)
		}
	}
	if (*asked)[0] != "football r1 mount.00000000000000000000.js" {
		t.Errorf("maps were asked for %q", *asked)
	}
}

func TestAPlaceThatIsKnownReadsNoMap(t *testing.T) {
	read, asked := having(map[string]string{"mount.00000000000000000000.js": small})
	s := New(read, time.Now)
	defer s.Close()
	for range 3 {
		if got := translated(s, "r1", "at "+script+":1:1"); got != "at apps/football/src/a.ts:1:1" {
			t.Fatalf("it became %q", got)
		}
		// What has no map is remembered as well.
		translated(s, "r1", "at https://site.example/_r/shell/mount.1.js:1:1")
	}
	if len(*asked) != 2 {
		t.Errorf("maps were asked for %q", *asked)
	}
}

func TestWhoReportsWhatNobodyHasReadsSoManyMapsASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		read, asked := having(nil)
		s := New(read, time.Now)
		defer s.Close()
		report := func() {
			for index := range 100 {
				translated(s, "r1", strings.ReplaceAll("at "+script+":1:1", "mount", "m"+strings.Repeat("x", index)))
			}
		}
		report()
		if len(*asked) != mapsAtOnce {
			t.Errorf("%d maps were read at once, want %d", len(*asked), mapsAtOnce)
		}
		time.Sleep(time.Second)
		report()
		if len(*asked) != mapsAtOnce+mapsPerSecond {
			t.Errorf("%d maps were read after a second, want %d", len(*asked), mapsAtOnce+mapsPerSecond)
		}
	})
}

func TestWithTooManyStacksWaitingOneIsToldAsItIsAtOnce(t *testing.T) {
	begun, goOn := make(chan struct{}), make(chan struct{})
	s := New(func(string, string, string, int64) ([]byte, error) {
		close(begun)
		<-goOn
		return []byte(small), nil
	}, time.Now)
	told := make(chan string, maxWaiting+2)
	report := func() { s.Translate("r1", "at "+script+":1:1", func(text string) { told <- text }) }
	report()
	<-begun
	for range maxWaiting {
		report()
	}
	report()
	if got := <-told; got != "at "+script+":1:1" {
		t.Errorf("the one too many became %q", got)
	}
	close(goOn)
	s.Close()
	for range maxWaiting + 1 {
		if got := <-told; got != "at apps/football/src/a.ts:1:1" {
			t.Errorf("one that waited became %q", got)
		}
	}
	report()
	if got := <-told; got != "at "+script+":1:1" {
		t.Errorf("after the end it became %q", got)
	}
}

func TestAMapThatIsNoneLeavesTheStackAsItIs(t *testing.T) {
	for name, content := range map[string]string{
		"no JSON":              "<html>",
		"another version":      `{"version":2,"sources":["a"],"mappings":"AAAA"}`,
		"another letter":       `{"version":3,"sources":["a"],"mappings":"A!AA"}`,
		"two fields":           `{"version":3,"sources":["a"],"mappings":"AA"}`,
		"six fields":           `{"version":3,"sources":["a"],"mappings":"AAAAAA"}`,
		"an unfinished number": `{"version":3,"sources":["a"],"mappings":"AAAg"}`,
		"an endless number":    `{"version":3,"sources":["a"],"mappings":"AAAgggggggggggA"}`,
		"a source too many":    `{"version":3,"sources":["a"],"mappings":"ACAA"}`,
		"a source before":      `{"version":3,"sources":["a"],"mappings":"ADAA"}`,
		"a line before":        `{"version":3,"sources":["a"],"mappings":"AADA"}`,
		"a very long name":     `{"version":3,"sources":["` + strings.Repeat("a", maxSource+1) + `"],"mappings":"AAAA"}`,
	} {
		t.Run(name, func(t *testing.T) {
			read, _ := having(map[string]string{"mount.00000000000000000000.js": content})
			s := New(read, time.Now)
			defer s.Close()
			if got := translated(s, "r1", "at "+script+":1:1"); got != "at "+script+":1:1" {
				t.Errorf("it became %q", got)
			}
		})
	}
}

func FuzzMappings(f *testing.F) {
	f.Add("AAAA,UCOE,U;;AAAA", 0, 5)
	f.Add("gggggggB,D;+/+/", 2, 1)
	f.Fuzz(func(t *testing.T, mappings string, line, column int) {
		found := 0
		err := segments(mappings, func(position, int, int, int) { found++ })
		if err == nil && found > len(mappings) {
			t.Errorf("%d segments in %d letters", found, len(mappings))
		}
		content := `{"version":3,"sources":["a"],"mappings":"` + mappings + `"}`
		_, _ = origins([]byte(content), []position{{line, column}})
	})
}

// BenchmarkAMap takes the place of an error apart: the map of the file named by MAP.
func BenchmarkAMap(b *testing.B) {
	content, err := os.ReadFile(os.Getenv("MAP"))
	if err != nil {
		b.Skip("MAP names no source map")
	}
	for b.Loop() {
		must.Get(origins(content, []position{{0, 100_000}}))(b)
	}
}

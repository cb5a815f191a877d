package release

import (
	"encoding/json"
	"os"
	"testing"

	"fieldhouse/plugins/plugintest/must"
)

// TestPatternsOverlapWhereNeitherIsMoreSpecific takes vectors that the build is
// tested with too.
func TestPatternsOverlapWhereNeitherIsMoreSpecific(t *testing.T) {
	content := must.Get(os.ReadFile("testdata/patterns.json"))(t)
	var vectors []struct {
		A, B    string
		Overlap bool
	}
	if err := json.Unmarshal(content, &vectors); err != nil || len(vectors) < 10 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for _, vector := range vectors {
		a, b := (&Route{Path: vector.A}).Pattern(), (&Route{Path: vector.B}).Pattern()
		if overlap(a, b) != vector.Overlap || overlap(b, a) != vector.Overlap {
			t.Errorf("%s and %s: overlap %v, want %v", vector.A, vector.B, !vector.Overlap, vector.Overlap)
		}
	}
}

func TestAPatternMatchesWholeSegments(t *testing.T) {
	pattern := (&Route{Path: "/football/:year/blog/:slug"}).Pattern()
	for path, want := range map[string]string{
		"/football/2026/blog/draw":   "year=2026 slug=draw ",
		"/football/../blog/a b%":     "year=.. slug=a b% ",
		"/football/2026/blog/":       "",
		"/football//blog/draw":       "",
		"/football/2026/blog/draw/":  "",
		"/football/2026/blog":        "",
		"/football/2026/Blog/draw":   "",
		"/footballs/2026/blog/draw":  "",
		"/football/2026/blog/draw/x": "",
		"/":                          "",
	} {
		found := ""
		matches := pattern.Match(path, func(name, value string) { found += name + "=" + value + " " })
		if matches != (want != "") || matches && found != want {
			t.Errorf("%s matches %v with %q, want %q", path, matches, found, want)
		}
	}
	if path := pattern.Fill(func(name string) string { return "<" + name + ">" }); path != "/football/<year>/blog/<slug>" {
		t.Errorf("filled it is %s", path)
	}
}

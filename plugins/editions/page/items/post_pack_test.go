package items

import "testing"

func TestAPostIsAboutTheOneDropThatItNames(t *testing.T) {
	drops := []drop{{ID: 1, Edition: "football", Name: "Opening Drive"}, {ID: 2, Edition: "football", Name: "First Snap"}, {ID: 12, Edition: "football", Name: "Drive"}}
	for name, test := range map[string]struct {
		post post
		want string
	}{
		"named in the text":         {post{Content: "<p>What is in <b>First Snap</b>?</p>"}, "First Snap"},
		"with letters around":       {post{Content: "First Snapshots, HotFirst Snap"}, ""},
		"in other letters":          {post{Content: "the first snap"}, ""},
		"several in the text":       {post{Content: "First Snap and Opening Drive"}, ""},
		"the title's, of several":   {post{Title: "First Snap: what is in it", Content: "Unlike Opening Drive"}, "First Snap"},
		"a category's":              {post{Categories: []string{"Packs", "First Snap"}, Content: "Unlike Opening Drive"}, "First Snap"},
		"linked to, of several":     {post{Title: "First Snap", Content: `<a href="/football/drops/12?ref=post">See it</a>`}, "Drive"},
		"another edition's address": {post{Content: `<a href="/basketball/drops/1">See it</a>`}, ""},
		"none":                      {post{Content: "Nothing"}, ""},
	} {
		got := ""
		if about := test.post.about(drops); about != nil {
			got = about.Name
		}
		if got != test.want {
			t.Errorf("%s: it is about %q, want %q", name, got, test.want)
		}
	}
}

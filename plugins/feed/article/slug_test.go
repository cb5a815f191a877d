package article

import (
	"strings"
	"testing"
)

func TestAPostsSlugIsTheEndOfItsAddress(t *testing.T) {
	for link, want := range map[string]string{
		"https://medium.com/fieldhouse/we-counted-the-draw-3f2a1b9c": "we-counted-the-draw-3f2a1b9c",
		"https://blog.example/2026/11/As%C3%AD%20jug%C3%B3/":         "asi-jugo",
		"https://blog.example/post.html":                             "post",
		"https://blog.example/a%2Fb%22%3E%3Cscript%3E":               "b-script",
		"https://blog.example/" + strings.Repeat("x", 300):           strings.Repeat("x", maxSlug),
	} {
		posts := []Post{{Title: "Other", Link: link, GUID: link}}
		if NameSlugs(posts); posts[0].Slug != want {
			t.Errorf("%s has the slug %q, want %q", link, posts[0].Slug, want)
		}
	}
}

func TestAPostWhoseAddressSaysNothingIsNamedByItsTitle(t *testing.T) {
	for _, link := range []string{"", "https://blog.example/", "https://blog.example/index.php?p=12", "https://blog.example/статья"} {
		posts := []Post{{Title: "¿Así?  It’s on!", Link: link, GUID: "12"}}
		NameSlugs(posts)
		if name, mark, _ := strings.Cut(posts[0].Slug, "-on-"); name != "asi-it-s" || len(mark) != 8 {
			t.Errorf("%q has the slug %q", link, posts[0].Slug)
		}
	}
	posts := []Post{{Title: "静か", GUID: "13"}}
	if NameSlugs(posts); len(posts[0].Slug) != 8 {
		t.Errorf("a title of no such letters has the slug %q", posts[0].Slug)
	}
}

func TestAPostKeepsItsSlugWhenAnotherOneComesWithTheSame(t *testing.T) {
	older := Post{Title: "Night", Link: "https://blog.example/night", GUID: "1"}
	alone := []Post{older}
	NameSlugs(alone)
	both := []Post{{Title: "Night", Link: "https://blog.example/2/night", GUID: "2"}, older}
	NameSlugs(both)
	if alone[0].Slug != "night" || both[1].Slug != "night" || !strings.HasPrefix(both[0].Slug, "night-") {
		t.Errorf("alone %q, then %q and %q", alone[0].Slug, both[1].Slug, both[0].Slug)
	}
	same := []Post{{Title: "Night"}, {Title: "Night"}, {Title: "Night"}}
	NameSlugs(same)
	if same[0].Slug == same[1].Slug || same[1].Slug == same[2].Slug || same[0].Slug == same[2].Slug {
		t.Errorf("posts that nothing tells apart have the slugs %q", []string{same[0].Slug, same[1].Slug, same[2].Slug})
	}
}

package visit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site/settings"
)

// posts is an answer of the feed, newest first.
func posts(items ...map[string]any) string {
	content, err := json.Marshal(map[string]any{"status": "ok", "feed": map[string]any{"url": "https://blog.example/feed", "link": "https://blog.example/"}, "items": items})
	if err != nil {
		panic(err)
	}
	return string(content)
}

// written is a post with members replaced.
func written(slug string, change map[string]any) map[string]any {
	post := map[string]any{
		"title": "About " + slug, "slug": slug, "pubDate": "2026-11-14 09:30:00", "link": "https://blog.example/" + slug, "guid": slug,
		"author": "Ana", "thumbnail": "", "description": "<p>Brief " + slug + "</p>", "content": "<p>All of " + slug + "</p>",
		"enclosure": map[string]any{}, "categories": []string{"Fairness", "Packs"}, "excerpt": "Begins " + slug, "readingTime": 5,
	}
	for name, value := range change {
		post[name] = value
	}
	return post
}

// withItems is a stage where football has the pages of items, three posts and a drop.
func withItems(t testing.TB, change ...func(*Options)) *stage {
	t.Helper()
	s := newStage(t, change...)
	s.shown = lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), compiled(t, releasetest.Sport(releasetest.Football).Items()), compiled(t, releasetest.Sport(releasetest.Basketball)))
	s.source.set(release.NeedPosts, posts(written("newest", nil), written("middle", nil), written("oldest", nil)))
	s.source.set(release.NeedDrops, envelope(row(42, nil), row(43, map[string]any{"edition": "basketball"}), row(44, map[string]any{"is_hidden": 1})))
	return s
}

// structured is a page's JSON-LD.
func structured(t *testing.T, body string) map[string]any {
	t.Helper()
	_, rest, found := strings.Cut(body, `<script type="application/ld+json">`)
	text, _, _ := strings.Cut(rest, "</script>")
	var read map[string]any
	if err := json.Unmarshal([]byte(text), &read); !found || err != nil {
		t.Fatalf("the structured data of the page: %v in %s", err, body)
	}
	return read
}

func TestAPageOfAPatternIsFilledFromItsItem(t *testing.T) {
	s := withItems(t, func(options *Options) { options.Origin = "https://fieldhouse.example" })
	s.source.set(release.NeedPosts, posts(written("newest", nil), written("middle", map[string]any{"thumbnail": "https://cdn.example/a.png?x=1&y=2"}), written("oldest", nil)))
	for path, parts := range map[string][]string{
		"/football/blog/middle": {
			"<title>About middle · Fieldhouse</title>",
			`<meta name="description" content="Begins middle">`,
			`<link rel="canonical" href="https://fieldhouse.example/football/blog/middle">`,
			`<link rel="alternate" hreflang="es" href="https://fieldhouse.example/football/blog/middle?lang=es">`,
			`<link rel="alternate" hreflang="x-default" href="https://fieldhouse.example/football/blog/middle">`,
			`<meta property="og:type" content="article"><meta property="article:published_time" content="2026-11-14T09:30:00Z">`,
			`<meta property="og:title" content="About middle · Fieldhouse">`,
			`<meta property="og:image" content="https://cdn.example/a.png?x=1&amp;y=2"><meta name="twitter:card" content="summary_large_image">`,
			`<h1>About middle</h1><p>Ana, <time datetime="2026-11-14T09:30:00Z">14 Nov 2026</time>, 14 Nov 2026, 5, Fairness</p>`,
			`<div data-slot="content"><figure><img src="https://cdn.example/a.png?x=1&amp;y=2" alt="" decoding="async" referrerpolicy="no-referrer"></figure><p>All of middle</p></div>`,
			`<nav><li class="older"><a href="/football/blog/oldest">About oldest</a>: Begins oldest</li><li class="newer"><a href="/football/blog/newest">`,
			`<a href="https://blog.example/middle">there</a></main>`,
			`{"path":"/football/blog/middle","route":"/football/blog/:slug","status":200,`,
		},
		"/football/drops/42": {
			"<title>Pack · Fieldhouse</title>",
			`<meta name="description" content="Pack: Five cards">`,
			`<link rel="canonical" href="https://fieldhouse.example/football/drops/42">`,
			`<meta property="og:type" content="website">`,
			`<meta name="twitter:card" content="summary">`,
			`<h1>Pack</h1><div data-slot="drop"><p class="live">24.99 USD, 417.90 WAX, 1,204 left</p></div></main>`,
			`{"path":"/football/drops/42","route":"/football/drops/:id","status":200,`,
			`"rowDrops":{"more":false,"next_key":"","rows":[{`,
		},
	} {
		rest := s.body(path, release.English)
		for _, part := range parts {
			_, after, found := strings.Cut(rest, part)
			if !found {
				t.Fatalf("%s lacks, after what came before it,\n%s\nin\n%s", path, part, s.body(path, release.English))
			}
			rest = after
		}
		for _, language := range release.Languages {
			page := s.Get(s.shown, path, language)
			info, found := s.Info(s.shown, path, language)
			if !found || info.Status != 200 || info.Path != path || !strings.Contains(string(page.Body), "<main id=\"fh-main\" tabindex=\"-1\" data-floor=\"football\">"+info.Main+"</main>") {
				t.Errorf("%s in %s is another page by navigation: %+v", path, language, info)
			}
			if head := string(page.Body[:bytes.Index(page.Body, []byte("</head>"))]); !strings.Contains(head, "crossorigin>"+info.Head+`<link rel="icon"`) || !strings.Contains(info.Head, "og:title") || !strings.Contains(info.Head, "ld+json") {
				t.Errorf("%s in %s: by navigation its head says %s", path, language, info.Head)
			}
			if !strings.Contains(string(page.Body), "<title>"+info.Title+"</title>") || !strings.Contains(string(page.Body), `content="`+info.Description+`"`) {
				t.Errorf("%s in %s is called %q (%q) by navigation", path, language, info.Title, info.Description)
			}
		}
	}
	if spanish := s.body("/football/drops/42", release.Spanish); !strings.Contains(spanish, "24,99 USD, 417,90 WAX, 1204 left") {
		t.Errorf("in Spanish: %s", spanish)
	}
}

func TestASharedLinkShowsAPictureOfItsPage(t *testing.T) {
	football := releasetest.Sport(releasetest.Football).Items()
	football.Content["en.png"], football.Content["es.png"] = "in English", "in Spanish"
	football.Content["rare.png"], football.Content["raro.png"] = "rare", "raro"
	english, spanish := football.Name("en.png"), football.Name("es.png")
	rare, raro := football.Name("rare.png"), football.Name("raro.png")
	for index := range football.Manifest.Routes {
		route := &football.Manifest.Routes[index]
		if route.Path != "/football" {
			route.Picture = release.Texts{"en": english, "es": spanish}
		}
		if route.Item == "drops" {
			route.PackPictures = map[string]release.Texts{"3-2": {"en": rare, "es": raro}}
		}
	}
	s := withItems(t, func(options *Options) { options.Origin = "https://fieldhouse.example" })
	s.shown = lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), compiled(t, football))
	const hash = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPBdG"
	s.source.set(release.NeedDrops, envelope(row(42, nil), row(45, map[string]any{"display_data": `{"img":"` + hash + `"}`}),
		row(46, map[string]any{"display_data": `{"contents":{"cards":5,"least":"rare"}}`}),
		row(47, map[string]any{"display_data": `{"contents":{"cards":5,"least":"rare"}}`})))
	s.source.set(release.NeedPosts, posts(written("drawn", nil), written("photo", map[string]any{"thumbnail": "https://cdn.example/a.png"})))
	const base = "https://fieldhouse.example/_r/football/"
	for path, test := range map[string]struct {
		language           release.Language
		picture, alt, data string
	}{
		"/football/faq":        {release.English, base + english, "Title of /football/faq", ""},
		"/football/faq?":       {release.Spanish, base + spanish, "Título de /football/faq", ""},
		"/football/drops/42":   {release.English, base + english, "Pack · Fieldhouse", base + english},
		"/football/drops/45":   {release.Spanish, base + spanish, "Pack · Fieldhouse", "https://ipfs.io/ipfs/" + hash},
		"/football/drops/46":   {release.English, base + rare, "Pack · Fieldhouse", base + rare},
		"/football/drops/46?":  {release.Spanish, base + raro, "Pack · Fieldhouse", base + raro},
		"/football/drops/47":   {release.English, base + english, "Pack · Fieldhouse", base + english},
		"/football/blog/drawn": {release.English, base + english, "About drawn · Fieldhouse", base + english},
		"/football/blog/photo": {release.English, "https://cdn.example/a.png", "", "https://cdn.example/a.png"},
		"/football":            {release.English, "", "", ""},
	} {
		body := s.body(strings.TrimSuffix(path, "?"), test.language)
		card := `<meta name="twitter:card" content="summary">`
		if test.picture != "" {
			card = `<meta property="og:image" content="` + test.picture + `">`
			if test.alt != "" {
				card += `<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta property="og:image:alt" content="` + test.alt + `">`
			}
			card += `<meta name="twitter:card" content="summary_large_image">`
		}
		if !strings.Contains(body, card) || strings.Count(body, `"og:image"`) != strings.Count(card, `"og:image"`) {
			t.Errorf("%s lacks %s in %.3000s", path, card, body)
		}
		if test.data != "" && structured(t, body)["image"] != test.data {
			t.Errorf("%s: to machines its image is %v", path, structured(t, body)["image"])
		}
	}
}

// Two editions have a page of each post: search engines are told of one of them.
func TestAPostOfTwoEditionsIsFoundAtTheOneThatTheSettingsNameFirst(t *testing.T) {
	s := withItems(t, func(options *Options) { options.Origin = "https://fieldhouse.example" })
	s.shown = lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), compiled(t, releasetest.Sport(releasetest.Football).Items()), compiled(t, releasetest.Sport(releasetest.Basketball).Items()))
	for _, path := range []string{"/football/blog/middle", "/basketball/blog/middle"} {
		body := s.body(path, release.Spanish)
		for _, part := range []string{
			`<link rel="canonical" href="https://fieldhouse.example/football/blog/middle?lang=es">`,
			`<link rel="alternate" hreflang="x-default" href="https://fieldhouse.example/football/blog/middle">`,
			`<meta property="og:url" content="https://fieldhouse.example/football/blog/middle?lang=es">`,
			`{"path":"` + path + `",`,
		} {
			if !strings.Contains(body, part) {
				t.Errorf("%s lacks %s in %s", path, part, body)
			}
		}
		if url := structured(t, body)["url"]; url != "https://fieldhouse.example/football/blog/middle?lang=es" {
			t.Errorf("to machines %s is %s", path, url)
		}
	}
	// A drop is its edition's alone.
	if body := s.body("/basketball/drops/43", release.English); !strings.Contains(body, `<link rel="canonical" href="https://fieldhouse.example/basketball/drops/43">`) {
		t.Errorf("a drop's page is elsewhere: %s", body)
	}
	read, _ := sitemapOf(t, s)
	counts := map[string]int{}
	for _, entry := range read.URLs {
		counts[strings.TrimPrefix(entry.Loc, "https://fieldhouse.example")]++
	}
	for path, want := range map[string]int{
		"/football/blog": 1, "/basketball/blog": 1, "/football/blog/middle": 1, "/basketball/blog/middle": 0,
		"/football/drops/42": 1, "/basketball/drops/43": 1,
	} {
		if counts[path] != want {
			t.Errorf("the sitemap has %s %d times", path, counts[path])
		}
	}
}

func TestAHeadSaysNoMoreThanItHasPlaceFor(t *testing.T) {
	s := withItems(t)
	long := strings.Repeat("ñ", 1000)
	s.source.set(release.NeedDrops, envelope(row(42, map[string]any{"name": long, "display_data": `{"description":"` + long + `"}`}), row(47, map[string]any{"display_data": ""})))
	info, _ := s.Info(s.shown, "/football/drops/42", release.English)
	if title, description := []rune(info.Title), []rune(info.Description); len(title) != 200 || len(description) != 300 || title[len(title)-1] != '…' {
		t.Errorf("the title has %d characters, the description %d", len(title), len(description))
	}
	if info, _ = s.Info(s.shown, "/football/drops/47", release.English); info.Description != "Pack:" {
		t.Errorf("without a description it says %q", info.Description)
	}
}

func TestWhatMachinesReadOfAnItem(t *testing.T) {
	s := withItems(t, func(options *Options) { options.Origin = "https://fieldhouse.example" })
	s.source.set(release.NeedDrops, envelope(
		row(42, map[string]any{"display_data": `{"description":"Five cards","img":"QmNLei78zWmzUdbeRB3CiUfAizWUrbeeZh5K1rhAQKCh51"}`}),
		row(45, map[string]any{"listing_price": "12.00000000 WAX", "start_time": at.Unix() + hour, "display_data": `{"img":"javascript:alert(1)"}`}),
		row(46, map[string]any{"settlement_symbol": "4,EOS"}),
	))
	post := structured(t, s.body("/football/blog/newest", release.Spanish))
	for name, want := range map[string]any{
		"@context": "https://schema.org", "@type": "BlogPosting", "headline": "About newest", "description": "Begins newest", "datePublished": "2026-11-14T09:30:00Z",
		"url": "https://fieldhouse.example/football/blog/newest?lang=es", "sameAs": "https://blog.example/newest",
	} {
		if post[name] != want {
			t.Errorf("a post's %s is %v, want %v", name, post[name], want)
		}
	}
	if author := post["author"].(map[string]any); author["name"] != "Ana" || post["image"] != nil {
		t.Errorf("a post is %v", post)
	}
	for path, want := range map[string]struct{ image, price, currency, availability any }{
		"/football/drops/42": {"https://ipfs.io/ipfs/QmNLei78zWmzUdbeRB3CiUfAizWUrbeeZh5K1rhAQKCh51", "24.99", "USD", "https://schema.org/InStock"},
		"/football/drops/45": {nil, "12.00000000", "WAX", "https://schema.org/PreOrder"},
	} {
		drop := structured(t, s.body(path, release.English))
		offer := drop["offers"].(map[string]any)
		if drop["@type"] != "Product" || drop["image"] != want.image || offer["price"] != want.price || offer["priceCurrency"] != want.currency || offer["availability"] != want.availability {
			t.Errorf("%s is %v", path, drop)
		}
	}
	if other := structured(t, s.body("/football/drops/46", release.English)); other["offers"] != nil {
		t.Errorf("what cannot be bought here is offered: %v", other)
	}
}

func TestADropWhoseSaleIsPausedIsOfferedToNobody(t *testing.T) {
	s := withItems(t)
	paused := strings.TrimSuffix(envelope(row(42, nil), row(45, map[string]any{"edition": "basketball"})), "}") + `,"paused":{"football":{"en":"Back soon.","es":"Pronto.","since":"2026-11-22T19:30:00Z"}}}`
	s.source.set(release.NeedDrops, paused)
	offer := structured(t, s.body("/football/drops/42", release.English))["offers"].(map[string]any)
	if offer["availability"] != "https://schema.org/OutOfStock" {
		t.Errorf("the offer is %v", offer)
	}
	if body := s.body("/football/drops/42", release.English); !strings.Contains(body, `"paused":{"football":{"en":"Back soon."`) {
		t.Error("the page's snapshot does not tell the pause")
	}
}

func TestPostsBeforeTheNewestStandInALineEachAndHavePagesAllTheSame(t *testing.T) {
	s := withItems(t)
	var many []map[string]any
	for n := 199; n >= 0; n-- {
		many = append(many, written(fmt.Sprint("post-", n), map[string]any{"pubDate": at.AddDate(0, 0, n-199).Format("2006-01-02 15:04:05")}))
	}
	s.source.set(release.NeedPosts, posts(many...))
	list := s.body("/football/blog", release.English)
	if got := strings.Count(list, `<li class="post"`) + strings.Count(list, `<li class="lead"`); got != 50 {
		t.Errorf("without a list of the earlier ones it has %d posts, want 50", got)
	}
	earlier := s.body("/football/blog/post-100", release.English)
	if !strings.Contains(earlier, "About post-100") || strings.Contains(earlier, `"slug":"post-99"`) || strings.Count(earlier, `"slug":"post-`) != 20+1 {
		t.Errorf("the snapshot of a page has %d posts, want its own and the newest 20", strings.Count(earlier, `"slug":"post-`))
	}
}

func TestAPageCarriesTheTextsOfItsOwnPostAlone(t *testing.T) {
	s := withItems(t)
	snapshot := func(path string) string {
		_, rest, _ := strings.Cut(s.body(path, release.English), `id="fh-snapshot">`)
		text, _, _ := strings.Cut(rest, "</script>")
		return text
	}
	for path, own := range map[string]string{"/football/blog/middle": "middle", "/football/blog": ""} {
		text := snapshot(path)
		var read struct {
			PostsMedium struct {
				Status string
				Feed   struct{ URL string }
				Items  []struct{ Slug, Title, Excerpt, Content, Description string }
			}
		}
		if err := json.Unmarshal([]byte(text), &read); err != nil {
			t.Fatalf("%s carries %v: %s", path, err, text)
		}
		if len(read.PostsMedium.Items) != 3 || read.PostsMedium.Status != "ok" || read.PostsMedium.Feed.URL != "https://blog.example/feed" {
			t.Errorf("%s carries %s", path, text)
		}
		for _, post := range read.PostsMedium.Items {
			isWhole := post.Content == "<p>All of "+post.Slug+"</p>" && post.Description != ""
			if isWhole != (post.Slug == own) || post.Content == "" == (post.Slug == own) || post.Excerpt != "Begins "+post.Slug {
				t.Errorf("%s carries of %s: %+v", path, post.Slug, post)
			}
		}
	}
}

func TestAnAddressThatWasMadeUpIsNotFoundAndCostsNothing(t *testing.T) {
	s := withItems(t)
	s.body("/football/blog/newest", release.English)
	s.body("/football/drops/42", release.English)
	s.body("/football/blog/unknown", release.English)
	kept, asked := len(s.kept), s.source.asked
	for index := range 1000 {
		for _, path := range []string{"/football/blog/made-up-%d", "/football/drops/9%d"} {
			page := s.Get(s.shown, fmt.Sprintf(path, index), release.English)
			if page.Status != http.StatusNotFound || strings.Contains(string(page.Body), "made-up") {
				t.Fatalf(path+" answers %d", index, page.Status)
			}
		}
	}
	if len(s.kept) != kept || s.source.asked != asked {
		t.Errorf("2000 addresses made %d entries and asked %d times", len(s.kept)-kept, s.source.asked-asked)
	}
	info, _ := s.Info(s.shown, "/football/drops/9", release.English)
	if info.Status != http.StatusNotFound || info.Header != nil || !strings.Contains(info.Main, "Not found") {
		t.Errorf("by navigation it is %+v", info)
	}
}

func TestOddAddressesOfAPattern(t *testing.T) {
	s := withItems(t)
	for _, path := range []string{
		"/football/blog/:slug", "/football/blog/", "/football/blog//newest", "/football/blog/newest/", "/football/blog/newest/x", "/football/blog/Newest",
		"/football/blog/..", "/football/blog/.", "/football/blog/../blog/newest", "/football/blog/newest%20", "/football/blog/newest ", "/football/blog/a/../newest",
		"/football/drops/042", "/football/drops/+42", "/football/drops/42.0", "/football/drops/-1", "/football/drops/18446744073709551658",
		// Another edition's, and one that is hidden.
		"/football/drops/43", "/football/drops/44", "/basketball/drops/43",
		"/football/blog/" + strings.Repeat("x", 1<<20),
	} {
		if page := s.Get(s.shown, path, release.English); page.Status != http.StatusNotFound {
			t.Errorf("%.60s answers %d", path, page.Status)
		}
	}
	if kept := len(s.kept); kept != 2 {
		t.Errorf("they made %d entries, want football's and basketball's", kept)
	}
}

func TestBeforeTheFirstReadNobodyKnowsWhichItemsThereAre(t *testing.T) {
	s := withItems(t)
	blog := s.source.bodies[release.NeedPosts]
	s.source.mutex.Lock()
	delete(s.source.bodies, release.NeedPosts)
	s.source.mutex.Unlock()
	for _, path := range []string{"/football/blog/newest", "/football/blog/made-up"} {
		page := s.Get(s.shown, path, release.English)
		answer := httptest.NewRecorder()
		page.Write(answer, httptest.NewRequest("GET", path, nil), false)
		if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") == "" || answer.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s answers %d %v", path, answer.Code, answer.Header())
		}
		if info, _ := s.Info(s.shown, path, release.English); info.Status != http.StatusServiceUnavailable {
			t.Errorf("%s is %d by navigation", path, info.Status)
		}
	}
	if s.HasPage(s.shown, "/football/blog/newest") {
		t.Error("it has a page that nobody knows of")
	}
	s.source.set(release.NeedPosts, blog)
	s.clock.Move(time.Second)
	for path, want := range map[string]int{"/football/blog/newest": 200, "/football/blog/made-up": 404, "/football/blog": 200} {
		if page := s.Get(s.shown, path, release.English); page.Status != want {
			t.Errorf("after the first read %s answers %d", path, page.Status)
		}
	}
}

func TestWhoAsksForAnItemWhileItsListIsReadAnewWaitsForNothing(t *testing.T) {
	s := withItems(t)
	s.body("/football/blog/newest", release.English)
	s.source.mutex.Lock()
	s.source.blocked = make(chan struct{})
	s.source.mutex.Unlock()
	s.clock.Move(time.Second)
	// They would wait for a minute.
	for path, want := range map[string]int{"/football/blog/made-up": 404, "/football/blog/newest": 200} {
		if at, _ := s.composer.Find(s.shown, path); at.Status != want {
			t.Errorf("%s is %d", path, at.Status)
		}
	}
	close(s.source.blocked)
}

func TestAnItemIsThereAsSoonAsItsListCouldBeRead(t *testing.T) {
	s := withItems(t, func(options *Options) { options.Data.wait = time.Nanosecond })
	s.source.blocked = make(chan struct{})
	if page := s.Get(s.shown, "/football/blog/newest", release.English); page.Status != http.StatusServiceUnavailable {
		t.Errorf("without its list it answers %d", page.Status)
	}
	s.Data.wait = time.Minute
	close(s.source.blocked)
	if page := s.Get(s.shown, "/football/blog/newest", release.English); page.Status != http.StatusOK {
		t.Errorf("with it it answers %d", page.Status)
	}
}

func TestAnItemThatGoesAwayTakesItsPageWithIt(t *testing.T) {
	s := withItems(t)
	if page := s.Get(s.shown, "/football/blog/middle", release.English); page.Status != 200 {
		t.Fatalf("answers %d", page.Status)
	}
	s.source.set(release.NeedPosts, posts(written("newest", nil), written("oldest", nil)))
	s.clock.Move(changeAfter)
	if page := s.Get(s.shown, "/football/blog/middle", release.English); page.Status != http.StatusNotFound {
		t.Errorf("answers %d", page.Status)
	}
	if body := s.body("/football/blog/newest", release.English); !strings.Contains(body, `<li class="older"><a href="/football/blog/oldest">`) {
		t.Errorf("the neighbours are %s", body)
	}
}

// The look for a page and its composing read the data one after the other.
func TestAnItemThatGoesAwayWhileItsPageIsComposedIsNotFound(t *testing.T) {
	s := withItems(t)
	at, _ := s.composer.Find(s.shown, "/football/blog/middle")
	s.source.set(release.NeedPosts, posts(written("newest", nil)))
	s.clock.Move(time.Second)
	page := s.get(t.Context(), s.shown, at, release.English)
	if page.Status != http.StatusNotFound || s.kept[key{s.shown.ID, false, at.Key, release.English}] != nil {
		t.Errorf("answers %d, with %d pages kept", page.Status, len(s.kept))
	}
}

func TestAPostWithoutAnAddressOnTheWebLeadsToTheBlog(t *testing.T) {
	s := withItems(t)
	for _, link := range []string{"", "posts/newest", "javascript:alert(1)"} {
		s.source.set(release.NeedPosts, posts(written("newest", map[string]any{"link": link})))
		s.clock.Move(time.Second)
		if body := s.body("/football/blog/newest", release.English); !strings.Contains(body, `<a href="https://blog.example/">there</a>`) {
			t.Errorf("a post with the link %q has no link to its blog: %s", link, body)
		}
	}
}

func TestTheMarkupOfAnItemStaysText(t *testing.T) {
	const evil = `"><script>alert(1)</script></title><!-- ]]> @setting/product@ @item/slug@ @list/posts@ </script><script>`
	s := withItems(t)
	s.source.set(release.NeedPosts, posts(written("newest", map[string]any{
		"title": evil, "excerpt": evil, "author": evil, "categories": []string{evil}, "link": "javascript:alert(1)//", "thumbnail": "javascript:alert(1)",
	})))
	s.source.set(release.NeedDrops, envelope(row(42, map[string]any{"name": evil, "display_data": `{"description":` + string(asJSON(evil)) + `,"img":"\"><script>"}`})))
	for path, says := range map[string]string{"/football/blog/newest": "headline", "/football/drops/42": "name"} {
		body := s.body(path, release.English)
		if strings.Contains(body, "<script>alert") || strings.Contains(body, `="javascript:`) || strings.Count(body, "</title>") != 1 {
			t.Errorf("the markup of an item is in %s: %s", path, body)
		}
		// As many as without: nothing of the item begins or ends one.
		if scripts, ends := strings.Count(body, "<script"), strings.Count(body, "</script>"); scripts != ends || scripts != 8 {
			t.Errorf("%s has %d scripts and %d ends", path, scripts, ends)
		}
		if read := structured(t, body); read[says] != evil {
			t.Errorf("the structured data of %s says %q", path, read[says])
		}
		if !strings.Contains(body, "@setting/product@ @item/slug@ @list/posts@") {
			t.Errorf("a mark in a value of %s was filled", path)
		}
	}
}

func TestTheMoreSpecificPathHasThePage(t *testing.T) {
	football := releasetest.Sport(releasetest.Football).Items()
	pattern := football.Manifest.Routes[3]
	if pattern.Path != "/football/blog/:slug" {
		t.Fatalf("the pattern is %s", pattern.Path)
	}
	wide := pattern
	wide.Path, wide.Title = "/football/:year/:slug", releasetest.Both("The year's @item/title@")
	// The wider one stands first.
	football.Manifest.Routes = append([]release.Route{wide}, football.Manifest.Routes...)
	football.Route("/football/blog/rules", releasetest.Football, releasetest.Football, "<h1>Rules</h1>", "<h1>Reglas</h1>")
	s := withItems(t)
	s.shown = lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), compiled(t, football))
	s.source.set(release.NeedPosts, posts(written("newest", nil), written("rules", nil)))
	for path, want := range map[string]string{
		"/football/blog/newest": "<title>About newest · Fieldhouse</title>",
		"/football/2026/newest": "<title>The year&#x27;s About newest</title>",
		// A fixed path goes before a pattern, and the narrower pattern alone decides.
		"/football/blog/rules":   "<title>Title of /football/blog/rules</title>",
		"/football/blog/unknown": "<title>Not found</title>",
		// It is no post of that year.
		"/football/2025/newest": "<title>Not found</title>",
	} {
		if body := s.body(path, release.English); !strings.Contains(body, want) {
			t.Errorf("%s lacks %s: %s", path, want, body)
		}
	}
}

func TestAListOfPostsSaysWhatItHas(t *testing.T) {
	s := withItems(t)
	for answer, want := range map[string]string{
		posts(written("a", nil), written("b", nil)): `<ul><li class="lead"><a href="/football/blog/a">About a</a>: Begins a</li><li class="post"><a href="/football/blog/b">About b</a>: Begins b</li></ul>`,
		posts(): "<ul><li>Nothing was written.</li></ul>",
		// What has no slug or title has no page, and of two with one slug the newer has it.
		posts(written("", nil), written("x", map[string]any{"title": ""}), written("c", nil), written("c", map[string]any{"title": "Second"}), map[string]any{"slug": 7}): `<ul><li class="lead"><a href="/football/blog/c">About c</a>: Begins c</li></ul>`,
		`{"status":"error"}`: "<ul><li>Nothing could be read.</li></ul>",
		`[]`:                 "<ul><li>Nothing could be read.</li></ul>",
	} {
		fresh := withItems(t)
		fresh.source.set(release.NeedPosts, answer)
		if body := fresh.body("/football/blog", release.English); !strings.Contains(body, want) {
			t.Errorf("%s\nis shown without %s: %s", answer, want, body)
		}
	}
	if body := s.body("/football/blog", release.English); !strings.Contains(body, `"PostsMedium":{"feed":{"link":"https://blog.example/","url":"https://blog.example/feed"},"status":"ok","items":[{`) {
		t.Errorf("the snapshot is another: %s", body)
	}
}

func TestAReleaseWhoseItemsCannotBeFilledIsRefused(t *testing.T) {
	for want, change := range map[string]func(*releasetest.Draft){
		`the text "@item/name@": mark for "name"`:    func(d *releasetest.Draft) { d.Manifest.Routes[3].Title = releasetest.Both("@item/name@") },
		`the text "@item/title": mark "@item/title"`: func(d *releasetest.Draft) { d.Manifest.Routes[3].Description = releasetest.Both("@item/title") },
		`the text "@item/title@": mark for "title"`:  func(d *releasetest.Draft) { d.Manifest.Routes[0].Title = releasetest.Both("@item/title@") },
		`a mark of the item in the props`: func(d *releasetest.Draft) {
			d.Manifest.Routes[4].Fragment = d.Fragment("main/props", `<div data-island="x" data-props="{&quot;id&quot;:&quot;@item/id@&quot;}"></div>`, "x")
		},
		`mark for "name"`: func(d *releasetest.Draft) {
			d.Manifest.Routes[3].Fragment = d.Fragment("main/mark", "<h1>@item/name@</h1>", "x")
		},
		`slot "content"`: func(d *releasetest.Draft) {
			d.Manifest.Routes[4].Fragment = d.Fragment("main/slot", `<div data-slot="content"></div>`, "x")
		},
		`it holds the list "posts", which is made of PostsMedium: that is not among the route's data`: func(d *releasetest.Draft) {
			d.Manifest.Routes[1].Fragment = d.Fragment("main/needs", "<ul>@list/posts@</ul>", "x")
		},
		`the release has no partial for its variant "unread"`: func(d *releasetest.Draft) { delete(d.Manifest.Partials["posts"], "unread") },
		`variant "live-lead" is unknown`:                      func(d *releasetest.Draft) { d.Manifest.Partials["drop"]["live-lead"] = releasetest.Both("x") },
	} {
		draft := releasetest.Sport(releasetest.Football).Items()
		change(draft)
		store := store.NewStore(t.TempDir(), items.Check)
		if _, err := store.Take(draft.Write(t)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %s, it is %v", want, err)
		}
	}
}

// TestADescriptionIsInThePagesLanguageWhereTheSettingsHaveIt takes vectors that the
// browser's functions are tested with too.
func TestADescriptionIsInThePagesLanguageWhereTheSettingsHaveIt(t *testing.T) {
	var read struct {
		DropTexts []settings.DropText
		Shown     []struct {
			What, Row, Text string
			Language, In    release.Language
		}
	}
	content, err := os.ReadFile("../page/testdata/descriptions.json")
	if err == nil {
		err = json.Unmarshal(content, &read)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(read.Shown) < 7 {
		t.Fatalf("%d descriptions", len(read.Shown))
	}
	given := *releasetest.Settings()
	given.DropTexts = read.DropTexts
	for _, want := range read.Shown {
		s := withItems(t, func(options *Options) { options.Site = page.NewSite(&given, releasetest.Editions...) })
		display := must.Get(json.Marshal(map[string]string{"description": want.Row}))(t)
		s.source.set(release.NeedDrops, envelope(row(42, map[string]any{"display_data": string(display)})))
		marked := `<p lang="` + string(want.In) + `" title="` + page.Escaped(want.Text) + `">`
		if body := s.body("/football", want.Language); !strings.Contains(body, marked) {
			t.Errorf("%s: a page in %s lacks %s in %s", want.What, want.Language, marked, body)
		}
		body := s.body("/football/drops/42", want.Language)
		if said := structured(t, body)["description"]; said != want.Text {
			t.Errorf("%s: to machines it is %v", want.What, said)
		}
		if info, _ := s.Info(s.shown, "/football/drops/42", want.Language); info.Description != strings.TrimSpace("Pack: "+want.Text) {
			t.Errorf("%s: the head says %q", want.What, info.Description)
		}
	}
}

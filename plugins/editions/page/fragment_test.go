package page

import (
	"html"
	"slices"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site/settings"
)

var testGrammar = grammar{base: "/_r/football/x/", lists: markedLists, slots: []string{"drops"}, fields: []string{"name", "link"}}

func filled(t *testing.T, markup string, site *settings.Settings, current Item) string {
	t.Helper()
	compiled := must.Get(compile(markup, testGrammar))(t)
	return string(compiled.fillItem(nil, &filling{site: NewSite(site)}, current))
}

// Reading it for each of its marks would take an hour.
func TestATagWithManyMarksIsReadOnce(t *testing.T) {
	const mark = "@setting/product@"
	marks := strings.Repeat(mark, 512<<10/len(mark))
	made, err := compile(`<a href="`+mark+`" data-props="`+releaseMark+marks+`" title="`+releaseMark+mark+`">x</a>`, grammar{})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[pieceKind]int{}
	for _, one := range made.pieces {
		kinds[one.kind]++
	}
	if kinds[propPiece] != len(marks)/len(mark) || kinds[settingPiece] != 2 {
		t.Errorf("it has %d marks in its props and %d others", kinds[propPiece], kinds[settingPiece])
	}
}

func TestMarksBecomeTheirValues(t *testing.T) {
	site := releasetest.Settings()
	site.Links.PlayGame = "https://play.example/?a=1&b=2"
	site.Countdowns.SeasonNumber = 3
	site.Developer.Name = `The "Sideline" \`
	for markup, want := range map[string]string{
		`<p>Welcome to @setting/product@.</p>`:                                   `<p>Welcome to Fieldhouse.</p>`,
		`<a href="@setting/links.playGame@">x</a>`:                               `<a href="https://play.example/?a=1&amp;b=2">x</a>`,
		`Season @setting/countdowns.seasonNumber@<!-- --> starts`:                `Season 3<!-- --> starts`,
		`<img srcset="@release/a.png 1x, @release/b.png 2x">@release/c`:          `<img srcset="/_r/football/x/a.png 1x, /_r/football/x/b.png 2x">/_r/football/x/c`,
		`<b title="it's" data-x="@item/name@@item/link@" hidden>@item/name@</b>`: `<b title="it's" data-x="AB" hidden>A</b>`,
		`mail a@b.c, @ and @settings/x`:                                          `mail a@b.c, @ and @settings/x`,
		``:                                                                       ``,
		`text only`:                                                              `text only`,

		// A string of JSON in an attribute.
		`<i data-props="[&quot;@setting/developer.name@&quot;]" title="@setting/developer.name@"></i>`: `<i data-props="[&quot;The \&quot;Sideline\&quot; \\&quot;]" title="The &quot;Sideline&quot; \"></i>`,
	} {
		if got := filled(t, markup, site, Item{Fields: map[string]string{"name": "A", "link": "B"}}); got != want {
			t.Errorf("%s\nbecomes %s\nwant    %s", markup, got, want)
		}
	}
}

func TestASlotIsFilledWithItsList(t *testing.T) {
	compiled := must.Get(compile(`<div data-slot="drops" class="list"></div><p>after</p>`, testGrammar))(t)
	partial := must.Get(compile(`<b>@item/name@</b>`, testGrammar))(t)
	fill := &filling{
		site:     NewSite(releasetest.Settings()),
		partials: partials{"drops": {"live": partial}},
		lists: map[string][]Item{"drops": {
			{Variants: []string{"live-lead", "live"}, Fields: map[string]string{"name": "One"}},
			{Variants: []string{"unshipped"}},
			{Variants: []string{"live"}, Fields: map[string]string{"name": "Two"}},
		}},
	}
	if got := string(compiled.fill(nil, fill)); got != `<div data-slot="drops" class="list"><b>One</b><b>Two</b></div><p>after</p>` {
		t.Errorf("filled %s", got)
	}
	fill.lists = nil
	if got := string(compiled.fill(nil, fill)); got != `<div data-slot="drops" class="list"></div><p>after</p>` {
		t.Errorf("without data %s", got)
	}
}

func TestMarkupThatTheGatewayCannotFillIsRefused(t *testing.T) {
	for markup, want := range map[string]string{
		`@setting/prodcut@`:                            `"prodcut"`,
		`@setting/navigation@`:                         `"navigation"`,
		`@setting/product`:                             `is not closed`,
		`@setting/@`:                                   `is not closed`,
		`@list/drops@`:                                 `"drops"`,
		`@item/price@`:                                 `"price"`,
		`@seting/product@`:                             `none of this kind`,
		`<a href=@setting/product@>x</a>`:              `double-quoted`,
		`<a href='@setting/product@'>x</a>`:            `double-quoted`,
		`<a @setting/product@="x">x</a>`:               `double-quoted`,
		`<a title="x"y=@item/name@>x</a>`:              `double-quoted`,
		`<ul class="@list/socials@"></ul>`:             `double-quoted`,
		`<div data-slot="drop"></div>`:                 `slot "drop"`,
		`<div data-slot="drops"> </div>`:               `must be empty`,
		`<div data-slot="drops"><p></p></div>`:         `must be empty`,
		`<br data-slot="drops"/>`:                      `slot "drops"`,
		`<div data-slot="drops">`:                      `ends inside`,
		`<p style="color:red">x</p>`:                   `attribute style`,
		`<p onclick="x()">x</p>`:                       `attribute onclick`,
		`<script>1</script>`:                           `<script>`,
		`<style>p{}</style>`:                           `<style>`,
		`<svg><script href="x"></script></svg>`:        `<script>`,
		`<meta http-equiv="refresh" content="0">`:      `<meta>`,
		`<base href="https://evil.example/">`:          `<base>`,
		`<iframe src="https://evil.example"></iframe>`: `<iframe>`,
		`<p>text</p><p class="`:                        `ends inside`,
	} {
		if _, err := compile(markup, testGrammar); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want one that holds %q", markup, err, want)
		}
	}
}

func TestMarkupOfAGuestStaysBesideWhatIsAroundIt(t *testing.T) {
	for markup, want := range map[string]string{
		`<p>a<br>b<img src="x"/></p><svg><path d="M0 0"/><g></g></svg><svg/>`: "",
		`<i data-island="islands/Sale"></i>`:                                  `island "islands/Sale"`,
		`<i data-slot="drops"></i>`:                                           `slot "drops"`,
		`@list/socials@`:                                                      `"socials"`,
		`@item/name@`:                                                         `"name"`,
		`<p>a</p></div>`:                                                      `</div> closes what is not open`,
		`<div><p>a</div></p>`:                                                 `</div> closes what is not open`,
		`<div><p>a</p>`:                                                       `<div> is not closed`,
		`<div/>`:                                                              `<div> is not closed`,
		`<textarea>`:                                                          `<textarea> is not closed`,
	} {
		_, err := compile(markup, grammar{guest: true, fields: []string{"number"}})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", markup, err, want)
		}
	}
}

func TestWordsBecomeTheListOfTheirLanguage(t *testing.T) {
	for _, test := range []struct {
		words            []string
		english, spanish string
	}{
		{nil, "", ""},
		{[]string{"a"}, "a", "a"},
		{[]string{"a", "b"}, "a and b", "a y b"},
		{[]string{"a", "b", "c"}, "a, b and c", "a, b y c"},
		{[]string{"a", "b", "c", "d"}, "a, b, c and d", "a, b, c y d"},
		{[]string{"a", "Ironman"}, "a and Ironman", "a e Ironman"},
		{[]string{"a", "hípica"}, "a and hípica", "a e hípica"},
		{[]string{"a", "hielo"}, "a and hielo", "a y hielo"},
		{[]string{"a", "Hiato"}, "a and Hiato", "a y Hiato"},
		{[]string{"a", "hockey"}, "a and hockey", "a y hockey"},
	} {
		if got := listed(test.words, release.English); got != test.english {
			t.Errorf("%q is %q, want %q", test.words, got, test.english)
		}
		if got := listed(test.words, release.Spanish); got != test.spanish {
			t.Errorf("%q is %q in Spanish, want %q", test.words, got, test.spanish)
		}
	}
}

// FuzzCompileAndFill holds that a value never changes the structure of what it is
// put into: parsed, the filled markup has the same elements and attributes, and
// the value as text.
func FuzzCompileAndFill(f *testing.F) {
	for _, value := range releasetest.HostileValues {
		f.Add(`<p title="@item/name@">@item/name@</p><b>@item/link@</b>`, value)
	}
	f.Add(`<a href='@item/name@'>`, "x")
	f.Add(`<p "@item/name@">`, `" onload="x`)
	f.Add(`<p a=b="@item/name@">`, `" onload="x`)
	f.Add(`<a title="x"y="@item/name@"><!-- @item/name@ -->`, `-->`)
	f.Add(`<textarea>@item/name@</textarea><title>@item/name@`, `</textarea><script>`)
	f.Fuzz(func(t *testing.T, markup, value string) {
		compiled, err := compile(markup, testGrammar)
		if err != nil {
			return
		}
		fill := &filling{site: NewSite(releasetest.Settings()), lists: map[string][]Item{}}
		plain := string(compiled.fillItem(nil, fill, Item{Fields: map[string]string{"name": "x", "link": "x"}}))
		hostile := string(compiled.fillItem(nil, fill, Item{Fields: map[string]string{"name": value, "link": value}}))
		if before, after := releasetest.Structure(plain), releasetest.Structure(hostile); before != after {
			t.Errorf("%q with %q has another structure:\n%s\n%s", markup, value, before, after)
		}
	})
}

func TestEscapingWritesWhatReactWrites(t *testing.T) {
	if got := string(appendEscaped(nil, `a&b<c>d"e'f`)); got != `a&amp;b&lt;c&gt;d&quot;e&#x27;f` {
		t.Errorf("escaped %s", got)
	}
}

func FuzzEscapedTextReadsBackAsTheValue(f *testing.F) {
	for _, value := range releasetest.HostileValues {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		escaped := string(appendEscaped(nil, value))
		if strings.ContainsAny(escaped, `<>"'`) {
			t.Errorf("%q still holds a delimiter: %q", value, escaped)
		}
		if got, want := html.UnescapeString(escaped), strings.ReplaceAll(value, "\x00", "\uFFFD"); got != want {
			t.Errorf("%q reads back as %q", value, got)
		}
	})
}

func TestSettingsListsFollowTheNavigation(t *testing.T) {
	site := releasetest.Settings()
	site.Navigation = []settings.NavEntry{
		{NameEN: "Learn", NameSP: "Aprende", Content: []settings.NavEntry{{NameEN: "A", NameSP: "A", TextEN: "First", TextSP: "Primera", Link: "/football/a"}, {NameEN: "B", NameSP: "Be", Link: "https://b.example"}}},
		{NameEN: "Blog", NameSP: "Bitácora", Link: "/football/blog"},
		{NameEN: "Paper", NameSP: "Papel", Link: "https://paper.example"},
		{NameEN: "Fourth", NameSP: "Cuarto", Link: "/fourth"},
	}
	edition := &Edition{Folder: &release.Folder{Release: &release.Release{Manifest: &release.Manifest{Edition: "football"}}}}
	at := Place{edition: edition, Path: "/football/a"}
	lists := NewSite(site, releasetest.Editions...).lists(new(Lineup), site.Navigation, release.Spanish, at, at.Header)
	describe := func(items []Item) string {
		var parts []string
		for _, item := range items {
			parts = append(parts, item.Fields["name"]+":"+item.Variants[0])
		}
		return strings.Join(parts, " ")
	}
	if got := describe(lists[navigationList]); got != "Aprende:group-current Bitácora:link Papel:external Cuarto:link" {
		t.Errorf("navigation is %s", got)
	}
	if got := describe(lists[navigationList][0].Content); got != "A:current Be:external" {
		t.Errorf("the group holds %s", got)
	}
	for index, want := range []string{"Primera", ""} {
		if got := lists[navigationList][0].Content[index].Fields["text"]; got != want {
			t.Errorf("the text of entry %d is %q, want %q", index, got, want)
		}
	}
	if got := describe(lists[editionsList]); got != "Fútbol americano:current Baloncesto:link" {
		t.Errorf("editions are %s", got)
	}
	if got := describe(lists[flatList]); got != "A:current Be:external Bitácora:link Papel:external" {
		t.Errorf("flat is %s", got)
	}
	at = Place{edition: edition, Path: "/football/blog/first", item: "first", route: &route{Route: release.Route{Path: "/football/blog/:slug"}}}
	lists = NewSite(site, releasetest.Editions...).lists(new(Lineup), site.Navigation, release.Spanish, at, at.Header)
	if got := describe(lists[navigationList]); got != "Aprende:group Bitácora:within Papel:external Cuarto:link" {
		t.Errorf("on the page of a post the navigation is %s", got)
	}
	if got := describe(lists[flatList]); got != "A:link Be:external Bitácora:within Papel:external" {
		t.Errorf("on the page of a post flat is %s", got)
	}
}

func TestAHeaderOfNoEditionSaysWhoseEntriesBeginWhere(t *testing.T) {
	site := releasetest.Settings()
	site.Navigation = []settings.NavEntry{
		{NameEN: "Learn", Content: []settings.NavEntry{{NameEN: "A", Link: "/football/a"}}},
		{NameEN: "Blog", Link: "/football/blog"},
		{NameEN: "Learn", Content: []settings.NavEntry{{NameEN: "A", Link: "/basketball/a"}}},
		{NameEN: "Paper", Link: "https://paper.example"},
	}
	said := func(edition string, look release.Look) []string {
		at := Place{edition: &Edition{Folder: &release.Folder{Release: &release.Release{Manifest: &release.Manifest{Edition: edition}}}}, Path: "/"}
		var names []string
		for _, item := range NewSite(site, releasetest.Editions...).lists(new(Lineup), site.Navigation, release.English, at, look)[navigationList] {
			names = append(names, item.Fields["edition"])
		}
		return names
	}
	if got, want := said(release.Shell, release.DefaultLook), []string{"Football", "", "Basketball", ""}; !slices.Equal(got, want) {
		t.Errorf("on the front page it says %q, want %q", got, want)
	}
	if got := said("football", "football"); slices.ContainsFunc(got, func(name string) bool { return name != "" }) {
		t.Errorf("on an edition's page it says %q", got)
	}
}

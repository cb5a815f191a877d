package visit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/site/settings"
)

// sports are the editions of a site that has more than a front page has floors.
var sports = append(slices.Clone(releasetest.Editions),
	settings.Edition{Name: "hockey", NameEN: "Hockey", NameSP: "Hockey sobre hielo"},
	settings.Edition{Name: "rugby", NameEN: "Rugby", NameSP: "Rugby"},
	settings.Edition{Name: "tennis", NameEN: "Tennis", NameSP: "Tenis"},
)

// floored is a stage with these releases and the host's.
func floored(t *testing.T, drafts ...*releasetest.Draft) *stage {
	t.Helper()
	s := newStage(t, func(options *Options) { options.Site = page.NewSite(releasetest.Settings(), sports...) })
	editions := []*page.Edition{compiled(t, releasetest.Host())}
	for _, draft := range drafts {
		editions = append(editions, compiled(t, draft))
	}
	s.shown = lineupOf(editions...)
	return s
}

// address is where a stage's edition has a file.
func (s *stage) address(edition, path string) string {
	return releasetest.Address(s.shown.Releases[edition].Manifest, path)
}

func TestTheFrontPageHasAFloorOfEachEditionThatBringsOne(t *testing.T) {
	names := []string{"football", "basketball", "hockey", "rugby", "tennis"}
	all := func(texts ...string) []string { return texts }
	for _, test := range []struct {
		// of are those with a floor; the others are there without.
		of               []string
		count            string
		lift             []string
		home             string
		english, spanish string
	}{
		{nil, "none", nil, "/", "", ""},
		{names[:1], "one", all("football 1 Football"), "/football", "football", "ifootball"},
		{names[1:2], "one", all("basketball 1 Basketball"), "/basketball", "basketball", "ibasketball"},
		{names[:2], "two", all("basketball 2 Basketball", "football 1 Football"), "/football", "football and basketball", "ifootball e ibasketball"},
		{all("football", "hockey", "rugby"), "three", all("rugby 3 Rugby", "hockey 2 Hockey", "football 1 Football"), "/football", "football, hockey and rugby", "ifootball, ihockey e irugby"},
		{names[:4], "four", all("rugby 4 Rugby", "hockey 3 Hockey", "basketball 2 Basketball", "football 1 Football"), "/football", "football, basketball, hockey and rugby", "ifootball, ibasketball, ihockey e irugby"},
		{names, "four", all("rugby 4 Rugby", "hockey 3 Hockey", "basketball 2 Basketball", "football 1 Football"), "/football", "football, basketball, hockey and rugby", "ifootball, ibasketball, ihockey e irugby"},
	} {
		drafts := []*releasetest.Draft{releasetest.House()}
		for _, name := range names {
			draft := releasetest.Sport(name)
			if slices.Contains(test.of, name) {
				draft.Storey()
			}
			drafts = append(drafts, draft)
		}
		s := floored(t, drafts...)
		want := `<h1>` + test.count + `</h1><nav>`
		var floors, grounds, campos, styles string
		for index, stop := range test.lift {
			edition, rest, _ := strings.Cut(stop, " ")
			want += `<a href="#floor-` + edition + `">` + rest + `</a>`
			floors += fmt.Sprintf(`<div><section id="floor-%s" data-base="/_r/%[1]s/">%d in Fieldhouse</section></div>`, edition, len(test.lift)-index)
			ground := test.lift[len(test.lift)-1-index]
			ground, _, _ = strings.Cut(ground, " ")
			before, and, y := ", ", " and ", " y "
			if index == 0 {
				before, and, y = "", "", ""
			} else if index < len(test.lift)-1 {
				and, y = before, before
			}
			grounds += and + "a " + ground + " ground"
			campos += y + "un campo de " + ground
			styles += `<style data-href="` + s.address(ground, "storey.css") + `">[data-floor="` + ground + `"]{--ink:red}.` + ground + `-grass{color:red}</style>` +
				`<style data-href="` + s.address(ground, "floor.css") + `">.` + ground + `-floor{color:red}</style>`
		}
		want += `</nav><a href="` + test.home + `">` + test.english + `</a><a href="/">` + grounds + `</a>` + floors + `</main>`
		body := s.body("/", release.English)
		footer := `<div id="fh-footer" data-floor="default"><footer></footer>`
		if len(test.lift) > 0 {
			upper, _, _ := strings.Cut(test.lift[0], " ")
			footer = fmt.Sprintf(`<div id="fh-footer" data-floor="%s"><footer><i class="%[1]s-grass">grass</i></footer>`, upper)
		}
		for what, part := range map[string]string{
			"footer":      footer,
			"main":        want,
			"title":       "<title>" + strings.TrimSuffix("Fieldhouse · "+test.english, " · ") + "</title>",
			"description": fmt.Sprintf(`<meta name="description" content="%d floors: %s">`, len(test.lift), grounds),
			"styles":      `.shell-main{color:red}</style>` + styles + `<template`,
		} {
			if !strings.Contains(body, part) {
				t.Errorf("with the floors of %q it lacks the %s\n%s\nin\n%s", test.of, what, part, body)
			}
		}
		spanish := s.body("/", release.Spanish)
		if !strings.Contains(spanish, "<title>"+strings.TrimSuffix("Fieldhouse · "+test.spanish, " · ")+"</title>") || !strings.Contains(spanish, `<a href="/">`+campos+"</a>"+strings.ReplaceAll(floors, " in ", " en ")+"</main>") {
			t.Errorf("with the floors of %q it is in Spanish\n%s", test.of, spanish)
		}
	}
}

// A release's words are text, and a mark in them is no mark.
func TestTheWordsOfAFloorStayText(t *testing.T) {
	const word = `<b>"@setting/product@`
	sport := releasetest.Sport(releasetest.Football).Storey()
	sport.Manifest.Storey.Sport, sport.Manifest.Storey.Ground = releasetest.Both(word), releasetest.Both(word)
	body := floored(t, releasetest.House(), sport).body("/", release.English)
	for _, part := range []string{
		`<title>Fieldhouse · &lt;b&gt;&quot;@setting/product@</title>`,
		`<a href="/football">&lt;b&gt;&quot;@setting/product@</a><a href="/">&lt;b&gt;&quot;@setting/product@</a>`,
	} {
		if !strings.Contains(body, part) {
			t.Errorf("it lacks %s in %s", part, body)
		}
	}
}

func TestAPageStandsInTheLookThatItsEditionBrings(t *testing.T) {
	house := releasetest.House()
	house.Route("/terms", release.DefaultLook, release.DefaultLook, "<h1>Terms</h1>@list/floor@", "<h1>Condiciones</h1>@list/floor@")
	football, basketball := releasetest.Sport(releasetest.Football).Storey(), releasetest.Sport(releasetest.Basketball).Storey()
	const grass = `<i class="%s-grass">grass</i>`
	for _, test := range []struct {
		name         string
		shell, other *releasetest.Draft
		path, before string
		// The looks of header and footer, where the header is at home, whose floor main and footer
		// have, and the editions whose sheets the page has.
		header, footer, home, main, foot string
		sheets                           []string
	}{
		{"an edition's own page", house, basketball, "/basketball", "", "basketball", "basketball", "/basketball", "", "basketball", nil},
		{"an edition's without a storey", house, releasetest.Sport(releasetest.Basketball), "/basketball", "", "default", "default", "/", "", "football", []string{"football"}},
		{"an unknown path", house, basketball, "/basketball/nowhere", "", "basketball", "basketball", "/basketball", "football", "basketball", []string{"basketball", "football"}},
		{"an unknown path in a kept look", house, basketball, "/nowhere", "football.football", "football", "football", "/football", "football", "football", []string{"football"}},
		{"a page of the shell", house, basketball, "/terms", "", "default", "default", "/", "football", "football", []string{"football"}},
		{"a page of the shell in a kept look", house, basketball, "/terms", "basketball.basketball", "basketball", "basketball", "/basketball", "basketball", "basketball", []string{"basketball"}},
		{"a look that nobody brings", house, releasetest.Sport(releasetest.Basketball), "/terms", "basketball.basketball", "default", "default", "/", "football", "football", []string{"football"}},
		{"a look of an edition that the settings do not name", house, releasetest.Sport("golf").Storey(), "/terms", "golf.golf", "default", "default", "/", "football", "football", []string{"football"}},
		{"an earlier shell, which has the look", releasetest.Shell(), basketball, "/basketball/nowhere", "", "basketball", "basketball", "", "", "", []string{"basketball"}},
		{"an earlier shell and edition", releasetest.Shell(), releasetest.Sport(releasetest.Basketball), "/basketball/nowhere", "", "basketball", "basketball", "", "", "", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := floored(t, test.shell, football, test.other)
			made := s.after(test.before, test.path, release.English)
			body := string(made.Body)
			head, rest, _ := strings.Cut(body, `<template id="fh-scripts">`)
			parts := []string{
				`<div id="fh-header" data-floor="` + test.header + `">`, `<main id="fh-main" tabindex="-1" data-floor="` + test.header + `">`,
				`<div id="fh-footer" data-floor="` + test.footer + `">`, `"header":"` + test.header + `","footer":"` + test.footer + `"`,
			}
			if test.home != "" {
				parts = append(parts, `<header class="default"><a href="`+test.home+`">home</a></header>`, `<footer>`+fmt.Sprintf(grass, test.foot)+`</footer>`)
			} else {
				parts = append(parts, `<header class="`+test.header+`">`)
			}
			if test.main != "" {
				parts = append(parts, `</h1>`+fmt.Sprintf(grass, test.main)+`</main>`)
			}
			for _, part := range parts {
				if !strings.Contains(rest, part) {
					t.Errorf("it lacks %s in %s", part, rest)
				}
			}
			var said []string
			for _, edition := range test.sheets {
				address := s.address(edition, "storey.css")
				said = append(said, `"`+address+`"`)
				if source := hashOf(`[data-floor="` + edition + `"]{--ink:red}.` + edition + `-grass{color:red}`); !strings.Contains(head, `<style data-href="`+address+`">`) || !strings.Contains(made.Policy, source) {
					t.Errorf("it lacks the sheet %s, or its source, in %s: %s", address, made.Policy, head)
				}
			}
			if got := strings.Count(head, "/storey."); got != len(test.sheets) || strings.Contains(head, "/floor.") {
				t.Errorf("it has %d sheets of storeys, want %q alone: %s", got, test.sheets, head)
			}
			if styles := `"styles":[` + strings.Join(said, ",") + `],"time"`; strings.Contains(rest, styles) != (said != nil) || said == nil && strings.Contains(rest, `],"time"`) {
				t.Errorf("it does not say %s of its sheets: %s", styles, rest)
			}
		})
	}
}

func TestNavigationSaysWhichSheetsOfFloorsAPageNeeds(t *testing.T) {
	s := floored(t, releasetest.House(), releasetest.Sport(releasetest.Football).Storey(), releasetest.Sport(releasetest.Basketball).Storey())
	for path, want := range map[string][]string{
		"/":         {s.address("football", "storey.css"), s.address("football", "floor.css"), s.address("basketball", "storey.css"), s.address("basketball", "floor.css")},
		"/football": nil,
		"/nowhere":  {s.address("football", "storey.css"), s.address("basketball", "storey.css")},
	} {
		if info, _ := s.Info(s.shown, path, release.English); !slices.Equal(info.Styles, want) {
			t.Errorf("%s needs %q, want %q", path, info.Styles, want)
		}
	}
}

func TestASheetOfAFloorThatCannotStandInThePageIsLinked(t *testing.T) {
	football := releasetest.Sport(releasetest.Football).Storey()
	football.Content["floor.css"] = ".football-floor{color:red}\r"
	s := floored(t, releasetest.House(), football)
	made := s.Get(s.shown, "/", release.English)
	if body := string(made.Body); !strings.Contains(body, `<link rel="stylesheet" href="`+s.address("football", "floor.css")+`" integrity="sha384-`) {
		t.Errorf("it is not linked: %s", body)
	}
	if strings.Contains(strings.ReplaceAll(made.Policy, "; ", " "), "  ") || strings.Contains(made.Policy, " ;") {
		t.Errorf("the policy has a source that is none: %s", made.Policy)
	}
}

func TestTheLatestPostsLeadToTheirPages(t *testing.T) {
	latest := func(draft *releasetest.Draft, path string) *releasetest.Draft {
		draft.Route(path, release.DefaultLook, release.DefaultLook, "@list/posts.latest@", "@list/posts.latest@", release.NeedPosts)
		line := releasetest.Both(`<a href="@item/page@">@item/title@</a>`)
		draft.Manifest.Partials["posts.latest"] = map[string]release.Texts{"post": line, "empty": releasetest.Both("none"), "unread": releasetest.Both("unread")}
		return draft
	}
	football, basketball := latest(releasetest.Sport(releasetest.Football), "/football/news"), latest(releasetest.Sport(releasetest.Basketball), "/basketball/news").Items()
	hockey := latest(releasetest.Sport("hockey"), "/hockey/news").Items()
	for index := range hockey.Manifest.Routes {
		if route := &hockey.Manifest.Routes[index]; route.Item == "posts" {
			route.Path = "/hockey/blog/:year/:slug"
		}
	}
	s := floored(t, latest(releasetest.House(), "/news"), football, basketball, hockey)
	s.source.set(release.NeedPosts, posts(written("newest", nil), written("undated", map[string]any{"pubDate": ""})))
	for path, want := range map[string]string{
		"/news":            `<a href="/basketball/blog/newest">About newest</a><a href="/basketball/blog/undated">About undated</a></main>`,
		"/basketball/news": `<a href="/basketball/blog/newest">About newest</a><a href="/basketball/blog/undated">About undated</a></main>`,
		"/hockey/news":     `<a href="/hockey/blog/2026/newest">About newest</a><a href="/hockey/blog">About undated</a></main>`,
		"/football/news":   `<a href="/football">About newest</a><a href="/football">About undated</a></main>`,
		"/":                `<a href="/basketball/blog"></a></main>`,
	} {
		if body := s.body(path, release.English); !strings.Contains(body, want) {
			t.Errorf("%s lacks %s: %s", path, want, body)
		}
	}
}

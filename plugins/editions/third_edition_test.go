package editions

import (
	"slices"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/site/settings"
)

// hockey is an edition that nothing here has heard of, but for one line of settings.
var hockey = settings.Edition{Name: "hockey", NameEN: "Hockey", NameSP: "Hockey sobre hielo"}

func hockeyRelease() *releasetest.Draft {
	draft := releasetest.Sport(hockey.Name)
	draft.Manifest.Navigation = []settings.NavEntry{{NameEN: "Rink", NameSP: "Pista", Link: "/hockey/faq"}}
	return draft
}

// shellWithIce is a shell that knows the look of hockey.
func shellWithIce() *releasetest.Draft {
	draft := releasetest.Shell()
	draft.Look("hockey")
	return draft
}

func TestAThirdEditionIsItsReleaseAndOneLineOfSettings(t *testing.T) {
	testNeeds.Store(release.NeedDrops, `{"rows":[{"drop_id":1,"edition":"football","name":"Starter","listing_price":"9.99 USD"},{"drop_id":2,"edition":"hockey","name":"Face-off","listing_price":"9.99 USD"}],"more":false,"next_key":""}`)
	s := newTestSite(t, `,"snapshot_wait":"30s"`)
	s.editions = append(slices.Clone(s.editions), hockey)
	s.take(releasetest.Host(), shellWithIce(), releasetest.Sport(releasetest.Football), releasetest.Sport(releasetest.Basketball), hockeyRelease())
	s.load()
	landing := s.ask("GET", "/hockey?lang=es")
	for what, part := range map[string]string{
		"page":                  `<main id="fh-main" tabindex="-1" data-floor="hockey"><h1>hockey</h1>`,
		"drops":                 `<h3>Face-off</h3>`,
		"header":                `<div id="fh-header" data-floor="hockey"><header class="hockey">`,
		"footer":                `<div id="fh-footer" data-floor="hockey"><footer class="hockey">`,
		"place among the rest":  `<li><a href="/basketball">Baloncesto</a></li><li><a href="/hockey" aria-current="page">Hockey sobre hielo</a></li></ul>`,
		"menu":                  `<li><a href="/hockey/faq">Pista</a></li>`,
		"settings in the page":  `{"nameEN":"Hockey","NameSP":"Hockey sobre hielo","link":"/hockey"}]`,
		"integrity in the map":  `"` + s.fileAddress("hockey", "mount.js") + `":"sha384-`,
		"style":                 `<style data-href="` + s.fileAddress("hockey", "styles.css") + `">.hockey-main{color:red}</style>`,
		"entry in the lineup":   `"hockey":{"release":"` + s.names["hockey"] + `"`,
		"release in the lineup": `hockey:` + s.names["hockey"] + `,`,
	} {
		if landing.StatusCode != 200 || !strings.Contains(landing.body, part) {
			t.Errorf("its landing page answers %d and lacks its %s: %s", landing.StatusCode, what, part)
		}
	}
	if strings.Contains(landing.body, "<h3>Starter</h3>") {
		t.Error("it shows another edition's drops")
	}
	if answer := s.ask("GET", s.fileAddress("hockey", "mount.js")); answer.StatusCode != 200 {
		t.Errorf("its script answers %d", answer.StatusCode)
	}
	info := decode[page.Info](t, s.ask("GET", "/_page?path=/hockey/faq&lineup="+s.signedLineup()).body)
	if info.Status != 200 || info.Edition != "hockey" || *info.Header != "hockey" || info.Main != "<h1>Questions</h1>" {
		t.Errorf("navigation to its page is answered %+v", info)
	}
	if answer := s.ask("GET", "/hockey/nowhere"); answer.StatusCode != 404 || !strings.Contains(answer.body, `<header class="hockey">`) {
		t.Errorf("an unknown path of its answers %d: %s", answer.StatusCode, answer.body)
	}
	if answer := s.ask("GET", "/hockeyer"); answer.StatusCode != 404 || !strings.Contains(answer.body, `<header class="default">`) {
		t.Errorf("a path that only begins like it answers %d: %s", answer.StatusCode, answer.body)
	}
}

func TestALookAndTheShellThatKnowsItAreShippedInEitherOrder(t *testing.T) {
	s := newTestSite(t, "")
	s.editions = append(slices.Clone(s.editions), hockey)
	s.take(releasetest.Host(), releasetest.Shell(), hockeyRelease())
	s.load()
	shows := func(sentence, path string, status int, look release.Look) {
		t.Helper()
		plugintest.Eventually(t, sentence, func() bool {
			answer := s.ask("GET", path)
			return answer.StatusCode == status &&
				strings.Contains(answer.body, `<html lang="en" data-floor="`+string(look)+`">`) &&
				strings.Contains(answer.body, `<header class="`+string(look)+`">`) &&
				strings.Contains(answer.body, `"header":"`+string(look)+`","footer":"`+string(look)+`"`)
		})
	}
	shows("before the shell knows it, it is the default look", "/hockey", 200, release.DefaultLook)
	shows("and so it is for unknown paths", "/hockey/nowhere", 404, release.DefaultLook)
	s.take(shellWithIce())
	shows("the shell that knows it shows it", "/hockey", 200, "hockey")
	s.take(releasetest.Shell())
	shows("the shell before comes back", "/hockey", 200, release.DefaultLook)

	first := newTestSite(t, "")
	first.editions = s.editions
	first.take(releasetest.Host(), shellWithIce())
	s = first
	s.load()
	shows("the shell knows the look before there is a release", "/hockey", 503, "hockey")
	s.take(hockeyRelease())
	shows("and shows it when there is one", "/hockey", 200, "hockey")
}

func TestAnEditionAndTheSettingsThatNameItComeInEitherOrder(t *testing.T) {
	s := run(t, `,"origin":"https://fieldhouse.example"`)
	listed := func() bool {
		return strings.Contains(s.ask("GET", "/sitemap.xml").body, "<loc>https://fieldhouse.example/hockey?")
	}
	before := s.signedLineup()
	navigation := func(lineup string) page.Info {
		t.Helper()
		return decode[page.Info](t, s.ask("GET", "/_page?path=/hockey&lineup="+lineup).body)
	}
	s.take(hockeyRelease())
	plugintest.Eventually(t, "the release is live", func() bool { return s.signedLineup() != before })
	if answer := s.ask("GET", "/hockey"); answer.StatusCode != 404 || strings.Contains(answer.body, "/_r/hockey/") || strings.Contains(answer.body, "Rink") {
		t.Errorf("before the settings name it, it answers %d: %s", answer.StatusCode, answer.body)
	}
	if listed() {
		t.Error("before the settings name it, search engines are told of it")
	}
	opened := s.signedLineup()
	s.editions = append(slices.Clone(s.editions), hockey)
	s.load()
	if answer := s.ask("GET", "/hockey"); answer.StatusCode != 200 || !strings.Contains(answer.body, `"`+s.fileAddress("hockey", "mount.js")+`":"sha384-`) {
		t.Errorf("named, it answers %d: %s", answer.StatusCode, answer.body)
	}
	if !listed() {
		t.Error("named, search engines are not told of it")
	}
	if info := navigation(opened); info.Status != 200 || info.Lineup["hockey"].Release != s.names["hockey"] {
		t.Errorf("a tab that was opened with it live is answered %+v", info)
	}
	// The host loads the address in full: that tab's lineup has nothing to show for it.
	if info := navigation(before); info.Status != 503 || info.SignedLineup != before {
		t.Errorf("a tab that was opened before is answered %+v", info)
	}

	s = newTestSite(t, "")
	s.editions = append(slices.Clone(releasetest.Editions), hockey)
	s.take(releasetest.Host(), releasetest.Shell(), releasetest.Sport(releasetest.Football))
	s.load()
	if answer := s.ask("GET", "/hockey"); answer.StatusCode != 503 || !strings.Contains(answer.body, `<a href="/hockey">Hockey</a>`) {
		t.Errorf("named before it is live, it answers %d: %s", answer.StatusCode, answer.body)
	}
	if answer := s.ask("GET", "/readyz"); answer.StatusCode != 200 {
		t.Errorf("the site is not ready for want of it: %d", answer.StatusCode)
	}
	s.take(hockeyRelease())
	plugintest.Eventually(t, "it is shown", func() bool { return s.ask("GET", "/hockey").StatusCode == 200 })
}

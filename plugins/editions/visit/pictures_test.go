package visit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/picture"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

const sheetPath = "pictures/cards.json"

// withCards is an edition that has the page of one card, and pictures of its cards.
func withCards(t *testing.T, edition string) *releasetest.Draft {
	sheet := picture.Sheet{
		Positions: []string{"QB", "K"}, Tiers: map[release.Language][]string{"en": {"PLAIN"}, "es": {"LISA"}},
		Cards:  [][][][]string{{{{"a passer {NUMBER}"}, {"a kicker {NUMBER}"}}}},
		Frames: map[release.Language][]string{"en": {"{TIER}: {CARD}"}, "es": {"{TIER}: {CARD}"}},
		Wall:   release.Texts{"en": "{ACCOUNT}: {CARD1}, {CARD2}", "es": "{ACCOUNT}"},
	}
	content := must.Get(json.Marshal(sheet))(t)
	draft := releasetest.Sport(edition)
	draft.Content[sheetPath], draft.Content["pictures/card.png"] = string(content), "a picture"
	draft.Manifest.CardPictures = sheetPath
	draft.Route("/"+edition+"/my-cards/card", release.Look(edition), release.Look(edition), "<h1>A card</h1>", "<h1>Una carta</h1>")
	route := &draft.Manifest.Routes[len(draft.Manifest.Routes)-1]
	route.Shows, route.NoIndex, route.Picture = release.ShowsCard, true, releasetest.Both("pictures/card.png")
	return draft
}

func TestAPageOfACardHasThePictureOfThatCard(t *testing.T) {
	s := newStage(t, func(options *Options) { options.Origin = "https://fieldhouse.example" })
	football := compiled(t, withCards(t, releasetest.Football))
	shown := lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), football)
	own := "https://fieldhouse.example" + releasetest.Address(football.Manifest, "pictures/card.png")
	for query, want := range map[string]string{
		"asset=1099511627776&lang=es": "https://fieldhouse.example/_picture/football/card/1099511627776.en.png",
		"asset=7":                     "https://fieldhouse.example/_picture/football/card/7.en.png",
		"":                            own,
		"asset=":                      own,
		"asset=07":                    own,
		"asset=7%22%3E":               own,
		"asset=99999999999999999999":  own,
		"card=7":                      own,
	} {
		got := string(s.Pages.Get(t.Context(), shown, "/football/my-cards/card", query, release.English, page.Looks{}).Body)
		if !strings.Contains(got, `<meta property="og:image" content="`+want+`"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">`) {
			t.Errorf("%q lacks %s in %.2500s", query, want, got)
		}
		address := "https://fieldhouse.example/football/my-cards/card"
		if want != own {
			address += "?asset=" + strings.TrimSuffix(want[strings.LastIndex(want, "/")+1:], ".en.png")
		}
		if !strings.Contains(got, `<meta property="og:url" content="`+address+`">`) {
			t.Errorf("%q: it is not at %s", query, address)
		}
	}
	// Who reads a shared link again has no cookie: it says its language.
	spanish := string(s.Pages.Get(t.Context(), shown, "/football/my-cards/card", "asset=7&lang=es", release.Spanish, page.Looks{}).Body)
	if want := `<meta property="og:url" content="https://fieldhouse.example/football/my-cards/card?lang=es&amp;asset=7">`; !strings.Contains(spanish, want) {
		t.Errorf("in Spanish it lacks %s", want)
	}
	other := string(s.Pages.Get(t.Context(), shown, "/football", "asset=7", release.English, page.Looks{}).Body)
	if strings.Contains(other, "_picture") {
		t.Error("a page that shows no card has a picture of one")
	}
}

// gallery is a server of pictures over an index of assets, whose drawings are written as they are.
type gallery struct {
	*Server
	t      *testing.T
	drawn  int
	fault  error
	logged *observer.ObservedLogs
}

func newGallery(t *testing.T) *gallery {
	site := releasetest.NewSite(t, time.Now)
	names := site.State().Live()
	names[releasetest.Football] = site.Take(withCards(t, releasetest.Football))
	releasetest.SetLive(t, site.Store.Folder(), names)
	releases := openReleases(site.Store.Folder(), zap.NewNop)
	t.Cleanup(releases.Close)
	g := &gallery{t: t}
	assets := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := r.URL.Query()
		schema := releasetest.Football
		switch {
		case asked.Get("asset_id") == "404":
			fmt.Fprint(w, `{"data":[]}`)
			return
		case asked.Get("asset_id") == "429" || asked.Get("asset_id") == "503":
			status, _ := strconv.Atoi(asked.Get("asset_id"))
			w.WriteHeader(status)
			return
		case asked.Get("asset_id") == "3":
			schema = releasetest.Basketball
		}
		template := "700001"
		if asked.Get("asset_id") != "" {
			template = "7000" + fmt.Sprintf("%02s", asked.Get("asset_id"))
		}
		fmt.Fprintf(w, `{"data":[{"schema":{"schema_name":%q},"template":{"template_id":%q}},{"schema":{"schema_name":"packs"},"template":{"template_id":"5"}}]}`, schema, template)
	})
	core, logged := observer.New(zap.WarnLevel)
	g.logged = logged
	g.Server = New(Config{Releases: releases, Assets: assets, Client: func(r *http.Request) string { return r.RemoteAddr }, Logger: zap.New(core)})
	t.Cleanup(g.Close)
	g.pictures.draw = func(_ context.Context, drawing string, _ [][]byte) ([]byte, error) {
		g.drawn++
		return []byte(drawing), g.fault
	}
	return g
}

func (g *gallery) get(path, from string) *httptest.ResponseRecorder {
	g.t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.RemoteAddr = from
	w := httptest.NewRecorder()
	must.Do(g.t, g.ServeHTTP(w, r))
	return w
}

func TestAPictureIsOfItsCardAndDrawnOnce(t *testing.T) {
	g := newGallery(t)
	var before []byte
	for _, path := range []string{"/_picture/football/card/1.en.png", "/_picture/football/card/2.en.png", "/_picture/football/card/1.es.png", "/_picture/football/wall/fieldhouse.w.en.png"} {
		w := g.get(path, "192.0.2.1")
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" || w.Header().Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Fatalf("%s: %d %v %s", path, w.Code, w.Header(), w.Body)
		}
		if bytes.Equal(w.Body.Bytes(), before) {
			t.Errorf("%s is the one before it", path)
		}
		before = bytes.Clone(w.Body.Bytes())
	}
	if !bytes.HasPrefix(before, []byte("fieldhouse.w: a ")) || !bytes.HasSuffix(before, []byte(", ")) {
		t.Errorf("the wall is %q", before)
	}
	drawn := g.drawn
	if w := g.get("/_picture/football/card/1.en.png", "192.0.2.1"); w.Code != http.StatusOK || g.drawn != drawn {
		t.Errorf("it is answered %d, and %d were drawn of %d", w.Code, g.drawn, drawn)
	}
}

func TestWithoutItsOwnPictureACardHasTheEditions(t *testing.T) {
	g := newGallery(t)
	instead := func(path, from string) {
		t.Helper()
		w := g.get(path, from)
		if location := w.Header().Get("Location"); w.Code != http.StatusFound || !strings.HasPrefix(location, "/_r/football/pictures-card.") || w.Header().Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Errorf("%s: %d to %q, %v", path, w.Code, location, w.Header())
		}
	}
	for _, asset := range []string{"404", "429", "503", "3"} {
		for range 20 {
			instead("/_picture/football/card/"+asset+".en.png", "192.0.2.1")
		}
	}
	// Who asks for what there is not, or for more than it may, is no matter of the log.
	if lines := g.logged.TakeAll(); len(lines) < 1 || len(lines) > 15 || !strings.Contains(fmt.Sprint(lines[0].ContextMap()), "503") {
		t.Errorf("of 80 pictures %d lines are logged: %v", len(lines), lines)
	}
	if g.drawn > 0 {
		t.Errorf("%d were drawn", g.drawn)
	}
	g.fault = errors.New("no")
	instead("/_picture/football/card/1.en.png", "192.0.2.1")
	g.fault = nil
	// A client has so many drawn, and gets what is there all the same.
	for asset := 10; asset < 10+drawnAtOnce; asset++ {
		if w := g.get(fmt.Sprintf("/_picture/football/card/%d.en.png", asset), "192.0.2.2"); w.Code != http.StatusOK {
			t.Fatalf("%d: %d", asset, w.Code)
		}
	}
	instead("/_picture/football/card/30.en.png", "192.0.2.2")
	if w := g.get("/_picture/football/card/10.en.png", "192.0.2.2"); w.Code != http.StatusOK {
		t.Errorf("one that was drawn is answered %d", w.Code)
	}
	if w := g.get("/_picture/football/card/30.en.png", "198.51.100.1"); w.Code != http.StatusOK {
		t.Errorf("another client is answered %d", w.Code)
	}
}

func TestTheSheetOfAnEditionIsReadOnce(t *testing.T) {
	pictures := newGallery(t).pictures
	football, basketball := compiled(t, withCards(t, releasetest.Football)), compiled(t, withCards(t, releasetest.Basketball))
	first := must.Get(pictures.sheetOf(football))(t)
	// Whatever else is shared meanwhile.
	must.Get(pictures.sheetOf(basketball))(t)
	if again, err := pictures.sheetOf(football); again != first {
		t.Errorf("it was read again (%v)", err)
	}
}

func TestWhatIsNoPictureIsNotFound(t *testing.T) {
	g := newGallery(t)
	for _, path := range []string{
		"/_picture", "/_picture/football", "/_picture/football/card/1.png", "/_picture/football/card/1.fr.png", "/_picture/football/card/01.en.png",
		"/_picture/football/card/x.en.png", "/_picture/football/wall/NOBODY.en.png", "/_picture/football/pack/1.en.png", "/_picture/shell/card/1.en.png",
		"/_picture/rugby/card/1.en.png", "/_picture/football/card/1.en.png/", "/_picture/football/card/..%2f1.en.png",
	} {
		if w := g.get(path, "192.0.2.1"); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

func TestAWallHasAPageWhereAnAccountCanHaveItsName(t *testing.T) {
	s := newStage(t, func(options *Options) { options.Origin = "https://fieldhouse.example" })
	draft := withCards(t, releasetest.Football)
	draft.Route("/football/wall/:account", "football", "football", "<h1>@item/account@</h1>", "<h1>@item/account@</h1>")
	route := &draft.Manifest.Routes[len(draft.Manifest.Routes)-1]
	route.Item, route.Shows, route.NoIndex = "accounts", release.ShowsWall, true
	route.Title, route.Description = releasetest.Both("The wall of @item/account@"), releasetest.Both("What hangs there")
	shown := lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), compiled(t, draft))
	// Nothing was read, and nothing is: the name alone says whether there is a page.
	for path, want := range map[string]int{
		"vault.wam": 200, "a": 200, "abcdefghijkl": 200, "abcdefghijklm": 404, "Vault.wam": 404, "vault.": 404, "alice9": 404, "%22": 404, "a/b": 404,
	} {
		if got := s.Get(shown, "/football/wall/"+path, release.English).Status; got != want {
			t.Errorf("the wall of %s is answered %d, want %d", path, got, want)
		}
	}
	// Walls that nobody has take no room of other pages.
	home := s.Get(shown, "/football", release.English)
	s.CacheSize = 4 * home.size()
	for _, name := range strings.Split("abcdefghijkl", "") {
		s.clock.Move(time.Second)
		for _, path := range []string{"/football/wall/" + name + "?", "/football/my-cards/card?asset=" + strconv.Itoa(int(name[0]))} {
			path, query, _ := strings.Cut(path, "?")
			s.Pages.Get(t.Context(), shown, path, query, release.English, page.Looks{})
		}
	}
	if s.kept[key{shown.ID, false, "/football", release.English}] == nil || s.bytes > s.CacheSize {
		t.Errorf("the home was let go of, or %d bytes are kept of %d", s.bytes, s.CacheSize)
	}
	page := string(s.Get(shown, "/football/wall/vault.wam", release.English).Body)
	for _, want := range []string{
		"<h1>vault.wam</h1>", "<title>The wall of vault.wam", `name="robots" content="noindex"`,
		`property="og:image" content="https://fieldhouse.example/_picture/football/wall/vault.wam.en.png"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is not in %s", want, page)
		}
	}
	if strings.Contains(page, "canonical") {
		t.Errorf("a page that is not to be found has a canonical address: %s", page)
	}
	if sitemap := string(s.Pages.composer.Sitemap(shown)); strings.Contains(sitemap, "/wall") {
		t.Errorf("a wall is in the sitemap: %s", sitemap)
	}
}

func TestAPageOfANameTakesTheProcessorForShort(t *testing.T) {
	s := newStage(t)
	shown := lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), compiled(t, withCards(t, releasetest.Football)))
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	for query, want := range map[string]string{"": "br", "asset=7": "zstd"} {
		w := httptest.NewRecorder()
		s.Pages.Get(t.Context(), shown, "/football/my-cards/card", query, release.English, page.Looks{}).Write(w, r, false)
		if coding := w.Header().Get("Content-Encoding"); coding != want {
			t.Errorf("%q is sent in %q, want %s", query, coding, want)
		}
	}
}

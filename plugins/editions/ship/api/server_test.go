package api_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/asking"
	"fieldhouse/plugins/plugintest/must"
)

func TestATeamShipsByOneRequest(t *testing.T) {
	g := newGateway(t)
	before := g.State()
	shipped := g.ship(football("two"), "?as=live&reason=a+new+text", "football")
	after := g.State()
	if after.Editions["football"].Live != shipped.Release || after.Version != before.Version+1 || shipped.Lineup != after.Version || !shipped.New || shipped.As != api.Live {
		t.Errorf("%+v; the lineup is %+v", shipped, after)
	}
	if shipped.See != "https://play.example/football" || shipped.LiveSize == nil || shipped.Size.Bytes != shipped.LiveSize.Bytes+int64(len("// two")) || shipped.Size.FirstPage == 0 || len(shipped.Checked) == 0 {
		t.Errorf("it says %+v", shipped)
	}
	if len(shipped.Fits) != 2 || !shipped.Fits[0].Fits || shipped.Fits[0].As != api.Live {
		t.Errorf("it runs with %+v", shipped.Fits)
	}
	_, _, answer := ask[struct{ Entries []journal.Entry }](g, question{method: "GET", path: "/releases/journal?edition=football&limit=1", token: "football"})
	if entries := answer.Entries; len(entries) != 1 || entries[0].By != "football" || entries[0].Reason != "a new text" || entries[0].Action != journal.Live {
		t.Errorf("the journal has %+v", entries)
	}
}

func TestTheFirstReleaseOfAnEditionWeighsWhatIsSentOfIt(t *testing.T) {
	g := newGateway(t)
	first := releasetest.Sport(releasetest.Basketball)
	would := g.ship(first, "?dry_run=true", "basketball").Size
	if is := g.ship(first, "", "basketball").Size; is != would || is.FirstPage >= is.Bytes {
		t.Errorf("it weighs %+v, and would have weighed %+v", is, would)
	}
}

// Only what the store lacks is sent, and the same content again disturbs nobody.
func TestAnUpdateBringsOnlyWhatIsMissing(t *testing.T) {
	g := newGateway(t)
	draft := football("two")
	folder := draft.Write(t)
	manifest := must.Get(os.ReadFile(filepath.Join(folder, release.ManifestFile)))(t)
	status, _, needs := ask[api.Missing](g, question{method: "POST", path: "/releases/editions/football/missing", token: "football", body: manifest})
	if status != 200 || !slices.Equal(needs.Missing, []string{draft.Name("mount.js")}) {
		t.Fatalf("%d: it misses %+v", status, needs)
	}
	var leave []string
	for _, file := range draft.Manifest.Files {
		leave = append(leave, file.Path)
	}
	for path := range draft.Content {
		if path != "mount.js" {
			for _, ending := range []string{"", ".br", ".zst", ".gz"} {
				leave = append(leave, draft.Name(path)+ending)
			}
		}
	}
	upload := question{method: "POST", path: "/releases/editions/football", token: "football", body: releasetest.Archive(t, folder, leave...)}
	status, _, shipped := ask[api.Shipped](g, upload)
	if status != 201 || shipped.Release != needs.Release || g.State().Editions["football"].Live != needs.Release {
		t.Fatalf("%d %+v", status, shipped)
	}
	if status, _, again := ask[api.Shipped](g, upload); status != 200 || again.New || again.Release != needs.Release {
		t.Errorf("again: %d %+v", status, again)
	}
	g.refused(422, api.CodeRefused, "it is a release of football, not of basketball", question{method: "POST", path: "/releases/editions/basketball/missing", token: "basketball", body: manifest})
}

func TestATokenShipsItsOwnEditionOnly(t *testing.T) {
	g := newGateway(t)
	live := g.State().Editions["football"].Live
	both := map[string]string{"football": live, "basketball": live}
	g.unchanged(func() {
		for _, asked := range []question{
			g.upload(football("two"), "", "basketball"),
			{method: "POST", path: "/releases/editions/football/missing", body: "{}"},
			{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Rollback, Releases: map[string]string{"football": ""}}},
			{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Live, Releases: both}},
			{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Withdraw, Releases: both}},
			{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Freeze, Scope: "basketball", Reason: "x"}},
			{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Thaw, Scope: "basketball"}},
			{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Live, Releases: map[string]string{"basketball": live}, BreakGlass: true, Reason: "x"}},
			{method: "POST", path: "/releases/editions/basketball?break_glass=true&reason=x", body: ""},
			{method: "POST", path: "/releases/prune"},
			{method: "GET", path: "/releases/tokens"},
			{method: "POST", path: "/releases/tokens", body: api.MakeToken{Name: "x", Edition: "*"}},
			{method: "POST", path: "/releases/tokens", body: api.MakeToken{Name: "x", Edition: "*"}, admin: true},
			{method: "DELETE", path: "/releases/tokens/ops"},
		} {
			asked.token = "basketball"
			g.refused(403, api.CodeScope, "the token basketball is for basketball", asked)
		}
		// A name in the address is not one in the archive.
		upload := g.upload(football("two"), "", "basketball")
		upload.path = "/releases/editions/basketball"
		g.refused(422, api.CodeRefused, "it is a release of football, not of basketball", upload)
	})
}

func TestWithoutATokenOfUseNobodyIsAnswered(t *testing.T) {
	g := newGateway(t)
	g.Clock.Move(time.Hour)
	expired := releasetest.Secret(t, g.Tokens, "expired", "football", time.Hour)
	revoked := releasetest.Secret(t, g.Tokens, "revoked", "football", 24*time.Hour)
	must.Get(g.Tokens.Revoke("revoked"))(t)
	g.Clock.Move(time.Hour)
	for saying, given := range map[string]string{"no token": "-", "no such token": token.Prefix + "invented", "has expired": expired, "was revoked": revoked} {
		for _, path := range []string{"/releases/lineup", "/releases/tokens", "/releases/nothing", "/releases/editions/football"} {
			g.refused(401, api.CodeToken, saying, question{method: "GET", path: path, token: given})
		}
		g.Clock.Move(time.Hour)
	}
	g.refused(401, api.CodeToken, "no token", question{method: "GET", path: "/releases/lineup", token: "-", header: map[string]string{"Authorization": "Basic " + g.Secrets["ops"]}})
	// The body of who has no token is not read.
	g.refused(401, api.CodeToken, "no such token", question{method: "POST", path: "/releases/editions/football", token: "x", body: readerFunc(func([]byte) (int, error) {
		t.Error("the body is read")
		return 0, io.EOF
	})})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestTriesWithoutATokenAreBoundedOverReloadsAndShutNobodyOut(t *testing.T) {
	g := newGateway(t)
	guess := question{method: "GET", path: "/releases/lineup", token: token.Prefix + "guess"}
	limited := 0
	for n := range 100 {
		if n == 50 {
			g.reload()
		}
		if status, header, _ := ask[api.Problem](g, guess); status == 429 && header.Get("Retry-After") != "" {
			limited++
		}
	}
	if limited != 80 {
		t.Errorf("%d of 100 tries are refused as too many, want 80", limited)
	}
	if status, _, _ := ask[journal.State](g, question{method: "GET", path: "/releases/lineup", token: "football"}); status != 200 {
		t.Errorf("a token of use from the same address: %d", status)
	}
	g.Clock.Move(time.Minute)
	g.refused(401, api.CodeToken, "no such token", guess)
}

func TestTheFirstTokenIsMadeAtTheAdminEndpoint(t *testing.T) {
	g := newGateway(t)
	make := question{method: "POST", path: "/releases/tokens", token: "-", admin: true, body: api.MakeToken{Name: "first", Edition: token.All, Days: 1}}
	g.refused(401, api.CodeToken, "no token", make)
	must.Get(g.Tokens.Revoke("ops"))(t)
	site := make
	site.admin = false
	g.refused(401, api.CodeToken, "no token", site)
	list := question{method: "GET", path: "/releases/tokens", token: "-", admin: true}
	g.refused(401, api.CodeToken, "no token", list)
	status, _, made := ask[api.MadeToken](g, make)
	if status != 201 || !strings.HasPrefix(made.Token, token.Prefix) || made.ExpiresAt.Sub(made.CreatedAt) != 24*time.Hour {
		t.Fatalf("%d %+v", status, made)
	}
	make.body = api.MakeToken{Name: "second", Edition: token.All}
	g.refused(401, api.CodeToken, "no token", make)

	g.Secrets["first"] = made.Token
	list.token = "first"
	_, _, listed := ask[map[string][]token.Known](g, list)
	if len(listed["tokens"]) != 4 {
		t.Errorf("%+v", listed)
	}
	for body, saying := range map[string]string{`{"name":"a b","edition":"*"}`: "1 to 64", `{"name":"a"}`: "edition", `{"name":"a","edition":"*","days":1e9}`: "a minute", `{"name":`: "reading the request", `{"who":"a"}`: `unknown field "who"`, `{}{}`: "more after"} {
		g.refused(400, api.CodeRequest, saying, question{method: "POST", path: "/releases/tokens", token: "first", body: body})
	}
	if status, _, revoked := ask[token.Known](g, question{method: "DELETE", path: "/releases/tokens/football", token: "first"}); status != 200 || revoked.RevokedAt.IsZero() {
		t.Errorf("%d %+v", status, revoked)
	}
	g.refused(401, api.CodeToken, "was revoked", question{method: "GET", path: "/releases/lineup", token: "football"})
	g.refused(404, api.CodeNotFound, "no token of this name", question{method: "DELETE", path: "/releases/tokens/nobody", token: "first"})
}

func TestOfTwoChangesForOneVersionOneIsMade(t *testing.T) {
	g := newGateway(t)
	status, header, _ := ask[journal.State](g, question{method: "GET", path: "/releases/lineup", token: "football"})
	version := header.Get("ETag")
	if status != 200 || version != `"1"` {
		t.Fatalf("%d %q", status, version)
	}
	for condition, want := range map[string]int{version: 304, `"0", W/` + version: 304, "*": 304, "1": 200, `"2"`: 200} {
		if status, _, _ := ask[struct{}](g, question{method: "GET", path: "/releases/lineup", header: map[string]string{"If-None-Match": condition}}); status != want {
			t.Errorf("who knows %s: %d, want %d", condition, status, want)
		}
	}
	statuses := make(chan int, 8)
	var changing sync.WaitGroup
	for number := range cap(statuses) {
		upload := g.upload(football(fmt.Sprint(number)), "", "ops")
		upload.header = map[string]string{"If-Match": version}
		changing.Go(func() {
			for {
				status, _, _ := ask[struct{}](g, upload)
				if status != 429 { // Two uploads at once are one token's.
					statuses <- status
					return
				}
			}
		})
	}
	changing.Wait()
	close(statuses)
	count := map[int]int{}
	for status := range statuses {
		count[status]++
	}
	if count[201] != 1 || count[412] != cap(statuses)-1 || g.State().Version != 2 {
		t.Errorf("%v; the lineup is at %d", count, g.State().Version)
	}
	g.refused(412, api.CodeConflict, "somebody else", question{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Rollback, Releases: map[string]string{"football": ""}}, header: map[string]string{"If-Match": `"1"`}})
	for _, given := range []string{"1", `W/"1"`, `"x"`, `"0"`, `"01"`} {
		g.refused(400, api.CodeRequest, "no version of the lineup", question{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Rollback, Releases: map[string]string{"football": ""}}, header: map[string]string{"If-Match": given}})
	}
}

func TestWhoShipsAnEditionThatAnotherHasShippedMeanwhileIsToldWhoWhatAndWhen(t *testing.T) {
	g := newGateway(t)
	_, header, _ := ask[journal.State](g, question{method: "GET", path: "/releases/lineup", token: "football"})
	seen := map[string]string{"If-Match": header.Get("ETag")}
	first := g.ship(football("one"), "?reason=new+odds", "football")
	upload := g.upload(football("two"), "", "ops")
	upload.header = seen
	said := g.refused(412, api.CodeConflict, "football "+first.Release+": live, by football at 2026-11-22T12:00:00Z, abc (new odds)", upload)
	if len(said.Meanwhile) != 1 || said.Meanwhile[0].By != "football" || !strings.Contains(said.Help, "--force") {
		t.Errorf("%+v", said)
	}
	// Nothing of another edition's is in its way.
	other := g.upload(releasetest.Sport(releasetest.Basketball), "?as=live", "basketball")
	other.header = seen
	if status, _, shipped := ask[api.Shipped](g, other); status >= 300 {
		t.Errorf("%d %+v", status, shipped)
	}
	// What is shown to nobody comes in all the same.
	stored := g.upload(football("two"), "?as=stored", "football")
	stored.header = seen
	if status, _, _ := ask[api.Shipped](g, stored); status != http.StatusCreated {
		t.Errorf("stored: %d", status)
	}
}

func TestAReasonIsALineThatHidesNothingOnATerminal(t *testing.T) {
	g := newGateway(t)
	const given, want = " a new text\x1b[2K\r\n1  football\tlive\u202e\u009b1A ", "a new text [2K 1  football live 1A"
	shipped := g.ship(football("two"), "?reason="+url.QueryEscape(given), "football")
	g.change(api.Change{Action: api.Withdraw, Releases: map[string]string{"football": shipped.Release}, Reason: given}, "football")
	g.change(api.Change{Action: api.Freeze, Scope: "football", Reason: given}, "ops")
	_, _, answer := ask[struct{ Entries []journal.Entry }](g, question{method: "GET", path: "/releases/journal?edition=football&limit=3"})
	for _, entry := range answer.Entries {
		if entry.Reason != want {
			t.Errorf("%s: %q", entry.Action, entry.Reason)
		}
	}
	if frozen := g.State().Frozen["football"]; len(answer.Entries) != 3 || frozen.Reason != want {
		t.Errorf("%d entries, frozen by %q", len(answer.Entries), frozen.Reason)
	}
	g.refused(400, api.CodeRequest, "give a reason", question{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Freeze, Scope: "*", Reason: "\n"}})
}

func TestWhatGoesLiveBesideACanarySaysThatItEnds(t *testing.T) {
	g := newGateway(t)
	canary := g.ship(football("canary"), "?as=canary&share=5", "football")
	if dry := g.ship(football("live"), "?dry_run=true", "football"); dry.EndsCanary != canary.Release || g.State().Editions["football"].Canary == nil {
		t.Errorf("%+v", dry)
	}
	if live := g.ship(football("live"), "", "football"); live.EndsCanary != canary.Release || g.State().Editions["football"].Canary != nil {
		t.Errorf("%+v", live)
	}
	if again := g.ship(football("again"), "", "football"); again.EndsCanary != "" {
		t.Errorf("%+v", again)
	}
}

// What took too long is said in words that are no program's.
func TestNoAnswerSpeaksOfContexts(t *testing.T) {
	for _, err := range []error{context.DeadlineExceeded, context.Canceled, os.ErrDeadlineExceeded} {
		said := api.AsProblem(fmt.Errorf("reading the archive: %w", err))
		if said.Status != http.StatusRequestTimeout || said.Code != api.CodeTime || said.Help == "" || strings.Contains(said.Message, err.Error()) {
			t.Errorf("%v is answered %+v", err, said)
		}
	}
}

func TestTheLiveReleaseIsNoCanaryAndNoPreviewAndTheAnswerSaysWhy(t *testing.T) {
	g := newGateway(t)
	live := g.ship(football("live"), "", "football").Release
	for _, query := range []string{"?as=canary&share=5", "?as=preview"} {
		said := g.refused(422, api.CodeNothing, live+" is live: ", g.upload(football("live"), query, "football"))
		if strings.Contains(said.Message, "no such release") || !strings.Contains(said.Help, "build what is to be tried") {
			t.Errorf("%+v", said)
		}
	}
}

func TestTheJournalAndTheListSayWhereReleasesCameFrom(t *testing.T) {
	g := newGateway(t)
	draft := football("dirty")
	folder := draft.Write(t)
	build := `{"revision":"1a2b3c4","dirty":true,"committedAt":"2026-11-21T23:30:00-05:00","subject":"Raise \u001b[31mthe odds\u202e` + strings.Repeat("!", 200) + `","builtAt":"2026-11-22T12:00:00Z","more":1}`
	releasetest.PutFile(t, folder, release.BuildFile, []byte(build))
	status, _, shipped := ask[api.Shipped](g, question{method: "POST", path: "/releases/editions/football", body: releasetest.Archive(t, folder)})
	want := "1a2b3c4-dirty of 2026-11-22: Raise [31mthe odds!!!"
	if got := shipped.Build.String(); status != 201 || !strings.HasPrefix(got, want) || len(got) > 150 {
		t.Errorf("%d %q", status, got)
	}
	_, _, listed := ask[map[string][]api.StoredRelease](g, question{method: "GET", path: "/releases/editions/football"})
	if got := listed["releases"][0]; got.Build != shipped.Build {
		t.Errorf("listed is %+v", got)
	}
	_, _, answer := ask[struct{ Entries []journal.Entry }](g, question{method: "GET", path: "/releases/journal?limit=1"})
	if build := answer.Entries[0].Editions["football"].Build; build == nil || *build != shipped.Build {
		t.Errorf("the journal has %+v", build)
	}
}

// docs/edition-contract.md, "Shared libraries": in no step do two teams ship together.
func TestASharedLibrarysMajorVersionIsRaisedOverTwoReleases(t *testing.T) {
	g := newGateway(t)
	built := func(draft *releasetest.Draft, version, accepted string) *releasetest.Draft {
		draft.Manifest.Shared[0] = release.SharedLibrary{Name: "react", Version: version, Range: accepted}
		return draft
	}
	next := releasetest.Host()
	next.Manifest.Provides[0].Version = "20.1.0"
	const both = "^19.2.0 || ^20.0.0"
	before := g.State().Editions["football"].Live

	g.ship(built(football("runs with both"), "19.3.1", both), "", "football")
	waiting := g.refused(422, api.CodeUnfit, "does not run", g.upload(next, "?dry_run=true", "ops"))
	for _, fit := range waiting.Fits {
		if wants := fit.Edition != "shell"; fit.Fits != wants {
			t.Errorf("%s %s runs with the next host: %v", fit.Edition, fit.Release, fit.Fits)
		}
	}
	g.ship(built(releasetest.Shell(), "19.3.1", both), "", "ops")
	g.ship(next, "", "ops")
	// What asks for 19 alone is not gone back to.
	g.refused(422, api.CodeNothing, "that was live before, can be used and runs", question{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Rollback, Releases: map[string]string{"football": before}}})
	g.ship(built(football("built with 20"), "20.1.0", "^20.0.0"), "", "football")
	g.refused(422, api.CodeNothing, "runs with the rest", question{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Rollback, Releases: map[string]string{"host": ""}}})
	g.ship(built(releasetest.Shell(), "20.1.0", "^20.0.0"), "", "ops")
}

// Compatibility both ways, with what is live, canary and preview.
func TestWhatDoesNotRunWithAllThatIsShownIsRefusedWithATable(t *testing.T) {
	g := newGateway(t)
	newHost := releasetest.Host()
	newHost.Manifest.Provides[0].Version = "20.0.0"
	newHost.Manifest.Version = "2.0.0"
	needsNew := football("needs React 20")
	needsNew.Manifest.Shared[0] = release.SharedLibrary{Name: "react", Version: "20.0.0", Range: "^20.0.0"}
	overlaps := releasetest.Shell()
	overlaps.Route("/football/rules", release.DefaultLook, release.DefaultLook, "<h1>Rules</h1>", "<h1>Reglas</h1>")
	basketball := releasetest.Sport(releasetest.Basketball)
	preview := g.ship(basketball, "?as=preview", "basketball")
	canary := g.ship(football("canary"), "?as=canary&share=5%25", "football")
	fit := func(as, edition, why string, fits []api.Fit) {
		t.Helper()
		for _, fit := range fits {
			if fit.As == as && fit.Edition == edition && !fit.Fits && strings.Contains(fit.Why, why) && fit.Version == "1.0.0" && release.IsName(fit.Release) {
				return
			}
		}
		t.Errorf("no %s of %s that does not run because of %q in %+v", as, edition, why, fits)
	}
	for _, query := range []string{"", "?dry_run=true", "?as=canary&share=1", "?as=preview"} {
		g.unchanged(func() {
			found := g.refused(422, api.CodeUnfit, "does not run with what is shown", g.upload(newHost, query, "ops"))
			fit(api.Live, "shell", "asks for react ^19.0.0, and host 2.0.0 provides 20.0.0", found.Fits)
			fit(api.Live, "football", "asks for react ^19.0.0", found.Fits)
			fit(api.Canary, "football", "asks for react ^19.0.0", found.Fits)
			fit(api.Preview, "basketball", "asks for react ^19.0.0", found.Fits)
			fit(api.Live, "host", "asks for react ^20.0.0, and host 1.0.0 provides 19.3.1", g.refused(422, api.CodeUnfit, "", g.upload(needsNew, query, "football")).Fits)
			fit(api.Canary, "football", "the page /football/rules of shell", g.refused(422, api.CodeUnfit, "", g.upload(overlaps, query, "ops")).Fits)
		})
	}
	// It is stored for a change in one step, which is asked the same.
	host := g.ship(newHost, "?as=stored", "ops").Release
	for _, change := range []api.Change{{Action: api.Live}, {Action: api.Canary, Share: "1%"}} {
		change.Releases = map[string]string{"host": host}
		found := g.refused(422, api.CodeUnfit, "", question{method: "POST", path: "/releases/lineup", body: change})
		fit(api.Preview, "basketball", "asks for react ^19.0.0", found.Fits)
	}
	if state := g.State(); state.Editions["host"].Live == host || state.Editions["football"].Canary.Release != canary.Release || state.Editions["basketball"].Previews[0] != preview.Release {
		t.Errorf("the lineup is %+v", state)
	}
}

// meanwhile is a body during which something happens.
type meanwhile struct {
	io.Reader
	happens func()
}

func (m *meanwhile) Read(p []byte) (int, error) {
	if m.happens != nil {
		happens := m.happens
		m.happens = nil
		happens()
	}
	return m.Reader.Read(p)
}

// fewer is a football without the page of questions.
func fewer(text string) *releasetest.Draft {
	draft := football(text)
	draft.Manifest.Routes = draft.Manifest.Routes[:1]
	delete(draft.Content, "fragments/main/football-faq.en.html")
	delete(draft.Content, "fragments/main/football-faq.es.html")
	return draft
}

func TestASlowUploadIsComparedWithWhatWentLiveMeanwhile(t *testing.T) {
	g := newGateway(t)
	g.ship(fewer("first"), "?allow_removed_routes=true", "football")
	slow := g.upload(fewer("slow"), "", "football")
	var quick api.Shipped
	slow.body = &meanwhile{bytes.NewReader(slow.body.([]byte)), func() { quick = g.ship(football("quick"), "", "football") }}
	g.refused(422, api.CodeRemovedRoutes, "1 pages of the live release would go", slow)
	if live := g.State().Editions["football"].Live; live != quick.Release {
		t.Errorf("%s is live, want %s, which came meanwhile", live, quick.Release)
	}
}

func TestAChangeThatCannotBeIsTheCallersFault(t *testing.T) {
	g := newGateway(t)
	over := g.Clock.Now().Add(-time.Hour)
	for code, changes := range map[string][]api.Change{
		api.CodeNothing: {
			{Action: api.Withdraw, Releases: map[string]string{"football": "nonsense"}},
			{Action: api.Live, Releases: map[string]string{"football": "../../etc/passwd"}},
			{Action: api.Live, Releases: map[string]string{"football": "0123456789abcdef0123"}},
			{Action: api.Preview, Releases: map[string]string{"football": "0123456789abcdef0123"}},
			{Action: api.Canary, Releases: map[string]string{"football": "0123456789abcdef0123"}, Share: "5%"},
			{Action: api.Rollback, Releases: map[string]string{"Foot Ball": ""}},
		},
		api.CodeRequest: {
			{Action: api.Rollback, Releases: map[string]string{"football": ""}, Reason: strings.Repeat("x", 501)},
			{Action: api.Freeze, Scope: "*", Reason: "the sale", Until: &over},
		},
	} {
		for _, change := range changes {
			g.refused(422, code, "", question{method: "POST", path: "/releases/lineup", body: change})
		}
	}
}

func TestPagesThatGoNeedAYes(t *testing.T) {
	g := newGateway(t)
	fewer := fewer("fewer")
	for _, query := range []string{"", "?dry_run=true", "?as=canary&share=5"} {
		g.unchanged(func() {
			if found := g.refused(422, api.CodeRemovedRoutes, "1 pages of the live release would go", g.upload(fewer, query, "football")); !slices.Equal(found.RemovedRoutes, []string{"/football/faq"}) {
				t.Errorf("%+v", found)
			}
		})
	}
	stored := g.ship(fewer, "?as=stored", "football")
	if !slices.Equal(stored.RemovedRoutes, []string{"/football/faq"}) {
		t.Errorf("%+v", stored)
	}
	of := map[string]string{"football": stored.Release}
	live, canary := api.Change{Action: api.Live, Releases: of}, api.Change{Action: api.Canary, Releases: of, Share: "5%"}
	for _, change := range []api.Change{live, canary} {
		g.refused(422, api.CodeRemovedRoutes, "would go", question{method: "POST", path: "/releases/lineup", token: "football", body: change})
	}
	canary.AllowRemovedRoutes = true
	g.change(canary, "football")
	for _, share := range []string{"10%", "0"} { // It is asked once of a canary.
		g.change(api.Change{Action: api.Canary, Releases: of, Share: share}, "football")
	}
	live.AllowRemovedRoutes = true
	g.change(live, "football")
	g.change(api.Change{Action: api.Rollback, Releases: map[string]string{"football": ""}}, "football")
	if shipped := g.ship(fewer, "?allow_removed_routes=true", "football"); g.State().Editions["football"].Live != shipped.Release {
		t.Errorf("%+v", shipped)
	}
}

func TestADryRunChecksAllAndChangesNothing(t *testing.T) {
	g := newGateway(t)
	g.unchanged(func() {
		if shipped := g.ship(football("two"), "?dry_run=true", "football"); !shipped.DryRun || !shipped.New || len(shipped.Checked) == 0 || shipped.As != api.Live {
			t.Errorf("%+v", shipped)
		}
		broken := football("two")
		broken.Manifest.Preload = nil
		g.refused(422, api.CodeRefused, "preload", g.upload(broken, "?dry_run=true", "football"))
	})
}

func TestWhatBreaksTheContractIsRefusedAndChangesNothing(t *testing.T) {
	g := newGateway(t)
	heavy := football("heavy")
	var script strings.Builder
	for number := range 60_000 {
		fmt.Fprintf(&script, "%x", number*number*7919)
	}
	heavy.Content["mount.js"] = script.String()
	markless := football("markless")
	markless.Content["fragments/main/football.en.html"] = "@setting/nothing@"
	whole := releasetest.Archive(t, football("whole").Write(t))
	g.unchanged(func() {
		g.refused(422, api.CodeRefused, "over its budget", g.upload(heavy, "", "football"))
		g.refused(422, api.CodeRefused, "football.en", g.upload(markless, "", "football"))
		for saying, body := range map[string][]byte{"no tar archive": []byte(strings.Repeat("x", 2000)), "release.json: it is missing": nil, "in the middle": whole[:530]} {
			g.refused(422, api.CodeRefused, saying, question{method: "POST", path: "/releases/editions/football", token: "football", body: body})
		}
		for path, saying := range map[string]string{"?as=golden": "unknown", "?as=canary": "needs a share", "?as=canary&share=101": "from 0%", "?as=canary&share=0": "needs a share", "?share=5%25": "live has no share", "?as=preview&share=5": "preview has no share", "?dry_run=maybe": "neither true nor false", "?dryrun=1": "unknown", "?as=live&as=live": "more than once"} {
			g.refused(400, api.CodeRequest, saying, question{method: "POST", path: "/releases/editions/football" + path, token: "football", body: whole})
		}
		g.refused(400, api.CodeRequest, "no edition's name", question{method: "POST", path: "/releases/editions/..%2Fx"})
		g.refused(404, api.CodeNotFound, "nothing at this address", question{method: "GET", path: "/releases/nothing"})
		g.refused(405, api.CodeMethod, "no such method", question{method: "PUT", path: "/releases/lineup"})
		given := map[string]string{"football": g.State().Editions["football"].Live}
		for path, body := range map[string]any{"/releases/lineup?dry_run=true": api.Change{Action: api.Live, Releases: given}, "/releases/prune?dry_run=true": nil} {
			g.refused(400, api.CodeRequest, "\"dry_run=true\" in its query", question{method: "POST", path: path, token: "ops", body: body})
		}
		g.refused(400, api.CodeRequest, "live has no share", question{method: "POST", path: "/releases/lineup", token: "football", body: api.Change{Action: api.Live, Releases: given, Share: "5%"}})
		g.refused(413, api.CodeSize, "more than", question{method: "POST", path: "/releases/lineup", body: `{"action":"` + strings.Repeat("x", 70_000) + `"}`})
		g.refused(413, api.CodeSize, "more than", question{method: "POST", path: "/releases/editions/football/missing", body: strings.Repeat(" ", 3<<20)})
	})
}

func TestAStoreThatCannotBeWrittenIsNoFaultOfTheRelease(t *testing.T) {
	for err, want := range map[error][2]any{
		&store.DiskError{Operation: "write", Name: "x.js", Err: syscall.ENOSPC}: {507, api.CodeFull},
		&store.DiskError{Operation: "write", Name: "x.js", Err: syscall.EDQUOT}: {507, api.CodeFull},
		&store.DiskError{Operation: "write", Name: "x.js", Err: syscall.EIO}:    {500, api.CodeStore},
		errors.New("x.js: its hash is another one"):                             {422, api.CodeRefused},
	} {
		if got := api.Refused(fmt.Errorf("taking in: %w", err)); got.Status != want[0] || got.Code != want[1] {
			t.Errorf("%v is answered %d %s, want %v", err, got.Status, got.Code, want)
		}
	}
}

func TestAFreezeRefusesWhatIsNewAndNotWhatGoesBack(t *testing.T) {
	g := newGateway(t)
	second := g.ship(football("two"), "", "football")
	until := g.Clock.Now().Add(2 * time.Hour)
	g.refused(400, api.CodeRequest, "give a reason", question{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Freeze, Scope: "*", Until: &until}})
	g.change(api.Change{Action: api.Freeze, Scope: "*", Until: &until, Reason: "the sale"}, "ops")
	g.unchanged(func() {
		for _, query := range []string{"", "?as=canary&share=5", "?as=preview", "?dry_run=true"} {
			g.refused(423, api.CodeFrozen, "until 2026-11-22T14:00:00Z, by ops: the sale", g.upload(football("three"), query, "football"))
		}
	})
	if back := g.change(api.Change{Action: api.Rollback, Releases: map[string]string{"football": ""}}, "football"); back.Editions["football"].Live == second.Release {
		t.Errorf("%+v", back)
	}
	g.ship(football("three"), "?as=stored", "football")
	g.refused(400, api.CodeRequest, "give a reason", g.upload(football("three"), "?break_glass=true", "ops"))
	g.ship(football("three"), "?break_glass=true&reason=the+price+is+wrong", "ops")
	_, _, answer := ask[struct{ Entries []journal.Entry }](g, question{method: "GET", path: "/releases/journal?limit=1"})
	if !answer.Entries[0].BrokeGlass || answer.Entries[0].Reason != "the price is wrong" {
		t.Errorf("%+v", answer.Entries)
	}
	g.Clock.Move(2 * time.Hour)
	g.ship(football("four"), "", "football")
	// A name that is misspelled freezes nothing, and says so; one that the site alone has is no such name.
	freeze := api.Change{Action: api.Freeze, Scope: "footbal", Reason: "the sale"}
	g.unchanged(func() {
		g.refused(422, api.CodeNothing, "no edition \"footbal\": there are football, host, rugby, shell", question{method: "POST", path: "/releases/lineup", body: freeze})
	})
	freeze.Scope = "rugby"
	g.change(freeze, "ops")
	freeze.Scope = journal.All
	g.change(freeze, "ops")
	g.refused(422, api.CodeNothing, "that is not frozen: what is frozen is all editions at once", question{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Thaw, Scope: "football"}})
	g.change(api.Change{Action: api.Thaw, Scope: journal.All}, "ops")
}

func TestAReleaseGoesFromPreviewOverCanaryToLiveAndBack(t *testing.T) {
	g := newGateway(t)
	first := g.State().Editions["football"].Live
	name := g.ship(football("two"), "?as=preview", "football").Release
	of := map[string]string{"football": name}
	if part := g.change(api.Change{Action: api.Canary, Releases: of, Share: "0.5%"}, "football").Editions["football"]; part.Canary == nil || part.Canary.Share != 5 || part.Live != first {
		t.Errorf("%+v", part)
	}
	if part := g.change(api.Change{Action: api.Confirm, Releases: map[string]string{"football": ""}}, "football").Editions["football"]; part.Canary == nil || part.Canary.Confirmed != "football" || part.Live != first {
		t.Errorf("%+v", part)
	}
	g.refused(403, api.CodeScope, "", question{method: "POST", path: "/releases/lineup", token: "basketball", body: api.Change{Action: api.Confirm, Releases: of}})
	if part := g.change(api.Change{Action: api.Promote, Releases: map[string]string{"football": ""}}, "football").Editions["football"]; part.Canary != nil || part.Live != name {
		t.Errorf("%+v", part)
	}
	_, _, listed := ask[map[string][]api.StoredRelease](g, question{method: "GET", path: "/releases/editions/football", token: "basketball"})
	states := map[string]string{}
	for _, one := range listed["releases"] {
		states[one.Release] = one.As
		if one.Revision != "abc" || one.Version != "1.0.0" || one.Size.Files == 0 || one.TakenAt.IsZero() {
			t.Errorf("%+v", one)
		}
	}
	if len(states) != 2 || states[name] != api.Live || states[first] != "previous" {
		t.Errorf("%v", states)
	}
	back := g.change(api.Change{Action: api.Rollback, Releases: map[string]string{"football": ""}, Reason: "it is slow"}, "football").Editions["football"]
	if back.Live != first || !slices.Equal(back.Withdrawn, []string{name}) {
		t.Errorf("%+v", back)
	}
	g.change(api.Change{Action: api.Preview, Releases: of}, "football")
	g.change(api.Change{Action: api.EndPreview, Releases: of}, "football")
	g.change(api.Change{Action: api.Withdraw, Releases: of}, "football")
	for saying, change := range map[string]api.Change{
		"action \"fly\" is unknown": {Action: "fly"}, "it has no releases": {Action: api.Live}, "it has no scope": {Action: api.Freeze},
		"one edition at a time": {Action: api.Preview, Releases: map[string]string{"football": name, "shell": name}},
		"share \"\"":            {Action: api.Canary, Releases: of},
	} {
		g.refused(400, api.CodeRequest, saying, question{method: "POST", path: "/releases/lineup", body: change})
	}
	g.refused(422, api.CodeNothing, "no such release", question{method: "POST", path: "/releases/lineup", body: api.Change{Action: api.Promote, Releases: map[string]string{"football": ""}}})
}

func TestATokenHasTwoUploadsAtOnceOverReloadsAndLeavesPlacesToOthers(t *testing.T) {
	g := newGateway(t)
	var hanging sync.WaitGroup
	var ends []func()
	for range 2 {
		from, to := io.Pipe()
		hanging.Go(func() {
			g.refused(422, api.CodeRefused, "", question{method: "POST", path: "/releases/editions/football", token: "football", body: io.NopCloser(from)})
		})
		if _, err := to.Write([]byte("x")); err != nil { // It is being read.
			t.Fatal(err)
		}
		ends = append(ends, func() { to.Close() })
	}
	g.reload()
	if found := g.refused(429, api.CodeRate, "2 of them by football", g.upload(football("two"), "", "football")); found.Code == "" {
		t.Error("a third one is taken")
	}
	manifest := must.Get(os.ReadFile(filepath.Join(football("two").Write(t), release.ManifestFile)))(t)
	g.refused(429, api.CodeRate, "2 of them by football", question{method: "POST", path: "/releases/editions/football/missing", token: "football", body: manifest})
	g.ship(releasetest.Sport(releasetest.Basketball), "", "basketball")
	for _, end := range ends {
		end()
	}
	hanging.Wait()
	g.ship(football("two"), "", "football")
}

// Over a real connection: a body of which nothing comes any more ends.
func TestAnUploadOfWhichNothingComesEnds(t *testing.T) {
	g := newGateway(t)
	g.Pause(20 * time.Millisecond)
	server := httptest.NewServer(g)
	defer server.Close()
	from, to := io.Pipe()
	defer to.Close()
	r := must.Get(http.NewRequest(http.MethodPost, server.URL+"/releases/editions/football", from))(t)
	r.Header.Set("Authorization", "Bearer "+g.Secrets["football"])
	go func() { _, _ = to.Write(make([]byte, 700)) }()
	response := must.Get(server.Client().Do(r))(t)
	defer response.Body.Close()
	if content, err := io.ReadAll(response.Body); response.StatusCode != 408 || err != nil {
		t.Errorf("%d %s %v", response.StatusCode, content, err)
	}
}

// Something of it may come all the time.
func TestAnUploadAndAQuestionForWhatItHasToBringHaveSoMuchTime(t *testing.T) {
	g := newGateway(t)
	g.Most(0)
	manifest := must.Get(os.ReadFile(filepath.Join(football("two").Write(t), release.ManifestFile)))(t)
	g.refused(408, api.CodeTime, "took longer", question{method: "POST", path: "/releases/editions/football/missing", body: manifest})
	g.refused(408, api.CodeTime, "took longer", g.upload(football("two"), "", "football"))
}

func TestAShareIsAThousandthAtLeast(t *testing.T) {
	for text, want := range map[string]int{"5%": 50, "0.5": 5, "0": 0, "100%": 1000, "12.3%": 123} {
		if got, err := api.ParseShare(text); err != nil || got != want {
			t.Errorf("%q is %d (%v), want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "%", "-1", "100.1", "0.05", "NaN", "five", "1e9"} {
		if got, err := api.ParseShare(text); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
}

func TestOpsPruneWhatIsOld(t *testing.T) {
	g := newGateway(t)
	name := g.Take(football("never shown"))
	old := g.Clock.Now().Add(-30 * 24 * time.Hour)
	must.Do(t, os.Chtimes(filepath.Join(g.Store.Folder(), "football", "releases", name+".json"), old, old))
	g.unchanged(func() {
		status, _, pruned := ask[store.Pruned](g, question{method: "POST", path: "/releases/prune", body: `{"dryRun": true}`})
		if status != 200 || len(pruned.Releases) != 0 {
			t.Errorf("%d %+v", status, pruned)
		}
	})
	if status, _, pruned := ask[store.Pruned](g, question{method: "POST", path: "/releases/prune"}); status != 200 {
		t.Errorf("%d %+v", status, pruned)
	}
}

func TestWhatBrowsersReportedIsReadByAnyToken(t *testing.T) {
	g := newGateway(t)
	for _, name := range []string{"football", "basketball", "ops"} {
		status, header, reading := ask[health.Reading](g, question{method: "GET", path: "/releases/editions/football/reports", token: name})
		if status != http.StatusOK || header.Get("Cache-Control") != "no-store" || header.Get("Cross-Origin-Resource-Policy") != "same-origin" || reading.Edition != "football" || len(reading.Releases) != 1 || reading.Releases[0].Errors[health.Hang] != 2 || reading.Verdict != nil {
			t.Errorf("%s: %d %+v", name, status, reading)
		}
	}
	g.refused(http.StatusUnauthorized, api.CodeToken, "no token", question{method: "GET", path: "/releases/editions/football/reports", token: "-"})
	g.refused(http.StatusBadRequest, api.CodeRequest, "no edition's name", question{method: "GET", path: "/releases/editions/Foot_ball/reports"})
	g.refused(http.StatusMethodNotAllowed, api.CodeMethod, "no such method", question{method: "POST", path: "/releases/editions/football/reports"})
}

func TestWhatAnEditionHasInTheStoreIsBounded(t *testing.T) {
	g := newGateway(t)
	first := football("one")
	g.ship(first, "", "football")
	holds := must.Get(g.Store.Size("football"))(g.T)
	g.Server = g.serving(holds + 100)
	bigger := football("two")
	bigger.Content["more.txt"] = strings.Repeat("more than there is room for ", 100)
	g.unchanged(func() {
		for _, query := range []string{"", "?as=stored", "?dry_run=true"} {
			g.refused(http.StatusInsufficientStorage, api.CodeQuota, "this release brings ", g.upload(bigger, query, "football"))
		}
	})
	// What is there can be shipped, however much there is, and another edition has room of its own.
	g.Server = g.serving(holds - 1)
	g.ship(first, "", "football")
	g.Server = g.serving(holds + 100)
	g.ship(releasetest.Sport(releasetest.Basketball), "", "basketball")
	if after, err := g.Store.Size("football"); err != nil || after != holds {
		t.Errorf("it has %d bytes, had %d (%v)", after, holds, err)
	}
	g.Server = g.serving(0)
	g.ship(bigger, "", "football")
	if after, err := g.Store.Size("football"); err != nil || after < holds+2800 {
		t.Errorf("it has %d bytes, had %d (%v)", after, holds, err)
	}
}

func TestRefusedUploadsAreKeptBesideTheJournalAndOneTeamsTakeNothingOfAnothers(t *testing.T) {
	g := newGateway(t)
	refused := func(edition, token string, route string) {
		t.Helper()
		draft := releasetest.Sport(edition)
		// A route of another edition's.
		draft.Manifest.Routes[1].Path = route
		g.refused(http.StatusUnprocessableEntity, api.CodeRefused, route, g.upload(draft, "", token))
	}
	version := g.State().Version
	refused("basketball", "basketball", "/football/x")
	for range 3 {
		g.Clock.Move(time.Minute)
		refused("football", "football", "/basketball/always")
	}
	all, err := g.Refusals()
	if err != nil || len(all) != 2 || all[0].Count != 3 || all[0].By != "football" || all[0].Edition != "football" || all[0].Code != api.CodeRefused || !all[0].At.Equal(g.Clock.Now()) || all[1].Count != 1 {
		t.Fatalf("%+v (%v)", all, err)
	}
	// A failing CI, with another message each time.
	for at := range 15 {
		refused("football", "football", fmt.Sprint("/basketball/", at))
	}
	// Who may not ship, or asks for nonsense, is noted nowhere.
	g.refused(http.StatusForbidden, api.CodeScope, "is for basketball", g.upload(football("x"), "", "basketball"))
	g.refused(http.StatusBadRequest, api.CodeRequest, "unknown", g.upload(football("x"), "?as=nothing", "football"))
	all, err = g.Refusals()
	if err != nil || len(all) != 11 || all[10].Edition != "basketball" || !strings.Contains(all[0].Message, "/basketball/14") {
		t.Errorf("%d are kept: %+v (%v)", len(all), all, err)
	}
	if g.State().Version != version {
		t.Error("the journal has an entry of them")
	}
	// What cannot be read is begun anew.
	releasetest.PutFile(t, g.Store.Folder(), "refused.json", []byte("{"))
	if _, err := g.Refusals(); err == nil {
		t.Error("half a file is read")
	}
	refused("football", "football", "/basketball/again")
	if all, err := g.Refusals(); err != nil || len(all) != 1 {
		t.Errorf("%+v (%v)", all, err)
	}
}

// A client that sends the whole archive before it reads.
func TestARefusalIsReadThoughTheArchiveWasNot(t *testing.T) {
	g := newGateway(t)
	const size = 16 << 20
	football := "Bearer " + g.Secrets["football"]
	for name, test := range map[string]struct {
		path, token string
		status      int
		code        string
	}{
		"without a token":          {"/releases/editions/football", "", 401, api.CodeToken},
		"another edition's":        {"/releases/editions/shell", football, 403, api.CodeScope},
		"no archive":               {"/releases/editions/football", football, 422, api.CodeRefused},
		"a release.json too large": {"/releases/editions/football/missing", football, 413, api.CodeSize},
		"a change too large":       {"/releases/lineup", football, 413, api.CodeSize},
	} {
		if status, body := asking.SendFirst(t, g.Server, test.path, size, "Authorization", test.token); status != test.status || !strings.Contains(body, `"code":"`+test.code+`"`) {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
}

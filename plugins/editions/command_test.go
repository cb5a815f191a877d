package editions

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/client"
	"fieldhouse/plugins/editions/ship/command"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/plugintest/must"

	"github.com/spf13/pflag"
)

// changedFootball is a built release of it with another text.
func changedFootball(t *testing.T, number int) (folder string) {
	t.Helper()
	draft := releasetest.Next(fmt.Sprint("text ", number))
	return draft.Write(t)
}

// terminal has the environment of the commands.
type terminal struct {
	t           *testing.T
	environment map[string]string
}

// run runs a command line, and answers its exit code and what it printed.
func (s *terminal) run(line ...string) (code int, out, problems string) {
	s.t.Helper()
	var printed, said bytes.Buffer
	for _, one := range command.All {
		if one.Name != line[0] {
			continue
		}
		flags := pflag.NewFlagSet(one.Name, pflag.ContinueOnError)
		call := one.Call(command.Process{
			Out: &printed, Problems: &said, Variable: func(name string) string { return s.environment[name] }, StoreFolder: adapter.StoreFolder, AdminAddress: adminAddress,
		}, flags)
		if err := flags.Parse(line[1:]); err != nil {
			return call.RefuseFlags(err), printed.String(), said.String()
		}
		code = call.Run(context.Background(), flags.Args())
		return code, printed.String(), said.String()
	}
	s.t.Fatalf("there is no command %s", line[0])
	return 0, "", ""
}

// want runs a command line that must end with a code and print a text.
func (s *terminal) want(code int, text string, line ...string) string {
	s.t.Helper()
	got, out, problems := s.run(line...)
	if got != code || !strings.Contains(out+problems, text) {
		s.t.Errorf("%q ends with %d and prints %q %q; want %d and %q", line, got, out, problems, code, text)
	}
	return out
}

func TestTheCommandsShipAndGoBack(t *testing.T) {
	s := run(t, "")
	address := must.Get(loadReleases(t, s.store, "[]", `[`+releasesRoute+`]`))(t)
	at := &terminal{t, map[string]string{"FIELDHOUSE_RELEASES": "http://" + address}}
	at.want(command.ExitRefused, "the request has no token", "releases")
	ops := strings.TrimSpace(at.want(command.ExitDone, token.Prefix, "token", "make", "ops", "all", "--store", s.store))
	file := filepath.Join(t.TempDir(), "token")
	must.Do(t, os.WriteFile(file, []byte(ops+"\n"), 0o600))
	at.environment["FIELDHOUSE_TOKEN"] = strings.TrimSpace(at.want(command.ExitDone, "", "token", "make", "football-ci", "football", "--token-file", file, "--days", "30"))
	at.want(command.ExitDone, "football-ci  football", "token", "list", "--token-file", file)
	at.want(command.ExitRefused, "this is for ops", "token", "list")

	first := s.names["football"]
	var shipped api.Shipped
	must.Do(t, json.Unmarshal([]byte(at.want(command.ExitDone, "", "ship", "football", changedFootball(t, 1), "--json")), &shipped))
	at.want(command.ExitDone, "football    "+shipped.Release, "releases")
	at.want(command.ExitDone, first+"  1.0.0    previous", "releases", "football")
	at.want(command.ExitDone, "football-ci  live", "releases", "football", "--journal")
	at.want(command.ExitDone, "football    "+first, "rollback", "football", "--reason", "it is slow")
	at.want(command.ExitDone, "it is slow", "releases", "--journal", "--limit", "1")
	at.want(command.ExitDone, "would be live", "ship", "football", changedFootball(t, 2), "--dry-run")
	at.want(command.ExitDone, "canary in lineup", "ship", "football", changedFootball(t, 2), "--canary", "5%")
	at.want(command.ExitDone, "25%", "canary", "football", "25%")
	at.want(command.ExitDone, "lineup", "confirm", "football", "--reason", "it was tried out")
	at.want(command.ExitDone, "canary confirmed", "releases", "--journal", "--limit", "1")
	at.want(command.ExitConflict, "somebody else", "promote", "football", "--if-match", "1")
	at.want(command.ExitDone, "lineup", "promote", "football")
	at.want(command.ExitDone, "preview in lineup", "ship", "football", changedFootball(t, 3), "--preview")
	at.want(command.ExitRefused, "is for football, not for shell", "rollback", "football", "shell")

	// A token withdraws what is its edition's, by the API or on the store itself.
	at.want(command.ExitRefused, "is for football, not for shell", "withdraw", "shell", s.names["shell"])
	at.want(command.ExitRefused, "refused: ", "withdraw", "football", "0123456789abcdef0123")
	at.want(command.ExitConflict, "somebody else", "withdraw", "football", first, "--if-match", "1")
	var state journal.State
	must.Do(t, json.Unmarshal([]byte(at.want(command.ExitDone, "", "withdraw", "football", first, "--reason", "wrong prices", "--json")), &state))
	if !slices.Contains(state.Editions["football"].Withdrawn, first) {
		t.Errorf("the answer is %+v", state.Editions["football"])
	}
	at.want(command.ExitDone, "wrong prices", "releases", "football", "--journal", "--limit", "1")
	live := releasetest.State(t, s.store).Editions["football"].Live
	at.want(command.ExitDone, "lineup", "withdraw", "football", live, "--store", s.store)
	if now := releasetest.State(t, s.store).Editions["football"]; now.Live == live || !slices.Contains(now.Withdrawn, live) {
		t.Errorf("the store has %+v", now)
	}
	at.want(command.ExitRefused, "", "withdraw", "football", "0123456789abcdef0123", "--store", s.store)

	at.want(command.ExitDone, "frozen: *", "freeze", "all", "--until", "2h", "--reason", "the sale", "--token-file", file)
	at.want(command.ExitRefused, "the sale", "ship", "football", changedFootball(t, 4))
	at.want(command.ExitDone, "live in lineup", "ship", "football", changedFootball(t, 4), "--break-glass", "--reason", "prices", "--token-file", file)
	at.want(command.ExitDone, "", "thaw", "all", "--token-file", file)
	at.want(command.ExitRefused, "this is for ops", "prune")
	at.want(command.ExitDone, "0 releases and 0 files", "prune", "--dry-run", "--token-file", file)
	at.want(command.ExitDone, "0 releases and 0 files", "prune", "--dry-run", "--store", s.store)
	at.want(command.ExitDone, "is revoked", "token", "revoke", "football-ci", "--store", s.store)
	at.want(command.ExitRefused, "was revoked", "releases")

	// What needs each other goes in one step.
	host := releasetest.Host()
	host.Manifest.Version = "1.1.0"
	shell := releasetest.Shell()
	shell.Manifest.Version = "1.1.0"
	before := releasetest.State(t, s.store).Version
	at.want(command.ExitDone, "shell", "ship", "host", host.Write(t), "shell", shell.Write(t), "--token-file", file)
	if state := releasetest.State(t, s.store); state.Version != before+1 || state.Editions["host"].Live == s.names["host"] || state.Editions["shell"].Live == s.names["shell"] {
		t.Errorf("%+v", state)
	}
}

func TestACommandLineThatMakesNoSenseIsSaid(t *testing.T) {
	at := &terminal{t, map[string]string{}}
	for _, test := range []struct {
		says string
		line []string
	}{
		{"name an edition and the folder", []string{"ship"}},
		{"name an edition and the folder", []string{"ship", "football"}},
		{"take one of them", []string{"ship", "football", "dist", "--canary", "5", "--preview"}},
		{"a share of the visitors", []string{"ship", "football", changedFootball(t, 3), "--canary", ""}},
		{"one edition at a time", []string{"ship", "a", "b", "c", "d", "--preview"}},
		{"football is there twice", []string{"ship", "football", "dist", "football", "dist2"}},
		{"--wait waits", []string{"ship", "football", "dist", "--wait"}},
		{"unknown flag", []string{"ship", "--fast"}},
		{"name an edition and a release", []string{"withdraw", "football"}},
		{"name an edition", []string{"rollback"}},
		{"there twice", []string{"rollback", "football", "football"}},
		{"name a release", []string{"rollback", "football="}},
		{"name a release", []string{"promote", "host=0123456789abcdef0123", "football="}},
		{"name a release", []string{"confirm", "football="}},
		{"from 0%", []string{"canary", "football", "lots"}},
		{"a --reason", []string{"freeze", "all"}},
		{"write 2026", []string{"freeze", "all", "--reason", "x", "--until", "soon"}},
		{"--until is empty", []string{"freeze", "all", "--reason", "x", "--until", ""}},
		{"--store is empty", []string{"prune", "--store", ""}},
		{"--store is empty", []string{"take", "dist", "--live", "--store", ""}},
		{"make <name>", []string{"token"}},
		{"write scheme and host", []string{"releases", "--address", "unix//run/caddy.sock"}},
		{"take one of them", []string{"ship", "football", "dist", "--force", "--if-match", "3"}},
		{"no such file", []string{"releases", "--token-file", "/nowhere/token"}},
	} {
		at.want(command.ExitWrong, test.says, test.line...)
	}
	at.environment["FIELDHOUSE_TOKEN"] = "x"
	at.want(command.ExitWrong, "for everybody to read", "releases", "--address", "http://releases.example")
	at.want(command.ExitUnreachable, "cannot be reached", "releases", "--address", "http://127.0.0.1:1")
	at.environment["FIELDHOUSE_TOKEN"] = "the token is\nx"
	at.want(command.ExitWrong, "the token is one line", "releases", "--address", "http://127.0.0.1:1")
	// The admin endpoint is found as Caddy's own commands find it.
	at.environment = map[string]string{"FIELDHOUSE_RELEASES": "https://releases.example"}
	config := filepath.Join(t.TempDir(), "caddy.json")
	must.Do(t, os.WriteFile(config, []byte(`{"admin": {"listen": "127.0.0.1:1"}}`), 0o600))
	at.want(command.ExitUnreachable, "127.0.0.1:1 is its address (--address)", "releases", "--address", "127.0.0.1:1")
	at.want(command.ExitUnreachable, "127.0.0.1:1 is its address (--address)", "releases", "--config", config)
	for _, one := range command.All {
		if !strings.Contains(one.Examples, "fieldhouse "+one.Name) || len(one.Long()) < 50 || one.Short == "" {
			t.Errorf("%s has no help", one.Name)
		}
	}
}

func TestOfAStoreThatIsNotThereNothingIsWell(t *testing.T) {
	at, empty := &terminal{t, nil}, t.TempDir()
	nowhere := filepath.Join(empty, "nowhere")
	for _, line := range [][]string{{"verify"}, {"prune"}, {"prune", "--dry-run"}, {"withdraw", "football", "0123456789abcdef0123"}} {
		at.want(command.ExitWrong, "give --store, or the FIELDHOUSE_STORE", append(line, "--store", nowhere)...)
	}
	at.want(command.ExitRefused, "has no release: give --store", "verify", "--store", empty)
	if left, err := os.ReadDir(empty); err != nil || len(left) > 0 {
		t.Errorf("there is %v; %v", left, err)
	}
}

func TestShipWaitsForTheVerdictOnItsCanary(t *testing.T) {
	s := run(t, "")
	address := must.Get(loadReleases(t, s.store, "[]", `[`+releasesRoute+`]`))(t)
	secret := releasetest.Secret(t, token.New(s.store, time.Now), "ops", token.All, 0)
	at := &terminal{t, map[string]string{"FIELDHOUSE_RELEASES": "http://" + address, "FIELDHOUSE_TOKEN": secret}}
	for number, verdict := range map[int]func(name string) error{
		0: func(string) error {
			_, err := journal.Open(s.store, journal.Options{}).Promote(journal.Change{By: "ops"}, map[string]string{"football": ""}, journal.Checks{})
			return err
		},
		1: func(name string) error {
			_, err := journal.Open(s.store, journal.Options{}).Withdraw(journal.Change{By: "ops", Reason: "three times the errors"}, map[string]string{"football": name}, journal.Checks{})
			return err
		},
	} {
		ended := make(chan error, 1)
		go func() {
			changes := journal.Open(s.store, journal.Options{})
			for {
				state, err := changes.Read()
				if err != nil {
					ended <- err
					return
				}
				if canary := state.Editions["football"].Canary; canary != nil {
					ended <- verdict(canary.Release)
					return
				}
			}
		}()
		if number == 0 {
			at.want(command.ExitDone, "is live", "ship", "football", changedFootball(t, number), "--canary", "5%", "--wait")
		} else {
			at.want(command.ExitTakenBack, "the canary was taken back: three times the errors", "ship", "football", changedFootball(t, number), "--canary", "5%", "--wait")
		}
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	}
	at.want(command.ExitRefused, "is still a canary, without a verdict in the time that was waited: wait longer with --wait-for", "ship", "football", changedFootball(t, 2), "--canary", "5%", "--wait", "--wait-for", "1ms")
}

// overtaken is a gateway at which somebody else ships football once the first has asked what is
// missing.
func overtaken(t *testing.T, address string, ship func()) string {
	t.Helper()
	target := must.Get(url.Parse("http://" + address))(t)
	proxy := httputil.NewSingleHostReverseProxy(target)
	var once sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/missing") {
			once.Do(ship)
		}
		// A refusal may come before all of the upload was sent.
		if err := http.NewResponseController(w).EnableFullDuplex(); err != nil {
			t.Error(err)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestOfTwoThatShipAtOnceTheSecondIsToldAndMayGoOn(t *testing.T) {
	s := run(t, "")
	address := must.Get(loadReleases(t, s.store, "[]", `[`+releasesRoute+`]`))(t)
	tokens := token.New(s.store, time.Now)
	secret := func(name string) string {
		return releasetest.Secret(t, tokens, name, token.All, 0)
	}
	first := &terminal{t, map[string]string{"FIELDHOUSE_RELEASES": "http://" + address, "FIELDHOUSE_TOKEN": secret("anna")}}
	second := &terminal{t, map[string]string{"FIELDHOUSE_TOKEN": secret("ben")}}
	at := func(ship func()) string { return overtaken(t, address, ship) }
	annas := func() {
		first.want(command.ExitDone, "live in lineup", "ship", "football", changedFootball(t, 1), "--reason", "new odds")
	}

	out := second.want(command.ExitConflict, ": live, by anna at ", "ship", "football", changedFootball(t, 2), "--address", at(annas))
	if out != "" {
		t.Errorf("it printed %q", out)
	}
	live := releasetest.State(t, s.store).Editions["football"].Live
	second.want(command.ExitConflict, "--force", "ship", "football", changedFootball(t, 3), "--canary", "5%", "--address",
		at(func() { first.want(command.ExitDone, "", "ship", "football", changedFootball(t, 4)) }))
	// What is another edition's, or a preview, is in nobody's way.
	second.want(command.ExitDone, "live in lineup", "ship", "football", changedFootball(t, 5), "--address", at(func() {
		first.want(command.ExitDone, "", "ship", "shell", releasetest.Shell().Write(t))
		first.want(command.ExitDone, "", "preview", "football", live)
	}))
	second.want(command.ExitDone, "live in lineup", "ship", "football", changedFootball(t, 6), "--force", "--address",
		at(func() { first.want(command.ExitDone, "", "ship", "football", changedFootball(t, 7)) }))
	canary := changedFootball(t, 8)
	second.want(command.ExitDone, "canary in lineup", "ship", "football", canary, "--canary", "5%", "--address", "http://"+address)
	second.want(command.ExitDone, "ended, all visitors get this release", "ship", "football", changedFootball(t, 9), "--address", "http://"+address)
	second.want(command.ExitDone, " ended)", "releases", "football", "--journal", "--limit", "1", "--address", "http://"+address)
	second.want(command.ExitRefused, "is live: all visitors get it already", "ship", "football", changedFootball(t, 9), "--canary", "5%", "--address", "http://"+address)
	second.want(command.ExitDone, "abc", "releases", "--address", "http://"+address)
}

// What took too long is said in words, with what to do.
func TestNobodyIsToldOfDeadlines(t *testing.T) {
	ended := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-ended:
		}
	}))
	defer silent.Close()
	defer close(ended)
	asking := must.Get(client.New(silent.URL, ""))(t)
	for cause, ask := range map[string]func() (context.Context, context.CancelFunc){
		"has not answered within": func() (context.Context, context.CancelFunc) {
			return context.WithTimeout(t.Context(), time.Millisecond)
		},
		"it was interrupted": func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			return ctx, cancel
		},
	} {
		ctx, cancel := ask()
		_, err := asking.Lineup(ctx)
		cancel()
		if err == nil || !strings.Contains(err.Error(), cause) || strings.Contains(err.Error(), "context ") {
			t.Errorf("%v, want %s", err, cause)
		}
	}
}

// hold has a canary of football with this share hold, as soon as it is one: nothing is worse
// in as many views as it is watched for.
func hold(ctx context.Context, releases *openStore, share int) {
	book := releases.Reports()
	book.SetRule(health.Rule{HoldAt: health.MinHoldAt})
	for view := 0; ctx.Err() == nil; view++ {
		verdict := book.Read("football").Verdict
		switch {
		case verdict == nil || verdict.Share != share:
			time.Sleep(time.Millisecond) // it is no canary yet
			continue
		case verdict.State == health.Holds:
			return
		}
		from := health.Visitor{
			Network: netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, byte(view % 50), 0}), 24),
			Gets:    func(string, string) (shown, now bool) { return true, true },
		}
		for _, release := range []string{verdict.Canary.Release, verdict.Live.Release} {
			book.AddView(&health.View{Releases: map[string]string{"football": release}}, from)
		}
	}
}

func TestShipSaysThatItsCanaryHolds(t *testing.T) {
	s := run(t, "")
	address := must.Get(loadReleases(t, s.store, "[]", `[`+releasesRoute+`]`))(t)
	secret := releasetest.Secret(t, token.New(s.store, time.Now), "ops", token.All, 0)
	at := &terminal{t, map[string]string{"FIELDHOUSE_RELEASES": "http://" + address, "FIELDHOUSE_TOKEN": secret}}
	all := stores.All()
	releases := all[slices.IndexFunc(all, func(r *openStore) bool { return r.Folder() == s.store })]
	for share, more := range map[int][]string{50: nil, 100: {"--json"}} {
		ctx, over := context.WithTimeout(t.Context(), time.Minute)
		ended := make(chan struct{})
		go func() { defer close(ended); hold(ctx, releases, share) }()
		out := at.want(command.ExitDone, "holds: ", append([]string{"ship", "football", changedFootball(t, share), "--canary", fmt.Sprint(share/10, "%"), "--wait"}, more...)...)
		over()
		<-ended
		if more == nil {
			continue
		}
		said := decode[struct {
			api.Shipped
			Outcome client.Outcome `json:"outcome"`
		}](t, out)
		if said.Release == "" || said.Outcome.Release != said.Release || said.Outcome.Outcome != "holds" || said.Outcome.Verdict.Canary.Views < health.MinHoldAt {
			t.Errorf("its JSON is %s", out)
		}
	}
}

// Each command of the documents is one that makes sense: it fails where it would be asked.
func TestTheCommandsOfTheDocumentsMakeSense(t *testing.T) {
	at := &terminal{t, map[string]string{"FIELDHOUSE_RELEASES": "http://127.0.0.1:1"}}
	checked := 0
	for _, document := range []string{"edition-contract.md", "operating.md"} {
		text := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", document)))(t)
		for _, match := range regexp.MustCompile("(?m)(?:^|`)fieldhouse ([a-z]+)((?: [^`\n]+)?)").FindAllStringSubmatch(string(text), -1) {
			known := slices.ContainsFunc(command.All, func(one command.Command) bool { return one.Name == match[1] })
			words := words(match[2])
			if !known || slices.ContainsFunc(words, func(word string) bool { return word == "--help" || word == "--store" }) || len(words) == 0 {
				continue
			}
			code, _, problems := at.run(append([]string{match[1]}, words...)...)
			if checked++; code == command.ExitWrong {
				t.Errorf("%s: fieldhouse %s%s: %s", document, match[1], match[2], problems)
			}
		}
	}
	if checked < 5 {
		t.Errorf("%d commands were found", checked)
	}
}

// words are those of a command line, quoted ones whole, without a comment.
func words(line string) (words []string) {
	line, _, _ = strings.Cut(line, " #")
	for _, match := range regexp.MustCompile(`"([^"]*)"|(\S+)`).FindAllStringSubmatch(line, -1) {
		words = append(words, match[1]+match[2])
	}
	return words
}

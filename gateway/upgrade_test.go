package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/client"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest"
)

// Earlier gateways, as `npm run soak -- upgrade` builds them: one that serves a store beside this one, and
// one, with the development chain's network, that is in a cluster with it.
const (
	beforeBinary        = "FIELDHOUSE_BEFORE"
	beforeClusterBinary = "FIELDHOUSE_BEFORE_CLUSTER"
)

// served is a process that serves a store, and the API that ships to it.
type served struct {
	t       *testing.T
	name    string
	address string
	*client.Client
	said bytes.Buffer
	end  func()
}

// serve starts a binary on a store.
func serve(t *testing.T, name, binary, store, secret string) *served {
	t.Helper()
	s := &served{t: t, name: name, address: freeAddress(t)}
	admin := freeAddress(t)
	config, err := json.Marshal(object{
		"admin": object{"listen": admin, "config": object{"persist": false}},
		"apps": object{
			"site": object{"product": "Fieldhouse"}, "releases": object{"store": store},
			"http": object{"servers": object{"site": object{
				"listen": []string{s.address}, "automatic_https": object{"disable": true},
				"routes": []object{{"handle": []object{{"handler": "editions", "store": store, "editions": releasetest.Editions}}}},
			}}},
		},
	})
	file := filepath.Join(t.TempDir(), "config.json")
	if err == nil {
		err = os.WriteFile(file, config, 0o600)
	}
	if err == nil {
		s.Client, err = client.New("http://"+admin, secret)
	}
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(binary, "run", "--config", file)
	command.Env = append(os.Environ(), asProcess+"=1", "XDG_DATA_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	command.Stdout, command.Stderr = &s.said, &s.said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	exited, ended := make(chan error, 1), false
	go func() { exited <- command.Wait() }()
	s.end = func() {
		if ended {
			return
		}
		ended = true
		_ = command.Process.Signal(syscall.SIGTERM)
		select {
		case <-exited:
		case <-time.After(time.Minute):
			_ = command.Process.Kill()
			t.Errorf("%s does not end", name)
		}
		if t.Failed() {
			t.Logf("%s said: %.4000s", name, s.said.String())
		}
	}
	t.Cleanup(s.end)
	plugintest.Eventually(t, name+" is ready", func() bool { status, _ := s.get("/readyz", ""); return status == http.StatusOK })
	return s
}

// get answers the status and the body; 0 for no answer.
func (s *served) get(path, cookie string) (status int, body string) {
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	got, err := exchange(client, http.MethodGet, "http://"+s.address+path, "", "Cookie", cookie)
	if err != nil {
		return 0, ""
	}
	for _, set := range (&http.Response{Header: got.header}).Cookies() {
		s.t.Logf("%s sets %s", s.name, set.Name)
		if cookie == "" {
			return got.status, set.Name + "=" + set.Value
		}
	}
	return got.status, got.body
}

// shows waits until visitors get a release of football.
func (s *served) shows(release, cookie string) {
	s.t.Helper()
	plugintest.Eventually(s.t, s.name+" shows "+release, func() bool {
		status, body := s.get("/football", cookie)
		return status == http.StatusOK && strings.Contains(body, `"football":{"release":"`+release)
	})
}

// footballs are folders of releases of it, every other one of a later contract.
func footballs(t *testing.T, count int) (folders []string) {
	for number := range count {
		draft := releasetest.Sport(releasetest.Football)
		draft.Manifest.Version = fmt.Sprint(number+2, ".0.0")
		if number%2 == 1 {
			folders = append(folders, ofLaterContract(t, draft))
		} else {
			folders = append(folders, draft.Write(t))
		}
	}
	return folders
}

// ofLaterContract writes a football with what only a later minor version of the contract has.
func ofLaterContract(t *testing.T, draft *releasetest.Draft) (folder string) {
	t.Helper()
	draft.Manifest.Minor++
	draft.Content["fragments/main/football-faq.en.html"] = `<h1>Questions</h1><p title="@setting/motto@">@list/rankings@</p>`
	draft.Manifest.Routes[1].Data = []string{"rowRankings"}
	draft.Manifest.Partials["rankings"] = map[string]release.Texts{"place": releasetest.Both("<li>@item/points@</li>")}
	folder = draft.Write(t)
	releasetest.ChangeManifest(t, folder, func(manifest map[string]any) { manifest["mood"] = "bright" })
	return folder
}

// liveStore is a store with live releases, and a token of ops.
func liveStore(t *testing.T) (releases *store.Store, names map[string]string, secret string) {
	t.Helper()
	folder := t.TempDir()
	releases, names = store.NewStore(folder, items.Check), map[string]string{}
	for _, draft := range []*releasetest.Draft{releasetest.Host(), releasetest.Shell(), releasetest.Sport(releasetest.Football)} {
		taken, err := releases.Take(draft.Write(t))
		if err != nil {
			t.Fatal(err)
		}
		names[taken.Manifest.Edition] = taken.Name
	}
	releasetest.SetLive(t, folder, names)
	secret, _, err := token.New(folder, time.Now).Make("ops", token.All, 0)
	if err != nil {
		t.Fatal(err)
	}
	return releases, names, secret
}

func TestAReleaseOfALaterContractIsShippedServedAndLogged(t *testing.T) {
	this, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	store, _, secret := liveStore(t)
	s := serve(t, "the gateway", this, store.Folder(), secret)
	shipped, err := s.Ship(t.Context(), releasetest.Football, ofLaterContract(t, releasetest.Sport(releasetest.Football)), client.Options{As: api.Live})
	if err != nil {
		t.Fatal(err)
	}
	s.shows(shipped.Release, "")
	if status, body := s.get("/football/faq", "none=none"); status != http.StatusOK || !strings.Contains(body, `<h1>Questions</h1><p title=""></p></main>`) {
		t.Errorf("it answers %d %s", status, body)
	}
	// The same in a release of this gateway's own contract is a mistake.
	mistaken := releasetest.Sport(releasetest.Football)
	mistaken.Content["fragments/main/football-faq.en.html"] = "@setting/motto@"
	if _, err := s.Ship(t.Context(), releasetest.Football, mistaken.Write(t), client.Options{As: api.Live}); err == nil || !strings.Contains(err.Error(), `mark for "motto"`) {
		t.Errorf("a misspelled mark is answered %v", err)
	}
	s.end()
	for _, want := range []string{"a release is of a later contract than this gateway", "field mood", "mark @setting/motto@", "mark @list/rankings@", "data rowRankings", "list rankings"} {
		if strings.Count(s.said.String(), want) != 1 {
			t.Errorf("the log does not have %q once: %s", want, &s.said)
		}
	}
}

// Each of the two ships, goes back and shows canaries, and the other shows the same. Without an earlier
// gateway both are of this one.
func TestTwoProcessesServeOneStore(t *testing.T) {
	this, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	earlier := this
	if named := os.Getenv(beforeBinary); named != "" {
		earlier = named
	}
	store, names, secret := liveStore(t)
	folder := store.Folder()
	before, now := serve(t, "the earlier one", earlier, folder, secret), serve(t, "this one", this, folder, secret)
	both, drafts := []*served{before, now}, footballs(t, 6)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	live := names[releasetest.Football]
	for turn, by := range []*served{before, now, before} {
		other := both[1-turn%2]
		shipped, err := by.Ship(t.Context(), releasetest.Football, drafts[turn], client.Options{As: api.Live})
		must(err)
		by.shows(shipped.Release, "")
		other.shows(shipped.Release, "")
		// The other goes back, and takes the canary of the first for its visitors.
		_, err = other.Change(t.Context(), 0, api.Change{Action: api.Rollback, Releases: map[string]string{releasetest.Football: live}, Reason: "it is slow"})
		must(err)
		by.shows(live, "")
		canary, err := by.Ship(t.Context(), releasetest.Football, drafts[turn+3], client.Options{As: api.Canary, Share: "100%"})
		must(err)
		for _, one := range both {
			var bucket string
			plugintest.Eventually(t, one.name+" gives a visitor a bucket", func() bool { _, bucket = one.get("/football", ""); return strings.HasPrefix(bucket, "bucket=") })
			before.shows(canary.Release, bucket)
			now.shows(canary.Release, bucket)
		}
		_, err = other.Change(t.Context(), 0, api.Change{Action: api.Canary, Releases: map[string]string{releasetest.Football: canary.Release}, Share: "0"})
		must(err)
		before.shows(live, "")
		now.shows(live, "")
		// A page that one has made goes on at the other.
		_, made := by.get("/football", "none=none")
		_, signed, _ := strings.Cut(made, `"signedLineup":"`)
		signed, _, _ = strings.Cut(signed, `"`)
		if status, _ := other.get("/_page?path=/football/faq&lineup="+signed, "none=none"); signed == "" || status != http.StatusOK {
			t.Errorf("%s answers an open page of %s with %d", other.name, by.name, status)
		}
	}
	var entries [2]string
	for at, one := range both {
		journal, err := one.Journal(t.Context(), "", 100)
		must(err)
		for _, entry := range journal {
			entries[at] += fmt.Sprintln(entry.Version, entry.Action, entry.By, entry.Reason)
		}
	}
	if entries[0] != entries[1] || strings.Count(entries[0], "ops") != 12 {
		t.Errorf("the journal of the earlier one\n%sof this one\n%s", entries[0], entries[1])
	}
	// The upgrade is over, and then taken back.
	before.end()
	now.shows(live, "")
	now.end()
	serve(t, "the earlier one again", earlier, folder, secret).shows(live, "")
	if _, err := store.Verify(func(err error) { t.Error(err) }); err != nil {
		t.Error(err)
	}
}

// The processes of a cluster are replaced in turn by this gateway, and then by the earlier one again. What
// is done at a process of either holds at those of the other.
func TestAClusterOfTwoVersionsIsOneSite(t *testing.T) {
	earlier := os.Getenv(beforeClusterBinary)
	if earlier == "" {
		t.Skip(beforeClusterBinary + " names an earlier gateway")
	}
	all := newCluster(t, func(_ int, p *process) { p.Path = earlier })
	live := all[0].lineupOf().Editions[releasetest.Football].Live
	for _, binary := range []string{gatewayCommand(t).Path, earlier} {
		for index, replaced := range all {
			kept := all[(index+1)%3].keepsAMessage(t)
			replaced.terminate()
			replaced.Path = binary
			replaced.again()
			for _, p := range all {
				p.awaitReady()
			}
			t.Logf("%s at %d", filepath.Base(binary), index)
			for turn, p := range all {
				awaitLive(t, p.ship(fmt.Sprint(filepath.Base(binary), index, turn)), all...)
				all[(turn+1)%3].rollback()
				awaitLive(t, live, all...)
			}
			for _, channel := range kept {
				all[(index+2)%3].wantMessage(t, channel)
			}
			wantLinked(t, all)
			wantOneSetOfTokens(t, all)
			wantOneStorage(t, all)
			replaced.pauseAndPurge(all[(index+1)%3], all[(index+2)%3])
			awaitEqualJournals(t, all)
		}
	}
}

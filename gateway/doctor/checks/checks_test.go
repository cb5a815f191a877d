package checks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crypto/x509"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

// want fails unless some result of the subject has the level and a text, and what is not well
// says what to do.
func want(t *testing.T, results []Result, subject string, level Level, text string) {
	t.Helper()
	for _, result := range results {
		if (result.Do == "") != (result.Level == OK) {
			t.Errorf("%+v: what is to be done?", result)
		}
	}
	if !slices.ContainsFunc(results, func(r Result) bool {
		return r.Subject == subject && r.Level == level && strings.Contains(r.Found, text)
	}) {
		t.Errorf("no %s of %s with %q in %+v", level, subject, text, results)
	}
}

func look(t *testing.T, check Check) []Result { t.Helper(); return check.Look(t.Context()) }

func TestAReportCountsIsAlignedAndMovesNoTerminal(t *testing.T) {
	report := Examine(t.Context(),
		Check{"one", func(context.Context) []Result { return []Result{ok("one", "well"), warn("one", "look", "odd\x1b[2J")} }},
		Check{"certificate", func(context.Context) []Result { return []Result{problem("certificate", "renew it", "old")} }})
	var out bytes.Buffer
	must.Do(t, report.Print(&out))
	const printed = "ok       one          well\nwarning  one          odd [2J\n                      to do: look\nproblem  certificate  old\n                      to do: renew it\n1 problems, 1 warnings\n"
	if out.String() != printed || report.Problems != 1 || report.Warnings != 1 {
		t.Errorf("%+v\n%s", report, out.String())
	}
}

func TestACheckThatHangsIsAWarningWhenTheTimeIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		hangs := make(chan struct{})
		defer close(hangs)
		report := Examine(ctx, Check{"store", func(context.Context) []Result { <-hangs; return nil }}, Check{"dns", func(context.Context) []Result { return []Result{ok("dns", "well")} }})
		want(t, report.Results, "store", Warning, "no answer in time")
		want(t, report.Results, "dns", OK, "well")
	})
}

// siteStore is a store in which host, shell and football are live.
func siteStore(t *testing.T) Stores {
	t.Helper()
	folder := t.TempDir()
	live := map[string]string{}
	for _, draft := range []*releasetest.Draft{releasetest.Host(), releasetest.Shell(), releasetest.Sport(releasetest.Football)} {
		taken, err := store.NewStore(folder, items.Check).Take(draft.Write(t))
		must.Do(t, err)
		live[taken.Manifest.Edition] = taken.Name
	}
	releasetest.SetLive(t, folder, live)
	return Stores{Pages: folder, State: folder, Commands: folder, Data: filepath.Join(folder, "not", "there"), Editions: []string{"football"}}
}

func TestAStoreWithAllThatIsNeededIsWellAndStaysAsItIs(t *testing.T) {
	stores := siteStore(t)
	before := tree(t, stores.Pages)
	results := append(look(t, stores.Check()), look(t, stores.Disk())...)
	for _, result := range results {
		if result.Level == Problem || result.Level == Warning && result.Subject != "disk" {
			t.Errorf("%+v", result)
		}
	}
	want(t, results, "locks", OK, "keeps others out")
	want(t, results, "releases", OK, "football")
	if after := tree(t, stores.Pages); !maps.Equal(before, after) {
		t.Errorf("looking at it changed %v to %v", before, after)
	}
}

// tree has when each file of a folder was written.
func tree(t *testing.T, folder string) map[string]time.Time {
	t.Helper()
	found := map[string]time.Time{}
	if err := filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
		if err == nil {
			found[path] = info.ModTime()
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return found
}

func TestWhatIsWrongWithAStoreIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		change        func(t *testing.T, stores *Stores)
		subject, text string
		level         Level
	}{
		"it is not there":         {func(_ *testing.T, s *Stores) { s.Pages += "/none" }, "store", "no such file", Problem},
		"an edition is not live":  {func(_ *testing.T, s *Stores) { s.Editions = append(s.Editions, "hockey") }, "releases", "no release of hockey is live", Problem},
		"an edition has no line":  {func(_ *testing.T, s *Stores) { s.Editions = nil }, "releases", "football is live", Warning},
		"the state is elsewhere":  {func(_ *testing.T, s *Stores) { s.State = "/elsewhere" }, "one store", "/elsewhere", Warning},
		"nothing is kept":         {func(_ *testing.T, s *Stores) { s.State = "" }, "one store", "not kept", Warning},
		"commands have another":   {func(_ *testing.T, s *Stores) { s.Commands = "/elsewhere" }, "one store", "/elsewhere", Warning},
		"the lineup is damaged":   {func(t *testing.T, s *Stores) { write(t, s.Pages, "lineup.json", "{") }, "lineup", "lineup.json", Problem},
		"a release is not whole":  {func(t *testing.T, s *Stores) { empty(t, filepath.Join(s.Pages, "football", "files")) }, "releases", "what is live of football", Problem},
		"the store is a document": {func(t *testing.T, s *Stores) { write(t, s.Pages, "file", ""); s.Pages += "/file" }, "store", "no folder", Problem},
	} {
		t.Run(name, func(t *testing.T) {
			stores := siteStore(t)
			c.change(t, &stores)
			want(t, look(t, stores.Check()), c.subject, c.level, c.text)
		})
	}
}

func TestAFreezeIsToldWhileItHolds(t *testing.T) {
	stores, yesterday, tomorrow := siteStore(t), time.Now().AddDate(0, 0, -1), time.Now().AddDate(0, 0, 1)
	frozen := journal.Open(stores.Pages, journal.Options{Now: func() time.Time { return yesterday.Add(-time.Hour) }})
	change := journal.Change{By: "anna", Reason: "the sale"}
	must.Get(frozen.SetFreeze(change, "football", &yesterday))(t)
	must.Get(frozen.SetFreeze(change, journal.All, &tomorrow))(t)
	results := look(t, stores.Check())
	want(t, results, "frozen", OK, "*, until "+tomorrow.UTC().Format(time.RFC3339)+", by anna: the sale")
	if slices.ContainsFunc(results, func(r Result) bool { return r.Subject == "frozen" && strings.Contains(r.Found, "football") }) {
		t.Errorf("a freeze that is over is told: %+v", results)
	}
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
}

func empty(t *testing.T, folder string) {
	t.Helper()
	must.Do(t, os.RemoveAll(folder))
}

// node is one that is well, whose clock is behind this machine's, and whose newest block is so old.
func node(clockOff, headOld time.Duration) pool.NodeStatus {
	at := time.Date(2026, 11, 1, 12, 0, 0, 500e6, time.UTC)
	date, head := at.Add(-clockOff).Truncate(time.Second), at.Add(-headOld)
	return pool.NodeStatus{Address: "https://node.example", State: pool.Good, Head: 7, Checked: &at, HeadTime: &head, Date: &date}
}

func TestTheClockIsComparedWithThoseOfTheNodes(t *testing.T) {
	undated := node(0, 30*time.Second)
	undated.Date = nil
	foreign := node(time.Hour, time.Hour)
	foreign.State = pool.WrongChain
	for name, c := range map[string]struct {
		nodes []pool.NodeStatus
		level Level
	}{
		"it is right":                       {[]pool.NodeStatus{node(0, 400*time.Millisecond), node(0, time.Second)}, OK},
		"ahead":                             {[]pool.NodeStatus{node(4*time.Second, 4*time.Second)}, Warning},
		"behind":                            {[]pool.NodeStatus{node(-4*time.Second, -4*time.Second)}, Warning},
		"far behind":                        {[]pool.NodeStatus{node(-time.Minute, -time.Minute)}, Problem},
		"one of three is wrong":             {[]pool.NodeStatus{node(0, 0), node(time.Hour, 0), node(0, 0)}, OK},
		"the chain stands":                  {[]pool.NodeStatus{node(0, time.Minute)}, Warning},
		"no dates, and old blocks":          {[]pool.NodeStatus{undated}, Problem},
		"one of another chain is not asked": {[]pool.NodeStatus{foreign}, Warning},
		"nobody answers":                    {nil, Warning},
	} {
		t.Run(name, func(t *testing.T) { want(t, []Result{clock(c.nodes)}, "clock", c.level, "") })
	}
}

func TestNodesAreToldByTheirStateAndOneIsTooFew(t *testing.T) {
	well, foreign, behind := node(0, 0), node(0, 0), node(0, 0)
	foreign.State, foreign.Reason, behind.State, behind.Reason = pool.WrongChain, "its chain id is another", pool.Degraded, "it is 20s behind"
	asking := func(nodes ...pool.NodeStatus) []Result {
		return look(t, Nodes{Ask: func(context.Context) []pool.NodeStatus { return nodes }, Rate: 15}.Check())
	}
	one := asking(well, foreign, behind)
	want(t, one, "nodes", OK, "block 7")
	want(t, one, "nodes", Problem, "its chain id is another")
	want(t, one, "nodes", Warning, "20s behind")
	want(t, one, "nodes", Warning, "one of 3 can be used")
	want(t, asking(foreign), "nodes", Problem, "none of 1")
	two := asking(well, well)
	want(t, two, "nodes", OK, "2 of 2")
	// A quarter of 30 is sure: 1000 take from 33 s to 133 s.
	want(t, two, "rates", OK, "take 7.5 purchases a second beside everything else, and less than 30 alone: of 1000 buyers the last one has waited 33.3s to 2m13.3s")
}

func TestSourcesAreAskedOnceEachAndToldApart(t *testing.T) {
	found := look(t, Sources("feed", "name another", []string{"https://a.example", "https://b.example"}, func(_ context.Context, address string) error {
		if strings.Contains(address, "b.") {
			return errors.New("it is gone")
		}
		return nil
	}))
	want(t, found, "feed", OK, "https://a.example")
	want(t, found, "feed", Problem, "https://b.example: it is gone")
}

// zone answers names as a resolver does.
type zone map[string][]netip.Addr

func (z zone) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	if found, has := z[host]; has {
		return found, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: host}
}

func TestNamesLeadHereElsewhereOrNowhere(t *testing.T) {
	own, other := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("198.51.100.1")
	found := look(t, DNS([]string{"localhost", "127.0.0.1", "here.example", "there.example", "nowhere.example"},
		zone{"here.example": {own}, "there.example": {own, other}}, []netip.Addr{own}))
	want(t, found, "dns", OK, "here.example leads to this machine")
	want(t, found, "dns", Warning, "there.example leads to 198.51.100.1")
	want(t, found, "dns", Problem, "nowhere.example")
	if len(found) != 3 {
		t.Errorf("localhost and addresses were looked up: %+v", found)
	}
}

func TestASiteIsAskedOnThisMachineByItsNameAndItsCertificateLookedAt(t *testing.T) {
	status := http.StatusOK
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		fmt.Fprintf(w, "%s%s\nready", r.TLS.ServerName, r.URL.Path)
	}))
	defer server.Close()
	site := Site{Host: "example.com", Listens: server.Listener.Addr().String(), IsTLS: true} // httptest's certificate has this name
	want(t, look(t, Ready([]Site{site})), "ready", OK, "example.com/readyz ready")
	status = http.StatusServiceUnavailable
	want(t, look(t, Ready([]Site{site})), "ready", Problem, "answers 503")
	want(t, look(t, Certificates([]Site{site}, []string{"ops@fieldhouse.example"}, nil)), "certificate", OK, "shown for example.com")
	want(t, look(t, Certificates([]Site{site}, []string{"ops@fieldhouse.example"}, nil)), "certificate", Problem, "ops@fieldhouse.example")
	want(t, look(t, Certificates([]Site{site}, []string{""}, nil)), "certificate", Warning, "no address")
	server.Close()
	want(t, look(t, Ready([]Site{site})), "ready", Warning, "does not answer")
	none := func(context.Context, string) (*x509.Certificate, error) { return nil, errors.New("none is stored") }
	want(t, look(t, Certificates([]Site{site}, nil, none)), "certificate", Warning, "none is stored")
	kept := func(context.Context, string) (*x509.Certificate, error) { return server.Certificate(), nil }
	want(t, look(t, Certificates([]Site{site}, nil, kept)), "certificate", OK, "stored for example.com")
}

func TestACertificateThatEndsOrIsOfAnotherNameIsTold(t *testing.T) {
	begins := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	certificate := &x509.Certificate{DNSNames: []string{"play.example"}, NotBefore: begins, NotAfter: begins.AddDate(0, 0, 90)}
	for days, level := range map[int]Level{-1: Problem, 1: OK, 60: OK, 70: Warning, 90: Problem} {
		want(t, []Result{valid("play.example", "shown", certificate, begins.AddDate(0, 0, days))}, "certificate", level, "")
	}
	want(t, []Result{valid("www.play.example", "shown", certificate, begins)}, "certificate", Problem, "covers only play.example")
}

func TestTheRunningProcessIsComparedWithThisBinaryAndItsFile(t *testing.T) {
	const scraped = "process_start_time_seconds 1.79e9\nprocess_max_fds 1024\ngo_gc_gomemlimit_bytes 1e9\ngo_sched_gomaxprocs_threads 4\n"
	began := time.Unix(1_790_000_000, 0)
	answers := map[string]string{"/metrics": scraped, "/debug/vars": `{"fieldhouse_version":"v2"}`, "/config/": `{"apps":{"chain":{"rate":15,"nodes":["a"]}}}`}
	process := Process{
		Version: "v2", BuiltWith: "Go", Built: began.Add(-time.Hour), Config: []byte(answers["/config/"]), Own: Limits{20, 1, 30},
		Admin: func(_ context.Context, path string) ([]byte, error) {
			if text, has := answers[path]; has {
				return []byte(text), nil
			}
			return nil, errors.New("refused")
		},
		Taken: func(descriptors int, memory int64) (int, int, string) {
			if descriptors == 1024 && memory == 1e9 {
				return 768, 20_000, "raise it"
			}
			return descriptors, descriptors, ""
		},
	}
	same := look(t, process.Check())
	want(t, same, "process", OK, "of this version")
	want(t, same, "configuration", OK, "the file's")
	want(t, same, "capacity", Warning, "the running process takes 768 connections (1,024 descriptors, 954 MiB of memory): 768 open pages")

	process.Config = []byte(`{"apps":{"chain":{"rate":99,"nodes":["a"]},"rows":{"secret":"abc"}}}`)
	changed := look(t, process.Check())
	want(t, changed, "configuration", Warning, "/apps/chain/rate, /apps/rows")
	if strings.Contains(fmt.Sprint(changed), "abc") {
		t.Error("a value of the configuration is told")
	}
	process.Built = began.Add(time.Hour)
	want(t, look(t, process.Check()), "process", Warning, "the binary is of")
	process.Version = "v3"
	want(t, look(t, process.Check()), "process", Warning, `version "v2" runs`)
	answers["/metrics"] = "other 1\n"
	want(t, look(t, process.Check()), "process", Problem, "process_start_time_seconds")
	delete(answers, "/metrics")
	want(t, look(t, process.Check()), "process", Warning, "does not answer")
	want(t, look(t, process.Check()), "capacity", OK, "this shell starts takes 20 connections")
	process.Admin = nil
	want(t, look(t, process.Check()), "process", Warning, "no admin endpoint")
}

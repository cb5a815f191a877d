package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"fieldhouse/gateway/bench/command"
)

// stand is a server that counts what it is asked, and stands for the gateway and
// its nodes.
type stand struct {
	*httptest.Server
	mu    sync.Mutex
	rows  int
	fault string
}

func newStand(t *testing.T) *stand {
	s := new(stand)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		switch r.URL.Path {
		case "/control/asked":
			fmt.Fprintf(w, `{"infos":3,"rows":%d,"origin":1}`, s.rows)
		case "/control/fault":
			s.fault = r.FormValue("kind")
		case "/kept":
			w.Header().Set("Cache-Status", "fieldhouse;hit;ttl=1")
			_, _ = io.WriteString(w, "{}")
		default:
			s.rows++
			switch {
			case s.fault == "stalled":
				w.WriteHeader(http.StatusBadGateway)
			case s.fault == "behind":
				_, _ = io.WriteString(w, `{"lie":true}`)
			default:
				_, _ = io.WriteString(w, "{}")
			}
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *stand) target(path string) target {
	address, _ := url.Parse(s.URL)
	return target{Name: "stand", Address: address.Host, Host: "localhost", Path: path}
}

func TestAColdKeyCountsWhatTheClientsMade(t *testing.T) {
	s := newStand(t)
	all, err := (&plan{Control: s.URL, Cold: &cold{Clients: 20, Targets: []target{s.target("/cold"), s.target("/kept")}}}).run()
	if err != nil {
		t.Fatal(err)
	}
	if got := all.Cold; len(got) != 2 || got[0].Upstream != 20 || got[1].Upstream != 0 || got[0].Failed != 0 || got[0].Milliseconds <= 0 {
		t.Errorf("%+v", got)
	}
}

func TestExpiryMeasuresBothSidesInEveryRound(t *testing.T) {
	s := newStand(t)
	all, err := (&plan{Expiry: &expiry{Expiring: s.target("/a"), Plain: s.target("/kept"), Rounds: 3, Seconds: 0.01, Connections: 2}}).run()
	if err != nil {
		t.Fatal(err)
	}
	got := all.Expiry
	if len(got.Ratios) != 3 || len(got.Plain.Medians) != 3 || got.Expiring.Answers < 6 || got.Expiring.Slowest < got.Expiring.Medians[0] {
		t.Errorf("%+v", got)
	}
}

func TestFaultsTellWrongAndFailedAnswersApart(t *testing.T) {
	s := newStand(t)
	all, err := (&plan{Control: s.URL, Faults: &faults{Gateway: s.target("/kept"), Miss: "/rows/", Node: 1, Kinds: []fault{{Kind: "stalled"}, {Kind: "behind"}}, Misses: 7, Clients: 2}}).run()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []faultResult{{Kind: "none"}, {Kind: "stalled", Failed: 7}, {Kind: "behind", Wrong: 7}} {
		got := all.Faults[i]
		if got.Kind != want.Kind || got.Failed != want.Failed || got.Wrong != want.Wrong || got.Misses != 7 || got.Hits != 7 || got.KeptAsked != 7 || got.MissMedian <= 0 {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if s.fault != "none" {
		t.Errorf("a node is left %s", s.fault)
	}
}

func TestAFloodIsMadeAndItsHitsAreCounted(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("this system has no /proc")
	}
	s := newStand(t)
	all, err := (&plan{Flood: &flood{Gateway: s.target("/kept"), PID: os.Getpid(), Invented: "/rows/", PerSecond: 500, Rounds: 1, Hits: 3000, Connections: 2}}).run()
	if err != nil {
		t.Fatal(err)
	}
	if got := all.Flood; len(got.Alone) != 1 || len(got.Under) != 1 || got.PerSecond[0] <= 0 || got.Hits != got.Looks || got.Asked == 0 || got.Answered != got.Asked {
		t.Errorf("%+v", got)
	}
}

func TestAPlanThatCannotBeMeasuredSaysWhy(t *testing.T) {
	if err := command.Measure("", (*plan).run); err == nil || !strings.Contains(err.Error(), "-plan") {
		t.Errorf("without a plan: %v", err)
	}
	if _, err := (&plan{Flood: new(flood)}).run(); err == nil || !strings.Contains(err.Error(), "perSecond") {
		t.Errorf("a flood of nothing: %v", err)
	}
}

func TestNamesAreAccountNamesOfTheirOwn(t *testing.T) {
	seen := make(map[string]bool)
	for _, n := range []int{0, 1, 25, 26, 27, 701, 702, 140_000_000, 139_999_999} {
		got := name(n)
		if seen[got] || len(got) > 12 || strings.Trim(got, "abcdefghijklmnopqrstuvwxyz.") != "" {
			t.Errorf("%d is %s", n, got)
		}
		seen[got] = true
	}
}

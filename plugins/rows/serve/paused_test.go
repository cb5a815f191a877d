package serve

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/rows/pause"
)

// pausable is a setup whose sale of football can be paused.
func pausable(t *testing.T) (*setup, *pause.File) {
	t.Helper()
	folder := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(folder, "football"), 0o755))
	file := pause.Open(folder, pause.Config{Now: func() time.Time { return time.Date(2024, 8, 13, 16, 1, 0, 0, time.UTC) }})
	return plan{paused: file.Current}.setup(t, game), file
}

var notice = pause.Notice{English: "Back <b>soon</b>.", Spanish: "Volvemos pronto.", By: "anna"}

// withPause is the answer with drops while the sale is paused.
const withPause = `{"rows":[{"drop_id":1,"name":"Starter Pack"}],"more":false,"next_key":"","paused":{"football":{"en":"Back \u003cb\u003esoon\u003c/b\u003e.","es":"Volvemos pronto.","since":"2024-08-13T16:01:00Z"}}}`

func TestAPausedSaleIsShownWithTheDropsThatAreKept(t *testing.T) {
	s, file := pausable(t)
	before := s.get(drops)
	if strings.Contains(before.Body.String(), "paused") {
		t.Errorf("nothing is paused: %s", before.Body)
	}
	open, _ := s.Need(context.Background(), NeedDrops)
	// From here no node answers.
	s.node.Set(func(state *chaintest.State) { state.Fail = chaintest.Answer(503, "") })
	must.Do(t, file.Pause(notice, "football"))
	tag := before.Header().Get("ETag")
	paused := s.get(drops, "If-None-Match", tag)
	if paused.Code != 200 || paused.Body.String() != withPause || paused.Header().Get("ETag") == tag || paused.Header().Get("X-Chain-Head") != before.Header().Get("X-Chain-Head") {
		t.Fatalf("%d %v %s", paused.Code, paused.Header(), paused.Body)
	}
	if again := s.get(drops, "If-None-Match", paused.Header().Get("ETag")); again.Code != 304 {
		t.Errorf("a client that has it is answered %d", again.Code)
	}
	if compressed := s.get(drops, "Accept-Encoding", "gzip"); compressed.Header().Get("ETag") == before.Header().Get("ETag") {
		t.Error("a compressed form has the tag of the rows alone")
	}
	if got, err := s.Need(context.Background(), NeedDrops); string(got.Body) != withPause || got.Version == open.Version || err != nil {
		t.Errorf("a page gets %s in version %s, %v", got.Body, got.Version, err)
	}
	// Stale answers have it, too, and the age of the rows.
	s.clock.Move(90 * time.Second)
	if stale := s.get(drops); stale.Body.String() != withPause || stale.Header().Get("Age") != "90" || stale.Header().Get("Cache-Status") != "fieldhouse;hit;ttl=-89" {
		t.Errorf("stale: %v %s", stale.Header(), stale.Body)
	}
	must.Do(t, file.Resume("football"))
	if after := s.get(drops, "If-None-Match", tag); after.Code != 304 {
		t.Errorf("once the sale goes on, the rows alone are answered %d", after.Code)
	}
	if after, _ := s.Need(context.Background(), NeedDrops); after.Version != open.Version {
		t.Errorf("a page's version is %s, and was %s", after.Version, open.Version)
	}
}

func TestAPausedSaleIsShownWithEveryLaterReadOfTheDropsAndNothingElse(t *testing.T) {
	s, file := pausable(t)
	must.Do(t, file.Pause(notice, "football"))
	first := s.get(drops)
	if first.Body.String() != withPause {
		t.Fatalf("%s", first.Body)
	}
	refreshed := func(done func(body, tag, age string) bool) {
		t.Helper()
		s.clock.Move(soft)
		plugintest.Eventually(t, "a refresh came", func() bool {
			w := s.get(drops)
			if !json.Valid(w.Body.Bytes()) || !strings.Contains(w.Body.String(), `"paused":{"football":`) {
				t.Fatalf("%s", w.Body)
			}
			return done(w.Body.String(), w.Header().Get("ETag"), w.Header().Get("Age"))
		})
	}
	// A refresh that brought the same rows.
	refreshed(func(_, tag, age string) bool { return age == "0" && tag == first.Header().Get("ETag") })
	s.node.Set(func(state *chaintest.State) {
		state.Rows = func(chaintest.Request) string { return `{"rows":[{"drop_id":2}],"more":false,"next_key":""}` }
	})
	refreshed(func(body, tag, _ string) bool {
		return strings.Contains(body, `"drop_id":2`) && tag != first.Header().Get("ETag")
	})
	if limited := s.get("/api/v1/rows/drops?isLimited=true"); !strings.Contains(limited.Body.String(), "paused") {
		t.Errorf("some of the drops: %s", limited.Body)
	}
	if partners := s.get("/api/v1/rows/partners"); strings.Contains(partners.Body.String(), "paused") {
		t.Errorf("partners: %s", partners.Body)
	}
}

package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/median"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest/must"
)

const medians = paths.Rows + "/medians"

func TestTheMedianOfEachHourIsKeptOnceAndAnsweredLikeRows(t *testing.T) {
	s := newSetup(t, game)
	empty := s.get(medians)
	if empty.Code != 200 || empty.Body.String() != `{"rows":[],"more":false,"next_key":""}` {
		t.Errorf("before the first hour: %d %s", empty.Code, empty.Body)
	}
	record := func() {
		t.Helper()
		must.Do(t, s.Record(context.Background()))
	}
	record()
	asked := len(s.node.Requests())
	record()
	if len(s.node.Requests()) != asked {
		t.Error("for an hour that is known the chain is asked again")
	}
	first := s.get(medians)
	// The oracle's newest row is of 16:01:30.
	if first.Body.String() != `{"rows":[{"at":"2024-08-13T16:00:00Z","median":598}],"more":false,"next_key":""}` {
		t.Errorf("%s", first.Body)
	}
	h := first.Header()
	if h.Get("Content-Type") != "application/json" || h.Get("Cache-Control") != "no-cache" || h.Get("ETag") == "" || h.Get("ETag") == empty.Header().Get("ETag") {
		t.Errorf("%v", h)
	}
	if again := s.get(medians, "If-None-Match", h.Get("ETag")); again.Code != 304 {
		t.Errorf("a client that has it is answered %d", again.Code)
	}
	var many []median.Point
	for hour := range int64(median.MaxPoints) {
		many = append(many, median.Point{Hour: median.HourOf(s.clock.Now()) - hour, Median: 600})
	}
	must.Do(t, s.config.History.Add(many...))
	if whole := s.get(medians, "Accept-Encoding", "br"); whole.Header().Get("Content-Encoding") != "br" || whole.Body.Len() > 20<<10 {
		t.Errorf("90 days are %d bytes, %v", whole.Body.Len(), whole.Header())
	}
	got, err := s.Need(context.Background(), NeedHistory)
	if err != nil || got.Version == "" || strings.Contains(got.Version, `"`) || !json.Valid(got.Body) {
		t.Errorf("a page gets %.100s, %q, %v", got.Body, got.Version, err)
	}
	for method, code := range map[string]int{"HEAD": 200, "POST": 405} {
		if w := s.do(method, medians); w.Code != code {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
	wantError(t, "a parameter", s.get(medians+"?limit=1"), 400, "no parameters")
}

// A chain that stands still says the same price hour after hour: that is no price of
// those hours.
func TestAnOracleThatStandsStillOrHasNothingAddsNoHours(t *testing.T) {
	s := newSetup(t, game)
	must.Do(t, s.Record(context.Background()))
	s.clock.Move(3 * time.Hour)
	must.Do(t, s.Record(context.Background()))
	if points := s.config.History.Points(); len(points) != 1 {
		t.Errorf("known are %v", points)
	}
	for _, row := range []string{``, `{"id":7,"median":0,"timestamp":"2024-08-13T20:01:30.000"}`, `{"id":7,"median":5,"timestamp":"yesterday"}`} {
		s := newSetup(t, func(chaintest.Request) string {
			return fmt.Sprintf(`{"rows":[%s],"more":false,"next_key":""}`, row)
		})
		if err := s.Record(context.Background()); err == nil || len(s.config.History.Points()) != 0 {
			t.Errorf("%s: %v, known are %v", row, err, s.config.History.Points())
		}
	}
}

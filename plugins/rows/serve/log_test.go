package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/rows/table"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestUnreadableAndCutRowsAreLogged(t *testing.T) {
	s := newSetup(t, func(chaintest.Request) string { return `{"rows":["00",{"drop_id":1}],"more":false,"next_key":""}` })
	if w := s.get(drops); w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if entries := s.logs.FilterMessage("rows are missing from an answer").All(); len(entries) != 1 || entries[0].ContextMap()["unreadable"] != int64(1) {
		t.Errorf("logs: %v", s.logs.All())
	}
	s = newSetup(t, game)
	s.node.Set(func(state *chaintest.State) {
		state.Rows = func(r chaintest.Request) string {
			return fmt.Sprintf(`{"rows":[{"padding":"%0*d"}],"more":true,"next_key":"%d"}`, 60<<10, 0, len(s.node.Requests()))
		}
	})
	s.get(drops)
	entries := s.logs.FilterMessage("rows are missing from an answer").All()
	if len(entries) != 1 || entries[0].ContextMap()["table"] != "drops" || !strings.Contains(entries[0].ContextMap()["cut"].(string), "bytes") {
		t.Errorf("logs: %v", s.logs.All())
	}
}

func TestAFailedReadIsLoggedWithTableUserAndWhy(t *testing.T) {
	s := newSetup(t, game)
	s.node.Set(func(state *chaintest.State) {
		state.FailRows = chaintest.Answer(500, `{"code":500,"error":{"code":3060003,"details":[{"message":"there is no such table"}]}}`)
	})
	s.get(paths.Rows + "/claims?index=alice.wam")
	entries := s.logs.FilterMessage("rows could not be read").All()
	if len(entries) != 1 {
		t.Fatalf("logs: %v", s.logs.All())
	}
	fields := entries[0].ContextMap()
	if fields["table"] != "claims" || fields["user"] != "alice.wam" || !strings.Contains(fmt.Sprint(fields["error"]), "no such table") || !strings.Contains(fmt.Sprint(fields["error"]), s.node.URL) {
		t.Errorf("fields: %v", fields)
	}
}

func TestThatNoNodeAnswersIsOneLineWhateverIsAskedFor(t *testing.T) {
	s := plan{nodes: 3}.setup(t, game)
	for _, node := range s.nodes {
		node.Set(func(state *chaintest.State) { state.Fail = chaintest.Drop })
	}
	for i := range 50 {
		s.get(fmt.Sprintf("%s/claims?index=alice%c%c", paths.Rows, 'a'+i/10, 'a'+i%10))
	}
	if all := s.logs.All(); len(all) != 1 || !strings.Contains(all[0].Message, "no chain node answers") {
		t.Errorf("logs: %v", all)
	}
}

// gone is a chain that cannot be read.
type gone struct{ single }

func (gone) Size() int { return 1 }

func (gone) Reach(context.Context, uint64) error { return errors.New("no node answers") }

func (gone) ReachBeside(context.Context, uint64, []string) error {
	return errors.New("no node answers")
}

func (gone) TableRows(context.Context, pool.Request) (pool.Answer, error) {
	return pool.Answer{}, errors.New("no node answers")
}

func TestAFloodOfFailuresIsAFewLinesASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		core, logs := observer.New(zap.WarnLevel)
		s, err := New(Config{Engine: newEngine(t, time.Now, plan{}), Chain: gone{}, Site: site, Bounds: table.Bounds{MaxPages: 20, MaxBytes: 100 << 10}, Logger: zap.New(core)})
		if err != nil {
			t.Fatal(err)
		}
		for second := range 3 {
			for i := range 100 {
				s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, fmt.Sprintf("%s/accounts?scope=fake.%c%c%c", paths.Rows, 'a'+second, 'a'+i/10, 'a'+i%10), nil))
			}
			if lines := logs.Len(); lines != 5+second {
				t.Errorf("%d lines after %d s", lines, second)
			}
			time.Sleep(time.Second) // of the bubble's clock
		}
	})
}

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
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/rows/table"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestAChainThatDoesNotAnswerIs502Or504(t *testing.T) {
	for name, test := range map[string]struct {
		fail   http.HandlerFunc
		code   int
		naming string
	}{
		"refuses": {chaintest.Answer(500, `{"code":500,"error":{"code":3060003,"details":[{"message":"Table drops is not specified in the ABI"}]}}`), 502, "Table drops is not specified in the ABI"},
		"fails":   {chaintest.Answer(503, ""), 502, "could not be read"},
		"stalls":  {chaintest.Stall(nil), 504, "in time"},
		"is hex":  {chaintest.Answer(200, `{"rows":["00"],"more":false,"next_key":""}`), 502, "could not be read"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetup(t, game)
			s.node.Set(func(state *chaintest.State) { state.FailRows = test.fail })
			w := s.get(drops)
			if strings.Contains(w.Body.String(), "127.0.0.1") {
				t.Errorf("the answer names the node: %s", w.Body)
			}
			wantError(t, name, w, test.code, test.naming)
			if s.logs.Len() == 0 {
				t.Error("nothing was logged")
			}
		})
	}
}

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

func (gone) Reach(context.Context, uint64, ...string) error { return errors.New("no node answers") }

func (gone) TableRows(context.Context, pool.Request) (pool.Answer, error) {
	return pool.Answer{}, errors.New("no node answers")
}

func TestAFloodOfFailuresIsAFewLinesASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		core, logs := observer.New(zap.WarnLevel)
		s := must.Get(New(Config{Engine: newEngine(t, time.Now, plan{}), Chain: gone{}, Site: site, Bounds: table.Bounds{MaxPages: 20, MaxBytes: 100 << 10}, Logger: zap.New(core)}))(t)
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

func TestAClientThatInventsAccountsIsRefusedAndNobodyElse(t *testing.T) {
	s := plan{budget: &edgecache.Budget{Misses: 1, Burst: 3}}.setup(t, game)
	s.get(drops)
	invented := func(i int, client string) string {
		return s.get(fmt.Sprintf("%s/accounts?scope=fake.%c%c", paths.Rows, 'a'+i/20, 'a'+i%20), "Client", client).Header().Get("Cache-Status")
	}
	for i := range 3 {
		if got := invented(i, "192.0.2.1"); got != "fieldhouse;fwd=miss;stored" {
			t.Errorf("account %d: %s", i, got)
		}
	}
	for i := 3; i < 300; i++ {
		if got := invented(i, "192.0.2.1"); got != "fieldhouse;detail=budget" {
			t.Fatalf("account %d: %s", i, got)
		}
		if w := s.get(drops, "Client", "192.0.2.1"); w.Code != 200 || w.Header().Get("Cache-Status") != "fieldhouse;hit;ttl=1" {
			t.Fatalf("a hit meanwhile: %d %v", w.Code, w.Header())
		}
	}
	w := s.get(paths.Rows+"/accounts?scope=fake.zz", "Client", "192.0.2.1")
	if w.Header().Get("Retry-After") != "1" {
		t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
	}
	wantError(t, "the refusal", w, 429, "from this address")
	if got := invented(300, "198.51.100.7"); got != "fieldhouse;fwd=miss;stored" {
		t.Errorf("another client: %s", got)
	}
	if asked := len(s.node.Requests()); asked != 5 {
		t.Errorf("the node was asked %d times", asked)
	}
	s.clock.Move(time.Second)
	if got := invented(301, "192.0.2.1"); got != "fieldhouse;fwd=miss;stored" {
		t.Errorf("a second later: %s", got)
	}
}

func TestAPagesNeedCountsOnNoBudget(t *testing.T) {
	s := plan{budget: &edgecache.Budget{Misses: 1, Burst: 1}}.setup(t, game)
	for _, need := range []string{NeedDrops, NeedPartners, NeedMedian} {
		if _, err := s.Need(t.Context(), need); err != nil {
			t.Errorf("%s: %v", need, err)
		}
	}
}

package pool

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
)

// What counts as a fault, and what the next node does about it.
func TestANodeThatFailsIsPassedOver(t *testing.T) {
	for name, test := range map[string]struct {
		fail   http.HandlerFunc
		reason Reason
	}{
		"drops the connection":            {chaintest.Drop, Broken},
		"drops it in the middle":          {chaintest.Truncate(`{"rows":[`), Broken},
		"busy":                            {chaintest.Answer(503, `{"code":503,"message":"Busy","error":{"code":503,"name":"Busy","what":"Too many bytes in flight: 524300123","details":[]}}`), Failed},
		"limiting":                        {chaintest.Answer(429, `{"message":"slow down"}`), Limited},
		"a proxy's error page":            {chaintest.HTML(502), Failed},
		"the node's own error":            {chaintest.Answer(500, `{"code":500,"error":{"code":7,"name":"bad_cast_exception","what":"Bad Cast","details":[{"message":"Couldn't parse double"}]}}`), Declined},
		"500 without the chain's code":    {chaintest.Answer(500, `{"code":500,"error":{"code":0,"what":"unspecified"}}`), Failed},
		"200 with HTML":                   {chaintest.HTML(200), Unreadable},
		"200 with an empty body":          {chaintest.Answer(200, ""), Unreadable},
		"200 with half the JSON":          {chaintest.Answer(200, `{"rows":[{"id":1},`), Unreadable},
		"200 with JSON and more":          {chaintest.Answer(200, chaintest.Empty+"x"), Unreadable},
		"200 with an error":               {chaintest.Answer(200, `{"code":503,"error":{"code":503,"name":"Busy"}}`), Failed},
		"200 with another kind of error":  {chaintest.Answer(200, `{"error":"Too Many Requests"}`), Failed},
		"200 with null":                   {chaintest.Answer(200, `null`), Unreadable},
		"rows without more":               {chaintest.Answer(200, `{"rows":[]}`), Unreadable},
		"more without rows":               {chaintest.Answer(200, `{"more":false}`), Unreadable},
		"rows that are null":              {chaintest.Answer(200, `{"rows":null,"more":false}`), Unreadable},
		"a next_key that is neither":      {chaintest.Answer(200, `{"rows":[],"more":true,"next_key":1.5}`), Unreadable},
		"more rows than were asked for":   {chaintest.Answer(200, `{"rows":[`+strings.Repeat(`0,`, 10)+`0],"more":false}`), Unreadable},
		"rows that are no list":           {chaintest.Answer(200, `{"rows":{},"more":false}`), Unreadable},
		"a list":                          {chaintest.Answer(200, `[]`), Unreadable},
		"elsewhere":                       {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/login", http.StatusFound) }, Failed},
		"too large an answer":             {chaintest.Answer(200, `{"rows":["`+strings.Repeat("a", 5000)+`"],"more":false}`), TooLarge},
		"too large an answer, compressed": {zipped(`{"rows":["` + strings.Repeat("a", 1<<20) + `"],"more":false}`), TooLarge},
		"stalled":                         {chaintest.Stall(nil), TimedOut},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 2, Config{MaxBody: 4096, HedgeShare: -1}, func(t *testing.T, w *world) {
				w.set(0, func(s *chaintest.State) { s.FailRows = test.fail })
				w.reads(1)
				if counts := w.Status()[0].Counts; counts.Faults[test.reason] != 1 || len(counts.Faults) != 1 {
					t.Errorf("faults %v, want one of %s", counts.Faults, test.reason)
				}
				logged := w.logs.FilterMessage("a chain node failed").All()
				if len(logged) != 1 || logged[0].ContextMap()["node"] != "http://a" || logged[0].ContextMap()["reason"] != string(test.reason) {
					t.Errorf("logged %v", logged)
				}
			})
		})
	}
}

func TestANodeThatCannotBeReachedIsPassedOver(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		w.network.Unplug(w.nodes[0], true)
		w.readers.CloseIdleConnections()
		w.reads(1)
		if counts := w.Status()[0].Counts; counts.Faults[Unreachable] != 1 {
			t.Errorf("faults %v", counts.Faults)
		}
	})
}

func TestAnAnswerIsJudgedWithoutBeingTakenApart(t *testing.T) {
	body := []byte(`{"rows":[` + strings.Repeat(`[],`, 100_000) + `[]],"more":false,"next_key":""}`)
	if n := testing.AllocsPerRun(1, func() {
		if err := (&node{address: "http://a"}).judgeSuccess(200, body); err != nil {
			t.Error(err)
		}
	}); n > 100 {
		t.Errorf("%v allocations for an answer of %d bytes", n, len(body))
	}
}

// A wallet's request has a limit of its own, which the pool does not know.
func TestRowsThatAreHandedOnAreJudgedWithoutBeingTakenApart(t *testing.T) {
	rows := `{"rows":[` + strings.Repeat(`0,`, 100_000) + `0],"more":false,"next_key":""}`
	var p *Pool
	if n := testing.AllocsPerRun(1, func() {
		if err := p.check(nil, rowsPath, []byte(rows), time.Time{}); err != nil {
			t.Error(err)
		}
	}); n > 100 {
		t.Errorf("%v allocations for an answer of %d bytes", n, len(rows))
	}
}

func TestWhenEveryNodeFailsTheErrorNamesEach(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		for i := range w.nodes {
			w.set(i, func(s *chaintest.State) { s.FailRows = chaintest.HTML(502) })
		}
		_, err := w.TableRows(context.Background(), request)
		var fault *Fault
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), "http://a") || !strings.Contains(err.Error(), "http://b") || !strings.Contains(err.Error(), "gamecontract") {
			t.Errorf("error %v", err)
		}
	})
}

func TestARefusalWithAnyStatusEndsTheReadAndIsNoFault(t *testing.T) {
	const body = `{"code":500,"message":"Internal Service Error","error":{"code":3060003,"name":"contract_table_query_exception","what":"w","details":[{"message":"Table nosuch is not specified in the ABI"}]}}`
	for status, want := range map[int]int{200: 500, 400: 400, 500: 500, 503: 503} { // a wallet would take 200 for success
		inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
			w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.Answer(status, body) })
			for range 10 {
				_, err := w.TableRows(context.Background(), request)
				var refusal *Refusal
				if !errors.As(err, &refusal) || refusal.Status != want || string(refusal.Body) != body || refusal.Code != 3060003 || refusal.Node != "http://a" {
					t.Fatalf("status %d: error %v", status, err)
				}
			}
			if s := w.Status(); s[0].State != Good || s[0].Counts.Refusals != 10 || len(s[0].Counts.Faults) != 0 || s[1].Counts.Reads != 0 {
				t.Errorf("status %d: %+v", status, s)
			}
		})
	}
}

func TestReadGivesTheNodesOwnAnswer(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		const path, body = "/v1/chain/get_account", `{"account_name":"alice.wam","ram_quota":18446744073709551615, "error_messages":[]}`
		w.nodes[0].Handle(path, chaintest.Answer(200, body))
		raw, err := w.Read(context.Background(), path, []byte(`{"account_name":"alice.wam"}`), 0)
		if err != nil || raw.Status != 200 || string(raw.Body) != body || raw.Node != "http://a" || raw.Head.Block != chaintest.Head {
			t.Errorf("%+v, %v", raw, err)
		}
		const balances = "/v1/chain/get_currency_balance"
		w.nodes[0].Handle(balances, chaintest.Answer(200, `["1.00000000 WAX"]`))
		if raw, err := w.Read(context.Background(), balances, []byte(`{}`), 0); err != nil || string(raw.Body) != `["1.00000000 WAX"]` {
			t.Errorf("%+v, %v", raw, err)
		}
		const refused = `{"code":500,"error":{"code":0,"name":"exception","what":"unspecified","details":[{"message":"unknown key (eosio::chain::name): nosuch"}]}}`
		w.nodes[0].Handle(path, chaintest.Answer(500, refused))
		var refusal *Refusal
		if _, err := w.Read(context.Background(), path, []byte(`{}`), 0); !errors.As(err, &refusal) || refusal.Status != 500 || string(refusal.Body) != refused {
			t.Errorf("error %v", err)
		}
	})
}

func TestReadIsAsStrictAsThePoolsOwnReads(t *testing.T) {
	for path, wrong := range map[string]string{
		rowsPath: `{"rows":[]}`,
		infoPath: info("00", chaintest.Head, time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)),
	} {
		inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
			w.passes(time.Second)
			w.nodes[0].Handle(path, chaintest.Answer(200, wrong))
			raw, err := w.Read(context.Background(), path, []byte(`{}`), 0)
			if err != nil || raw.Node != "http://b" {
				t.Errorf("%s: %+v, %v", path, raw, err)
			}
		})
	}
}

func TestInfoIsOfARightNodeOnly(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		w.set(0, func(s *chaintest.State) { s.ChainID = "00" })
		info, err := w.Info(context.Background())
		if err != nil || info.Node != "http://b" || info.ChainID != chaintest.ChainID {
			t.Errorf("%+v, %v", info, err)
		}
		w.wantStates("wrong chain, good")
	})
}

func TestACallerThatLeavesSaysNothingAboutANode(t *testing.T) {
	inBubble(t, 2, Config{BreakerFaults: 1}, func(t *testing.T, w *world) {
		w.reads(0)
		w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.Stall(nil) })
		ctx, leave := context.WithCancel(context.Background())
		time.AfterFunc(10*time.Millisecond, leave)
		if _, err := w.TableRows(ctx, request); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		defer cancel()
		if _, err := w.TableRows(ctx, request); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		time.Sleep(time.Millisecond)
		if s := w.Status()[0]; s.State != Good || len(s.Counts.Faults) != 0 || s.Counts.GivenUp != 2 {
			t.Errorf("%+v", s)
		}
	})
}

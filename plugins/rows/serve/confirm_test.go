package serve

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/rows/table"
	"fieldhouse/plugins/site/settings"

	"github.com/tidwall/gjson"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// says is what a node has in its tables: drops, and beside them partners.
type says struct {
	drops  []string
	median int // none when 0
}

func (s says) rows(r chaintest.Request) string {
	rows := slices.DeleteFunc(slices.Clone(s.drops), func(row string) bool { return strings.Contains(row, `"code"`) != (r.Table == "partners") })
	if r.Table == "datapoints" {
		rows = []string{fmt.Sprintf(`{"id":1,"median":%d,"timestamp":"2024-08-13T16:01:30.000"}`, s.median)}
	}
	return `{"rows":[` + strings.Join(rows, ",") + `],"more":false,"next_key":""}`
}

// drop is a row of drops: what changes it are texts of other fields, the later ones of which count.
func drop(id, claimed int, fields ...string) string {
	row := map[string]string{
		"name": `"Five\ncards"`, "display_data": `"{\"cards\":5}"`, "listing_price": `"10.00 USD"`, "max_claimable": "100", "is_hidden": "0", "end_time": "0",
	}
	for i := 0; i < len(fields); i += 2 {
		row[fields[i]] = fields[i+1]
	}
	return fmt.Sprintf(`{"drop_id":%d,"current_claimed":%d,"name":%s,"display_data":%s,"listing_price":%s,"max_claimable":%s,"is_hidden":%s,"end_time":%s}`,
		id, claimed, row["name"], row["display_data"], row["listing_price"], row["max_claimable"], row["is_hidden"], row["end_time"])
}

func partner(code, fields string) string {
	return fmt.Sprintf(`{"code":%q,"label":"",%s}`, code, fields)
}

var truth = says{[]string{drop(1, 5), drop(2, 7), partner("hailmary", `"discount_bps":1000,"uses":7,"active":1`)}, 600}

const (
	price    = paths.Rows + "/datapoints?limit=1&isLimited=true"
	partners = paths.Rows + "/partners"
)

// site of several nodes in memory whose clock is the test's. They are asked in their order.
type nodesSite struct {
	*Server
	t     *testing.T
	pool  *pool.Pool
	nodes []*chaintest.Node
	logs  *observer.ObservedLogs
}

func withNodes(t *testing.T, nodes int, band settings.PriceBand, test func(*testing.T, *nodesSite)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		network, s := chaintest.NewNetwork(t), &nodesSite{t: t}
		core, logs := observer.New(zap.WarnLevel)
		s.logs = logs
		config := pool.Config{ChainID: chaintest.ChainID, Rate: 10_000, Dial: network.Dial}
		for i := range nodes {
			node := network.Node(string(rune('a'+i)), truth.rows)
			s.nodes, config.Nodes = append(s.nodes, node), append(config.Nodes, node.URL)
		}
		s.pool = must.Get(pool.New(config))(t)
		t.Cleanup(s.pool.Close)
		s.Server = must.Get(New(Config{
			Engine: newEngine(t, time.Now, plan{}), Chain: s.pool, Site: site, Bounds: table.Bounds{MaxPages: 20, MaxBytes: 100 << 10},
			Logger: zap.New(core), WAXPrice: band,
		}))(t)
		test(t, s)
	})
}

// says has all nodes but one say something, and that one a lie; none when it is negative.
func (s *nodesSite) says(what says, liar int, lie says) {
	for i, node := range s.nodes {
		said := what
		if i == liar {
			said = lie
		}
		node.Set(func(state *chaintest.State) { state.Rows = said.rows })
	}
}

// seen is what a visitor is answered.
type seen struct {
	code      int
	body      string
	isRefused bool // the last refresh failed
}

func (s *nodesSite) get(target string, header ...string) seen {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return seen{w.Code, w.Body.String(), strings.Contains(w.Header().Get("Cache-Status"), "refresh-failed")}
}

// quote is what a purchase reads.
func (s *nodesSite) quote(target string) seen { return s.get(target, "Cache-Control", "max-age=0") }

// refresh lets the rows grow old and be read again, and answers what is seen then.
func (s *nodesSite) refresh(target string) seen {
	time.Sleep(soft)
	s.get(target)
	synctest.Wait()
	return s.get(target)
}

// asked is how often a node was asked for the rows of a target.
func (s *nodesSite) asked(node int, target string) (times int) {
	for _, request := range s.nodes[node].Requests() {
		if strings.HasPrefix(target, paths.Rows+"/"+request.Table) {
			times++
		}
	}
	return times
}

func (s *nodesSite) wants(what, target string, got seen, want says) {
	s.t.Helper()
	body := want.rows(chaintest.Request{Table: strings.Split(strings.TrimPrefix(target, paths.Rows+"/"), "?")[0]})
	if target == price && want.median == 0 {
		body = chaintest.Empty
	}
	if got.code != 200 || got.body != body {
		s.t.Errorf("%s, %s: %+v; want %s", what, target, got, body)
	}
}

// and is a row with one more field.
func and(row, field string) string { return strings.TrimSuffix(row, "}") + "," + field + "}" }

var lies = map[string]struct {
	target string
	lie    says
}{
	"no drops":               {drops, says{nil, 600}},
	"one drop less":          {drops, says{truth.drops[:1], 600}},
	"a drop is hidden":       {drops, says{[]string{drop(1, 5), drop(2, 7, "is_hidden", "1")}, 600}},
	"a drop for nothing":     {drops, says{[]string{drop(1, 5, "listing_price", `"0.00 USD"`), drop(2, 7)}, 600}},
	"a drop that ended":      {drops, says{[]string{drop(1, 5, "end_time", "1"), drop(2, 7)}, 600}},
	"a drop sold out":        {drops, says{[]string{drop(1, 100), drop(2, 7)}, 600}},
	"sold more than any":     {drops, says{[]string{strings.Replace(drop(1, 5), `:5,`, `:"18446744073709551621",`, 1), drop(2, 7)}, 600}},
	"a drop twice":           {drops, says{[]string{drop(1, 5, "listing_price", `"0.00 USD"`), drop(1, 5), drop(2, 7)}, 600}},
	"one of another edition": {drops, says{[]string{drop(1, 5), and(drop(2, 7), `"edition":"none"`)}, 600}},
	"one that no page reads": {drops, says{[]string{drop(1, 5), drop(2, 7, "is_hidden", `"0"`)}, 600}},
	"a limit of one":         {drops, says{[]string{drop(1, 5), and(drop(2, 7), `"account_limit":1`)}, 600}},
	"better odds":            {drops, says{[]string{drop(1, 5), drop(2, 7, "display_data", `"{}"`)}, 600}},
	"contents no page reads": {drops, says{[]string{drop(1, 5), drop(2, 7, "display_data", `{"cards":5}`)}, 600}},
	"a name in contents":     {drops, says{[]string{drop(1, 5), drop(2, 7, "name", `"Five"`, "display_data", `"cards\n{\"cards\":5}"`)}, 600}},
	"a limit no page reads":  {drops, says{[]string{drop(1, 5), drop(2, 7, "max_claimable", "1e2")}, 600}},
	"a count no page reads":  {drops, says{[]string{drop(1, 5), strings.Replace(drop(2, 7), ":7,", ":7.0,", 1)}, 600}},
	"an id that no page has": {drops, says{[]string{drop(1, 5), strings.Replace(drop(2, 7), ":2,", ":2.0,", 1)}, 600}},
	"no partner":             {partners, says{truth.drops[:2], 600}},
	"no discount":            {partners, says{[]string{partner("hailmary", `"discount_bps":0,"uses":7,"active":1`)}, 600}},
	"a partner that is over": {partners, says{[]string{partner("hailmary", `"discount_bps":1000,"uses":7,"active":0`)}, 600}},
	"one without a label":    {partners, says{[]string{strings.Replace(truth.drops[2], `""`, "null", 1)}, 600}},
	"no price":               {price, says{truth.drops, 0}},
	"a thousand times":       {price, says{truth.drops, 600_000}},
	"a thousandth":           {price, says{truth.drops, 1}},
	"half":                   {price, says{truth.drops, 300}},
	"three halves":           {price, says{truth.drops, 900}},
}

func TestInTheOrdinaryCaseNoSecondNodeIsAsked(t *testing.T) {
	withNodes(t, 3, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
		for _, target := range []string{drops, price, partners} {
			s.wants("the first read", target, s.get(target), truth)
			if first, second := s.asked(0, target), s.asked(1, target); first != 1 || second != 1 {
				t.Errorf("%s: the first read took %d and %d requests, want one of each of two nodes", target, first, second)
			}
		}
		for i := range 30 { // packs are sold, drops added, codes used, and the price moves by a third at most
			now := says{[]string{drop(1, 6+i), drop(2, 7), partner("hailmary", fmt.Sprintf(`"discount_bps":1000,"uses":%d,"active":1`, 8+i))}, 600 + 40*(i%5)}
			if i > 10 {
				now.drops = append(now.drops, drop(3, i))
			}
			s.says(now, -1, now)
			for _, target := range []string{drops, price, partners} {
				s.wants(fmt.Sprint("refresh ", i), target, s.refresh(target), now)
			}
		}
		for _, target := range []string{drops, price, partners} {
			if second, third := s.asked(1, target), s.asked(2, target); second != 1 || third != 0 {
				t.Errorf("%s: the other nodes were asked %d and %d times", target, second, third)
			}
		}
	})
}

func TestOneLiarOfThreeIsSeenByNobody(t *testing.T) {
	for name, test := range lies {
		for liar := range 3 {
			t.Run(fmt.Sprint(name, " by node ", liar), func(t *testing.T) {
				withNodes(t, 3, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
					s.wants("before", test.target, s.get(test.target), truth)
					for second := range 40 {
						// Packs are sold and the price moves: it is no old answer that is seen.
						now := says{append([]string{drop(3, second)}, truth.drops...), 600 + second}
						s.says(now, liar, test.lie)
						s.wants(fmt.Sprint("after ", second, " s"), test.target, s.refresh(test.target), now)
						s.wants(fmt.Sprint("a quote after ", second, " s"), test.target, s.quote(test.target), now)
					}
				})
			})
		}
	}
}

// Whoever compares the first price would find the true one: browsers show the last, and composed pages one in other letters, too.
func TestADropWithTwoPricesIsSeenByNobody(t *testing.T) {
	for _, name := range []string{"listing_price", "Listing_Price", "li\u017fting_price"} {
		lie := says{[]string{and(drop(1, 5), fmt.Sprintf(`%q:"0.00 USD"`, name)), drop(2, 7)}, 600}
		for liar := range 3 {
			t.Run(fmt.Sprint(name, " by node ", liar), func(t *testing.T) {
				withNodes(t, 3, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
					s.wants("before", drops, s.get(drops), truth)
					for second := range 5 {
						now := says{append([]string{drop(3, second)}, truth.drops...), 600}
						s.says(now, liar, lie)
						s.wants(fmt.Sprint("after ", second, " s"), drops, s.refresh(drops), now)
					}
				})
			})
		}
	}
}

// Of a drop without a limit no count says that it is sold out.
func TestWhatNoPageReadsIsNoSingleNodesWord(t *testing.T) {
	now := says{[]string{drop(1, 5, "name", `"2026"`, "max_claimable", "0"), partner("12345", `"discount_bps":1000,"uses":7,"active":1`)}, 600}
	for _, lie := range []struct{ target, true, told string }{
		{drops, `"current_claimed":5`, `"current_claimed":9007199254740993`},
		{drops, `"name":"2026"`, `"name":2026`},
		{partners, `"code":"12345"`, `"code":12345`},
		{price, `"median":600`, `"median":6e2`},
		{price, `,"timestamp":"2024-08-13T16:01:30.000"`, ``},
	} {
		t.Run(lie.told, func(t *testing.T) {
			withNodes(t, 2, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
				s.says(now, -1, now)
				s.wants("before", lie.target, s.get(lie.target), now)
				s.nodes[0].Set(func(state *chaintest.State) {
					state.Rows = func(r chaintest.Request) string { return strings.Replace(now.rows(r), lie.true, lie.told, 1) }
				})
				s.wants("then", lie.target, s.refresh(lie.target), now)
			})
		})
	}
}

func TestTheFirstReadAfterAStartIsNoLiars(t *testing.T) {
	for name, test := range lies {
		for liar := range 3 {
			t.Run(fmt.Sprint(name, " by node ", liar), func(t *testing.T) {
				withNodes(t, 3, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
					s.says(truth, liar, test.lie)
					for range 2 { // a second node contradicts, then a third one decides
						if first := s.get(test.target); first.code != 200 {
							time.Sleep(time.Second)
						} else {
							s.wants("the first", test.target, first, truth)
						}
					}
					s.wants("then", test.target, s.get(test.target), truth)
				})
			})
		}
	}
}

// Which of the two lies nobody can tell: there is neither a price nor are there drops.
func TestOfTwoNodesThatContradictEachOtherNeitherIsBelievedAtFirst(t *testing.T) {
	for name, test := range lies {
		t.Run(name, func(t *testing.T) {
			withNodes(t, 2, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
				s.says(truth, 0, test.lie)
				for range 20 {
					if got := s.quote(test.target); got.code != 502 {
						t.Fatalf("%+v", got)
					}
					time.Sleep(time.Second)
				}
				s.says(truth, -1, truth)
				time.Sleep(time.Second)
				s.wants("when they agree", test.target, s.get(test.target), truth)
			})
		})
	}
}

func TestWhatTwoNodesSayIsTaken(t *testing.T) {
	for name, test := range lies { // which are none now
		t.Run(name, func(t *testing.T) {
			withNodes(t, 3, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
				s.get(test.target)
				before := s.asked(1, test.target) + s.asked(2, test.target)
				s.says(test.lie, -1, test.lie)
				for range 10 {
					s.wants("at once", test.target, s.refresh(test.target), test.lie)
				}
				if after := s.asked(1, test.target) + s.asked(2, test.target); after != before+1 {
					t.Errorf("it took %d more requests, want 1", after-before)
				}
				if faults := s.pool.Status()[0].Counts.Faults[pool.Contradicted]; faults != 0 {
					t.Errorf("the node counts as contradicted %d times", faults)
				}
			})
		})
	}
}

// The second one may be a liar, or behind for a moment.
func TestANodeThatDeniesWhatHasChangedDelaysItByASecond(t *testing.T) {
	for name, test := range lies {
		for denies := 1; denies < 3; denies++ {
			t.Run(fmt.Sprint(name, " denied by node ", denies), func(t *testing.T) {
				withNodes(t, 3, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
					s.get(test.target)
					s.says(test.lie, denies, truth)
					s.refresh(test.target)
					s.wants("then", test.target, s.refresh(test.target), test.lie)
				})
			})
		}
	}
}

// The node that confirmed the first may confirm the second.
func TestOneLiarDelaysEachOfTwoChangesByASecond(t *testing.T) {
	withNodes(t, 3, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
		s.get(drops)
		for _, now := range []says{{[]string{drop(1, 100), drop(2, 7)}, 600}, {[]string{drop(1, 100), drop(2, 100)}, 600}} {
			s.says(now, 0, says{nil, 600})
			s.refresh(drops)
			s.wants("then", drops, s.refresh(drops), now)
		}
	})
}

func TestAPriceThatTwoNodesContradictIsStaleAndNoQuoteIsMadeOfIt(t *testing.T) {
	withNodes(t, 2, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
		s.get(price)
		s.nodes[0].Set(func(state *chaintest.State) { state.Rows = says{median: 2000}.rows })
		s.nodes[1].Set(func(state *chaintest.State) { state.Rows = says{median: 100}.rows })
		for range 5 {
			got := s.refresh(price)
			if s.wants("a page", price, got, truth); !got.isRefused {
				t.Error("the kept price is not marked as one that could not be read again")
			}
			if got := s.quote(price); got.code != 503 {
				t.Errorf("a quote: %+v", got)
			}
		}
	})
}

func TestALiarCannotLeadThePriceAwayInSmallSteps(t *testing.T) {
	withNodes(t, 3, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
		s.get(price)
		for range 30 {
			s.says(truth, 0, says{median: int(gjson.Get(s.get(price).body, "rows.0.median").Int()) * 5 / 4})
			if median := gjson.Get(s.refresh(price).body, "rows.0.median").Int(); median < 600 || median > 800 {
				t.Fatalf("the price is %d", median)
			}
		}
	})
}

func TestASingleNodeIsBelievedButForTheBand(t *testing.T) {
	for name, test := range lies {
		t.Run(name, func(t *testing.T) {
			withNodes(t, 1, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
				s.wants("the first", test.target, s.get(test.target), truth)
				s.says(test.lie, -1, test.lie)
				s.wants("then", test.target, s.refresh(test.target), test.lie)
			})
		})
	}
	band := settings.PriceBand{Floor: 100, Ceiling: 10_000}
	for _, median := range []int{1, 99, 10_001, 600_000} {
		withNodes(t, 1, band, func(t *testing.T, s *nodesSite) {
			s.says(says{median: median}, -1, says{})
			if got := s.get(price); got.code != 502 {
				t.Errorf("first read %d: %+v", median, got)
			}
			time.Sleep(time.Second)
			s.says(truth, -1, truth)
			s.wants("within the band", price, s.get(price), truth)
			s.says(says{median: median}, -1, says{})
			if got := s.refresh(price); !got.isRefused || !strings.Contains(got.body, "600") {
				t.Errorf("then %d: %+v", median, got)
			}
			if lines := s.logs.FilterMessageSnippet("outside of wax_price").Len(); lines != 1 {
				t.Errorf("%d: logged %d times", median, lines)
			}
		})
	}
}

func TestAPriceOutsideOfTheBandIsNoWordAgainstAnotherNodes(t *testing.T) {
	withNodes(t, 2, settings.PriceBand{Floor: 100, Ceiling: 10_000}, func(t *testing.T, s *nodesSite) {
		s.says(truth, 0, says{median: 1})
		s.wants("the first read", price, s.get(price), truth)
		for range 20 {
			s.wants("then", price, s.refresh(price), truth)
		}
	})
	// Two of three cannot make it true.
	withNodes(t, 3, settings.PriceBand{Floor: 100, Ceiling: 10_000}, func(t *testing.T, s *nodesSite) {
		s.says(says{median: 1}, -1, says{})
		for range 5 {
			if got := s.get(price); got.code != 502 {
				t.Errorf("%+v", got)
			}
			time.Sleep(time.Second)
		}
	})
}

func TestWithTheOtherNodesOutOneIsBelieved(t *testing.T) {
	now := says{truth.drops[:1], 1200}
	for _, target := range []string{drops, price} {
		withNodes(t, 3, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
			for _, node := range s.nodes[1:] {
				node.Set(func(state *chaintest.State) { state.ChainID = settings.TestnetChainID })
			}
			s.wants("of another chain, the first read", target, s.get(target), truth)
			s.says(now, -1, now)
			s.wants("of another chain, then", target, s.refresh(target), now)
		})
		withNodes(t, 3, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
			s.get(target)
			s.says(now, -1, now)
			for _, node := range s.nodes[1:] {
				node.Set(func(state *chaintest.State) { state.Fail = chaintest.Drop })
			}
			got := s.refresh(target)
			if s.wants("a moment after they failed", target, got, truth); !got.isRefused {
				t.Error("it is not marked as what could not be read again")
			}
			for range 15 {
				got = s.refresh(target)
			}
			s.wants("when they are known to be gone", target, got, now)
		})
		// One that answers looks and nothing else is of no use as a witness.
		withNodes(t, 2, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
			s.nodes[1].Set(func(state *chaintest.State) { state.FailRows = chaintest.Answer(503, "") })
			got := s.get(target)
			for range 15 {
				got = s.refresh(target)
			}
			s.wants("beside one that fails", target, got, truth)
		})
		// One that limits is there again in a moment.
		withNodes(t, 2, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
			s.get(target)
			s.says(now, -1, now)
			s.nodes[1].Set(func(state *chaintest.State) { state.FailRows = chaintest.Limit("20") })
			for range 15 {
				s.wants("beside one that limits", target, s.refresh(target), truth)
			}
			s.nodes[1].Set(func(state *chaintest.State) { state.FailRows = nil })
			time.Sleep(10 * time.Second)
			s.refresh(target)
			s.wants("when it has rested", target, s.refresh(target), now)
		})
	}
}

func TestManyCallersAreOneQuestionToASecondNode(t *testing.T) {
	for _, target := range []string{drops, price} {
		withNodes(t, 2, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
			s.get(target)
			now := says{nil, 6000}
			s.nodes[0].Set(func(state *chaintest.State) { state.Rows = now.rows })
			released := make(chan struct{})
			s.nodes[1].Set(func(state *chaintest.State) {
				state.FailRows = chaintest.Slow(released, chaintest.Answer(200, truth.rows(chaintest.Request{Table: strings.Fields(strings.NewReplacer("/", " ", "?", " ").Replace(target))[3]})))
			})
			before := s.asked(1, target)
			time.Sleep(soft)
			var callers sync.WaitGroup
			for i := range 300 {
				callers.Go(func() {
					header := []string{"Cache-Control", "max-age=0"}[:2*(i%2)]
					s.wants("a caller", target, s.get(target, header...), truth)
				})
			}
			synctest.Wait()
			close(released)
			callers.Wait()
			if asked := s.asked(1, target) - before; asked != 1 {
				t.Errorf("%s: the second node was asked %d times", target, asked)
			}
		})
	}
}

// When the last pack goes, one node knows it a moment before another.
func TestANodeThatIsAheadOfAnotherThatIsWellIsNoLiar(t *testing.T) {
	withNodes(t, 2, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
		s.get(drops)
		now := says{[]string{drop(1, 100), drop(2, 7)}, 600}
		s.says(now, 1, truth)
		for range pool.DefaultMaxLag/soft - 1 {
			s.wants("before the other one knows it", drops, s.refresh(drops), truth)
		}
		s.says(now, -1, now)
		s.wants("then", drops, s.refresh(drops), now)
		if faults := s.pool.Status()[0].Counts.Faults[pool.Contradicted]; faults != 0 {
			t.Errorf("the node counts as contradicted %d times", faults)
		}
		s.says(now, 0, truth)
		s.wants("from one that is behind again", drops, s.refresh(drops), now)
	})
}

func TestANodeThatIsAheadWhileOneDropAfterTheOtherSellsOutIsNoLiar(t *testing.T) {
	const many = 5
	sold := func(gone int) (s says) {
		for id := range many {
			claimed := 5
			if id < gone {
				claimed = 100
			}
			s.drops = append(s.drops, drop(id+1, claimed))
		}
		return s
	}
	withNodes(t, 2, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
		s.says(sold(0), -1, says{})
		s.get(drops)
		for gone := range many {
			s.says(sold(gone+1), 1, sold(gone))
			if got := s.refresh(drops); got.isRefused {
				t.Errorf("with %d sold out nothing newer is read", gone)
			} else {
				s.wants("what both know", drops, got, sold(gone))
			}
		}
		if faults := s.pool.Status()[0].Counts.Faults[pool.Contradicted]; faults != 0 {
			t.Errorf("the node counts as contradicted %d times", faults)
		}
	})
}

// What a node said that others say since speaks no more against what it says next.
func TestANodeThatIsAheadOfTwoChangesIsNoLiar(t *testing.T) {
	for _, liar := range []int{-1, 1} { // whom the one that knows of the first change has to contradict
		withNodes(t, 3, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
			s.get(drops)
			one := says{[]string{drop(1, 100), drop(2, 7)}, 600}
			s.says(truth, 0, one)
			s.wants("before another one knows it", drops, s.refresh(drops), truth)
			s.says(one, liar, says{nil, 600})
			s.nodes[0].Set(func(state *chaintest.State) { state.FailRows = chaintest.Answer(500, "{}") })
			s.wants("when another one knows it", drops, s.refresh(drops), one)
			more := says{append(one.drops, drop(3, 5)), 600}
			s.says(more, 0, says{append([]string{drop(1, 100), drop(2, 100)}, more.drops[2:]...), 600})
			s.wants("with one more", drops, s.refresh(drops), more)
			s.nodes[0].Set(func(state *chaintest.State) { state.FailRows = nil })
			time.Sleep(pool.DefaultMaxLag)
			before := s.asked(0, drops)
			s.wants("before another one knows the second", drops, s.refresh(drops), more)
			faults := s.pool.Status()[0].Counts.Faults[pool.Contradicted]
			if asked := s.asked(0, drops) - before; faults != 0 || asked == 0 {
				t.Errorf("the node counts as contradicted %d times, after %d requests", faults, asked)
			}
		})
	}
}

func TestALieIsLoggedOnceAndALiarRests(t *testing.T) {
	withNodes(t, 3, settings.PriceBand{}, func(t *testing.T, s *nodesSite) {
		s.get(drops)
		s.says(truth, 0, says{truth.drops[1:], 600})
		rested := false
		for range 60 {
			s.refresh(drops)
			rested = rested || s.pool.Status()[0].State == pool.Resting
		}
		lines := s.logs.FilterMessage("a node is not believed, since another one contradicts it").All()
		if len(lines) != 1 {
			t.Fatalf("logged %d times: %v", len(lines), s.logs.All())
		}
		if got := fmt.Sprint(lines[0].ContextMap()); !strings.Contains(got, "nodes:[http://a]") || !strings.Contains(got, "says:1 drops, without 1") || !strings.Contains(got, "other_nodes:[http://b]") || !strings.Contains(got, "other_says:2 drops") {
			t.Error(got)
		}
		if status := s.pool.Status()[0]; status.Counts.Faults[pool.Contradicted] < 3 || !rested {
			t.Errorf("%+v, rested: %v", status, rested)
		}
		for i, status := range s.pool.Status()[1:] {
			if status.Counts.Faults[pool.Contradicted] > 0 {
				t.Errorf("node %d counts as contradicted", i+1)
			}
		}
	})
}

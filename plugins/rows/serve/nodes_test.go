package serve

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
)

const (
	claimsOfAlice = paths.Rows + "/claims?index=alice.wam"
	ofTwoNodes    = claimsOfAlice + "&nodes=2"
)

// claim is a row of claims of alice's.
func claim(id int, transaction string) string {
	return fmt.Sprintf(`{"claim_id":%d,"claimer":"alice.wam","trx_id":%q}`, id, transaction)
}

// answering makes a node answer these rows, and nothing more.
func answering(node *chaintest.Node, rows ...string) {
	node.Set(func(s *chaintest.State) {
		s.Rows = func(chaintest.Request) string {
			return `{"rows":[` + strings.Join(rows, ",") + `],"more":false,"next_key":""}`
		}
	})
}

func TestRowsOfTwoNodesAreThoseThatEitherOfThemHas(t *testing.T) {
	s := plan{nodes: 2}.setup(t, nil)
	answering(s.nodes[0], claim(7, "aa"), claim(9, "cc"))
	answering(s.nodes[1], claim(7, "aa"), claim(8, "bb"), `{"claim_id":"9","claimer":"alice.wam","trx_id":"dd"}`)
	s.nodes[1].Set(func(state *chaintest.State) { state.Head = block - 1 })
	w := s.get(ofTwoNodes)
	want := `{"rows":[` + strings.Join([]string{claim(7, "aa"), claim(8, "bb"), claim(9, "cc"), `{"claim_id":"9","claimer":"alice.wam","trx_id":"dd"}`}, ",") + `],"more":false,"next_key":""}`
	if w.Code != 200 || w.Body.String() != want {
		t.Errorf("%d %s, want %s", w.Code, w.Body, want)
	}
	if h := w.Header(); h.Get(NodesHeader) != "2" || h.Get(pool.HeadHeader) != fmt.Sprint(block-1) {
		t.Errorf("%v: want two nodes, and the older one's head", h)
	}
	for i, node := range s.nodes {
		if asked := len(node.Requests()); asked != 1 {
			t.Errorf("node %d was asked %d times, want once", i, asked)
		}
	}
	// It is not the answer of who asks for rows of any node, nor is theirs this one.
	if w := s.get(claimsOfAlice); w.Header().Get("Cache-Status") != "fieldhouse;fwd=miss;stored" || w.Header().Get(NodesHeader) != "" {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
	// An old one proves nothing: past its time it is read again, whoever asks.
	s.clock.Move(2 * soft)
	answering(s.nodes[0])
	answering(s.nodes[1])
	if w := s.get(ofTwoNodes); w.Body.String() != chaintest.Empty || w.Header().Get(NodesHeader) != "2" {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
}

// paged answers rows in pages of two, by any index in either direction.
func paged(rows ...string) func(chaintest.Request) string {
	return func(r chaintest.Request) string {
		if r.IndexPosition == "2" && !r.Reverse {
			return fmt.Sprintf(`{"rows":[%s],"more":true,"next_key":"1"}`, strings.Join(rows[:2], ","))
		}
		if r.Reverse {
			return fmt.Sprintf(`{"rows":[%s,%s],"more":true,"next_key":"1"}`, rows[len(rows)-1], rows[len(rows)-2])
		}
		from, _ := strconv.Atoi(r.LowerBound)
		to, _ := strconv.Atoi(r.UpperBound)
		return fmt.Sprintf(`{"rows":[%s],"more":false,"next_key":""}`, strings.Join(rows[from:to+1], ","))
	}
}

func TestEachNodeIsReadToTheLastRowByItself(t *testing.T) {
	s := plan{nodes: 2}.setup(t, paged(claim(0, "a"), claim(1, "b"), claim(2, "c"), claim(3, "d"), claim(4, "e"), claim(5, "f")))
	w := s.get(ofTwoNodes)
	if w.Code != 200 || strings.Count(w.Body.String(), "trx_id") != 6 || !strings.Contains(w.Body.String(), `"more":false`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for i, node := range s.nodes {
		if asked := node.Requests(); len(asked) != 3 {
			t.Errorf("node %d was asked %+v: want the oldest, the newest and what lies between", i, asked)
		}
	}
}

// alice has more claims than two pages, and between them lie more of others than may be read.
func manyClaims(newest string) func(chaintest.Request) string {
	return func(r chaintest.Request) string {
		switch {
		case r.Reverse:
			return `{"rows":[` + newest + `,{"claim_id":5000,"claimer":"alice.wam","trx_id":"bb","created_at":1700000000}],"more":true,"next_key":"1"}`
		case r.IndexPosition == "2":
			return `{"rows":[{"claim_id":1,"claimer":"alice.wam","trx_id":"aa","created_at":1600000000}],"more":true,"next_key":"1"}`
		}
		from, _ := strconv.Atoi(r.LowerBound)
		return fmt.Sprintf(`{"rows":[{"claim_id":%d,"claimer":"bob.wam"}],"more":true,"next_key":"%d"}`, from, from+1)
	}
}

func TestTheNewestClaimsOfTwoNodesAreEnoughForAMomentThatBothReach(t *testing.T) {
	const last, bought = `{"claim_id":5001,"claimer":"alice.wam","trx_id":"cc","created_at":1700000100}`, `{"claim_id":5002,"claimer":"alice.wam","trx_id":"dd","created_at":1700000200}`
	s := plan{nodes: 2}.setup(t, manyClaims(last))
	if w := s.get(ofTwoNodes); w.Code != 503 {
		t.Errorf("all of them: %d %s", w.Code, w.Body)
	}
	if w := s.get(ofTwoNodes + "&since=1700000000"); w.Code != 503 {
		t.Errorf("of a second of which there may be another one: %d %s", w.Code, w.Body)
	}
	s.nodes[1].Set(func(state *chaintest.State) { state.Rows = manyClaims(bought + "," + last) })
	w := s.get(ofTwoNodes + "&since=1700000001")
	if w.Code != 200 || w.Header().Get(NodesHeader) != "2" || !strings.Contains(w.Body.String(), bought) || !strings.Contains(w.Body.String(), `"more":false`) {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
}

func TestWithOneNodeConfiguredItsRowsAreAnsweredAsThoseOfOne(t *testing.T) {
	s := newSetup(t, game)
	if w := s.get(ofTwoNodes); w.Code != 200 || w.Header().Get(NodesHeader) != "1" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

// halfBad are the ways in which a node can answer without having answered all rows.
var halfBad = map[string]func(*chaintest.State){
	"dead": func(s *chaintest.State) { s.FailRows = chaintest.Drop },
	"unreadable": func(s *chaintest.State) {
		s.Rows = func(chaintest.Request) string {
			return `{"rows":["00",` + claim(1, "a") + `],"more":false,"next_key":""}`
		}
	},
	"circling": func(s *chaintest.State) {
		s.Rows = func(r chaintest.Request) string {
			return `{"rows":[],"more":true,"next_key":"` + r.LowerBound + `"}`
		}
	},
	"dead on the second page": func(s *chaintest.State) {
		pages := 0
		s.FailRows = func(w http.ResponseWriter, r *http.Request) {
			if pages++; pages == 1 {
				chaintest.Answer(200, fmt.Sprintf(`{"rows":[%s],"more":true,"next_key":"1"}`, claim(1, "a")))(w, r)
				return
			}
			chaintest.Drop(w, r)
		}
	},
}

func TestOneNodesRowsAreNeverAnsweredAsThoseOfTwo(t *testing.T) {
	for name, bad := range halfBad {
		for which := range 2 {
			t.Run(fmt.Sprintf("%s, node %d of two", name, which), func(t *testing.T) {
				s := plan{nodes: 2}.setup(t, game)
				s.nodes[which].Set(bad)
				w := s.get(ofTwoNodes)
				if w.Code != 503 || w.Header().Get("Retry-After") != "1" || strings.Contains(w.Body.String(), "rows\":") {
					t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
				}
				// Nothing of it is in the way of who takes any node's.
				s.nodes[which].Set(func(state *chaintest.State) { state.FailRows, state.Rows = nil, game })
				if w := s.get(claimsOfAlice); w.Code != 200 {
					t.Errorf("rows of any node: %d %s", w.Code, w.Body)
				}
			})
			t.Run(fmt.Sprintf("%s, node %d of three", name, which), func(t *testing.T) {
				s := plan{nodes: 3}.setup(t, game)
				s.nodes[which].Set(bad)
				if w := s.get(ofTwoNodes); w.Code != 200 || w.Header().Get(NodesHeader) != "2" || w.Body.String() != game(chaintest.Request{Table: "claims", Scope: "gamecontract", LowerBound: "alice.wam"}) {
					t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
				}
			})
		}
	}
}

func TestBothNodesHaveTheBlockThatIsAskedFor(t *testing.T) {
	const wanted = block + 1_000_000
	for head, want := range map[uint64]int{block: 503, wanted: 200} {
		s := plan{nodes: 2}.setup(t, game)
		s.nodes[0].Set(func(state *chaintest.State) { state.Head = wanted + 1 })
		s.nodes[1].Set(func(state *chaintest.State) { state.Head = head })
		w := s.get(ofTwoNodes + fmt.Sprint("&min_block=", wanted))
		if w.Code != want || strings.Contains(w.Body.String(), "rows\":") != (want == 200) {
			t.Errorf("with the other node at block %d: %d %s, want %d", head, w.Code, w.Body, want)
		}
		if want == 200 && (w.Header().Get(NodesHeader) != "2" || w.Header().Get(pool.HeadHeader) != fmt.Sprint(wanted)) {
			t.Errorf("%v", w.Header())
		}
	}
}

func TestRowsOfTwoNodesCountOnTheBudgetOfWhoAsks(t *testing.T) {
	s := plan{nodes: 2, budget: &edgecache.Budget{Misses: 1, Burst: 2}}.setup(t, game)
	for i, want := range []int{200, 200, 429} {
		target := fmt.Sprintf("%s/claims?nodes=2&index=alice.%c", paths.Rows, 'a'+i)
		if w := s.get(target, "Client", "192.0.2.1"); w.Code != want {
			t.Errorf("%s: %d, want %d", target, w.Code, want)
		}
	}
}

func TestAnAssetIsOneRowOfItsOwners(t *testing.T) {
	asset := paths.Rows + "/assets?scope=alice.wam&id=1099511627776"
	row := `{"asset_id":"1099511627776","collection_name":"fieldhousegm"}`
	s := plan{nodes: 2}.setup(t, func(r chaintest.Request) string {
		if r.Code != "atomicassets" || r.Scope != "alice.wam" || r.Table != "assets" || r.LowerBound != "1099511627776" || r.UpperBound != r.LowerBound {
			t.Errorf("asked %+v", r)
		}
		return `{"rows":[` + row + `,{"asset_id":"1099511627777"}],"more":false,"next_key":""}`
	})
	want := `{"rows":[` + row + `],"more":false,"next_key":""}`
	for _, target := range []string{asset, asset + "&nodes=2"} {
		if w := s.get(target); w.Code != 200 || w.Body.String() != want || w.Header().Get(pool.HeadHeader) != fmt.Sprint(block) {
			t.Errorf("%s: %d %v %s", target, w.Code, w.Header(), w.Body)
		}
	}
}

// That a pack is there says that it was not opened, and that it is gone that it was: no node is
// believed of either alone.
func TestOfAnAssetTwoNodesSayTheSame(t *testing.T) {
	const asset = paths.Rows + "/assets?scope=alice.wam&id=7&nodes=2"
	has, lacks := `{"rows":[{"asset_id":"7"}],"more":false,"next_key":""}`, chaintest.Empty
	for nodes, want := range map[string]string{
		"has has": has, "lacks lacks": lacks, "has lacks": "", "lacks has": "",
		"has lacks lacks": lacks, "lacks has has": has, "has has lacks": has, "lacks has lacks": lacks,
		"lacks": lacks, "has": has,
	} {
		said := strings.Fields(nodes)
		s := plan{nodes: len(said)}.setup(t, nil)
		for i := range said {
			if said[i] == "has" {
				answering(s.nodes[i], `{"asset_id":"7"}`)
			} else {
				answering(s.nodes[i])
			}
		}
		w := s.get(asset)
		if want == "" {
			wantError(t, nodes, w, 503, "agree")
		} else if w.Code != 200 || w.Body.String() != want || w.Header().Get(NodesHeader) != fmt.Sprint(min(2, len(said))) {
			t.Errorf("%s: %d %v %s, want %s", nodes, w.Code, w.Header(), w.Body, want)
		}
	}
}

func TestEachAnswerSaysAtWhichBlockItsOwnRowsWereRead(t *testing.T) {
	s := newSetup(t, game)
	heads := func(target string, header ...string) string {
		return s.get(target, header...).Header().Get(pool.HeadHeader)
	}
	tag := s.get(claimsOfAlice).Header().Get("ETag")
	s.node.Set(func(state *chaintest.State) { state.Head = block + 5 })
	// Another account's are read at the newer head, and these stay at theirs.
	if got := heads(paths.Rows + "/claims?index=bob.wam&min_block=" + fmt.Sprint(block+5)); got != fmt.Sprint(block+5) {
		t.Errorf("rows of the newer head say %s", got)
	}
	s.clock.Move(soft / 2)
	for what, got := range map[string]string{
		"kept":        heads(claimsOfAlice),
		"not changed": heads(claimsOfAlice, "If-None-Match", tag),
	} {
		if got != fmt.Sprint(block) {
			t.Errorf("rows that are %s say %s, want the head at which they were read, %d", what, got, block)
		}
	}
	// Read again they are the same bytes, of the newer head.
	s.clock.Move(soft)
	if got := heads(claimsOfAlice, "Cache-Control", "max-age=0", "If-None-Match", tag); got != fmt.Sprint(block+5) {
		t.Errorf("rows that were confirmed say %s", got)
	}
}

package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/plugintest/must"
)

// script is a chain that answers each request in turn.
type script struct {
	t       *testing.T
	answers []string // the rows' part, or the whole answer
	asked   []pool.Request
	head    uint64
}

func (s *script) TableRows(_ context.Context, request pool.Request) (pool.Answer, error) {
	s.asked = append(s.asked, request)
	if len(s.asked) > len(s.answers) {
		s.t.Fatalf("request %d, %+v, is one too many", len(s.asked), request)
	}
	answer := must.Get(decode([]byte(s.answers[len(s.asked)-1])))(s.t)
	s.head++
	answer.Head.Block = 100 + s.head
	return answer, nil
}

func decode(body []byte) (pool.Answer, error) {
	var answer struct {
		Rows    []json.RawMessage `json:"rows"`
		More    bool              `json:"more"`
		NextKey string            `json:"next_key"`
	}
	err := json.Unmarshal(body, &answer)
	return pool.Answer{Rows: answer.Rows, More: answer.More, NextKey: answer.NextKey}, err
}

var wide = Bounds{MaxPages: 20, MaxBytes: 1 << 20}

// read parses a query and reads it from scripted answers.
func read(t *testing.T, table Table, query string, bounds Bounds, answers ...string) (Result, *script) {
	t.Helper()
	q := must.Get(site.Parse(table, query))(t)
	chain := &script{t: t, answers: answers}
	result := must.Get(q.Read(context.Background(), chain, bounds))(t)
	if !json.Valid(result.Body) {
		t.Fatalf("%s is no JSON", result.Body)
	}
	return result, chain
}

const none = `{"rows":[],"more":false,"next_key":""}`

func TestEachTableAsksTheNodeForItsRows(t *testing.T) {
	game := pool.Request{Code: "gamecontract", Scope: "gamecontract", Limit: 1000}
	of := func(table string, change func(*pool.Request)) pool.Request {
		request := game
		request.Table = table
		if change != nil {
			change(&request)
		}
		return request
	}
	for _, test := range []struct {
		table Table
		query string
		want  pool.Request
	}{
		{Drops, "", of("drops", nil)},
		{Drops, "isLimited=true&limit=3", of("drops", func(r *pool.Request) { r.Limit = 3 })},
		{Partners, "", of("partners", nil)},
		{Claims, "index=alice.wam", of("claims", func(r *pool.Request) {
			r.IndexPosition, r.KeyType, r.LowerBound, r.UpperBound = 2, "name", "alice.wam", "alice.wam"
		})},
		{Accounts, "scope=alice.wam&isLimited=true&limit=10", pool.Request{Code: "eosio.token", Scope: "alice.wam", Table: "accounts", Limit: 10}},
		// Nodes would take 11111 for a number.
		{Accounts, "scope=11111&isLimited=true&limit=10", pool.Request{Code: "eosio.token", Scope: "595056242708185088", Table: "accounts", Limit: 10}},
		{Assets, "scope=alice.wam&id=1099511627776", pool.Request{Code: "atomicassets", Scope: "alice.wam", Table: "assets", Limit: 1000, LowerBound: "1099511627776", UpperBound: "1099511627776"}},
		{Datapoints, "", pool.Request{Code: "delphioracle", Scope: "waxpusd", Table: "datapoints", Limit: 1000}},
		{Datapoints, "isLimited=true&limit=1", pool.Request{Code: "delphioracle", Scope: "waxpusd", Table: "datapoints", Limit: 22, IndexPosition: 3, KeyType: "i64", Reverse: true}},
	} {
		t.Run(string(test.table)+"?"+test.query, func(t *testing.T) {
			result, chain := read(t, test.table, test.query, wide, none)
			if !reflect.DeepEqual(chain.asked, []pool.Request{test.want}) {
				t.Errorf("asked %+v, want %+v", chain.asked, test.want)
			}
			if string(result.Body) != none {
				t.Errorf("body %s", result.Body)
			}
		})
	}
}

func TestALimitedPageKeepsTheNodesEnvelope(t *testing.T) {
	answer := `{"rows":[{"drop_id":1},{"drop_id":"4294967301"}],"more":true,"next_key":"4294967302"}`
	result, _ := read(t, Drops, "isLimited=true&limit=2", wide, answer)
	if string(result.Body) != answer {
		t.Errorf("body %s", result.Body)
	}
}

// Trap 4: more with fewer rows than the limit is normal.
func TestWithoutALimitAllPagesAreReadHoweverShortTheyAre(t *testing.T) {
	result, chain := read(t, Drops, "", wide,
		`{"rows":[{"drop_id":1}],"more":true,"next_key":"2"}`,
		`{"rows":[],"more":true,"next_key":"3"}`,
		`{"rows":[{"drop_id":3}],"more":true,"next_key":"18446744073709551615"}`,
		`{"rows":[{"drop_id":"18446744073709551615"}],"more":false,"next_key":""}`)
	if want := `{"rows":[{"drop_id":1},{"drop_id":3},{"drop_id":"18446744073709551615"}],"more":false,"next_key":""}`; string(result.Body) != want {
		t.Errorf("body %s, want %s", result.Body, want)
	}
	for i, bound := range []string{"", "2", "3", "18446744073709551615"} {
		if chain.asked[i].LowerBound != bound || chain.asked[i].Limit != MaxLimit {
			t.Errorf("page %d: %+v", i, chain.asked[i])
		}
	}
	if result.Head.Block != 101 || result.Cut != "" {
		t.Errorf("head %d, cut %q; want that of the first page and no cut", result.Head.Block, result.Cut)
	}
}

func TestEveryPageIsAskedOfANodeThatHasTheBlock(t *testing.T) {
	for table, query := range map[Table]string{Drops: "min_block=42", Claims: "index=alice.wam&min_block=42", Datapoints: "limit=1&isLimited=true&min_block=42"} {
		_, chain := read(t, table, query, wide,
			`{"rows":[{"claim_id":1,"claimer":"alice.wam","median":0}],"more":true,"next_key":"7"}`, `{"rows":[{"claim_id":1,"claimer":"alice.wam","median":0}],"more":false,"next_key":""}`)
		for i, asked := range chain.asked {
			if asked.MinBlock != 42 {
				t.Errorf("%s, page %d: %+v", table, i, asked)
			}
		}
		if len(chain.asked) != 2 {
			t.Errorf("%s: %d pages", table, len(chain.asked))
		}
	}
}

// Trap 3: a name's key comes as a number and is read as a name.
func TestANextKeyOfAnIndexByNameIsAskedForAsAName(t *testing.T) {
	user := must.Get(antelope.ParseName("alice.wam"))(t)
	chain := &script{t: t, answers: []string{
		fmt.Sprintf(`{"rows":[{"claim_id":1}],"more":true,"next_key":"%d"}`, user),
		`{"rows":[{"claim_id":2}],"more":false,"next_key":""}`,
	}}
	pages := paging{chain: chain, bounds: wide, request: pool.Request{Table: "claims", KeyType: "name", LowerBound: "alice"}}
	must.Do(t, pages.walk(context.Background(), all))
	if len(chain.asked) != 2 || chain.asked[1].LowerBound != "alice.wam" {
		t.Errorf("asked %+v", chain.asked)
	}
	pages = paging{chain: &script{t: t, answers: []string{`{"rows":[],"more":true,"next_key":"alice.wam"}`}}, bounds: wide, request: pool.Request{KeyType: "name"}}
	if err := pages.walk(context.Background(), all); err == nil {
		t.Error("a next_key that is no number was taken for a name")
	}
}

func TestANextKeyThatLeadsNowhereEndsTheAnswerAndSaysSo(t *testing.T) {
	for _, keys := range [][2]string{{"2", "2"}, {"2", "1"}, {"10", "9"}, {"2", ""}} {
		result, chain := read(t, Drops, "", wide,
			`{"rows":[{"drop_id":1}],"more":true,"next_key":"`+keys[0]+`"}`, `{"rows":[{"drop_id":2}],"more":true,"next_key":"`+keys[1]+`"}`)
		if want := `{"rows":[{"drop_id":1},{"drop_id":2}],"more":true,"next_key":""}`; string(result.Body) != want || result.Cut == "" || len(chain.asked) != 2 {
			t.Errorf("%q: body %s, cut %q", keys, result.Body, result.Cut)
		}
	}
	result, chain := read(t, Datapoints, "limit=2&isLimited=true", wide,
		`{"rows":[{"id":7,"median":598}],"more":true,"next_key":"50"}`, `{"rows":[],"more":true,"next_key":"60"}`)
	if want := `{"rows":[{"id":7,"median":598}],"more":true,"next_key":""}`; string(result.Body) != want || len(chain.asked) != 2 {
		t.Errorf("backwards: body %s after %d pages", result.Body, len(chain.asked))
	}
}

func TestPagesAndBytesAreBoundedAndACutAnswerSaysMore(t *testing.T) {
	page := func(i int) string {
		return fmt.Sprintf(`{"rows":[{"drop_id":%d}],"more":true,"next_key":"%d"}`, i, i+1)
	}
	result, chain := read(t, Drops, "", Bounds{MaxPages: 2, MaxBytes: 1 << 20}, page(1), page(2))
	if want := `{"rows":[{"drop_id":1},{"drop_id":2}],"more":true,"next_key":""}`; string(result.Body) != want || len(chain.asked) != 2 || !strings.Contains(result.Cut, "2 pages") {
		t.Errorf("body %s, %d pages, cut %q", result.Body, len(chain.asked), result.Cut)
	}
	for _, query := range []string{"", "isLimited=true&limit=3", "isLimited=true"} {
		result, _ = read(t, Drops, query, Bounds{MaxPages: 20, MaxBytes: 70}, `{"rows":[{"drop_id":1},{"drop_id":2},{"drop_id":3}],"more":false,"next_key":""}`)
		if want := `{"rows":[{"drop_id":1},{"drop_id":2}],"more":true,"next_key":""}`; string(result.Body) != want || len(result.Body) > 70 || !strings.Contains(result.Cut, "70 bytes") {
			t.Errorf("%q: body %s, cut %q", query, result.Body, result.Cut)
		}
	}
}

// Trap 4: a row can be a hex string.
func TestARowThatTheNodeCouldNotReadIsLeftOutAndCounted(t *testing.T) {
	result, _ := read(t, Drops, "", wide, `{"rows":["0100000000000000",{"drop_id":2}],"more":false,"next_key":""}`)
	if want := `{"rows":[{"drop_id":2}],"more":false,"next_key":""}`; string(result.Body) != want || result.LeftOut != 1 {
		t.Errorf("body %s, %d left out", result.Body, result.LeftOut)
	}
}

// Of two members of one name some readers take the first, and browsers the last.
func TestARowWithAMemberTwiceIsNoRow(t *testing.T) {
	for _, row := range []string{`{"drop_id":1,"listing_price":"10.00 USD","listing_price":"0.00 USD"}`, `{"drop_id":1,"drop_\u0069d":3}`} {
		result, _ := read(t, Drops, "", wide, `{"rows":[`+row+`,{"drop_id":2,"with":{"a":1},"and":{"a":2}}],"more":false,"next_key":""}`)
		if want := `{"rows":[{"drop_id":2,"with":{"a":1},"and":{"a":2}}],"more":false,"next_key":""}`; string(result.Body) != want || result.LeftOut != 1 {
			t.Errorf("%s: body %s, %d left out", row, result.Body, result.LeftOut)
		}
	}
}

func TestAnUnreadableDatapointCountsOnlyBeforeTheNewestThatAreAskedFor(t *testing.T) {
	for answer, leftOut := range map[string]int{
		`{"rows":["0900",{"id":7,"median":598}],"more":false,"next_key":""}`:                       1,
		`{"rows":[{"id":7,"median":598},"0600",{"id":5,"median":597}],"more":false,"next_key":""}`: 0,
	} {
		if result, _ := read(t, Datapoints, "limit=1&isLimited=true", wide, answer); result.LeftOut != leftOut {
			t.Errorf("%s: %d left out, want %d", answer, result.LeftOut, leftOut)
		}
	}
}

func TestRowsOfWhichNoneCouldBeReadAreAnErrorAndNotAnEmptyTable(t *testing.T) {
	query, _ := site.Parse(Accounts, "scope=alice&isLimited=true&limit=10")
	_, err := query.Read(context.Background(), &script{t: t, answers: []string{`{"rows":["40420f00000000000857415800000000"],"more":false,"next_key":""}`}}, wide)
	if !errors.Is(err, ErrUnreadable) {
		t.Errorf("error %v; no rows would mean a balance of 0", err)
	}
}

// Trap 5: the oracle's rows are a ring.
func TestTheNewestDatapointIsAnsweredAndSeedsArePassedOver(t *testing.T) {
	for name, test := range map[string]struct {
		answers []string
		want    string
	}{
		"newest first":       {[]string{`{"rows":[{"id":7,"median":598},{"id":6,"median":597}],"more":false,"next_key":""}`}, `{"rows":[{"id":7,"median":598}],"more":true,"next_key":""}`},
		"the only one":       {[]string{`{"rows":[{"id":7,"median":598}],"more":false,"next_key":""}`}, `{"rows":[{"id":7,"median":598}],"more":false,"next_key":""}`},
		"the node has more":  {[]string{`{"rows":[{"id":7,"median":598}],"more":true,"next_key":"1701093460500000"}`}, `{"rows":[{"id":7,"median":598}],"more":true,"next_key":""}`},
		"seeds before it":    {[]string{`{"rows":[{"id":9,"median":0},{"id":8,"median":"0"},{"id":7,"median":"598"}],"more":false,"next_key":""}`}, `{"rows":[{"id":7,"median":"598"}],"more":false,"next_key":""}`},
		"hex before it":      {[]string{`{"rows":["0900",{"id":7,"median":598}],"more":false,"next_key":""}`}, `{"rows":[{"id":7,"median":598}],"more":false,"next_key":""}`},
		"nothing but seeds":  {[]string{`{"rows":[{"id":0,"median":0},{"id":1}],"more":false,"next_key":""}`}, none},
		"seeds, then a page": {[]string{`{"rows":[{"id":9,"median":0}],"more":true,"next_key":"50"}`, `{"rows":[{"id":7,"median":598}],"more":false,"next_key":""}`}, `{"rows":[{"id":7,"median":598}],"more":false,"next_key":""}`},
	} {
		t.Run(name, func(t *testing.T) {
			result, chain := read(t, Datapoints, "limit=1&isLimited=true", wide, test.answers...)
			if string(result.Body) != test.want {
				t.Errorf("body %s, want %s", result.Body, test.want)
			}
			if len(chain.asked) != len(test.answers) {
				t.Errorf("%d pages", len(chain.asked))
			}
			if len(chain.asked) == 2 && (chain.asked[1].UpperBound != "50" || chain.asked[1].LowerBound != "") {
				t.Errorf("the second page was asked for by %+v", chain.asked[1])
			}
		})
	}
}

func TestEqualRowsHaveEqualBytesAndNumbersKeepTheirDigits(t *testing.T) {
	result, _ := read(t, Drops, "", wide, "{\"rows\":[{ \"a\" : 1.00000000000000000 ,\n\"b\":12345678901234567890123, \"c\":\"</script>\\u2028\"}],\"more\":false,\"next_key\":\"\"}")
	if want := `{"rows":[{"a":1.00000000000000000,"b":12345678901234567890123,"c":"</script>\u2028"}],"more":false,"next_key":""}`; string(result.Body) != want {
		t.Errorf("body %s", result.Body)
	}
	if got := canonical(json.RawMessage("{\"a\":\"\xff\"}")); string(got) != "{\"a\":\"\uFFFD\"}" {
		t.Errorf("invalid UTF-8 became %q", got)
	}
}

func TestTheFixturesPassThrough(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "..", "shared", "fixtures")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("skipped: the recorded answers are not beside the repository")
	}
	for _, test := range []struct {
		file  string
		table Table
		query string
	}{
		{"synthetic_game.drops.json", Drops, ""},
		{"synthetic_game.partners.json", Partners, ""},
		{"synthetic_game.claims.json", Claims, "index=alice.wam"},
		{"synthetic_eosio.token.accounts.json", Accounts, "scope=alice.wam"},
		{"synthetic_eosio.token.accounts.empty.json", Accounts, "scope=alice.wam"},
		{"synthetic_delphioracle.datapoints.waxpusd.ring21.json", Datapoints, ""},
		{"chain_get_table_rows.empty.200.json", Drops, ""},
	} {
		recorded := must.Get(os.ReadFile(filepath.Join(folder, test.file)))(t)
		var fixture struct{ Body json.RawMessage }
		must.Do(t, json.Unmarshal(recorded, &fixture))
		if fixture.Body == nil {
			fixture.Body = recorded
		}
		result, _ := read(t, test.table, test.query, wide, string(fixture.Body))
		if string(result.Body) != string(canonical(fixture.Body)) {
			t.Errorf("%s: body %s", test.file, result.Body)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"rows":[{"id":7,"median":598}],"more":true,"next_key":"594475150812905472"}`), uint8(0), 100)
	f.Add([]byte(`{"rows":["00",{"id":7}],"more":true,"next_key":"x"}`), uint8(4), 10)
	f.Add([]byte(none), uint8(2), 0)
	f.Fuzz(func(t *testing.T, raw []byte, table uint8, maxBytes int) {
		answer, err := decode(raw)
		if err != nil {
			return
		}
		for _, suffix := range []string{"", "&isLimited=true&limit=3"} {
			which := All[int(table)%len(All)]
			query := must.Get(site.Parse(which, map[Table]string{Accounts: "scope=a", Claims: "index=a", Assets: "scope=a&id=7"}[which]+suffix))(t)
			bounds := Bounds{MaxPages: 3, MaxBytes: min(max(maxBytes, 100), 10000)}
			result, err := query.Read(context.Background(), endless{answer}, bounds)
			if err != nil {
				continue
			}
			if !json.Valid(result.Body) {
				t.Errorf("%q of %q is no JSON", result.Body, raw)
			}
		}
	})
}

// endless is a chain that always answers the same.
type endless struct{ answer pool.Answer }

func (e endless) TableRows(context.Context, pool.Request) (pool.Answer, error) { return e.answer, nil }

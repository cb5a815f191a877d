// Package indextest is an asset index for tests: an HTTP server that answers in
// the shapes of the AtomicAssets API, and can be told to fail in the ways of
// real ones.
package indextest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Collection is the collection of all assets of an Index.
const Collection = "fieldhousegm"

// QueryTime is the query_time of every answer, in milliseconds.
const QueryTime = 1_700_000_000_123

// Base is the path before /assets, as public indexes have it.
const Base = "/atomicassets/v1"

// Market is the path of the market's sales.
const Market = "/atomicmarket/v2/sales"

// Sale is a sale as a market writes it, of assets of the template 700360 in JSON.
func Sale(id uint64, state, amount string, assets ...string) string {
	return fmt.Sprintf(`{"market_contract":"atomicmarket","assets_contract":"atomicassets","sale_id":"%d","seller":"alice.wam","buyer":null,`+
		`"offer_id":"7","price":{"token_contract":"eosio.token","token_symbol":"WAX","token_precision":8,"median":null,"amount":%q},`+
		`"listing_price":%q,"listing_symbol":"WAX","assets":[%s],"maker_marketplace":"","taker_marketplace":null,"collection_name":%q,`+
		`"collection":{"collection_name":%q,"market_fee":0.05},"state":%s,"updated_at_block":"5","updated_at_time":"1700000000500",`+
		`"created_at_block":"4","created_at_time":"1700000000000"}`, id, amount, amount, strings.Join(assets, ","), Collection, Collection, state)
}

// SoldAsset is the asset of a Sale.
func SoldAsset(id uint64, mint int) string {
	return fmt.Sprintf(`{"contract":"atomicassets","asset_id":"%d","template":{"template_id":"700360","max_supply":"25"},"template_mint":"%d"}`, id, mint)
}

// Burned is an asset of the schema packs as an index writes it that an account burned.
func Burned(id uint64, burner string) string {
	return fmt.Sprintf(`{"contract":"atomicassets","asset_id":"%d","owner":null,"collection":{"collection_name":%q,"market_fee":0.05},`+
		`"schema":{"schema_name":"packs","format":[]},"template":{"template_id":"700101"},"data":{"name":"Opening Drive","cards":8},`+
		`"burned_by_account":%q,"burned_at_block":"7","burned_at_time":"1700000000500","updated_at_time":"1700000000500"}`, id, Collection, burner)
}

// Index is an asset index on a loopback port. Its state is changed with Set.
type Index struct {
	// URL is the base address, with Base.
	URL string

	mu       sync.Mutex
	state    State
	requests []url.Values
	healths  int
}

// State is how an Index answers.
type State struct {
	// Assets are what there is, in any order.
	Assets []Asset
	// Sales are what the market answers for each state that it is asked for; with nil
	// the index has no market.
	Sales map[string][]string
	// Burned are what there is of burned assets, whoever burned them.
	Burned []string
	// Before, when it is set, is called before each request is answered, with
	// the number of its page.
	Before func(page int)
	// Fail, when it is set, answers the pages from FailFrom on instead.
	Fail     http.HandlerFunc
	FailFrom int
}

// Asset is an asset.
type Asset struct {
	ID    uint64
	Owner string
	// Updated is when it last changed, in milliseconds.
	Updated int64
	// Padding is how many bytes its description has.
	Padding int
}

// New starts an index that ends with the test.
func New(t testing.TB, assets ...Asset) *Index {
	t.Helper()
	x := &Index{state: State{Assets: assets}}
	server := httptest.NewServer(x)
	t.Cleanup(server.Close)
	x.URL = server.URL + Base
	return x
}

// Silent is an index without a port, for tests that call it themselves.
func Silent(assets ...Asset) *Index { return &Index{state: State{Assets: assets}} }

// Owned are count assets of an owner, from the id first on.
func Owned(owner string, first uint64, count int) []Asset {
	assets := make([]Asset, count)
	for i := range assets {
		id := first + uint64(i)
		assets[i] = Asset{ID: id, Owner: owner, Updated: int64(1_600_000_000_000 + id%1_000_000)}
	}
	return assets
}

// Set changes how the index answers.
func (x *Index) Set(change func(*State)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	change(&x.state)
}

// Requests are the queries for assets that came so far.
func (x *Index) Requests() []url.Values {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Clone(x.requests)
}

// Healths is how often /health was asked.
func (x *Index) Healths() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.healths
}

// RoundTrip carries a request to the index without a network, for tests in a bubble whose clock
// moves when everything waits.
func (x *Index) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	x.ServeHTTP(w, r)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return w.Result(), nil
}

func (x *Index) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	switch r.URL.Path {
	case Base + "/assets":
	case Market:
		x.mu.Lock()
		x.requests = append(x.requests, r.URL.Query())
		sales, limit := x.state.Sales, r.URL.Query().Get("limit")
		x.mu.Unlock()
		if sales == nil || limit != "100" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(Answer(sales[r.URL.Query().Get("state")]...)))
		return
	case "/health", Base + "/health":
		// It lies either way: 200, whatever the index can do.
		x.mu.Lock()
		x.healths++
		x.mu.Unlock()
		fmt.Fprintf(w, `{"success":true,"data":{"postgres":{"status":"ERROR"},"chain":{"status":"ERROR"}},"query_time":%d}`, QueryTime)
		return
	default:
		http.NotFound(w, r)
		return
	}
	query := r.URL.Query()
	number, _ := strconv.Atoi(query.Get("page"))
	x.mu.Lock()
	x.requests = append(x.requests, query)
	before := x.state.Before
	x.mu.Unlock()
	if before != nil {
		before(number)
	}
	x.mu.Lock()
	state := x.state
	state.Assets = slices.Clone(state.Assets)
	x.mu.Unlock()
	if state.Fail != nil && number >= state.FailFrom {
		state.Fail(w, r)
		return
	}
	limit, _ := strconv.Atoi(query.Get("limit"))
	if query.Has("burner") {
		_, _ = w.Write([]byte(Answer(state.Burned...)))
		return
	}
	if number < 1 || limit < 1 || limit > 1000 || query.Get("sort") != "asset_id" || query.Get("order") != "desc" {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"success":false,"message":"Invalid value for parameter"}`)
		return
	}
	_, _ = w.Write([]byte(Answer(pageOf(state.Assets, query, number, limit)...)))
}

func pageOf(assets []Asset, query url.Values, number, limit int) []string {
	if query.Get("collection_name") != Collection {
		return nil
	}
	assets = slices.DeleteFunc(assets, func(a Asset) bool {
		return query.Has("owner") && a.Owner != query.Get("owner") || query.Has("ids") && strconv.FormatUint(a.ID, 10) != query.Get("ids")
	})
	slices.SortFunc(assets, func(a, b Asset) int {
		if a.ID < b.ID {
			return 1
		}
		return -1
	})
	from := min((number-1)*limit, len(assets))
	var written []string
	for _, a := range assets[from:min(from+limit, len(assets))] {
		written = append(written, a.JSON())
	}
	return written
}

// JSON is the asset as the index writes it: ids and times as strings, small
// integers as numbers, a float with all its digits.
func (a Asset) JSON() string {
	return fmt.Sprintf(`{"contract":"atomicassets","asset_id":"%d","owner":%q,"collection":{"collection_name":%q,"market_fee":0.05000000000000000},`+
		`"template":null,"data":{"level":2,"serial":"18446744073709551615","code":"007","description":%q},"updated_at_time":"%d"}`,
		a.ID, a.Owner, Collection, strings.Repeat("x", a.Padding), a.Updated)
}

// Answer is an index's answer of assets in JSON.
func Answer(assets ...string) string {
	return fmt.Sprintf(`{"success":true,"data":[%s],"query_time":%d}`, strings.Join(assets, ","), int64(QueryTime))
}

// Say is a handler that answers with a status and a body, and header fields in
// pairs.
func Say(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// Stall is a handler that answers nothing until the client leaves.
func Stall(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// Drop is a handler that closes the connection without an answer.
func Drop(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// Truncate is a handler that promises more than it sends.
func Truncate(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = w.Write([]byte(`{"success":true,"data":[`))
}

package assetindex_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldhouse/devchain/services/assetindex"
)

// marketSale is what the tests look at of a sale.
type marketSale struct {
	ID    string `json:"sale_id"`
	State int
	Buyer *string
	Price struct {
		Amount, Symbol string
		Precision      int `json:"token_precision"`
	}
	Assets  []asset
	Updated string `json:"updated_at_time"`
}

func (b bench) sales(query string) []marketSale {
	b.Helper()
	answer := httptest.NewRecorder()
	assetindex.Sales(b.Ledger).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, assetindex.SalesPath+"?"+query, nil))
	var body struct {
		Success bool
		Data    []marketSale
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &body); err != nil || !body.Success || body.Data == nil {
		b.Fatalf("%s: %d %.300s %v", query, answer.Code, answer.Body, err)
	}
	return body.Data
}

func (b bench) page(path string) (int, string) {
	b.Helper()
	answer := httptest.NewRecorder()
	assetindex.Market(b.Ledger).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	return answer.Code, answer.Body.String()
}

// aMinute is the blocks in which all sales of the cards at the start happen.
const aMinute = 120

func TestSomeCardsAreListedSomeWereSoldAndMostNever(t *testing.T) {
	b := newBench(t, 0)
	b.Seal(aMinute)
	cards := len(b.assets("limit=1000")) + len(b.assets("limit=1000&page=2"))
	sold, listed := len(b.sales("state=3&limit=1000")), len(b.sales("state=1&limit=1000"))
	if sold < cards/10 || listed < cards/10 || sold+listed > cards*2/3 {
		t.Errorf("of %d assets %d were sold and %d are listed", cards, sold, listed)
	}
}

func TestSalesAreOfTheTemplateAndTheStateInTheOrderAsked(t *testing.T) {
	b := newBench(t, 0)
	b.Seal(aMinute)
	template := b.sales("state=1&limit=1")[0].Assets[0].Template.TemplateID
	query := "collection_name=fieldhousegm&template_id=" + template
	listed := b.sales(query + "&state=1&sort=price&order=asc")
	var prices []int
	for _, one := range listed {
		amount, err := strconv.Atoi(one.Price.Amount)
		if err != nil || one.State != 1 || one.Buyer != nil || len(one.Assets) != 1 || one.Assets[0].Template.TemplateID != template || one.Price.Precision != 8 {
			t.Errorf("%v: %+v", err, one)
		}
		prices = append(prices, amount)
	}
	if len(prices) == 0 || !slices.IsSorted(prices) {
		t.Errorf("listed for %v", prices)
	}
	var times []string
	for _, one := range b.sales("state=3&sort=updated&order=desc") {
		if one.State != 3 || one.Buyer == nil || *one.Buyer != *one.Assets[0].Owner {
			t.Errorf("%+v", one)
		}
		times = append(times, one.Updated)
	}
	slices.Reverse(times)
	if len(times) != 100 || !slices.IsSorted(times) {
		t.Errorf("%d sold at %v", len(times), times)
	}
	if again := b.sales(query + "&state=1&sort=price&order=asc"); fmt.Sprint(len(again), again[0].ID) != fmt.Sprint(len(listed), listed[0].ID) {
		t.Error("the market is another one when it is asked again")
	}
}

func TestWrongParametersOfSalesAreRefused(t *testing.T) {
	b := newBench(t, 0)
	for _, query := range []string{"state=x", "template_id=-1", "sort=asset_id", "order=up", "page=0", "limit=1001"} {
		answer := httptest.NewRecorder()
		assetindex.Sales(b.Ledger).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, assetindex.SalesPath+"?"+query, nil))
		if name, _, _ := strings.Cut(query, "="); answer.Code != http.StatusBadRequest || !strings.Contains(answer.Body.String(), name) {
			t.Errorf("%s: %d %s", query, answer.Code, answer.Body)
		}
	}
}

func TestPeopleSeeAnAssetAndAnAccount(t *testing.T) {
	b := newBench(t, 0)
	b.Seal(aMinute)
	sold := b.sales("state=3&limit=1")[0].Assets[0]
	if code, body := b.page("/market/asset/" + sold.AssetID); code != http.StatusOK || !strings.Contains(body, sold.Name) || !strings.Contains(body, "Sold by") || !strings.Contains(body, " WAX") {
		t.Errorf("%d %s", code, body)
	}
	if code, body := b.page("/market/account/alice.wam"); code != http.StatusOK || strings.Count(body, `href="/market/asset/`) != 8 {
		t.Errorf("%d %s", code, body)
	}
	if code, body := b.page("/market/account/vault.wam"); code != http.StatusOK || strings.Count(body, `href="/market/asset/`) != 200 || !strings.Contains(body, "And 1000 more.") {
		t.Errorf("%d: %d", code, strings.Count(body, `href="/market/asset/`))
	}
	for _, path := range []string{"/market/asset/7", "/market/asset/x", "/market/account/NOBODY", "/market/"} {
		if code, _ := b.page(path); code != http.StatusNotFound {
			t.Errorf("%s: %d", path, code)
		}
	}
}

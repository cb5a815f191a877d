package serve

import (
	"strings"
	"testing"

	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/paths"
)

func (s *setup) sales(query string) (int, string) {
	w := s.do("GET", paths.Sales+query)
	return w.Code, w.Body.String()
}

func TestSalesOfATemplateAreReadFromTheMarketWithWhatCountsOfThem(t *testing.T) {
	s := newSetup(t)
	s.index.Set(func(state *indextest.State) {
		state.Sales = map[string][]string{
			"1": {indextest.Sale(9, "1", "20000000000", indextest.SoldAsset(101, 3))},
			"3": {
				indextest.Sale(8, "3", "18446744073709551615", indextest.SoldAsset(102, 14)),
				// What was paid for two is the price of neither.
				indextest.Sale(7, "3", "5", indextest.SoldAsset(103, 1), indextest.SoldAsset(104, 2)),
			},
		}
	})
	for query, want := range map[string]string{
		"?template_id=700360&state=sold":   `{"sale_id":"8","asset_id":"102","template_mint":"14","amount":"18446744073709551615","token_symbol":"WAX","token_precision":8,"updated_at_time":1700000000500}`,
		"?template_id=700360&state=listed": `{"sale_id":"9","asset_id":"101","template_mint":"3","amount":"20000000000","token_symbol":"WAX","token_precision":8,"updated_at_time":1700000000500}`,
	} {
		if code, body := s.sales(query); code != 200 || body != `{"success":true,"data":[`+want+`],"query_time":1700000000500}` {
			t.Errorf("%s: %d %s", query, code, body)
		}
	}
	before := len(s.index.Requests())
	s.sales("?state=sold&template_id=700360&nonce=4&collection_name=" + indextest.Collection)
	if after := len(s.index.Requests()); after != before || before != 2 {
		t.Errorf("%d requests, then %d: the answer was not kept", before, after)
	}
	for _, asked := range s.index.Requests() {
		if asked.Get("max_assets") != "1" {
			t.Errorf("%v: sales of several assets take the places of those that are shown", asked)
		}
	}
}

func TestAnAnswerThatIsNoneOfTheTemplatesSalesIsRefused(t *testing.T) {
	good := indextest.Sale(8, "3", "5", indextest.SoldAsset(102, 14))
	for name, sale := range map[string]string{
		"another state":      indextest.Sale(8, "1", "5", indextest.SoldAsset(102, 14)),
		"another template":   strings.Replace(good, "700360", "700361", 1),
		"another collection": strings.Replace(good, `"collection_name":"fieldhousegm"`, `"collection_name":"farmersworld"`, 1),
		"no amount":          strings.Replace(good, `"amount":"5"`, `"amount":"0.5"`, 1),
		"no mint":            strings.Replace(good, `"template_mint":"14"`, `"template_mint":null`, 1),
		"no object":          `8`,
	} {
		s := newSetup(t)
		s.index.Set(func(state *indextest.State) { state.Sales = map[string][]string{"3": {sale}} })
		if code, body := s.sales("?template_id=700360&state=sold"); code != 502 {
			t.Errorf("%s: %d %s", name, code, body)
		}
	}
}

func TestAnIndexWithoutAMarketIsNoWorseForAssets(t *testing.T) {
	s := newSetup(t)
	for range 8 {
		if code, body := s.sales("?template_id=700360&state=sold"); code != 404 || !strings.Contains(body, "knows no market") {
			t.Fatalf("%d %s", code, body)
		}
	}
	if w := s.get("?owner=alice.wam"); w.Code != 200 {
		t.Errorf("assets: %d %s", w.Code, w.Body)
	}
}

package serve

import (
	"strings"
	"testing"

	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest/must"
)

func TestQueriesThatMeanTheSameHaveOneKeyAndOthersAnother(t *testing.T) {
	keys := make(map[string]bool)
	for _, same := range [][]string{
		{"", "collection_name=fieldhousegm", "nonce=1700000000123", "nonce=&limit=1000", "limit=7"},
		{"owner=alice.wam", "nonce=a%20b&owner=alice.wam&collection_name=fieldhousegm", "owner=alice.wam&limit=10"},
		{"page=1", "page=1&limit=100", "limit=100&nonce=2&page=1"},
		{"page=1&limit=1000", "collection_name=fieldhousegm&limit=1000&page=1&nonce=3"},
		{"asset_id=100", "asset_id=100&nonce=7&collection_name=fieldhousegm"},
		{"asset_id=100&owner=alice.wam"}, {"asset_id=1001"},
		{"page=2"}, {"page=1&owner=alice.wam"}, {"owner=bob.wam"}, {"page=1&limit=10"},
	} {
		first := must.Get(site.Parse(same[0]))(t)
		for _, other := range same {
			if query, err := site.Parse(other); err != nil || query != first || query.Key() != first.Key() {
				t.Errorf("%q: %+v, %v; want %+v as of %q", other, query, err, first, same[0])
			}
		}
		if keys[first.Key()] {
			t.Errorf("%q has the key of another one", same[0])
		}
		keys[first.Key()] = true
	}
	elsewhere, _ := Site{ChainID: "00", Collection: site.Collection}.Parse("")
	if keys[elsewhere.Key()] {
		t.Error("another chain has the same key")
	}
}

func TestAPageHas100AssetsUnlessItIsSaidAndNoPageMeansAll(t *testing.T) {
	for query, want := range map[string][2]int{
		"": {0, 0}, "limit=10": {0, 0}, "page=3": {3, 100}, "page=3&limit=1": {3, 1}, "page=10000&limit=10": {10000, 10}, "page=100&limit=1000": {100, 1000},
	} {
		if got, err := site.Parse(query); err != nil || got.Page != want[0] || got.Limit != want[1] {
			t.Errorf("%q: %+v, %v", query, got, err)
		}
	}
}

func TestABadParameterIsNamedAndNeverReachesTheIndex(t *testing.T) {
	s := newSetup(t)
	const good = "?burner=alice.wam&schema_name=packs"
	for path, queries := range map[string]map[string]string{
		paths.Assets: {
			"?collection_name=farmersworld":       `parameter "collection_name" must be fieldhousegm, the collection of this site, not "farmersworld"`,
			"?collection_name=":                   `must be fieldhousegm`,
			"?collection_name=Not%20A%20Name!":    `must be fieldhousegm`,
			"?owner=":                             `parameter "owner" must be an account name`,
			"?owner=Alice":                        `not "Alice"`,
			"?owner=alice.wam.":                   `"owner"`,
			"?owner=alice67":                      `"owner"`,
			"?owner=aaaaaaaaaaaaa":                `"owner"`,
			"?owner=a/b":                          `"owner"`,
			"?asset_id=":                          `parameter "asset_id" must be the id of an asset: a whole number of 64 bits, not ""`,
			"?asset_id=0100":                      `not "0100"`,
			"?asset_id=1,2":                       `not "1,2"`,
			"?asset_id=-1":                        `"asset_id"`,
			"?asset_id=18446744073709551616":      `"asset_id"`,
			"?page=0":                             `parameter "page" must be a whole number from 1 to 10000, not "0"`,
			"?page=10001&limit=1":                 `"page" must be a whole number from 1 to 10000, not "10001"`,
			"?page=1001":                          `"page" must be at most 1000 where a page has 100 assets, not "1001"`,
			"?page=101&limit=1000":                `"page" must be at most 100 where a page has 1000 assets, not "101"`,
			"?page=":                              `"page"`,
			"?page=+1":                            `"page"`,
			"?page=01":                            `"page"`,
			"?page=1.0":                           `"page"`,
			"?page=99999999999999999999":          `"page"`,
			"?limit=0":                            `parameter "limit" must be a whole number from 1 to 1000, not "0"`,
			"?page=1&limit=1001":                  `"limit"`,
			"?limit=-1":                           `"limit"`,
			"?sort=price":                         `parameter "sort" is unknown: there are collection_name, owner, asset_id, page, limit, nonce`,
			"?min_block=5":                        `"min_block"`,
			"?OWNER=alice.wam":                    `"OWNER"`,
			"?owner=a&owner=b":                    `parameter "owner" is given more than once`,
			"?nonce=1&nonce=2":                    `"nonce"`,
			"?=1":                                 `without a name`,
			"?%zz":                                `cannot be read`,
			"?a=1;b=2":                            `cannot be read`,
			"?%3Cscript%3E=1":                     `"<script>"`,
			"?nonce=" + strings.Repeat("1", 1024): `more than 1024 bytes`,
			"?owner=" + strings.Repeat("é", 100):  `é…`,
		},
		paths.Sales: {
			"":                                     `"template_id"`,
			"?template_id=0&state=sold":            `"template_id"`,
			"?template_id=07&state=sold":           `"template_id"`,
			"?template_id=2147483648&state=sold":   `"template_id"`,
			"?template_id=1":                       `"state" must be listed or sold`,
			"?template_id=1&state=canceled":        `"state"`,
			"?template_id=1&state=sold&page=2":     `page`,
			"?template_id=1&state=sold&state=sold": `state`,
			"?template_id=1&state=sold&collection_name=farmersworld": `"collection_name"`,
		},
		paths.Burned: {
			"":                                `"burner" must be an account name`,
			"?schema_name=packs":              `"burner"`,
			"?burner=Alice&schema_name=packs": `not "Alice"`,
			"?burner=a,b&schema_name=packs":   `"burner"`,
			"?burner=alice.wam":               `"schema_name" must be the name of a schema, not ""`,
			"?burner=alice.wam&schema_name=packs,football": `not "packs,football"`,
			good + "&page=2":                       `"page" is unknown`,
			good + "&limit=1000":                   `"limit" is unknown`,
			good + "&owner=bob.wam":                `"owner" is unknown`,
			good + "&burner=bob.wam":               `"burner" is given more than once`,
			good + "&collection_name=farmersworld": `"collection_name"`,
		},
	} {
		for query, naming := range queries {
			w := s.do("GET", path+query)
			wantError(t, path+query, w, 400, naming)
			if strings.Contains(w.Body.String(), "<script>") {
				t.Errorf("%s: the body holds %s", query, w.Body)
			}
		}
	}
	if asked := len(s.index.Requests()); asked != 0 {
		t.Errorf("the index was asked %d times", asked)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("collection_name=fieldhousegm&owner=alice.wam&page=1&limit=10&nonce=5")
	f.Add("owner=%C3%A9&page=01")
	f.Fuzz(func(t *testing.T, raw string) {
		query, err := site.Parse(raw)
		if err != nil {
			return
		}
		if query.Collection != site.Collection || strings.Count(query.Key(), "/") != 9 || len(query.Key()) > 200 {
			t.Errorf("%q: key %q", raw, query.Key())
		}
		if query.Page < 0 || query.Page > MaxPage || query.Limit < 0 || query.Limit > 1000 || (query.Page == 0) != (query.Limit == 0) {
			t.Errorf("%q: page %d of %d", raw, query.Page, query.Limit)
		}
	})
}

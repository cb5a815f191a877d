package serve

import (
	"slices"
	"strings"
	"testing"

	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/paths"
)

const alicesPacks = "?burner=alice.wam&schema_name=packs"

func (s *setup) burned(query string) (int, string) {
	w := s.do("GET", paths.Burned+query)
	return w.Code, w.Body.String()
}

func TestWhatAnAccountBurnedIsReadInOnePageWithWhatCountsOfIt(t *testing.T) {
	s := newSetup(t)
	s.index.Set(func(state *indextest.State) {
		state.Burned = []string{indextest.Burned(18446744073709551615, "alice.wam"), indextest.Burned(7, "alice.wam")}
	})
	one := func(id string) string {
		return `{"asset_id":"` + id + `","burned_at_block":"7","burned_at_time":1700000000500,"data":{"name":"Opening Drive","cards":8}}`
	}
	want := `{"success":true,"data":[` + one("18446744073709551615") + "," + one("7") + `],"query_time":1700000000500}`
	for range 2 {
		if code, body := s.burned(alicesPacks); code != 200 || body != want {
			t.Fatalf("%d %s, want %s", code, body, want)
		}
	}
	s.burned("?nonce=4&schema_name=packs&burner=alice.wam&collection_name=" + indextest.Collection)
	asked := s.index.Requests()
	if len(asked) != 1 || asked[0].Encode() != "burned=true&burner=alice.wam&collection_name=fieldhousegm&limit=100&order=desc&page=1&schema_name=packs&sort=updated" {
		t.Errorf("asked %v", asked)
	}
	s.burned("?burner=alice.wam&schema_name=souvenirs")
	s.get("?owner=alice.wam")
	if asked := len(s.index.Requests()); asked != 3 {
		t.Errorf("%d requests: one answer was taken for another", asked)
	}
}

func TestWhatAnAccountBurnedIsKeptAsItsAssetsAre(t *testing.T) {
	query, err := site.ParseBurned("burner=alice.wam&schema_name=packs")
	if err != nil || query.Class() != Owners || !slices.Equal(query.Tags(), []string{"collection:" + indextest.Collection, "user:alice.wam"}) {
		t.Errorf("%v: %s, %v", err, query.Class(), query.Tags())
	}
}

func TestAnAnswerThatIsNotWhatTheAccountBurnedIsRefused(t *testing.T) {
	good := indextest.Burned(7, "alice.wam")
	for name, asset := range map[string]string{
		"another account's":  indextest.Burned(7, "bob.wam"),
		"nobody's":           strings.Replace(good, `"burned_by_account":"alice.wam"`, `"burned_by_account":null`, 1),
		"not burned":         strings.Replace(good, `"owner":null`, `"owner":"alice.wam"`, 1),
		"another collection": strings.Replace(good, `"collection_name":"fieldhousegm"`, `"collection_name":"farmersworld"`, 1),
		"no collection":      strings.Replace(good, `"collection":`, `"other":`, 1),
		"another schema":     strings.Replace(good, `"schema_name":"packs"`, `"schema_name":"football"`, 1),
		"at no time":         strings.Replace(good, `"burned_at_time":"1700000000500"`, `"burned_at_time":null`, 1),
		"in no block":        strings.Replace(good, `"burned_at_block":"7"`, `"burned_at_block":null`, 1),
		"without an id":      strings.Replace(good, `"asset_id":"7"`, `"asset_id":"x"`, 1),
		"without data":       strings.Replace(good, `"data":{"name":"Opening Drive","cards":8}`, `"data":[]`, 1),
		"no object":          `7`,
	} {
		s := newSetup(t)
		s.index.Set(func(state *indextest.State) { state.Burned = []string{indextest.Burned(8, "alice.wam"), asset} })
		if code, body := s.burned(alicesPacks); code != 502 {
			t.Errorf("%s: %d %s", name, code, body)
		}
	}
}

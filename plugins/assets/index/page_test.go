package index

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"fieldhouse/plugins/plugintest/must"
)

// fixture is a recorded answer, or the test is skipped.
func fixture(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "fixtures", name))
	if err != nil {
		t.Skip("skipped: the recorded answers are not beside the repository")
	}
	return content
}

func TestARealAssetPassesThroughByteForByte(t *testing.T) {
	var recorded struct{ Data json.RawMessage }
	must.Do(t, json.Unmarshal(fixture(t, "atomic_asset.farmersworld-number-and-string-data.200.json"), &recorded))
	body := []byte(`{"success":true,"data":[` + string(recorded.Data) + `],"query_time":1647016614598}`)
	read := must.Get(decodePage(body, Query{Collection: "farmersworld", Owner: "farmersworld"}))(t)
	one := read.assets[0]
	if one.id != "1099667509880" || one.updated != 1646996870500 || one.raw != string(recorded.Data) || read.queryTime != 1647016614598 {
		t.Errorf("%+v", one)
	}
	if _, err := decodePage(body, Query{Collection: "farmersworld", Owner: "alice.wam"}); err == nil {
		t.Error("it was taken for alice's")
	}
}

func TestAHealthIsNoPage(t *testing.T) {
	if _, err := decodePage(fixture(t, "atomic_health.case1.200.json"), everybody); err == nil {
		t.Error("it was read as a page")
	}
}

func TestMomentsThatAreNoneCountAsUnknown(t *testing.T) {
	for text, want := range map[string]int64{
		`"1647016614598"`: 1647016614598, `1647016614598`: 1647016614598, `""`: 0, `"`: 0, ``: 0, `null`: 0, `-1`: 0, `1.5`: 0, `1e3`: 0,
		`"8640000000000000"`: 8640000000000000, `"8640000000000001"`: 0, `99999999999999999999`: 0, `"12`: 12,
	} {
		if got := milliseconds(text); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

func FuzzPage(f *testing.F) {
	f.Add([]byte(`{"success":true,"data":[{"asset_id":"1","owner":"alice.wam","updated_at_time":"5"},{"asset_id":2,"owner":"alice.wam"}],"query_time":3}`))
	f.Add([]byte(`{"success":true,"data":null}`))
	f.Add([]byte(`{"success":false,"message":{"a":1}}`))
	f.Add([]byte(`{"success":true,"data":[ {"asset_id":"00","owner":"alice.wam","x":"\ud800"} ]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		read, err := decodePage(body, alices)
		if err != nil {
			return
		}
		if read.without && len(read.assets) > 0 {
			t.Errorf("%q has no data and %d assets", body, len(read.assets))
		}
		compare(t, body, read)
		for _, most := range []int{200, math.MaxInt} {
			var listing Listing
			room := listing.add(read, most)
			added := listing.Len()
			written := listing.Body()
			var back failureBody
			if err := json.Unmarshal(written, &back); err != nil || len(written) > most {
				t.Errorf("%q of %q, of at most %d bytes: %v", written, body, most, err)
			}
			again, err := decodePage(written, alices)
			if err != nil || len(again.assets) != added {
				t.Errorf("%q is not read again as its %d assets: %v", written, added, err)
			}
			once := firsts(read.assets)
			for i, one := range again.assets {
				if one.raw != once[i].raw {
					t.Errorf("asset %d became %q", i, one.raw)
				}
			}
			if room && most != math.MaxInt && len(read.assets) > 0 && added == 0 {
				t.Errorf("there was room for nothing of %q", body)
			}
		}
	})
}

// compare reads the page with encoding/json, which must find the same.
func compare(t *testing.T, body []byte, read page) {
	var plain map[string]json.RawMessage
	if err := json.Unmarshal(body, &plain); err != nil {
		t.Fatalf("%q: %v", body, err)
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(plain["data"], &rows); !read.without && (err != nil || len(rows) != len(read.assets)) {
		t.Fatalf("%q: %d assets, %v; want %d", body, len(read.assets), err, len(rows))
	}
	for i, one := range read.assets {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(rows[i], &fields); err != nil || string(rows[i]) != one.raw {
			t.Errorf("asset %d is %q, want %q; %v", i, one.raw, rows[i], err)
		}
		if id, _ := digits(string(fields["asset_id"])); id != one.id {
			t.Errorf("%q: asset_id %s, want %s", one.raw, one.id, id)
		}
		if updated := milliseconds(string(fields["updated_at_time"])); updated != one.updated {
			t.Errorf("%q: updated %d, want %d", one.raw, one.updated, updated)
		}
		var owner string
		if json.Unmarshal(fields["owner"], &owner); owner != alices.Owner {
			t.Errorf("%q is of %q", one.raw, owner)
		}
	}
}

// firsts are the assets without those that were there before.
func firsts(assets []asset) []asset {
	seen := make(map[string]bool)
	var once []asset
	for _, one := range assets {
		if !seen[one.id] {
			once = append(once, one)
		}
		seen[one.id] = true
	}
	return once
}

package node_test

import (
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

const drops = `"json":true,"code":"fieldhousegm","scope":"fieldhousegm","table":"drops"`
const partners = `"json":true,"code":"fieldhousegm","scope":"fieldhousegm","table":"partners","key_type":"name"`
const claims = `"json":true,"code":"fieldhousegm","scope":"fieldhousegm","table":"claims"`
const datapoints = `"json":true,"code":"delphioracle","scope":"waxpusd","table":"datapoints"`

func TestBoundsAreIncludedAndPagesGoOn(t *testing.T) {
	a := shared(t)
	for _, c := range []struct {
		query, ids string
		more       bool
		next       string
	}{
		{`{` + drops + `}`, "1 2 3 4 5 6 7 8", false, ""},
		{`{` + drops + `,"limit":3}`, "1 2 3", true, "4"},
		{`{` + drops + `,"limit":3,"lower_bound":"4"}`, "4 5 6", true, "7"},
		{`{` + drops + `,"limit":3,"lower_bound":7}`, "7 8", false, ""},
		{`{` + drops + `,"lower_bound":2,"upper_bound":4}`, "2 3 4", false, ""},
		{`{` + drops + `,"lower_bound":2,"upper_bound":4,"limit":3}`, "2 3 4", false, ""},
		{`{` + drops + `,"lower_bound":2,"upper_bound":4,"limit":2}`, "2 3", true, "4"},
		{`{` + drops + `,"limit":3,"reverse":true}`, "8 7 6", true, "5"},
		{`{` + drops + `,"limit":3,"reverse":true,"upper_bound":"5"}`, "5 4 3", true, "2"},
		{`{` + drops + `,"limit":3,"reverse":true,"upper_bound":"2"}`, "2 1", false, ""},
		{`{` + drops + `,"limit":0}`, "", true, "1"},
		{`{` + drops + `,"lower_bound":5,"upper_bound":4}`, "", false, ""},
		{`{` + drops + `,"lower_bound":99}`, "", false, ""},
		{`{` + drops + `,"index_position":"primary","limit":1}`, "1", true, "2"},
		{`{` + drops + `,"index_position":1,"key_type":"i64","limit":1}`, "1", true, "2"},
		{`{` + drops + `,"limit":1,"unknown":{"x":1}}`, "1", true, "2"},
	} {
		answer := a.rows(c.query)
		if ids := a.values(answer, "drop_id"); ids != c.ids || answer.More != c.more || answer.NextKey != c.next {
			t.Errorf("%s: rows %q, more %v, next %q; want %q, %v, %q", c.query, ids, answer.More, answer.NextKey, c.ids, c.more, c.next)
		}
	}
}

func TestTheDefaultLimitIsTen(t *testing.T) {
	a := shared(t)
	if answer := a.rows(`{` + datapoints + `}`); len(answer.Rows) != 10 || !answer.More || answer.NextKey != "10" {
		t.Errorf("%d rows, next %q", len(answer.Rows), answer.NextKey)
	}
}

func TestTheNextKeyOfNamesIsANumberAndMustBeConverted(t *testing.T) {
	a := shared(t)
	first := a.rows(`{` + partners + `,"limit":1}`)
	if codes := a.values(first, "code"); codes != `"buzzer"` || !first.More {
		t.Fatalf("first page %s", codes)
	}
	next, err := strconv.ParseUint(first.NextKey, 10, 64)
	if err != nil || antelope.Name(next).String() != "huddle" {
		t.Fatalf("next key %q", first.NextKey)
	}
	if codes := a.values(a.rows(`{`+partners+`,"lower_bound":"`+antelope.Name(next).String()+`"}`), "code"); codes != `"huddle" "oldgym"` {
		t.Errorf("second page %s", codes)
	}
	// The number itself is no valid bound of that key type.
	status, content := a.post("get_table_rows", `{`+partners+`,"lower_bound":"`+first.NextKey+`"}`)
	if status != http.StatusInternalServerError || !strings.Contains(string(content), `"code":3010001`) {
		t.Errorf("the number as a name: %d %s", status, content)
	}
	// Without the key type it is.
	plain := strings.Replace(partners, `,"key_type":"name"`, "", 1)
	if codes := a.values(a.rows(`{`+plain+`,"lower_bound":"`+first.NextKey+`"}`), "code"); codes != `"huddle" "oldgym"` {
		t.Errorf("as a number %s", codes)
	}
}

func TestClaimsAreFoundByTheirClaimer(t *testing.T) {
	a := shared(t)
	for _, position := range []string{`2`, `"2"`, `"secondary"`} {
		answer := a.rows(`{` + claims + `,"index_position":` + position + `,"key_type":"name","lower_bound":"alice.wam","upper_bound":"alice.wam"}`)
		// One id is a number and one a string in the next claim: the form of a
		// field depends on its value.
		if ids := a.values(answer, "claim_id"); ids != "4294967294 4294967295" || answer.More {
			t.Errorf("position %s: %s", position, ids)
		}
	}
	all := a.rows(`{` + claims + `,"limit":1000}`)
	if ids := a.values(all, "claim_id"); !strings.HasPrefix(ids, `4294967294 4294967295 "4294967296" "4294967297" `) {
		t.Errorf("ids %s", ids)
	}
	if buyers := a.values(a.rows(`{`+claims+`,"index_position":3,"key_type":"i64","lower_bound":5,"upper_bound":5,"limit":1000}`), "drop_id"); strings.Trim(buyers, "5 ") != "" || buyers == "" {
		t.Errorf("claims of drop 5 are of drops %s", buyers)
	}
}

func TestTheNewestDatapointIsTheLastByTime(t *testing.T) {
	a := shared(t)
	newest := a.rows(`{` + datapoints + `,"index_position":3,"key_type":"i64","reverse":true,"limit":1}`)
	all := a.rows(`{` + datapoints + `,"limit":21}`)
	if len(all.Rows) != 21 || all.More {
		t.Fatalf("%d datapoints", len(all.Rows))
	}
	last := ""
	for _, at := range strings.Fields(a.values(all, "timestamp")) {
		last = max(last, at)
	}
	if got := a.values(newest, "timestamp"); got != last || !newest.More {
		t.Errorf("newest %s, want %s", got, last)
	}
	if first := a.rows(`{` + datapoints + `,"limit":1}`); a.values(first, "id") != "0" {
		t.Errorf("limit 1 answers %s", first.Rows)
	}
	// The time index pages by microseconds, which are above 32 bits.
	page := a.rows(`{` + datapoints + `,"index_position":"tertiary","key_type":"i64","lower_bound":"` + newest.NextKey + `"}`)
	if len(page.Rows) != 2 {
		t.Errorf("%d rows from the one before the newest on", len(page.Rows))
	}
}

func TestUnknownScopesAndIndexesAreEmpty(t *testing.T) {
	a := shared(t)
	for _, query := range []string{
		`{"json":true,"code":"eosio.token","scope":"nobody","table":"accounts"}`,
		`{"json":true,"code":"eosio.token","scope":"dave.wam","table":"accounts"}`,
		`{` + drops + `,"index_position":2,"key_type":"i64"}`,
		`{` + claims + `,"index_position":9,"key_type":"name"}`,
	} {
		status, content := a.post("get_table_rows", query)
		if status != http.StatusOK || string(content) != `{"rows":[],"more":false,"next_key":""}` {
			t.Errorf("%s: %d %s", query, status, content)
		}
	}
}

func TestRowsWithoutJSONAreHexadecimal(t *testing.T) {
	a := shared(t)
	query := strings.Replace(drops, `"json":true`, `"json":false`, 1)
	for _, query := range []string{`{` + query + `,"limit":1}`, `{` + strings.TrimPrefix(drops, `"json":true,`) + `,"limit":1}`} {
		answer := a.rows(query)
		var text string
		must.Do(t, json.Unmarshal(answer.Rows[0], &text))
		raw := must.Get(hex.DecodeString(text))(t)
		var drop game.Drop
		if err := antelope.Unmarshal(raw, &drop); err != nil || drop.DropID != 1 || drop.Name != "Opening Drive" {
			t.Errorf("the row is %+v (%v)", drop, err)
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	a := shared(t)
	for _, c := range []struct {
		query  string
		status int
		code   int
		say    string
	}{
		{`{"code":"fieldhousegm","scope":"x","table":"nosuch"}`, 500, 3060003, "Table nosuch is not specified in the ABI"},
		{`{"code":"alice.wam","scope":"x","table":"drops"}`, 500, 3060003, "Table drops is not specified in the ABI"},
		{`{"code":"nobody","scope":"x","table":"drops"}`, 400, 3060002, "Fail to retrieve account for nobody"},
		{`{"scope":"x","table":"drops"}`, 400, 3060002, "Fail to retrieve account for "},
		{`{` + drops + `,"index_position":"x"}`, 500, 3060003, "Invalid index_position: x"},
		{`{` + drops + `,"index_position":2}`, 500, 3060003, "key type required for non-primary index"},
		{`{` + drops + `,"index_position":2,"key_type":"odd"}`, 500, 3060003, "Unsupported secondary index type: odd"},
		{`{` + drops + `,"lower_bound":"Not A Key"}`, 500, 3010000, "Could not convert lower_bound string 'Not A Key'"},
		{`{` + drops + `,"upper_bound":"-1"}`, 500, 3010000, "Could not convert upper_bound"},
		{`{"code":"fieldhousegm","scope":"No Scope","table":"drops"}`, 500, 3010000, "Could not convert scope"},
		{`{"code":"Bad Name","scope":"x","table":"drops"}`, 400, 3200006, "Unable to parse valid input from POST body"},
		{`{` + drops + `,"limit":-1}`, 400, 3200006, "Unable to parse"},
		{`{` + drops + `,"lower_bound":{}}`, 400, 3200006, "Unable to parse"},
		{`{`, 400, 3200006, "Unable to parse"},
		{`[]`, 400, 3200006, "Unable to parse"},
		{``, 400, 3200006, "A Request body is required"},
		{`{"code":"` + strings.Repeat("a", 2<<20) + `"}`, 400, 3200006, "larger than 1048576 bytes"},
	} {
		a.wantRefused("get_table_rows", c.query, c.status, c.code, c.say)
	}
}

func TestACallHasAtMost1000Rows(t *testing.T) {
	a := newAPI(t)
	for i := range 1100 {
		must.Get(a.chain.Ledger().Act(grant(uint64(i))))(t)
	}
	if answer := a.rows(`{` + claims + `,"limit":4294967295}`); len(answer.Rows) != 1000 || !answer.More {
		t.Errorf("%d rows, more %v", len(answer.Rows), answer.More)
	}
}

func FuzzTableRows(f *testing.F) {
	for _, query := range []string{drops, partners, claims, datapoints} {
		f.Add(`{` + query + `,"index_position":2,"key_type":"name","lower_bound":"alice.wam","reverse":true,"limit":2,"show_payer":true}`)
	}
	f.Add(`{"code":"eosio.token","scope":"wax","table":"stat","index_position":"tenth","key_type":"i64","upper_bound":18446744073709551615}`)
	f.Add(`{"code":1,"scope":null,"table":true,"limit":null}`)
	var a api
	f.Fuzz(func(t *testing.T, query string) {
		if a.handler == nil {
			a = newAPI(t)
		}
		a.TB = t
		status, content := a.post("get_table_rows", query)
		switch status {
		case http.StatusOK:
			answer := a.rows(query)
			if answer.Rows == nil || len(answer.Rows) > 1000 || answer.More == (answer.NextKey == "") {
				t.Errorf("%s: %.300s", query, content)
			}
			if _, err := strconv.ParseUint(answer.NextKey, 10, 64); answer.More && err != nil {
				t.Errorf("%s: next key %q", query, answer.NextKey)
			}
		case http.StatusBadRequest, http.StatusInternalServerError:
			var failure struct {
				Error struct{ Code int }
			}
			// A code of 3000000 and above says that the node is healthy.
			if json.Unmarshal(content, &failure) != nil || failure.Error.Code < 3000000 {
				t.Errorf("%s: %d %s", query, status, content)
			}
		default:
			t.Errorf("%s: %d %s", query, status, content)
		}
	})
}

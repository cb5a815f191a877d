package canonical_test

import (
	"encoding/json"
	"strings"
	"testing"

	"fieldhouse/plugins/chainapi/canonical"
)

func rewrite(body string) (string, error) {
	members, err := canonical.Object([]byte(body))
	if err != nil {
		return "", err
	}
	return string(canonical.Members(members)), nil
}

func TestOrderAndSpaceDoNotMatterAndNumbersKeepTheirDigits(t *testing.T) {
	for body, want := range map[string]string{
		` { } `:                                   `{}`,
		`{"b":1 , "a":[ 2, {"d":3,"c":4} ] }`:     `{"a":[2,{"c":4,"d":3}],"b":1}`,
		`{"a":18446744073709551615}`:              `{"a":18446744073709551615}`,
		`{"a":1.10,"b":-0.0,"c":1E+2}`:            `{"a":1.10,"b":-0.0,"c":1E+2}`,
		`{"a":[true , false, null]}`:              `{"a":[true,false,null]}`,
		`{"\u0061":"\u003cb\u003e \u00e9\t"}`:     `{"a":"<b> é\t"}`,
		`{"a":[],"b":{}}`:                         `{"a":[],"b":{}}`,
		`{"a":"` + strings.Repeat("x", 99) + `"}`: `{"a":"` + strings.Repeat("x", 99) + `"}`,
	} {
		if got, err := rewrite(body); err != nil || got != want {
			t.Errorf("%s becomes %s (%v), want %s", body, got, err, want)
		}
	}
}

func TestWhatTwoReadersCouldUnderstandInTwoWaysIsRefused(t *testing.T) {
	deep := strings.Repeat(`{"a":[`, 40) + strings.Repeat(`]}`, 40)
	for body, says := range map[string]string{
		``:                      "not JSON",
		`{"a":1`:                "not JSON",
		`{"a":1}{"b":2}`:        "not JSON",
		`{'a':1}`:               "not JSON",
		`{"a":01}`:              "not JSON",
		`{"a":1,}`:              "not JSON",
		`[]`:                    "not a JSON object",
		`"a"`:                   "not a JSON object",
		`null`:                  "not a JSON object",
		`{"a":1,"a":1}`:         `"a" stands twice`,
		`{"a":1,"\u0061":2}`:    `"a" stands twice`,
		`{"a":{"b":1,"b":2}}`:   `"b" stands twice`,
		`{"a":[{"b":1,"b":2}]}`: `"b" stands twice`,
		"{\"a\":\"\xc3\x28\"}":  "not UTF-8",
		deep:                    "nested more than",
	} {
		if got, err := rewrite(body); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.60q becomes %s (%v), which should say %q", body, got, err, says)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	f.Add(`{"b":[1,{"y":"\u2028","x":1.0e5}],"a":null}`)
	f.Add(`{"a":1,"a":2}`)
	f.Fuzz(func(t *testing.T, body string) {
		once, err := rewrite(body)
		if err != nil {
			return
		}
		if !json.Valid([]byte(once)) {
			t.Fatalf("%q becomes %q, which is no JSON", body, once)
		}
		if twice, err := rewrite(once); err != nil || twice != once {
			t.Errorf("%q becomes %q, then %q (%v)", body, once, twice, err)
		}
	})
}

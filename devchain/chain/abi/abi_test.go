package abi

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"fieldhouse/plugins/antelope"
)

type item struct {
	TemplateID int32  `abi:"template_id"`
	Amount     uint32 `abi:"amount"`
}

type sample struct {
	ID      uint64                `abi:"id"`
	Delta   int64                 `abi:"delta"`
	Active  bool                  `abi:"active"`
	Rate    float64               `abi:"rate"`
	Owner   antelope.Name         `abi:"owner"`
	Price   antelope.Asset        `abi:"price"`
	Unit    antelope.Symbol       `abi:"unit"`
	At      antelope.TimePoint    `abi:"at"`
	Until   antelope.TimePointSec `abi:"until"`
	Trx     antelope.Checksum256  `abi:"trx"`
	Label   string                `abi:"label"`
	Items   []item                `abi:"items"`
	private int
}

func described() *ABI {
	return NewBuilder().Struct("item", item{}).Action("put", sample{}).Table("samples", "put", sample{}).Build()
}

var one = sample{
	ID: 7, Delta: -7, Active: true, Rate: 0.02, Owner: antelope.MustName("alice.wam"),
	Price: antelope.MustAsset("9.99 USD"), Unit: antelope.MustSymbol("8,WAX"),
	At: 1701093600_500000, Until: 1701093600, Label: `</script><!-- "é` + "\u2028",
	Items: []item{{700101, 1}, {-1, math.MaxUint32}},
}

func TestRowsArePrintedAsNodesPrintThem(t *testing.T) {
	printed, err := described().JSON("put", antelope.Marshal(one))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":7,"delta":-7,"active":1,"rate":"0.02000000000000000","owner":"alice.wam","price":"9.99 USD",` +
		`"unit":"8,WAX","at":"2023-11-27T14:00:00.500","until":"2023-11-27T14:00:00","trx":"` + strings.Repeat("0", 64) + `",` +
		`"label":"</script><!-- \"é\u2028","items":[{"template_id":700101,"amount":1},{"template_id":-1,"amount":4294967295}]}`
	if string(printed) != want {
		t.Errorf("printed\n%s\nwant\n%s", printed, want)
	}
}

func TestIntegersAbove32BitsAreStrings(t *testing.T) {
	for value, want := range map[uint64]string{
		0: `0`, 0xffffffff: `4294967295`, 0x100000000: `"4294967296"`, math.MaxUint64: `"18446744073709551615"`,
	} {
		if got := string(AppendUint(nil, value)); got != want {
			t.Errorf("%d is printed %s, want %s", value, got, want)
		}
	}
	for value, want := range map[int64]string{
		-0xffffffff: `-4294967295`, -0x100000000: `"-4294967296"`, 0x100000000: `"4294967296"`,
	} {
		if got := string(AppendInt(nil, value)); got != want {
			t.Errorf("%d is printed %s, want %s", value, got, want)
		}
	}
}

func TestPackingIsTheInverseOfPrinting(t *testing.T) {
	a, data := described(), antelope.Marshal(one)
	printed, err := a.JSON("put", data)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := a.Pack("put", printed)
	if err != nil || string(packed) != string(data) {
		t.Errorf("packed %x (%v), want %x", packed, err, data)
	}
}

func TestPackingNamesTheFieldAtFault(t *testing.T) {
	a := described()
	printed, err := a.JSON("put", antelope.Marshal(one))
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []struct{ field, value, want string }{
		{"id", `-1`, "field id"},
		{"id", `"18446744073709551616"`, "field id"},
		{"id", `1.5`, "field id"},
		{"active", `2`, "neither true nor false"},
		{"owner", `"Alice"`, "field owner"},
		{"price", `9.99`, "field price"},
		{"trx", `"00"`, "SHA-256"},
		{"at", `"noon"`, "field at"},
		{"items", `{}`, "must be a JSON array"},
		{"items", `[{"template_id":1}]`, "element 0: the field amount is missing"},
		{"extra", `1`, "has only these fields"},
	} {
		var object map[string]json.RawMessage
		if err := json.Unmarshal(printed, &object); err != nil {
			t.Fatal(err)
		}
		object[change.field] = json.RawMessage(change.value)
		text, err := json.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Pack("put", text); err == nil || !strings.Contains(err.Error(), change.want) {
			t.Errorf("%s = %s: %v, want %q", change.field, change.value, err, change.want)
		}
	}
	for _, text := range []string{``, `[]`, `{} {}`, `null`} {
		if _, err := a.Pack("put", []byte(text)); err == nil {
			t.Errorf("%q was packed", text)
		}
	}
}

func TestTypesThatHoldThemselvesAreRefused(t *testing.T) {
	a := &ABI{Structs: []Struct{{Name: "loop", Fields: []Field{{"again", "loop"}}}}}
	if _, err := a.JSON("loop", nil); err == nil || !strings.Contains(err.Error(), "deep") {
		t.Errorf("printing: %v", err)
	}
	if _, err := a.JSON("nosuch", nil); err == nil || !strings.Contains(err.Error(), "not in the ABI") {
		t.Errorf("unknown type: %v", err)
	}
}

func TestOptionalValuesGoBothWays(t *testing.T) {
	a := &ABI{Structs: []Struct{{Name: "x", Fields: []Field{{"a", "uint8?"}, {"b", "uint8?"}, {"c", "uint8?[]"}}}}}
	const packed, text = "\x00\x01\x07\x02\x00\x01\x08", `{"a":null,"b":7,"c":[null,8]}`
	if printed, err := a.JSON("x", []byte(packed)); err != nil || string(printed) != text {
		t.Errorf("it is printed as %s (%v)", printed, err)
	}
	if got, err := a.Pack("x", []byte(text)); err != nil || string(got) != packed {
		t.Errorf("it is packed as %q (%v)", got, err)
	}
}

func TestNamesAreRenamedWhereverTheyStandAndNowhereElse(t *testing.T) {
	a, alice, bob := described(), antelope.MustName("alice.wam"), antelope.MustName("bob.wam")
	before := one
	before.Label, before.ID = string(antelope.Marshal(alice)), uint64(alice)
	want := before
	want.Owner = bob
	data := antelope.Marshal(before)
	renamed, err := a.Rename("put", data, func(name antelope.Name) antelope.Name {
		if name == alice {
			return bob
		}
		return name
	})
	if err != nil || string(renamed) != string(antelope.Marshal(want)) || string(data) != string(antelope.Marshal(before)) {
		t.Errorf("renamed to %x (%v), want %x", renamed, err, antelope.Marshal(want))
	}
}

func TestTheRawFormComesBack(t *testing.T) {
	a := described()
	var again ABI
	if err := antelope.Unmarshal(append(a.Raw(), 0), &again); err != nil {
		t.Fatal(err)
	}
	before, _ := json.Marshal(a)
	after, _ := json.Marshal(again)
	if string(before) != string(after) || a.Hash() != again.Hash() {
		t.Errorf("%s came back as %s", before, after)
	}
}

func FuzzPrintingNeverPanics(f *testing.F) {
	a := described()
	f.Add(antelope.Marshal(one))
	f.Fuzz(func(t *testing.T, data []byte) {
		printed, err := a.JSON("put", data)
		if err == nil && !json.Valid(printed) {
			t.Errorf("%x is printed as %s", data, printed)
		}
	})
}

func TestKeysAndSignaturesOfEveryTypeComeBack(t *testing.T) {
	described := NewBuilder().Struct("signed", struct {
		Key       antelope.PublicKey `abi:"key"`
		Signature antelope.Signature `abi:"signature"`
	}{}).Build()
	for _, key := range []string{
		"EOS6RrvujLQN1x5Tacbep1KAk8zzKpSThAQXBCKYFfGUYeABhJRin",
		"PUB_R1_8E46r5HiQF84o6V8MWQQg1vPpgfjYA4XDqT6xbtaaebxw7XbLu",
		"PUB_WA_WdCPfafVNxVMiW5ybdNs83oWjenQXvSt1F49fg9mv7qrCiRwHj5b38U3ponCFWxQTkDsMC",
	} {
		text := `{"key":"` + key + `","signature":"SIG_K1_KYzSWVRXhNJtNZa5pwuFqoMi1J12n2hVsQv4bKxxFSSUa2MiGNCFuBP1wARST7wWDTCSJx19ey9cvpGKwX3MxKzhcfVNb2"}`
		packed, err := described.Pack("signed", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if back, err := described.JSON("signed", packed); err != nil || string(back) != text {
			t.Errorf("%s came back as %s (%v)", text, back, err)
		}
	}
	for _, bad := range []string{`{"key":"EOS1","signature":""}`, `{"key":1,"signature":""}`} {
		if packed, err := described.Pack("signed", []byte(bad)); err == nil {
			t.Errorf("%s became %x", bad, packed)
		}
	}
}

package abi

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
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
	printed := JSON(one)
	want := `{"id":7,"delta":-7,"active":1,"rate":"0.02000000000000000","owner":"alice.wam","price":"9.99 USD",` +
		`"unit":"8,WAX","at":"2023-11-27T14:00:00.500","until":"2023-11-27T14:00:00",` +
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

func TestReadingIsTheInverseOfPrinting(t *testing.T) {
	var read sample
	if err := Parse(JSON(one), &read); err != nil || !reflect.DeepEqual(read, one) {
		t.Errorf("read %+v (%v), want %+v", read, err, one)
	}
}

func TestReadingNamesTheFieldAtFault(t *testing.T) {
	for _, change := range []struct{ field, value, want string }{
		{"id", `-1`, "field id"},
		{"id", `"18446744073709551616"`, "field id"},
		{"id", `1.5`, "field id"},
		{"active", `2`, "neither true nor false"},
		{"owner", `"Alice"`, "field owner"},
		{"price", `9.99`, "field price"},
		{"at", `"noon"`, "field at"},
		{"items", `{}`, "must be a JSON array"},
		{"items", `[{"template_id":1}]`, "element 0: the field amount is missing"},
		{"extra", `1`, "only these fields"},
	} {
		var object map[string]json.RawMessage
		must.Do(t, json.Unmarshal(JSON(one), &object))
		object[change.field] = json.RawMessage(change.value)
		text := must.Get(json.Marshal(object))(t)
		if err := Parse(text, new(sample)); err == nil || !strings.Contains(err.Error(), change.want) {
			t.Errorf("%s = %s: %v, want %q", change.field, change.value, err, change.want)
		}
	}
	for _, text := range []string{``, `[]`, `{} {}`, `null`} {
		if err := Parse([]byte(text), new(sample)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

func TestStringsArePrintedAsTheyAreReadAgain(t *testing.T) {
	for value, want := range map[string]string{
		"": `""`, "alice.wam": `"alice.wam"`, "<b> & 'c'~": `"<b> & 'c'~"`, `"`: `"\""`, `\`: `"\\"`, "\n": `"\n"`, "\x1f": `"\u001f"`,
		"\x7f": "\"\x7f\"", "ñ€😀": `"ñ€😀"`, "\u2028": `"\u2028"`, "a\xff": `"a\ufffd"`,
	} {
		printed := AppendString([]byte("x"), value)
		if string(printed) != "x"+want || !json.Valid(printed[1:]) {
			t.Errorf("%q is printed as %s, want %s", value, printed[1:], want)
		}
	}
}

func TestTheRawFormComesBack(t *testing.T) {
	a := described()
	var again ABI
	must.Do(t, antelope.Unmarshal(append(a.Raw(), 0), &again))
	before, _ := json.Marshal(a)
	after, _ := json.Marshal(again)
	if string(before) != string(after) {
		t.Errorf("%s came back as %s", before, after)
	}
}

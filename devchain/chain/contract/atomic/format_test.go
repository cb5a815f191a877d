package atomic

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

var everyType = []Format{
	{"name", "string"}, {"img", "image"}, {"hash", "ipfs"}, {"u8", "uint8"}, {"u16", "uint16"}, {"u32", "uint32"}, {"u64", "uint64"},
}

const hash = "QmX79zrJsk4DbWQ3krgu41pX3fdvEvWjkMXiNCKpxFXSgj"

func TestDataIsSerializedAsAtomicAssetsDoes(t *testing.T) {
	for _, c := range []struct {
		key   string
		value Value
		want  string // in hexadecimal: the number of the line and the value
	}{
		{"name", Text("Ferry"), "04 05 4665727279"},
		{"img", Text(""), "05 00"},
		{"u8", Uint8(255), "07 ff01"},
		{"u16", Uint16(300), "08 ac02"},
		{"u64", Uint64(math.MaxUint64), "0a ffffffffffffffffff01"},
	} {
		given := []Attribute{{c.key, c.value}}
		data, err := Serialize(given, everyType)
		if got := fmt.Sprintf("%x", data); err != nil || got != strings.ReplaceAll(c.want, " ", "") {
			t.Errorf("%s %v is %s (%v), want %s", c.key, c.value.Go(), got, err, c.want)
		}
		if read, err := Deserialize(data, everyType); err != nil || len(read) != 1 || read[0] != given[0] {
			t.Errorf("%s %v was read as %+v, %v", c.key, c.value.Go(), read, err)
		}
	}
	data, err := Serialize([]Attribute{{"hash", Text(hash)}}, everyType)
	if err != nil || len(data) != 2+34 { // the bytes and not the letters
		t.Errorf("an IPFS hash takes %d bytes, %v", len(data), err)
	}
	if read, err := Deserialize(data, everyType); err != nil || read[0].Value.text != hash {
		t.Errorf("it was read as %+v, %v", read, err)
	}
}

func TestDataThatDoesNotFitTheSchemaIsRefused(t *testing.T) {
	for name, attributes := range map[string][]Attribute{
		"another type":     {{"u8", Uint16(1)}},
		"an unknown name":  {{"name", Text("x")}, {"color", Text("red")}},
		"a name twice":     {{"name", Text("x")}, {"name", Text("y")}},
		"no hash":          {{"hash", Text("0OIl")}},
		"a very long text": {{"name", Text(strings.Repeat("x", maxText+1))}},
	} {
		if data, err := Serialize(attributes, everyType); err == nil {
			t.Errorf("%s became %x", name, data)
		}
	}
	for name, data := range map[string][]byte{
		"a line before the first": {3, 1}, "a line after the last": {11, 1}, "a text cut short": {4, 9, 'x'},
		"a number too large for its type": {7, 0x80, 0x02},
		"a number without an end":         append([]byte{10}, []byte(strings.Repeat("\xff", 11))...),
	} {
		if read, err := Deserialize(data, everyType); err == nil {
			t.Errorf("%s was read as %+v", name, read)
		}
	}
}

func TestTheIndexPrintsLongIntegersAsStrings(t *testing.T) {
	for want, value := range map[string]Value{
		`string 18446744073709551615`: Uint64(math.MaxUint64), `string 1`: Uint64(1),
		`uint64 4294967295`: Uint32(math.MaxUint32), `string 007`: Text("007"),
	} {
		if got := fmt.Sprintf("%T %v", value.Go(), value.Go()); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func FuzzDeserialize(f *testing.F) {
	good := must.Get(Serialize([]Attribute{{"name", Text("Ferry")}, {"u64", Uint64(1 << 40)}, {"hash", Text(hash)}}, everyType))(f)
	f.Add(good)
	f.Add([]byte{10, 0xff})
	f.Fuzz(func(t *testing.T, data []byte) {
		read, err := Deserialize(data, everyType)
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, attribute := range read {
			if seen[attribute.Key] || len(attribute.Value.text) > maxText {
				return // Serialize refuses these
			}
			seen[attribute.Key] = true
		}
		again, err := Serialize(read, everyType)
		if err != nil {
			t.Fatalf("%x was read as %+v, which cannot be written: %v", data, read, err)
		}
		if second, err := Deserialize(again, everyType); err != nil || len(second) != len(read) {
			t.Fatalf("%x was read as %+v and then as %+v, %v", data, read, second, err)
		}
	})
}

func FuzzAttribute(f *testing.F) {
	f.Add(Text("x").AppendPacked(nil))
	f.Add(Uint32(3).AppendPacked(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		var value Value
		if value.ReadPacked(antelope.NewReader(data)) != nil {
			return
		}
		var again Value
		if err := again.ReadPacked(antelope.NewReader(value.AppendPacked(nil))); err != nil || again != value {
			t.Fatalf("%x is %+v and then %+v, %v", data, value, again, err)
		}
	})
}

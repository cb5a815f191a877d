package abi

import (
	"strings"
	"testing"

	"fieldhouse/plugins/antelope"
)

// choice is packed as a variant of a number and a text.
type choice struct {
	text string
}

func (c choice) AppendPacked(data []byte) []byte {
	return antelope.AppendBytes(append(data, 1), []byte(c.text))
}

type inner struct {
	First uint8 `abi:"first"`
}

type holder struct {
	inner
	Choice choice `abi:"choice"`
}

func withVariant() *ABI {
	return NewBuilder().Variant("either", choice{}, "uint32", "string").Action("hold", holder{}).Build()
}

func TestVariantsAreAListOfTypeAndValue(t *testing.T) {
	described := withVariant()
	for text, packed := range map[string]string{
		`{"first":7,"choice":["string","x"]}`: "\x07\x01\x01x",
		`{"first":7,"choice":["uint32",258]}`: "\x07\x00\x02\x01\x00\x00",
	} {
		got, err := described.Pack("hold", []byte(text))
		if err != nil || string(got) != packed {
			t.Errorf("%s packs to %q, %v", text, got, err)
		}
		printed, err := described.JSON("hold", got)
		if err != nil || string(printed) != text {
			t.Errorf("%q prints %s, %v", got, printed, err)
		}
	}
	if string(antelope.Marshal(holder{inner{7}, choice{"x"}})) != "\x07\x01\x01x" {
		t.Error("the Go struct has another form than its ABI")
	}
}

func TestVariantsAreCheckedBothWays(t *testing.T) {
	described := withVariant()
	for text, want := range map[string]string{
		`{"first":7,"choice":"x"}`:                   "must be a JSON array of a type and a value",
		`{"first":7,"choice":["string"]}`:            "must be a JSON array of a type and a value",
		`{"first":7,"choice":["name","x"]}`:          "it is one of uint32, string",
		`{"first":7,"choice":[5,"x"]}`:               "5 is no type of either",
		`{"first":7,"choice":["uint32","x"]}`:        "unsigned integer",
		`{"first":7,"choice":["uint32",4294967296]}`: "unsigned integer of 32 bits",
	} {
		if _, err := described.Pack("hold", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if _, err := described.JSON("hold", []byte{7, 2}); err == nil || !strings.Contains(err.Error(), "type number 2") {
		t.Errorf("a third type: %v", err)
	}
}

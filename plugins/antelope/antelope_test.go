package antelope

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"
)

func TestNamesReadAndPrintAsNodesDo(t *testing.T) {
	for text, want := range map[string]uint64{
		"":              0,
		"eosio":         6138663577826885632,
		"eosio.token":   6138663591592764928,
		"newaccount":    0x9ab864229a9e4000,
		"a":             0x3000000000000000,
		"zzzzzzzzzzzzj": math.MaxUint64,
	} {
		name, err := ParseName(text)
		if err != nil || uint64(name) != want || name.String() != text {
			t.Errorf("%q is %d (%v), printed %q; want %d", text, uint64(name), err, name, want)
		}
	}
}

func TestNamesThatNodesRefuse(t *testing.T) {
	for _, text := range []string{"Alice", "six6", "with space", "abc.", "zzzzzzzzzzzzk", "fourteenchars1", "ü", "a\x00"} {
		if name, err := ParseName(text); err == nil {
			t.Errorf("%q became %d", text, name)
		}
	}
}

func TestAssetsKeepEveryDecimal(t *testing.T) {
	for text, amount := range map[string]int64{
		"12.34560000 WAX": 1234560000, "0.00000001 WAX": 1, "-0.05 USD": -5, "7 CARD": 7, "24.99 USD": 2499,
		"46116860184.27387903 WAX": MaxAmount,
	} {
		asset, err := ParseAsset(text)
		if err != nil || asset.Amount != amount || asset.String() != text {
			t.Errorf("%q is %d (%v), printed %q; want %d", text, asset.Amount, err, asset, amount)
		}
	}
}

func TestAssetsThatNodesRefuse(t *testing.T) {
	for _, text := range []string{
		"", "1", "1.0", "1. WAX", ".5 WAX", "1.0 wax", "1.0  WAX", "1.0 TOOLONGX", "1,0 WAX", "1e3 WAX", "+1 WAX",
		"1.-5 WAX", "--1 WAX", "1_0 WAX", "46116860184.27387904 WAX", "0.0000000000000000001 WAX", "1.0 ",
	} {
		if asset, err := ParseAsset(text); err == nil {
			t.Errorf("%q became %v", text, asset)
		}
	}
}

func TestSymbols(t *testing.T) {
	symbol := MustSymbol("8,WAX")
	if symbol.String() != "8,WAX" || symbol.Precision() != 8 || symbol.CodeText() != "WAX" || !symbol.Valid() {
		t.Errorf("8,WAX became %v", symbol)
	}
	for _, text := range []string{"WAX", "8,", "8,wax", "19,WAX", "-1,WAX", "8,WA X", ""} {
		if _, err := ParseSymbol(text); err == nil {
			t.Errorf("%q is no symbol", text)
		}
	}
	if Symbol(0x4100420008).Valid() {
		t.Error("a symbol with a hole is valid")
	}
}

func TestTimesHaveNoZone(t *testing.T) {
	at := time.Date(2026, 1, 31, 13, 0, 0, 500_000_000, time.FixedZone("Madrid", 3600))
	if got := TimePointOf(at).String(); got != "2026-01-31T12:00:00.500" {
		t.Errorf("time_point %s", got)
	}
	if got := TimePointSecOf(at).String(); got != "2026-01-31T12:00:00" {
		t.Errorf("time_point_sec %s", got)
	}
	for _, text := range []string{"2026-01-31T12:00:00.500", "2026-01-31T12:00:00.500Z"} {
		if parsed, err := ParseTimePoint(text); err != nil || parsed != TimePointOf(at) {
			t.Errorf("%s became %s (%v)", text, parsed, err)
		}
	}
	if _, err := ParseTimePoint("yesterday"); err == nil {
		t.Error("yesterday is no time")
	}
}

func TestPublicKeysCheckTheirChecksum(t *testing.T) {
	const text = "EOS6XXTaRpWhPwnb7CTV9zVsCBrvCpYMMPSk8E8hsJxhf6VFW9DYN"
	key, err := ParsePublicKey(text)
	if err != nil || key.String() != text {
		t.Errorf("%s became %s (%v)", text, key, err)
	}
	for _, bad := range []string{"", "EOS", "PUB" + text[3:], strings.Replace(text, "X", "Y", 1), text + "1", text[:10] + "0" + text[11:]} {
		if _, err := ParsePublicKey(bad); err == nil {
			t.Errorf("%q is no key", bad)
		}
	}
}

type nested struct {
	Name   Name    `abi:"name"`
	Assets []Asset `abi:"assets"`
	hidden int
}

type everything struct {
	Flag   bool        `abi:"flag"`
	Small  int8        `abi:"small"`
	Large  uint64      `abi:"large"`
	Signed int32       `abi:"signed"`
	Share  float64     `abi:"share"`
	Text   string      `abi:"text"`
	Sum    Checksum256 `abi:"sum"`
	Inner  []nested    `abi:"inner"`
}

func TestBinaryFormsComeBack(t *testing.T) {
	before := everything{
		Flag: true, Small: -3, Large: math.MaxUint64, Signed: -70000, Share: 0.02, Text: "señal",
		Sum:   Checksum256{1, 2, 3},
		Inner: []nested{{Name: MustName("alice.wam"), Assets: []Asset{MustAsset("-1.50 USD")}}},
	}
	data := Marshal(before)
	var after everything
	if err := Unmarshal(data, &after); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(Marshal(after), data) || after.Small != -3 || after.Signed != -70000 || after.Inner[0].Assets[0] != before.Inner[0].Assets[0] {
		t.Errorf("%+v came back as %+v", before, after)
	}
	for cut := range data {
		if Unmarshal(data[:cut], &after) == nil {
			t.Errorf("%d of %d bytes were enough", cut, len(data))
		}
	}
	if Unmarshal(append(data, 0), &after) == nil {
		t.Error("a byte too many was not noticed")
	}
}

func FuzzUnmarshalNeverPanics(f *testing.F) {
	f.Add(Marshal(everything{Text: "x", Inner: []nested{{}}}))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, data []byte) {
		var value everything
		if Unmarshal(data, &value) == nil && len(Marshal(value)) > len(data) {
			t.Errorf("%x came back longer", data)
		}
	})
}

func TestAnAccountHasOneToTwelveCharacters(t *testing.T) {
	for text, want := range map[string]bool{"alice.wam": true, "a": true, "aaaaaaaaaaaa": true, "aaaaaaaaaaaaa": false, "": false, ".a": true, "Alice": false, "alice\n": false} {
		if got := IsAccount(text); got != want {
			t.Errorf("IsAccount(%q) = %v, want %v", text, got, want)
		}
	}
}

func FuzzName(f *testing.F) {
	f.Add("eosio.token", uint64(6138663591592764928))
	f.Add("11", uint64(594475150812905472)) // the next_key of a recorded answer
	f.Fuzz(func(t *testing.T, text string, value uint64) {
		if name, err := ParseName(text); err == nil && name.String() != text {
			t.Errorf("ParseName(%q).String() = %q", text, name.String())
		}
		if back, err := ParseName(Name(value).String()); err != nil || back != Name(value) {
			t.Errorf("ParseName(Name(%d).String()) = %d, %v", value, back, err)
		}
	})
}

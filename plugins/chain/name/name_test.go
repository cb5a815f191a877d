package name

import "testing"

func TestNamesAndTheirNumbers(t *testing.T) {
	for s, value := range map[string]uint64{
		"eosio":         6138663577826885632,
		"eosio.token":   6138663591592764928,
		"11":            594475150812905472, // the next_key of a recorded answer
		"a":             3458764513820540928,
		"zzzzzzzzzzzzj": ^uint64(0),
	} {
		got, err := Parse(s)
		if err != nil {
			t.Errorf("Parse(%q): %v", s, err)
		}
		if got != value {
			t.Errorf("Parse(%q) = %d, want %d", s, got, value)
		}
		if back := Format(got); back != s {
			t.Errorf("Format(%d) = %q, want %q", got, back, s)
		}
	}
	if Format(0) != "" {
		t.Errorf("Format(0) = %q", Format(0))
	}
}

func TestWhatIsNoName(t *testing.T) {
	for _, s := range []string{"", ".", "a.", "A", "a b", "a6", "alice.wam.", "zzzzzzzzzzzzz", "aaaaaaaaaaaaaa", "á", "a\x00", "alice\n"} {
		if value, err := Parse(s); err == nil {
			t.Errorf("Parse(%q) = %d", s, value)
		}
	}
}

func TestAnAccountHasAtMostTwelveCharacters(t *testing.T) {
	for s, want := range map[string]bool{"alice.wam": true, "a": true, "aaaaaaaaaaaa": true, "aaaaaaaaaaaaa": false, "": false, ".a": true, "Alice": false} {
		if got := IsAccount(s); got != want {
			t.Errorf("IsAccount(%q) = %v", s, got)
		}
	}
}

func FuzzName(f *testing.F) {
	f.Add("eosio.token", uint64(6138663591592764928))
	f.Fuzz(func(t *testing.T, s string, value uint64) {
		if parsed, err := Parse(s); err == nil && Format(parsed) != s {
			t.Errorf("Format(Parse(%q)) = %q", s, Format(parsed))
		}
		if s := Format(value); s != "" {
			if back, err := Parse(s); err != nil || back != value {
				t.Errorf("Parse(Format(%d)) = %d, %v", value, back, err)
			}
		}
	})
}

package items

import (
	"testing"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/editions/page"
)

func TestAnAccountIsWhatTheChainSays(t *testing.T) {
	names := []string{"", ".", "a", "vault.wam", "alice1", "alice0", "Alice", "a.", ".a", "a..b", "abcdefghijkl", "abcdefghijklm", "zzzzzzzzzzzz", "ñ", "a b", "a/b", "1", "6", "a-b"}
	for symbol := range 256 {
		names = append(names, string([]byte{byte(symbol)}), string([]byte{'a', byte(symbol)}), string([]byte{byte(symbol), 'a'}))
	}
	for _, name := range names {
		if got, want := named(name) != nil, antelope.IsAccount(name); got != want {
			t.Errorf("%q has a page: %v, want %v", name, got, want)
		}
	}
}

func TestAShortNameIsDrawnNoHigherThanALongOne(t *testing.T) {
	for name, want := range map[string][2]string{"vault.wam": {"4540", "4540"}, "a": {"560", "3800"}} {
		fields := named(name).Describe(page.Context{}).Fields
		if fields["account"] != name || fields["width"] != want[0] || fields["room"] != want[1] {
			t.Errorf("%s is drawn by %v, want %v", name, fields, want)
		}
	}
}

package abi

import (
	"encoding/json"
	"testing"
)

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

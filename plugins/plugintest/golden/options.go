package golden

import (
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2/caddyconfig"
)

// Options tests lines of the module's block, and whole Caddyfiles where a key
// begins with a brace or an address: each adapts to the JSON of the module's
// app, or is refused with what comes after the module's name in the error.
func Options(t *testing.T, module string, wants map[string]string) {
	t.Helper()
	for input, want := range wants {
		caddyfile := input
		if input[0] != '{' && input[0] != ':' {
			caddyfile = "{\n" + module + " {\n" + input + "\n}\n}"
		}
		result, _, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(caddyfile), map[string]any{"filename": "Caddyfile"})
		var got string
		if err == nil {
			got = strings.TrimSuffix(strings.TrimPrefix(string(result), `{"apps":{"`+module+`":`), "}}")
		} else {
			got = strings.TrimPrefix(err.Error(), "parsing caddyfile tokens for '"+module+"': ")
		}
		if got != want {
			t.Errorf("%s\nadapts to\n%s\nwant\n%s", caddyfile, got, want)
		}
	}
}

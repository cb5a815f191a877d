package editions

import (
	"testing"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/plugintest/golden"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	// A directive to be ordered against.
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/fileserver"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/headers"
)

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }

func TestTheOriginIsThatOfTheFirstAddressThatNamesAHost(t *testing.T) {
	for given, want := range map[string]string{
		`"http://Play.Example:8080"`:           "http://play.example:8080",
		`" :8080, http://:80, *.play.example"`: "",
		`"  :8080 play.example:443"`:           "https://play.example",
		`"play.example, www.play.example"`:     "https://play.example",
	} {
		d, origin := caddyfile.NewTestDispenser("origin "+given), "before"
		d.Next()
		if err := adapter.Origin(&origin)(d, "origin"); err != nil || origin != want {
			t.Errorf("%s is %q (%v), want %q", given, origin, err, want)
		}
	}
}

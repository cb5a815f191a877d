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

func TestOptions(t *testing.T) {
	directive := func(option string) string { return ":8080 {\neditions {\n" + option + "\n}\n}" }
	golden.Options(t, "editions", map[string]string{
		":8080 {\neditions on\n}":                          `wrong argument count or unexpected line ending after 'on', at Caddyfile:2`,
		directive(`cache_size lots`):                       `cache_size "lots": write a size such as 64MiB, at Caddyfile:3`,
		directive(`dev on`):                                `wrong argument count or unexpected line ending after 'on', at Caddyfile:3`,
		directive(`edition chess`):                         `wrong argument count or unexpected line ending after 'chess', at Caddyfile:3`,
		directive(`google_tag G-1';alert(1)//`):            `google_tag "G-1';alert(1)//": it is G-, GT- or AW- and 4 to 20 capital letters and digits, at Caddyfile:3`,
		directive(`images`):                                `wrong argument count or unexpected line ending after 'images', at Caddyfile:3`,
		directive(`origin play.example/lobby`):             `origin "play.example/lobby": write a site address without a path, such as play.example, http://play.example:8080 or :8080, at Caddyfile:3`,
		directive(`origin ftp://play.example`):             `origin "ftp://play.example": write a site address without a path, such as play.example, http://play.example:8080 or :8080, at Caddyfile:3`,
		directive(`reports 0`):                             `share "0": it is at least 0.1%, at Caddyfile:3`,
		directive(`snapshot_wait -1s`):                     `snapshot_wait "-1s": write a duration such as 150ms, at Caddyfile:3`,
		directive(`store`):                                 `wrong argument count or unexpected line ending after 'store', at Caddyfile:3`,
		directive(`cache 1`):                               `unrecognized subdirective: cache, at Caddyfile:3`,
		directive(`webhook chess https://ci.example/hook`): `wrong argument count or unexpected line ending after 'https://ci.example/hook', at Caddyfile:3`,
	})
	golden.Options(t, "releases", map[string]string{
		"{\nreleases\n}\n\n:8080 {\nreleases x\n}":   `wrong argument count or unexpected line ending after 'x', at Caddyfile:6`,
		"canary {\nhold_at 1000\npromote_at 5000\n}": `canary: take one of hold_at and promote_at, at Caddyfile:5`,
		"canary {\nshare 5%\n}":                      `canary has no option "share": it is hold_at or promote_at, at Caddyfile:4`,
		"canary {\n}\ncanary {\n}":                   `wrong argument count or unexpected line ending after 'canary', at Caddyfile:5`,
		"canary {\nhold_at 5\n}":                     `hold_at "5": it is a number of views from 100 to 1000000, at Caddyfile:4`,
		`token x`:                                    `unrecognized subdirective: token, at Caddyfile:3`,
		`quota lots`:                                 `quota "lots": write a size such as 64MiB, at Caddyfile:3`,
		"{\nreleases\nreleases\n}":                   `the releases block stands twice: a process has one store, at Caddyfile:3`,
	})
}

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

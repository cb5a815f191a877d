package traces

import (
	"strconv"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

// UnmarshalCaddyfile reads the global option. Everything is optional.
//
//	traces {
//		endpoint <url>
//		ratio    <share>
//		pushes   <per second>
//	}
//
// See App for what each is and its default.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, adapter.Subdirectives{
		"endpoint": func(d *caddyfile.Dispenser, option string) error {
			if err := adapter.Arguments(adapter.Text(&a.Endpoint))(d, option); err != nil {
				return err
			}
			if _, err := address(a.Endpoint); err != nil {
				return d.WrapErr(err)
			}
			return nil
		},
		"ratio": adapter.Arguments(func(d *caddyfile.Dispenser, _, value string) error {
			ratio, err := strconv.ParseFloat(value, 64)
			if err != nil || !(ratio >= 0 && ratio <= 1) {
				return d.Errf("ratio %q: write a share of the requests from 0 to 1, such as 0.001", value)
			}
			a.Ratio = &ratio
			return nil
		}),
		"pushes": adapter.Arguments(func(d *caddyfile.Dispenser, _, value string) error {
			pushes, err := strconv.Atoi(value)
			if err != nil || pushes < 0 || pushes > maxPushes {
				return d.Errf("pushes %q: write a number from 0 to %d", value, maxPushes)
			}
			a.Pushes = &pushes
			return nil
		}),
	})
}

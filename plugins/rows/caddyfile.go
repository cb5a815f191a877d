package rows

import (
	"strconv"
	"strings"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

// UnmarshalCaddyfile reads the global option. Everything is optional.
//
//	rows {
//		cache_size    <size>
//		misses        <per second> [<burst>]
//		remember      <duration>
//		fetch_timeout <duration>
//		max_pages     <number>
//		max_bytes     <size>
//		lifetime      datapoints|accounts|drops|partners|claims|assets <soft> [<hard>]
//		wax_price     <floor> <ceiling>
//		wax_price     any
//	}
//
// The price of one WAX stands in US dollars with at most four decimals. See App and
// adapter.Options for what each is and its default.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, a.Subdirectives(classes), adapter.Subdirectives{
		"max_pages": adapter.Arguments(adapter.Number(&a.MaxPages, 0)),
		"max_bytes": adapter.Arguments(adapter.Size(&a.MaxBytes)),
		"wax_price": func(d *caddyfile.Dispenser, option string) error {
			a.WAXPrice = new(settings.PriceBand)
			args := d.RemainingArgs()
			if len(args) == 1 && args[0] == "any" {
				return nil
			}
			if len(args) != 2 {
				return d.Errf("%s: write the least and the most that one WAX can cost in US dollars, such as 0.001 10, or any", option)
			}
			for i, into := range []*uint64{&a.WAXPrice.Floor, &a.WAXPrice.Ceiling} {
				price, ok := parseDollars(args[i])
				if !ok {
					return d.Errf("%s %q: write US dollars with at most four decimals, such as 0.001", option, args[i])
				}
				*into = price
			}
			if err := a.checkPrice(); err != nil {
				return d.WrapErr(err)
			}
			return nil
		},
	})
}

// parseDollars reads US dollars of more than 0 as 10^-4 of them.
func parseDollars(text string) (uint64, bool) {
	whole, decimals, _ := strings.Cut(text, ".")
	if len(decimals) > 4 {
		return 0, false
	}
	units, err := strconv.ParseUint(whole+decimals+"0000"[len(decimals):], 10, 63)
	return units, err == nil && units > 0 && whole != ""
}

package adapter

import (
	"math"
	"strconv"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/dustin/go-humanize"
)

// ParseOption reads one of the shared options in a plugin's block; handled is
// false, and nothing was read, when it is not one of them:
//
//	cache_size    <size>
//	misses        <per second> [<burst>]
//	remember      <duration>
//	fetch_timeout <duration>
//
// `misses 0` bounds nothing.
func (o *Options) ParseOption(d *caddyfile.Dispenser, option string) (handled bool, err error) {
	switch option {
	case "cache_size":
		o.CacheSize, err = ParseSize(d, option)
	case "misses":
		var misses float64
		if misses, o.MissBurst, err = ParseRate(d, option, true); err == nil {
			o.Misses = &misses
		}
	case "remember":
		o.Remember, err = ParseDuration(d, option)
	case "fetch_timeout":
		o.FetchTimeout, err = ParseDuration(d, option)
	default:
		return false, nil
	}
	return true, err
}

// ParseRate reads an option's arguments, how often a client may do something each
// second and how often at once; burst is 0 when it is not given:
//
//	<option> <per second> [<burst>]
//
// unbounded says whether 0 a second may be given, which bounds nothing.
func ParseRate(d *caddyfile.Dispenser, option string, unbounded bool) (perSecond float64, burst int, err error) {
	args := d.RemainingArgs()
	if len(args) < 1 || len(args) > 2 {
		return 0, 0, d.ArgErr()
	}
	perSecond, err = strconv.ParseFloat(args[0], 64)
	switch {
	case err == nil && (perSecond > 0 && perSecond <= math.MaxInt32 || unbounded && perSecond == 0):
	case unbounded:
		return 0, 0, d.Errf("%s %q: write a number per second such as 20, or 0 for no bound", option, args[0])
	default:
		return 0, 0, d.Errf("%s %q: write a number per second such as 20", option, args[0])
	}
	if len(args) == 2 {
		if burst, err = strconv.Atoi(args[1]); err != nil || burst < 1 || burst > math.MaxInt32 {
			return 0, 0, d.Errf("%s: the burst %q is not a number from 1 on", option, args[1])
		}
	}
	return perSecond, burst, nil
}

// ParseSize reads an option's one argument, a size such as 64MiB, as bytes.
func ParseSize(d *caddyfile.Dispenser, option string) (int64, error) {
	var value string
	if !d.AllArgs(&value) {
		return 0, d.ArgErr()
	}
	size, err := humanize.ParseBytes(value)
	if err != nil || size == 0 || size > math.MaxInt32*mebibyte {
		return 0, d.Errf("%s %q: write a size such as 64MiB", option, value)
	}
	return int64(size), nil
}

// ParseDuration reads an option's one argument, a duration of more than
// nothing such as 2s.
func ParseDuration(d *caddyfile.Dispenser, option string) (caddy.Duration, error) {
	var value string
	if !d.AllArgs(&value) {
		return 0, d.ArgErr()
	}
	parsed, err := caddy.ParseDuration(value)
	if err != nil || parsed <= 0 {
		return 0, d.Errf("%s %q: write a duration such as 2s", option, value)
	}
	return caddy.Duration(parsed), nil
}

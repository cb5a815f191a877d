package caches

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
		err = o.parseMisses(d)
	case "remember":
		o.Remember, err = ParseDuration(d, option)
	case "fetch_timeout":
		o.FetchTimeout, err = ParseDuration(d, option)
	default:
		return false, nil
	}
	return true, err
}

func (o *Options) parseMisses(d *caddyfile.Dispenser) error {
	args := d.RemainingArgs()
	if len(args) < 1 || len(args) > 2 {
		return d.ArgErr()
	}
	misses, err := strconv.ParseFloat(args[0], 64)
	if err != nil || !(misses >= 0 && misses <= math.MaxInt32) {
		return d.Errf("misses %q: write a number per second such as 20, or 0 for no bound", args[0])
	}
	o.Misses, o.MissBurst = &misses, 0
	if len(args) == 2 {
		burst, err := strconv.ParseInt(args[1], 10, 32)
		if err != nil || burst < 1 {
			return d.Errf("misses: the burst %q is not a number from 1 on", args[1])
		}
		o.MissBurst = int(burst)
	}
	return nil
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

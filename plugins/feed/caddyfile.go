package feed

import (
	"slices"
	"strconv"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

func init() {
	adapter.RegisterOption[App]("feed", "a process has one cache of feeds")
	adapter.RegisterDirective[Handler]("feed")
}

// UnmarshalCaddyfile reads the directive, which has nothing to set:
//
//	feed [<matcher>]
func (*Handler) UnmarshalCaddyfile(d *caddyfile.Dispenser) error { return adapter.ParseBare(d, "feed") }

// UnmarshalCaddyfile reads the global option. Everything is optional; `feed` and
// `private_addresses` may be repeated.
//
//	feed {
//		feed              <url>...
//		private_addresses <host:port>...
//		posts             <number>
//		max_bytes         <size>
//		lifetime          <soft> [<hard>]
//		cache_size        <size>
//		fetch_timeout     <duration>
//		remember          <duration>
//		misses            <per second> [<burst>]
//	}
//
// `feed` names the feeds that may be asked for; pages show the first one. They
// must be https and public, but for those on a host and port that
// `private_addresses` names. An answer has the newest `posts` (50) of a feed of
// at most `max_bytes` (5MiB). It is fresh for `soft` (5m); for `hard` (168h) it is
// still answered while the feed cannot be read. `cache_size` (16MiB) bounds what
// is kept, and an answer by a thirty-second of it; `fetch_timeout` (10s) the
// reading of a feed. A feed of which nothing is kept is tried again after
// `remember` (10s). `misses` (20) are the reads that one client may cause each
// second.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		option := d.Val()
		handled, err := a.ParseOption(d, option)
		if err != nil {
			return err
		}
		if handled {
			continue
		}
		switch option {
		case "feed":
			err = addArgs(d, &a.Feeds)
		case "private_addresses":
			err = addArgs(d, &a.PrivateAddresses)
		case "posts":
			err = a.unmarshalPosts(d)
		case "max_bytes":
			a.MaxBytes, err = adapter.ParseSize(d, option)
		case "lifetime":
			err = a.unmarshalLifetime(d)
		default:
			err = d.Errf("unrecognized subdirective: %s", option)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// addArgs takes the arguments of an option that may be repeated.
func addArgs(d *caddyfile.Dispenser, into *[]string) error {
	option := d.Val()
	args := d.RemainingArgs()
	if len(args) == 0 {
		return d.ArgErr()
	}
	for _, arg := range args {
		if slices.Contains(*into, arg) {
			return d.Errf("%s: %s stands twice", option, arg)
		}
		*into = append(*into, arg)
	}
	return nil
}

func (a *App) unmarshalPosts(d *caddyfile.Dispenser) error {
	var value string
	if !d.AllArgs(&value) {
		return d.ArgErr()
	}
	posts, err := strconv.ParseInt(value, 10, 32)
	if err != nil || posts < 1 {
		return d.Errf("posts %q: write a number from 1 on", value)
	}
	a.Posts = int(posts)
	return nil
}

func (a *App) unmarshalLifetime(d *caddyfile.Dispenser) error {
	args := d.RemainingArgs()
	if len(args) < 1 || len(args) > 2 {
		return d.ArgErr()
	}
	var lifetime [2]caddy.Duration
	for i, arg := range args {
		parsed, err := caddy.ParseDuration(arg)
		if err != nil || parsed <= 0 {
			return d.Errf("lifetime %q: write a duration such as 5m", arg)
		}
		lifetime[i] = caddy.Duration(parsed)
	}
	a.Soft, a.Hard = lifetime[0], lifetime[1]
	return nil
}

// Interface guards.
var (
	_ caddyfile.Unmarshaler = (*App)(nil)
	_ caddyfile.Unmarshaler = (*Handler)(nil)
)

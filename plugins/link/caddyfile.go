package link

import (
	"strconv"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

func init() {
	adapter.RegisterOption[App]("link", "a process has one link service")
	adapter.RegisterDirective[Handler]("link")
}

// UnmarshalCaddyfile reads the directive, which has nothing to set:
//
//	link [<matcher>]
func (*Handler) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBare(d, "link")
}

// UnmarshalCaddyfile reads the global option. Everything is optional.
//
//	link {
//		max_message       <size>
//		max_kept          <size>
//		max_channels      <number>
//		max_listeners     <number>
//		channel_listeners <number>
//		client_listeners  <number>
//		age               <duration>
//		poll              <duration>
//		rate              <per second> [<burst>]
//	}
//
// A message has at most `max_message` (64KiB); those that no listener takes have
// at most `max_kept` (64MiB) together and are kept for `age` (30m).
// `max_channels` (50000) may be in use. One client's messages may have a sixteenth
// of `max_kept`, on a sixteenth of `max_channels`. There may be `max_listeners`
// (20000) in all, `channel_listeners` (16) on one channel and `client_listeners`
// (1000) of one client. A long poll ends after `poll` (30s). `rate` (50 500)
// bounds one client's requests; 0 is no bound.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		var err error
		switch option := d.Val(); option {
		case "max_message":
			a.MaxMessage, err = adapter.ParseSize(d, option)
		case "max_kept":
			a.MaxKept, err = adapter.ParseSize(d, option)
		case "max_channels":
			a.MaxChannels, err = number(d, option)
		case "max_listeners":
			a.MaxListeners, err = number(d, option)
		case "channel_listeners":
			a.ChannelListeners, err = number(d, option)
		case "client_listeners":
			a.ClientListeners, err = number(d, option)
		case "age":
			a.Age, err = adapter.ParseDuration(d, option)
		case "poll":
			a.Poll, err = adapter.ParseDuration(d, option)
		case "rate":
			var perSecond float64
			if perSecond, a.Burst, err = adapter.ParseRate(d, option, true); err == nil {
				a.Rate = &perSecond
			}
		default:
			return d.Errf("unrecognized subdirective: %s", option)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func number(d *caddyfile.Dispenser, option string) (int, error) {
	var text string
	if !d.AllArgs(&text) {
		return 0, d.ArgErr()
	}
	value, err := strconv.Atoi(text)
	if err != nil || value < 1 || value > mostPlaces {
		return 0, d.Errf("%s %q: write a number from 1 to %d", option, text, mostPlaces)
	}
	return value, nil
}

// Interface guards.
var (
	_ caddyfile.Unmarshaler = (*App)(nil)
	_ caddyfile.Unmarshaler = (*Handler)(nil)
)

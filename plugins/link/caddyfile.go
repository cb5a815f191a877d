package link

import (
	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

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
// (500) of one client. A long poll ends after `poll` (30s). `rate` (50 500)
// bounds one client's requests; 0 is no bound.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, adapter.Subdirectives{
		"max_message":       adapter.Arguments(adapter.Size(&a.MaxMessage)),
		"max_kept":          adapter.Arguments(adapter.Size(&a.MaxKept)),
		"max_channels":      adapter.Arguments(adapter.Number(&a.MaxChannels, mostPlaces)),
		"max_listeners":     adapter.Arguments(adapter.Number(&a.MaxListeners, mostPlaces)),
		"channel_listeners": adapter.Arguments(adapter.Number(&a.ChannelListeners, mostPlaces)),
		"client_listeners":  adapter.Arguments(adapter.Number(&a.ClientListeners, mostPlaces)),
		"age":               adapter.Arguments(adapter.Duration(&a.Age, "2s")),
		"poll":              adapter.Arguments(adapter.Duration(&a.Poll, "2s")),
		"rate":              adapter.RateOrNone(&a.Rate, &a.Burst),
	})
}

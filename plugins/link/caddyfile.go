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
// See App for what each is and its default.
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

// Package link is the Caddy app and handler of the wallet link service at
// /link/: what wallets and pages send each other over channels that both know.
package link

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/link/channel"
	"fieldhouse/plugins/link/serve"
	"fieldhouse/plugins/paths"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"
)

func init() { adapter.RegisterServer[App]("a process has one link service", adapter.Usual) }

// App is the Caddy app `link`: the bounds of the link service. Messages that are
// kept and WebSockets that listen outlast a reload.
type App struct {
	// The largest message, in bytes. Default: 65536 (64 KiB).
	MaxMessage int64 `json:"max_message,omitempty"`

	// How many bytes all messages may have that no listener takes; those of one
	// client (IPv4 address, IPv6 /64 and /56) a sixteenth of that, or one message;
	// those of an IPv4 /24 and IPv6 /48 sixteen times as much, of an IPv6 /32 256
	// times. When all is taken, who holds most for its size makes room.
	// Default: 67108864 (64 MiB).
	MaxKept int64 `json:"max_kept,omitempty"`

	// How many channels may have a listener or a message; one client's messages
	// may wait on a sixteenth of that. Default: 50000.
	MaxChannels int `json:"max_channels,omitempty"`

	// How many listeners there may be. Default: 20000.
	MaxListeners int `json:"max_listeners,omitempty"`

	// How many listeners one channel may have. Default: 16.
	ChannelListeners int `json:"channel_listeners,omitempty"`

	// How many listeners one client may have, by the networks of `max_kept`.
	// Default: 500, as many as the app `admission` lets it have connections.
	ClientListeners int `json:"client_listeners,omitempty"`

	// How long a message is kept that nobody fetches. Default: `30m`.
	Age caddy.Duration `json:"age,omitempty"`

	// How long a long poll waits for a message before the client has to ask
	// again. Default: `30s`.
	Poll caddy.Duration `json:"poll,omitempty"`

	// How many requests one client may make each second, and its networks by
	// `max_kept`; 0 is no bound. Default: 50.
	Rate *float64 `json:"rate,omitempty"`

	// How many requests one client may make at once. Default: ten times `rate`,
	// at least 1.
	Burst int `json:"burst,omitempty"`

	state  *adapter.State[*state]
	logger *zap.Logger
}

// The defaults and bounds of App.
const (
	defaultMaxMessage       = 64 << 10
	largestMessage          = 16 << 20
	defaultMaxKept          = 64 << 20
	defaultMaxChannels      = 50_000
	defaultMaxListeners     = 20_000
	defaultChannelListeners = 16
	defaultClientListeners  = 500
	mostPlaces              = 10_000_000
	defaultAge              = 30 * time.Minute
	defaultPoll             = 30 * time.Second
	longestPoll             = 2 * time.Minute
	defaultRate             = 50.0
	burstOfRate             = 10
	maxRate                 = 1_000_000
	// clientShare is which part of the messages that wait may be one client's.
	clientShare = 16
)

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo { return adapter.ModuleInfo[App]("link") }

// Provision joins what the configuration before has, or makes it.
func (a *App) Provision(ctx caddy.Context) error {
	a.logger = ctx.Logger()
	if err := a.complete(); err != nil {
		return fmt.Errorf("link: %w", err)
	}
	if err := adapter.Register(ctx.GetMetricsRegistry(), deliverySeconds, collected); err != nil {
		return fmt.Errorf("link: %w", err)
	}
	a.state = states.JoinValue("link", a.newState)
	return nil
}

// complete fills in defaults and refuses what cannot work.
func (a *App) complete() error {
	a.MaxMessage = cmp.Or(a.MaxMessage, defaultMaxMessage)
	a.MaxKept = cmp.Or(a.MaxKept, max(defaultMaxKept, a.MaxMessage))
	a.MaxChannels = cmp.Or(a.MaxChannels, defaultMaxChannels)
	a.MaxListeners = cmp.Or(a.MaxListeners, defaultMaxListeners)
	a.ChannelListeners = cmp.Or(a.ChannelListeners, defaultChannelListeners)
	a.ClientListeners = cmp.Or(a.ClientListeners, defaultClientListeners)
	a.Age = cmp.Or(a.Age, caddy.Duration(defaultAge))
	a.Poll = cmp.Or(a.Poll, caddy.Duration(defaultPoll))
	if a.Rate == nil {
		standard := defaultRate
		a.Rate = &standard
	}
	a.Burst = cmp.Or(a.Burst, max(int(burstOfRate**a.Rate), 1))
	for _, bound := range []struct {
		name  string
		value int
	}{
		{"max_channels", a.MaxChannels}, {"max_listeners", a.MaxListeners},
		{"channel_listeners", a.ChannelListeners}, {"client_listeners", a.ClientListeners},
	} {
		if bound.value < 1 || bound.value > mostPlaces {
			return fmt.Errorf("%s %d must be from 1 to %d", bound.name, bound.value, mostPlaces)
		}
	}
	switch {
	case a.MaxMessage < 1 || a.MaxMessage > largestMessage:
		return fmt.Errorf("max_message %d must be from 1 to %d bytes", a.MaxMessage, largestMessage)
	case a.MaxKept < a.MaxMessage:
		return fmt.Errorf("max_kept %d must be at least max_message, which is %d bytes", a.MaxKept, a.MaxMessage)
	case a.Age < 0:
		return errors.New("age must be more than nothing")
	case a.Poll < 0 || time.Duration(a.Poll) > longestPoll:
		return fmt.Errorf("poll %s must be more than nothing and at most %s", time.Duration(a.Poll), longestPoll)
	case !(*a.Rate >= 0 && *a.Rate <= maxRate) || a.Burst < 1:
		return fmt.Errorf("rate %g must be from 0 to %d, and burst at least 1", *a.Rate, maxRate)
	}
	return nil
}

// Stop implements caddy.App.
func (*App) Stop() error { return nil }

// Serves implements adapter.Server.
func (a *App) Serves() (path string, server http.Handler) {
	return paths.Link, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Who knows a channel's name can listen on it: the access log, which has
		// whole addresses, is left out. The service has log lines of its own.
		caddyhttp.SetVar(r.Context(), caddyhttp.LogSkipVar, true)
		a.state.Value.server.ServeHTTP(w, r)
	})
}

// Exit ends what waits for messages; see adapter.Handler.
func (a *App) Exit() { a.state.Value.server.Close() }

// settings are those of the channels.
func (a *App) settings() channel.Settings {
	return channel.Settings{
		MaxChannels: a.MaxChannels, MaxListeners: a.MaxListeners, MaxChannelListeners: a.ChannelListeners, MaxClientListeners: a.ClientListeners,
		MaxKept: a.MaxKept, MaxClientKept: max(a.MaxKept/clientShare, a.MaxMessage), MaxClientMessages: max(a.MaxChannels/clientShare, 1),
		Age: time.Duration(a.Age), AckTimeout: serve.AckTimeout, Delivered: func(took time.Duration) { deliverySeconds.Observe(took.Seconds()) },
	}
}

// protocol has the settings of what is spoken.
func (a *App) protocol() serve.Settings {
	return serve.Settings{
		MaxMessage: a.MaxMessage, Poll: time.Duration(a.Poll), Rate: *a.Rate, Burst: a.Burst,
		Logger: a.logger,
	}
}

// Package admission bounds what one client may hold of the process at once:
// connections, and requests in flight. At the end of the process it has /readyz
// say so for a while before anything closes.
//
// How slowly a client may send and read is Caddy's to bound: `timeouts` in
// `servers`.
package admission

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/beat"
	"fieldhouse/plugins/listeners"
	"fieldhouse/plugins/unread"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyevents"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"
)

// App is the Caddy app `admission`. Its bounds hold for the sites that have the
// directive of that name, and for connections on the network `shared`. They
// outlast a reload: what a client holds is counted on.
type App struct {
	// How many connections one client may have open: an IPv4 address, an IPv6 /64
	// and /56; an IPv4 /24 and an IPv6 /48 sixteen times as many, an IPv6 /32 256
	// times. The proxies that the server trusts (`trusted_proxies`) are not bounded.
	// One more is reset. Default: 500.
	Connections int `json:"connections,omitempty"`

	// How many connections all clients together may have open. For one more, the
	// client or network that has most for its size loses its oldest. They are never more
	// than the process has file descriptors for, of which files and nodes keep a quarter,
	// and 64 at least, nor than half of its memory holds at 64 KiB each. Default: as many
	// as that.
	MaxConnections int `json:"max_connections,omitempty"`

	// How many requests one client may have in flight over HTTP/2 or 3, or
	// through trusted proxies, by the networks of `connections`; over HTTP/1.1 each
	// has a connection. One more is answered 429. Default: 500.
	Requests int `json:"requests,omitempty"`

	// How long, when the process is told to end, it goes on as before but for
	// /readyz, which answers 503: as long as balancers need to see it. In the last half
	// second, or half of it if that is less, it accepts no connection; and for as long the
	// configuration before goes on at a reload, to have kept connections closed with an
	// answer. Both wait on for the first request of each connection that was accepted within
	// two seconds. Default: none.
	LeaveAfter caddy.Duration `json:"leave_after,omitempty"`

	state  *adapter.State[*connections]
	logger *zap.Logger
	ends   *atomic.Bool // another configuration is in force, or the process ends
	// servers are those whose sites have the directive.
	servers []*caddyhttp.Server
}

// The defaults and bounds of App.
const (
	defaultConnections = 500
	defaultRequests    = 500
	most               = 10_000_000
	longestLeave       = 10 * time.Minute
)

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo {
	return adapter.ModuleInfo[App]("admission")
}

// Provision has the end of the process told.
func (a *App) Provision(ctx caddy.Context) error {
	a.logger, a.ends = ctx.Logger(), new(atomic.Bool)
	if err := a.complete(); err != nil {
		return fmt.Errorf("admission: %w", err)
	}
	first := false
	a.state = states.JoinValue("connections", func() *connections {
		first = true
		return newConnections()
	})
	if err := adapter.Register(ctx.GetMetricsRegistry(), collected); err != nil {
		return fmt.Errorf("admission: %w", err)
	}
	if first && !listeners.Listening() {
		// Caddy starts apps in any order: the process may listen before this one starts.
		a.bound()
	}
	events, err := adapter.Service[*caddyevents.App](ctx, "admission", "events")
	if err != nil {
		return err
	}
	// Caddy's own shutdown_delay waits at each reload too: it knows nothing of
	// sockets that outlast one.
	return events.On("stopping", (*leaving)(a))
}

// complete fills in defaults and refuses what cannot work.
func (a *App) complete() error {
	a.Connections = cmp.Or(a.Connections, defaultConnections)
	a.Requests = cmp.Or(a.Requests, defaultRequests)
	for _, bound := range []struct {
		name  string
		value int
	}{{"connections", a.Connections}, {"max_connections", cmp.Or(a.MaxConnections, most)}, {"requests", a.Requests}} {
		if bound.value < 1 || bound.value > most {
			return fmt.Errorf("%s %d must be from 1 to %d", bound.name, bound.value, most)
		}
	}
	if a.MaxConnections > 0 && a.MaxConnections < a.Connections {
		return fmt.Errorf("max_connections %d must be at least the connections of one client, which are %d", a.MaxConnections, a.Connections)
	}
	if a.LeaveAfter < 0 || time.Duration(a.LeaveAfter) > longestLeave {
		return fmt.Errorf("leave_after %s must be at most %s", time.Duration(a.LeaveAfter), longestLeave)
	}
	return nil
}

// leaving holds the end of the process, or of its configuration, up.
type leaving App

// Handle implements caddyevents.Handler.
func (l *leaving) Handle(ctx context.Context, _ caddy.Event) error {
	leave := time.Duration(l.LeaveAfter)
	if leave == 0 {
		return nil
	}
	l.ends.Store(true)
	// A server that shuts down drops a request that arrives then. What was accepted has time for
	// its own, and a kept connection to be closed with an answer instead.
	last := min(leave/2, lastMoment)
	if caddy.Exiting() {
		beat.Pause(ctx, leave-last)
		listeners.Rest() // who comes now waits in the socket, which another process may have
	}
	beat.Pause(ctx, last)
	listeners.Settle(ctx)
	return nil
}

// lastMoment is how long before its end a process accepts no connection any more, and for how
// long one configuration tells its clients that another one is in force.
const lastMoment = 500 * time.Millisecond

// Start lets the bounds hold.
func (a *App) Start() error {
	a.warn()
	return a.state.Start(func() error {
		a.bound()
		return nil
	})
}

// bound has connections that are accepted from now on bounded.
func (a *App) bound() {
	taken, _, _ := a.Taken(OwnLimits())
	a.state.Value.update(a.Connections, taken)
	listeners.Admit(a.enter)
}

// Stop implements caddy.App.
func (*App) Stop() error { return nil }

// Cleanup lets go of the connections.
func (a *App) Cleanup() error { return a.state.Leave() }

// enter is the listeners' Gate.
func (a *App) enter(accepted net.Conn) (leave func(), ok bool) {
	if a.isProxy(accepted.RemoteAddr()) {
		return func() {}, true
	}
	return a.state.Value.enter(clientOf(accepted), accepted)
}

// isProxy reports whether a server trusts what comes from an address as a
// proxy's, as it does for a request.
func (a *App) isProxy(remote net.Addr) bool {
	return slices.ContainsFunc(a.servers, func(server *caddyhttp.Server) bool {
		asked := &http.Request{RemoteAddr: remote.String(), URL: new(url.URL), Header: http.Header{}}
		asked = caddyhttp.PrepareRequest(asked, caddy.NewReplacer(), nil, server)
		return adapter.IsProxied(asked)
	})
}

// Handler counts the requests in flight of each client.
type Handler struct {
	app *App
}

// CaddyModule returns the Caddy module information.
func (Handler) CaddyModule() caddy.ModuleInfo {
	return adapter.ModuleInfo[Handler]("http.handlers.admission")
}

// Provision finds the app, and tells it of the server.
func (h *Handler) Provision(ctx caddy.Context) error {
	app, err := adapter.Service[*App](ctx, "admission", "admission")
	if err != nil {
		return err
	}
	h.app = app
	server, ok := ctx.Value(caddyhttp.ServerCtxKey).(*caddyhttp.Server)
	if !ok {
		return errors.New("admission: the handler is in no server")
	}
	if !slices.Contains(app.servers, server) {
		app.servers = append(app.servers, server)
		server.RegisterOnShutdown(listeners.LetGo)
		server.RegisterConnContext(listeners.Asks)
	}
	return nil
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	listeners.Asked(r.Context())
	if (h.app.ends.Load() || caddy.Exiting()) && r.ProtoMajor < 3 {
		// Before connections are closed: a request on its way to one that is has no answer. Over
		// HTTP/2 it becomes GOAWAY.
		w.Header().Set("Connection", "close")
	}
	if r.ProtoMajor == 1 && !adapter.IsProxied(r) {
		return next.ServeHTTP(w, r) // its connection counts
	}
	leave, ok := h.app.state.Value.requests.Take(adapter.Client(r), h.app.Requests, math.MaxInt)
	if !ok {
		h.app.state.Value.unanswered.Add(1)
		defer unread.Begin(w, r)()
		w.Header().Set("Retry-After", "1")
		http.Error(w, "too many requests of yours are being answered: wait for some of them", http.StatusTooManyRequests)
		return nil
	}
	defer leave()
	return next.ServeHTTP(w, r)
}

// Interface guards.
var (
	_ caddy.CleanerUpper          = (*App)(nil)
	_ caddyevents.Handler         = (*leaving)(nil)
	_ caddy.Provisioner           = (*Handler)(nil)
	_ caddyhttp.MiddlewareHandler = (*Handler)(nil)
)

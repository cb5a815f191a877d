package upstream

import (
	"context"
	"net/netip"
	"slices"
	"sync"

	"fieldhouse/plugins/clients"
)

// Class is what a request to a server is for. A Rate is divided among them. They
// stand in the order in which they may take what others leave unused.
type Class uint8

// The classes.
const (
	// Push changes something, or finds out what became of such a request.
	Push Class = iota
	// Look finds out how the server is.
	Look
	// Shared is what everybody reads. It counts on no client.
	Shared
	// Account is what one client asked for that is known already: it is refreshed,
	// or read again.
	Account
	// Miss is what one client asked for that nobody holds, and may have made up.
	Miss

	classes = iota
)

// Classes lists them in their order.
var Classes = []Class{Push, Look, Shared, Account, Miss}

var classNames = [classes]string{"push", "look", "shared", "account", "miss"}

func (c Class) String() string { return classNames[c] }

// demand is what a context says of the requests that are made for it.
type demand struct {
	class Class

	mu      sync.Mutex
	clients []netip.Addr // who wants it, at most maxWanting
}

// maxWanting bounds how many clients that want the same are told apart.
const maxWanting = 64

type demandKey struct{}

// With is a context whose requests are of a class and for a client: an IP
// address, or empty for the process itself. A context that says nothing is one
// of Shared.
func With(ctx context.Context, class Class, client string) context.Context {
	ctx = context.WithValue(ctx, demandKey{}, &demand{class: class})
	Join(ctx, client)
	return ctx
}

// As is the context with another class, for whom it was.
func As(ctx context.Context, class Class) context.Context {
	d := demandOf(ctx)
	d.mu.Lock()
	defer d.mu.Unlock()
	return context.WithValue(ctx, demandKey{}, &demand{class: class, clients: slices.Clone(d.clients)})
}

// Join says that one more client wants what the requests of the context are made
// for. They are served as those of the one who has spent least: nobody waits
// longer for having wanted the same as somebody else.
func Join(ctx context.Context, client string) {
	d, has := ctx.Value(demandKey{}).(*demand)
	if !has || client == "" {
		return
	}
	who := clients.Of(client)
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.clients) < maxWanting && !slices.Contains(d.clients, who) {
		d.clients = append(d.clients, who)
	}
}

var unsaid = &demand{class: Shared}

func demandOf(ctx context.Context) *demand {
	if d, has := ctx.Value(demandKey{}).(*demand); has {
		return d
	}
	return unsaid
}

// ClassOf is the class of a context's requests.
func ClassOf(ctx context.Context) Class { return demandOf(ctx).class }

// payer is who pays for the demand: of its clients the one that has spent least.
// Without clients it is nobody.
func (d *demand) payer(spender func(netip.Addr) spender) (least spender) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, client := range d.clients {
		if s := spender(client); i == 0 || s.spent < least.spent {
			least = s
		}
	}
	return least
}

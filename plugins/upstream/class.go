package upstream

import (
	"context"
	"math"
	"net/netip"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/clients"
)

// Class is what a request to a server is for. A Rate is divided among them. They
// stand in the order in which they may take what others leave unused.
type Class uint8

// The classes.
const (
	// Push changes something, or finds out what became of such a request.
	Push Class = iota
	// Check finds out how the server is.
	Check
	// Shared is what everybody reads. It counts on no client.
	Shared
	// Account is what one client requested that is cached already: it is refreshed,
	// or read again.
	Account
	// Miss is what one client requested that is not cached, and may have made up.
	Miss

	classes = iota
)

// Classes lists them in their order.
var Classes = []Class{Push, Check, Shared, Account, Miss}

var classNames = [classes]string{"push", "check", "shared", "account", "miss"}

func (c Class) String() string { return classNames[c] }

// demand is the class and the clients of a context's requests.
type demand struct {
	class Class

	mu      sync.Mutex
	clients []netip.Addr // at most maxClients
}

// maxClients bounds how many clients of the same demand are distinguished.
const maxClients = 64

type demandKey struct{}

// With is a context whose requests are of a class and for a client: an IP
// address, or empty for the process itself. A context without a class
// is one of Shared.
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

// Join adds a client to those that the requests of the context are made for. They are
// served as those of the client that has spent least: nobody waits longer because
// somebody else made the same request.
func Join(ctx context.Context, client string) {
	d, has := ctx.Value(demandKey{}).(*demand)
	if !has || client == "" {
		return
	}
	address := clients.Of(client)
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.clients) < maxClients && !slices.Contains(d.clients, address) {
		d.clients = append(d.clients, address)
	}
}

var defaultDemand = &demand{class: Shared}

func demandOf(ctx context.Context) *demand {
	if d, has := ctx.Value(demandKey{}).(*demand); has {
		return d
	}
	return defaultDemand
}

// ClassOf is the class of a context's requests.
func ClassOf(ctx context.Context) Class { return demandOf(ctx).class }

// payer is the client of the demand that has spent least. Without clients it is nobody.
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

const (
	// halfLife is after what time half of what a client spent is forgotten.
	halfLife = time.Minute
	// maxSpenders bounds the clients and networks whose spending is remembered.
	maxSpenders = 16384
	// enough is how much a network spends, in shares, before what it spends counts no
	// more on the wider ones.
	enough = 16
)

// spending is how often clients, and the networks that they are in, made requests lately,
// granted, waiting or refused: counts that decay. So clients that
// request all the time are distinguished from newcomers before they have had anything, and
// clients with ever new addresses by the networks of those.
type spending struct{ *clients.Usage }

func newSpending() spending {
	return spending{clients.NewUsage(maxSpenders, func(amount float64, passed time.Duration) float64 {
		return amount * math.Exp2(-passed.Seconds()/halfLife.Seconds())
	})}
}

// spender is a client or, if that has spent more for its size, one of its networks.
type spender struct {
	network netip.Prefix
	spent   float64
	request float64 // what one counts on it
}

// of is who decides how much a client has spent: of its networks the one with most.
func (s spending) of(client netip.Addr, now time.Time) (most spender) {
	for network, shares := range clients.Networks(client) {
		if spent := s.Of(network, now); !most.network.IsValid() || spent > most.spent {
			most = spender{network, spent, 1 / float64(shares)}
		}
	}
	return most
}

// charge counts a request on a client and on its networks, up to the first that has spent
// enough by itself: its neighbours do not pay for it.
func (s spending) charge(client netip.Addr, now time.Time) {
	for network, shares := range clients.Networks(client) {
		if s.Add(network, 1/float64(shares), now) > enough {
			return
		}
	}
}

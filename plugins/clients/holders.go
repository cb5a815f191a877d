package clients

import (
	"container/heap"
	"container/list"
	"errors"
	"net/netip"
)

// Errors of Holders.Take.
var (
	// ErrShare says that a client, or a network that it is in, has its share.
	ErrShare = errors.New("this address, or its network, has its share")
	// ErrNoRoom says that all is taken, and nobody holds more than the client.
	ErrNoRoom = errors.New("all is taken")
)

// Holders divides an amount of something that can be taken away again. A client may
// have a share of it, and its Networks theirs. When all is taken, those make room who
// hold most for their size, with what they had first, so that a newcomer is refused
// only when nobody holds more. It is not safe for concurrent use.
type Holders[T any] struct {
	total, share int64
	held         int64
	networks     map[netip.Prefix]*network[T]
	largest      largest[T]
}

// network is what the clients of one network hold.
type network[T any] struct {
	prefix netip.Prefix
	shares int64
	held   int64
	holds  list.List // of *Hold, the oldest first
	index  int       // in largest
}

// Hold is what a client holds for a value.
type Hold[T any] struct {
	// Value is what it is held for.
	Value   T
	amount  int64
	holders *Holders[T] // nil when it is held no more
	leaving bool        // while leaving computes the holds that make room
	in      []membership[T]
}

type membership[T any] struct {
	*network[T]
	element *list.Element
}

// NewHolders divides total, of which share is one client's.
func NewHolders[T any](total, share int64) *Holders[T] {
	return &Holders[T]{total: total, share: share, networks: make(map[netip.Prefix]*network[T])}
}

// Update changes what is divided from now on. Nobody loses anything by that alone.
func (h *Holders[T]) Update(total, share int64) { h.total, h.share = total, share }

// Held is how much all hold.
func (h *Holders[T]) Held() int64 { return h.held }

// Networks is how many networks hold something, of all sizes.
func (h *Holders[T]) Networks() int { return len(h.networks) }

// Take gives a client so much for a value. displaced are the values that made room
// for it: their holds are over. The error is ErrShare or ErrNoRoom; then nobody lost
// anything.
func (h *Holders[T]) Take(client netip.Addr, amount int64, value T) (hold *Hold[T], displaced []T, err error) {
	leaving, err := h.leaving(client, amount)
	if err != nil {
		return nil, nil, err
	}
	for _, oldest := range leaving {
		oldest.Release()
		displaced = append(displaced, oldest.Value)
	}
	return h.Put(client, amount, value), displaced, nil
}

// Fits is the error that Take would have.
func (h *Holders[T]) Fits(client netip.Addr, amount int64) error {
	_, err := h.leaving(client, amount)
	return err
}

// leaving are the holds that would make room for a client that asks for so much.
func (h *Holders[T]) leaving(client netip.Addr, amount int64) ([]*Hold[T], error) {
	for _, asking := range h.with(client, amount) {
		if asking.held > h.share*asking.shares {
			return nil, ErrShare
		}
	}
	var leaving []*Hold[T]
	defer func() {
		for _, hold := range leaving {
			hold.leaving = false
			hold.count(hold.amount)
		}
	}()
	for h.held+amount > h.total {
		oldest := h.Next(client, amount)
		if oldest == nil {
			return nil, ErrNoRoom
		}
		oldest.leaving = true
		oldest.count(-oldest.amount)
		leaving = append(leaving, oldest)
	}
	return leaving, nil
}

// Next is what makes room for a client that asks for so much; nil when nobody holds
// more than it would.
func (h *Holders[T]) Next(client netip.Addr, amount int64) *Hold[T] {
	if len(h.largest) == 0 {
		return nil
	}
	most := h.largest[0]
	for _, asking := range h.with(client, amount) {
		if !most.more(&asking) {
			return nil
		}
	}
	// Who holds more than somebody has a hold that stays.
	oldest := most.holds.Front()
	for oldest.Value.(*Hold[T]).leaving {
		oldest = oldest.Next()
	}
	return oldest.Value.(*Hold[T])
}

// with are the networks of a client and what they hold with so much more.
func (h *Holders[T]) with(client netip.Addr, amount int64) []network[T] {
	networks := networksOf[T](client)
	for i := range networks {
		networks[i].held = amount
		if n := h.networks[networks[i].prefix]; n != nil {
			networks[i].held += n.held
		}
	}
	return networks
}

// Put is Take without bounds.
func (h *Holders[T]) Put(client netip.Addr, amount int64, value T) *Hold[T] {
	hold := &Hold[T]{Value: value, amount: amount, holders: h}
	for _, asking := range networksOf[T](client) {
		n := h.networks[asking.prefix]
		if n == nil {
			n = &asking
			h.networks[n.prefix] = n
			heap.Push(&h.largest, n)
		}
		hold.in = append(hold.in, membership[T]{n, n.holds.PushBack(hold)})
	}
	hold.count(amount)
	return hold
}

// count adds to what is held, by all and by the hold's networks.
func (hold *Hold[T]) count(amount int64) {
	hold.holders.held += amount
	for _, m := range hold.in {
		m.network.held += amount
		heap.Fix(&hold.holders.largest, m.index)
	}
}

// Release gives back what is held. It can be called again, and of nil.
func (hold *Hold[T]) Release() {
	if hold == nil || hold.holders == nil {
		return
	}
	h := hold.holders
	hold.count(-hold.amount)
	hold.holders = nil
	for _, m := range hold.in {
		m.holds.Remove(m.element)
		if m.holds.Len() == 0 {
			heap.Remove(&h.largest, m.index)
			delete(h.networks, m.prefix)
		}
	}
}

func networksOf[T any](client netip.Addr) []network[T] {
	var networks []network[T]
	for prefix, shares := range Networks(client) {
		networks = append(networks, network[T]{prefix: prefix, shares: int64(shares)})
	}
	return networks
}

// more says that a network holds more for its size than another one.
func (n *network[T]) more(other *network[T]) bool { return n.held*other.shares > other.held*n.shares }

// largest is a heap of networks, the one that holds most for its size first.
type largest[T any] []*network[T]

func (l largest[T]) Len() int           { return len(l) }
func (l largest[T]) Less(i, j int) bool { return l[i].more(l[j]) }
func (l largest[T]) Swap(i, j int) {
	l[i], l[j] = l[j], l[i]
	l[i].index, l[j].index = i, j
}

// Push implements heap.Interface.
func (l *largest[T]) Push(n any) {
	n.(*network[T]).index = len(*l)
	*l = append(*l, n.(*network[T]))
}

// Pop implements heap.Interface.
func (l *largest[T]) Pop() any {
	last := len(*l) - 1
	n := (*l)[last]
	(*l)[last] = nil
	*l = (*l)[:last]
	return n
}

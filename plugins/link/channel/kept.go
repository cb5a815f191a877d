package channel

import (
	"errors"
	"fmt"
	"net/netip"

	"fieldhouse/plugins/clients"
)

// kept is what a message takes while it waits for a listener: its bytes, and a
// place among all messages.
type kept struct {
	bytes, place *clients.Hold[*message]
}

// keep finds a place for a message, which may be that of an older one, or of one
// whose client has most. It fails with ErrFull and ErrClientFull.
func (h *Hub) keep(m, older *message) error {
	instead := older != nil && older.kept != nil
	if instead {
		h.unkeep(older)
	}
	var k kept
	err := h.fits(m.client, len(m.payload))
	if err == nil {
		k.bytes, err = take(h, h.bytes, m, int64(len(m.payload)))
	}
	if err == nil {
		k.place, err = take(h, h.places, m, 1)
	}
	if err == nil {
		m.kept = &k
		return nil
	}
	k.bytes.Release()
	if instead {
		older.kept = &kept{
			h.bytes.Put(older.client, int64(len(older.payload)), older), h.places.Put(older.client, 1, older),
		}
	}
	return err
}

// fits says whether a client's message of so many bytes can be kept: nobody makes room
// for one that can not. It fails with ErrFull and ErrClientFull.
func (h *Hub) fits(client netip.Addr, bytes int) error {
	err := h.bytes.Fits(client, int64(bytes))
	if err == nil {
		err = h.places.Fits(client, 1)
	}
	if err != nil {
		return h.refusal(err)
	}
	return nil
}

// take takes for a message, at the cost of those that make room for it.
func take(h *Hub, from *clients.Holders[*message], m *message, amount int64) (*clients.Hold[*message], error) {
	hold, displaced, err := from.Take(m.client, amount, m)
	for _, other := range displaced {
		h.makeRoom(other)
	}
	if err != nil {
		return nil, h.refusal(err)
	}
	return hold, nil
}

// makeRoom ends the wait of a message for that of another client.
func (h *Hub) makeRoom(m *message) {
	h.counts.Displaced++
	m.displace(ErrFull)
	h.tidy(m.channel)
}

// refusal is what a bound of Holders is for who is refused.
func (h *Hub) refusal(err error) error {
	h.counts.Full++
	if errors.Is(err, clients.ErrShare) {
		return ErrClientFull
	}
	return fmt.Errorf("%w: %d messages of %d bytes wait", ErrFull, h.places.Held(), h.bytes.Held())
}

// unkeep takes the place of a message back, if it has one.
func (h *Hub) unkeep(m *message) {
	if m.kept == nil {
		return
	}
	m.kept.bytes.Release()
	m.kept.place.Release()
	m.kept = nil
}

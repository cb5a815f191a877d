package channel

import (
	"errors"
	"fmt"
	"net/netip"
	"time"

	"fieldhouse/plugins/clients"
)

// message is one that was sent. The Hub's lock guards it.
type message struct {
	hub     *Hub
	channel *channel
	payload []byte
	client  netip.Addr // who sent it
	sent    time.Time
	// room is what it takes while it waits for a listener, or did until one came.
	room *reservation
	// handed is the connection that it went out on last when that is all that is
	// known, and times how often it did.
	handed string
	times  int
	// required says that its sender wants it kept for nobody.
	required bool
	// id is its identity among the processes of a cluster, copyAt the process that holds a copy,
	// and relayed says that another process has it and this one's listeners may take it.
	id, copyAt string
	relayed    bool
	// inFlight are the deliveries that may still be acknowledged.
	inFlight  int
	delivered bool
	// handedOver says that another Hub has it.
	handedOver bool
	// displaced has the error that its sender gets when what is in flight is
	// not acknowledged: a newer message came, or the Hub closes.
	displaced error
	// left says that its sender does not wait any more.
	left   bool
	expiry *time.Timer
	// changed tells the sender to look again.
	changed chan struct{}
}

// makeLatest makes it the latest of its channel, in the place of an older one.
func (m *message) makeLatest() {
	if older := m.channel.latest; older != nil {
		older.displace(ErrReplaced)
	}
	m.channel.latest = m
}

// release takes it out of that place again, if it is there.
func (m *message) release() {
	if m.channel.latest != m {
		return
	}
	m.channel.latest = nil
	m.hub.unreserve(m)
	if h := m.hub; m.left && m.id != "" && h.cluster != nil && !h.closed && h.elsewhere == nil {
		go h.tellOver(m.channel.name, m.id)
	}
	if m.expiry != nil {
		m.expiry.Stop()
	}
}

// displace takes it away before it was delivered, for a reason that its sender
// gets.
func (m *message) displace(reason error) {
	m.displaced = reason
	m.release()
	m.notify()
}

// keepOrDisplace keeps it when no listener that had it acknowledged it, or gives it up for
// want of room.
func (m *message) keepOrDisplace() {
	if m.room != nil || m.inFlight > 0 || m.channel.latest != m {
		return
	}
	if err := m.hub.reserve(m, nil); err != nil {
		m.displace(err)
	}
}

// deliver notes that a listener has it.
func (m *message) deliver() {
	m.delivered = true
	if m.relayed {
		remember(m.hub, m.hub.cluster.acknowledged, m.id, true)
	} else if m.left {
		m.hub.counts.Fetched++
	}
	m.release()
	m.hub.tidy(m.channel)
	m.notify()
}

// expireAfter forgets it after an age.
func (m *message) expireAfter(age time.Duration) {
	m.expiry = time.AfterFunc(age, func() {
		m.hub.mu.Lock()
		defer m.hub.mu.Unlock()
		if m.channel.latest == m {
			m.hub.counts.Expired++
			m.release()
			m.hub.tidy(m.channel)
		}
	})
}

func (m *message) notify() {
	select {
	case m.changed <- struct{}{}:
	default:
	}
}

// Delivery is a message on its way to one listener.
type Delivery struct {
	listener *Listener
	message  *message
	began    time.Time
	timeout  *time.Timer
	over     bool
}

// Payload is the message. Nobody may change it.
func (d *Delivery) Payload() []byte { return d.message.payload }

// Acknowledge says that the listener has the message: it is not kept any more.
// After the listener ended or was too slow it does nothing.
func (d *Delivery) Acknowledge() {
	h := d.message.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if !d.finish() {
		return
	}
	if h.settings.Delivered != nil && d.listener.process == "" {
		h.settings.Delivered(time.Since(d.began))
	}
	if !d.message.delivered {
		d.message.deliver()
	}
	d.listener.advance(d)
}

// mostHanded is on how many connections a message goes out that say no more. A
// client that asks on a new one each time must not get it for ever.
const mostHanded = 3

// Handed says that the message went out on a connection that says no more: it is
// delivered when Received is called for the connection asks again. One that is not to
// be kept is, as far as anybody will know, and so is one that went out often enough.
func (d *Delivery) Handed(connection string) {
	m := d.message
	m.hub.mu.Lock()
	m.handed, m.times = connection, m.times+1
	if m.relayed {
		remember(m.hub, m.hub.cluster.handed, m.channel.name+"\n"+connection, m.id)
	}
	last := m.required || m.times >= mostHanded
	m.hub.mu.Unlock()
	if last {
		d.Acknowledge()
	}
}

// fail notes that it will not be acknowledged.
func (d *Delivery) fail() {
	if d.finish() {
		if d.listener.process == "" {
			d.message.hub.counts.Unacknowledged++
		}
		d.message.keepOrDisplace()
		d.message.notify()
	}
}

func (d *Delivery) finish() bool {
	if d.over {
		return false
	}
	d.over = true
	d.timeout.Stop()
	d.message.inFlight--
	h := d.message.hub
	h.inFlight--
	if h.inFlight == 0 && h.rested != nil {
		close(h.rested) // none is added any more
	}
	return true
}

// reservation is what a message takes while it waits for a listener: its bytes, and a
// place among all messages.
type reservation struct {
	bytes, place *clients.Hold[*message]
}

// reserve finds a place for a message, which may be that of an older one, or of one
// whose client has most. It fails with ErrFull and ErrClientFull.
func (h *Hub) reserve(m, older *message) error {
	instead := older != nil && older.room != nil
	if instead {
		h.unreserve(older)
	}
	var r reservation
	err := h.fits(m.client, len(m.payload))
	if err == nil {
		r.bytes, err = take(h, h.bytes, m, int64(len(m.payload)))
	}
	if err == nil {
		r.place, err = take(h, h.places, m, 1)
	}
	if err == nil {
		m.room = &r
		return nil
	}
	r.bytes.Release()
	if instead {
		older.room = &reservation{
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

// unreserve takes the place of a message back, if it has one.
func (h *Hub) unreserve(m *message) {
	if m.room == nil {
		return
	}
	m.room.bytes.Release()
	m.room.place.Release()
	m.room = nil
}

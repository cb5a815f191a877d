package channel

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldhouse/plugins/clients"
)

// Reason is why a listener ended.
type Reason int

const (
	// Closing is the end of the Hub.
	Closing Reason = iota
	// Unacknowledged is a listener that did not acknowledge a message in time.
	Unacknowledged
	// Displaced is one that made room for another client's.
	Displaced
)

// Sink is where a listener's messages go.
type Sink interface {
	// Deliver passes a message on. It is called by one goroutine at a time, in
	// the order of the messages, and may block; whoever gets the message calls
	// Acknowledge, then or later.
	Deliver(*Delivery)
	// End is called in a goroutine of its own when the Hub ends the listener
	// after Start and before Close.
	End(Reason)
}

// window is how many messages a listener may have that it did not acknowledge
// yet. Acknowledgements count modulo 256, so it must be far below that.
const window = 16

// Listener is one that listens on a channel.
type Listener struct {
	hub     *Hub
	channel *channel
	sink    Sink
	seat    *clients.Hold[*Listener]
	once    bool
	started bool
	ended   bool
	pumping bool
	// offered is the last message that was.
	offered *message
	// open are the deliveries that are not acknowledged, the oldest first; the
	// sink has not seen those from queued on.
	open   []*Delivery
	queued int
	// process is the one that listens, when it is another one; serial numbers what it has said,
	// and again says that it listened anew since the message went out.
	process string
	serial  uint64
	again   bool
}

// Listen takes a client's place on a channel. Its messages wait for Start, which must come
// within AckTimeout when there is one. A listener that listens once gets one
// message and, after it acknowledged that, no more.
//
// It fails with ErrFull, ErrChannelFull, ErrClientListens and ErrClosed.
func (h *Hub) Listen(name, client string, sink Sink, once bool) (*Listener, error) {
	l, err := h.listen(name, client, sink, once)
	if err == nil {
		h.announceSoon(name)
	}
	return l, err
}

func (h *Hub) listen(name, client string, sink Sink, once bool) (*Listener, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	address := clients.Of(client)
	// First of all: nobody's channel makes room for who may not listen.
	if err := h.listeners.Fits(address, 1); errors.Is(err, clients.ErrShare) {
		return nil, ErrClientListens
	} else if err != nil {
		h.counts.Full++
		return nil, fmt.Errorf("%w: it has %d listeners", ErrFull, h.listeners.Held())
	}
	c, err := h.open(name, address)
	if err != nil {
		return nil, err
	}
	if len(c.listeners) >= h.settings.MaxChannelListeners {
		h.counts.Full++
		return nil, fmt.Errorf("%w: %d", ErrChannelFull, len(c.listeners))
	}
	l := &Listener{hub: h, channel: c, sink: sink, once: once}
	seat, displaced, err := h.listeners.Take(address, 1, l)
	if err != nil {
		return nil, err // it fits
	}
	for _, other := range displaced {
		h.counts.Displaced++
		other.end(Displaced)
	}
	l.seat = seat
	h.channels[name] = c // its last listener may just have been displaced
	c.listeners = append(c.listeners, l)
	l.offer()
	return l, nil
}

// Start lets messages flow, beginning with the one that is kept. It fails with
// ErrClosed when the listener was ended since Listen.
func (l *Listener) Start() error {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	if l.ended {
		return ErrClosed
	}
	l.started = true
	l.flow()
	return nil
}

// Close ends the listener. What it did not acknowledge is kept for the next.
func (l *Listener) Close() {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	l.leave()
}

// Received says that a connection asks for a channel's messages again: what was
// handed to it has come.
func (h *Hub) Received(name, connection string) {
	if h.cluster != nil {
		h.received(name, connection)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if c := h.channels[name]; c != nil && c.latest != nil && c.latest.handed == connection {
		c.latest.deliver()
	}
}

// takes tells whether the listener takes a new message.
func (l *Listener) takes() bool {
	most := window
	if l.once || l.process != "" {
		most = 1
	}
	return !l.ended && l.hub.rested == nil && len(l.open) < most
}

// offer queues the channel's latest message for the listener, once.
func (l *Listener) offer() {
	m := l.channel.latest
	if m == nil || m == l.offered || !l.takes() {
		return
	}
	l.offered = m
	l.give(m)
}

// give queues a message for the listener.
func (l *Listener) give(m *message) {
	timeout := l.hub.settings.AckTimeout
	if l.process != "" {
		timeout += 2 * askTimeout // that process answers before
	}
	d := &Delivery{listener: l, message: m, began: time.Now()}
	d.timeout = time.AfterFunc(timeout, d.late)
	m.inFlight++
	l.hub.inFlight++
	l.open = append(l.open, d)
	l.flow()
}

// flow sees to it that queued messages are passed to the sink.
func (l *Listener) flow() {
	if l.started && !l.pumping && l.queued < len(l.open) {
		l.pumping = true
		go l.pump()
	}
}

// pump passes queued messages to the sink until there are none.
func (l *Listener) pump() {
	for {
		l.hub.mu.Lock()
		if l.queued >= len(l.open) {
			l.pumping = false
			l.hub.mu.Unlock()
			return
		}
		next := l.open[l.queued]
		l.queued++
		l.hub.mu.Unlock()
		l.sink.Deliver(next)
	}
}

// advance goes on after a delivery was acknowledged.
func (l *Listener) advance(done *Delivery) {
	l.remove(done)
	if l.once {
		l.leave()
		return
	}
	l.offer()
}

func (l *Listener) remove(done *Delivery) {
	if i := slices.Index(l.open, done); i >= 0 {
		l.open = slices.Delete(l.open, i, i+1)
		if i < l.queued {
			l.queued--
		}
	}
}

// late ends a listener that did not acknowledge in time.
func (d *Delivery) late() {
	d.listener.hub.mu.Lock()
	defer d.listener.hub.mu.Unlock()
	switch l := d.listener; {
	case d.over:
	case l.process != "":
		l.giveUp()
	default:
		l.end(Unacknowledged)
	}
}

// end ends the listener for a reason, which its sink gets.
func (l *Listener) end(reason Reason) {
	if l.leave() && l.started {
		go l.sink.End(reason)
	}
}

func (l *Listener) leave() bool {
	if l.ended {
		return false
	}
	l.ended = true
	open := l.open
	l.open, l.queued, l.offered = nil, 0, nil
	for _, d := range open {
		d.fail()
	}
	l.seat.Release()
	l.channel.listeners = slices.DeleteFunc(l.channel.listeners, func(other *Listener) bool { return other == l })
	if l.process == "" && !l.hub.closed && len(l.channel.local()) == 0 {
		l.hub.announceSoon(l.channel.name)
	}
	l.hub.tidy(l.channel)
	return true
}

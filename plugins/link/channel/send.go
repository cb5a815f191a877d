package channel

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"

	"fieldhouse/plugins/clients"
)

// Wait is how long a sender waits for a listener.
type Wait struct {
	// For is how long; nothing is not at all. A listener that is there is waited
	// for in any case, until it acknowledged the message or was too slow.
	For time.Duration
	// Required refuses to keep the message when no listener took it.
	Required bool
}

// Outcome is what became of a message.
type Outcome string

const (
	// Delivered is a message that a listener acknowledged.
	Delivered Outcome = "delivered"
	// Buffered is a message that is kept for the next listener.
	Buffered Outcome = "buffered"
)

// Send sends a client's message to a channel, in the place of one that is waiting
// there, and returns what became of it. The payload is the Hub's from now on.
//
// It fails with ErrUndelivered when Wait says so, ErrReplaced, ErrFull,
// ErrClientFull, ErrClosed and the context's error. A sender that goes away leaves
// its message behind, unless a listener was required.
func (h *Hub) Send(ctx context.Context, name, client string, payload []byte, wait Wait) (Outcome, error) {
	kept := Kept{Channel: name, Client: client, Payload: payload}
	if !h.cluster.joined() {
		return h.send(ctx, kept, wait, "")
	}
	kept.ID = rand.Text()
	began := time.Now()
	outcome, err := h.sendHome(ctx, kept, &wait)
	if errors.Is(err, errHere) {
		kept.Age = time.Since(began)
		if outcome, err = h.send(ctx, kept, wait, ""); outcome == Buffered {
			h.secure(ctx, name, kept.ID)
			h.settleLater(name)
		}
	}
	return outcome, err
}

// send is Send at the process that has the channel. copyAt is the one that holds a copy.
func (h *Hub) send(ctx context.Context, kept Kept, wait Wait, copyAt string) (Outcome, error) {
	h.mu.Lock()
	m, err := h.place(kept, wait.Required, copyAt)
	h.mu.Unlock()
	if errors.Is(err, errElsewhere) {
		return h.pass(kept, wait)
	}
	if err != nil {
		return "", err
	}
	var due <-chan time.Time
	if wait.For > 0 {
		timer := time.NewTimer(wait.For)
		defer timer.Stop()
		due = timer.C
	}
	waited := wait.For <= 0
	for {
		if outcome, err := m.outcome(waited); outcome != "" || err != nil {
			return outcome, err
		}
		select {
		case <-m.changed:
		case <-due:
			waited = true
		case <-ctx.Done():
			m.abandon()
			return "", ctx.Err()
		}
	}
}

// place makes a message the latest of a channel and offers it to its listeners. One
// that no listener takes now is kept, for which there must be room. The lock is held.
func (h *Hub) place(kept Kept, required bool, copyAt string) (*message, error) {
	sender := clients.Of(kept.Client)
	if h.channels[kept.Channel] == nil {
		if err := h.fits(sender, len(kept.Payload)); err != nil {
			return nil, err
		}
	}
	c, err := h.open(kept.Channel, sender)
	if err != nil {
		return nil, err
	}
	m := &message{
		hub: h, channel: c, payload: kept.Payload, client: sender, sent: time.Now().Add(-kept.Age), required: required,
		id: kept.ID, copyAt: copyAt, changed: make(chan struct{}, 1),
	}
	waits := !slices.ContainsFunc(c.listeners, (*Listener).takes)
	if waits {
		if err := h.reserve(m, c.latest); err != nil {
			h.tidy(c)
			return nil, err
		}
	}
	m.makeLatest()
	h.senders++
	for _, l := range c.listeners {
		l.offer()
	}
	return m, nil
}

// outcome is what became of the message; neither an Outcome nor an error while that is
// open.
func (m *message) outcome(waited bool) (Outcome, error) {
	h := m.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case m.delivered:
		h.counts.Delivered++
		m.leave()
		return Delivered, nil
	case m.handedOver:
		h.counts.Buffered++
		m.leave()
		return Buffered, nil
	case m.inFlight > 0:
		return "", nil // a listener has it and may yet acknowledge it
	case m.displaced != nil:
		if m.displaced == ErrReplaced {
			h.counts.Replaced++
		}
		m.leave()
		return "", m.displaced
	case !waited:
		return "", nil
	case m.required:
		h.counts.Undelivered++
		m.leave()
		m.release()
		h.tidy(m.channel)
		return "", ErrUndelivered
	}
	h.counts.Buffered++
	m.leave()
	m.expireAfter(h.settings.Age)
	return Buffered, nil
}

// abandon is for a message whose sender went away.
func (m *message) abandon() {
	h := m.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	h.counts.Left++
	m.leave()
	switch {
	case m.channel.latest != m:
	case m.required:
		m.release()
		h.tidy(m.channel)
	default:
		m.expireAfter(h.settings.Age)
	}
}

func (m *message) leave() {
	m.left = true
	m.hub.senders--
}

package channel

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/beat"
)

// sendHome sends a message to the process that has its channel. The error is errHere when this
// one has it, or has to do without the other.
func (h *Hub) sendHome(ctx context.Context, kept Kept, wait *Wait) (Outcome, error) {
	began, whole := time.Now(), wait.For
	h.mu.Lock()
	h.cluster.waiting[kept.ID] = true
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		delete(h.cluster.waiting, kept.ID)
		h.mu.Unlock()
	}()
	for try := range 2 {
		if try > 0 {
			// The other process may only have to notice who lives.
			beat.Pause(ctx, lookInterval)
		}
		kept.Age = time.Since(began)
		home := h.cluster.home(kept.Channel)
		if home == "" || len(kept.Payload) > mostCarried {
			break
		}
		l := letter{Kept: kept, By: h.cluster.own(), Wait: wait.For, Required: wait.Required}
		if !wait.Required && h.hold(kept, "") == nil {
			l.From = h.cluster.own()
		}
		said, err := h.ask(ctx, home, askSend, l, wait.For+h.ackTimeout()+2*askTimeout)
		if err == nil && said.Outcome != Buffered || wait.Required && ctx.Err() != nil {
			h.forget(kept.ID)
		} else if err == nil || ctx.Err() != nil {
			h.mu.Lock()
			if held := h.cluster.copies[kept.ID]; held != nil {
				held.home = home
			}
			h.mu.Unlock()
		}
		if ctx.Err() != nil {
			_ = h.cluster.peers.Tell(tellLeft, []byte(kept.ID)) // what does not hear it keeps the message
			return "", ctx.Err()
		}
		if err == nil {
			return said.Outcome, said.err()
		}
		wait.For = max(whole-time.Since(began), 0)
	}
	h.forget(kept.ID)
	return "", errHere
}

// err is the Hub's error that a reply has.
func (r reply) err() error {
	for _, known := range []error{ErrFull, ErrClientFull, ErrUndelivered, ErrReplaced} {
		if more, found := strings.CutPrefix(r.Error, known.Error()); found {
			return fmt.Errorf("%w%s", known, more)
		}
	}
	if r.Error != "" {
		return errors.New(r.Error)
	}
	return nil
}

// answerSend sends a message for another process, which holds a copy of it if it says who it is.
func (h *Hub) answerSend(ctx context.Context, l letter) (reply, error) {
	if l.By != "" && !h.waits(ctx, l) {
		return reply{}, errors.New("it was long on its way: its sender goes on alone, and newer ones may have come")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	h.settleLater(l.Channel) // one of the two may know the processes too late
	h.mu.Lock()
	h.cluster.sending[l.ID] = cancel
	h.mu.Unlock()
	outcome, err := h.send(ctx, l.Kept, Wait{l.Wait, l.Required}, l.From)
	h.mu.Lock()
	delete(h.cluster.sending, l.ID)
	h.mu.Unlock()
	if errors.Is(err, ErrClosed) || ctx.Err() != nil {
		return reply{}, cmp.Or(err, ctx.Err())
	}
	if err != nil {
		return reply{Error: err.Error()}, nil
	}
	if outcome == Buffered && l.From == "" {
		h.secure(ctx, l.Channel, l.ID)
	}
	return reply{Outcome: outcome}, nil
}

// waits says whether the process that sent a message waits to hear what became of it. One that
// was away when this one looked last may not.
func (h *Hub) waits(ctx context.Context, l letter) bool {
	if !h.cluster.living()[l.By] {
		return false
	}
	h.mu.Lock()
	known := h.cluster.members[l.By]
	h.mu.Unlock()
	if known {
		return true
	}
	said, err := h.ask(ctx, l.By, askWaiting, letter{Kept: Kept{ID: l.ID}}, askTimeout)
	return err != nil || said.Waits // an earlier version does not know the question
}

// local are the listeners of a channel that are connected to this process.
func (c *channel) local() (all []*Listener) {
	for _, l := range c.listeners {
		if l.process == "" {
			all = append(all, l)
		}
	}
	return all
}

// announce tells the process that has a channel whether anybody listens on it here.
func (h *Hub) announce(ctx context.Context, name, home string) {
	h.mu.Lock()
	h.cluster.serial++
	givenUp := h.cluster.givenUp
	c := h.channels[name]
	l := letter{Kept: Kept{Channel: name}, From: h.cluster.own(), Serial: h.cluster.serial, Gone: c == nil || len(c.local()) == 0}
	h.mu.Unlock()
	_, err := h.ask(ctx, home, askListen, l, askTimeout)
	h.mu.Lock()
	defer h.mu.Unlock()
	c = h.channels[name]
	listens := c != nil && len(c.local()) > 0
	switch {
	case !listens && (err != nil || !l.Gone): // that they left was not heard, or came first
		if len(h.cluster.left) < h.settings.MaxListeners {
			h.cluster.left[name], h.cluster.again = true, true
		}
	case l.Gone || !listens:
	case err != nil || h.cluster.givenUp != givenUp: // it may have been given up again
		c.announced, h.cluster.again = "", true
	default:
		c.announced = home
	}
}

// announceSoon is announce for who must not wait.
func (h *Hub) announceSoon(name string) {
	if h.cluster.joined() {
		go h.announceHome(context.Background(), name)
	}
}

// announceHome is announce to the process that has the channel, unless it is this one.
func (h *Hub) announceHome(ctx context.Context, name string) {
	if home := h.cluster.home(name); home != "" {
		h.announce(ctx, name, home)
	}
}

// heardListener makes another process a listener, offers it again what waits, or ends it.
func (h *Hub) heardListener(_ context.Context, l letter) (reply, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.channels[l.Channel]
	if c != nil {
		if i := slices.IndexFunc(c.listeners, func(one *Listener) bool { return one.process == l.From }); i >= 0 {
			known := c.listeners[i]
			switch {
			case l.Serial < known.serial:
			case l.Gone:
				known.leave()
			default:
				known.serial, known.again = l.Serial, len(known.open) > 0
				if !known.again {
					known.offered = nil
					known.offer()
				}
			}
			return reply{}, nil
		}
	}
	switch {
	case l.Gone:
		return reply{}, nil
	case h.closed || h.elsewhere != nil:
		return reply{}, ErrClosed
	case c == nil && len(h.channels) >= h.settings.MaxChannels:
		h.counts.Full++
		return reply{}, nil // it is told again, and may fit then
	case c == nil:
		c = &channel{name: l.Channel}
		h.channels[l.Channel] = c
	}
	carrier := &Listener{hub: h, channel: c, process: l.From, serial: l.Serial, started: true}
	carrier.sink = carrierSink{carrier}
	c.listeners = append(c.listeners, carrier)
	carrier.offer()
	return reply{}, nil
}

// giveUp ends another process as a listener without a word of its own: it may still have listeners.
func (l *Listener) giveUp() {
	l.hub.cluster.askLater(l.process)
	l.leave()
}

// askLater has the next look ask a process that was given up, once it lives.
func (c *cluster) askLater(process string) {
	name, _, _ := strings.Cut(process, " ")
	c.silent[name], c.again = process, true
}

// askAgain has a process that was given up say once more who listens there.
func (h *Hub) askAgain(ctx context.Context, process string) {
	if _, err := h.ask(ctx, process, askAgain, letter{From: h.cluster.own()}, askTimeout); err != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.cluster.askLater(process)
	}
}

// heardAgain has the next look announce what another process has given up.
func (h *Hub) heardAgain(_ context.Context, l letter) (reply, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cluster.givenUp++
	for _, c := range h.channels {
		if c.announced == l.From {
			c.announced, h.cluster.soon = "", true
		}
	}
	return reply{}, nil
}

// carrierSink has the listeners of another process get messages.
type carrierSink struct{ *Listener }

// Deliver implements Sink.
func (s carrierSink) Deliver(d *Delivery) {
	l, h, m := s.Listener, s.hub, d.message
	h.mu.Lock()
	m.id = cmp.Or(m.id, rand.Text())
	asked := letter{Kept: m.kept(), Required: m.required}
	h.mu.Unlock()
	said, err := h.ask(context.Background(), l.process, askDeliver, asked, h.ackTimeout()+askTimeout)
	if said.Outcome == Delivered {
		d.Acknowledge()
		return
	}
	if said.Handed != "" {
		d.Handed(l.process + " " + said.Handed)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if l.ended || d.over {
		return
	}
	l.remove(d)
	d.fail()
	switch {
	case l.again:
		l.again, l.offered = false, nil
	case err != nil:
		l.giveUp()
		return
	case !said.Listens:
		l.leave()
		return
	}
	l.offer()
}

// End implements Sink.
func (carrierSink) End(Reason) {}

// relay offers a message of another process to the listeners of this one, and says whether one
// of them has acknowledged it.
func (h *Hub) relay(ctx context.Context, l letter) (reply, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.cluster.acknowledged[l.ID] {
		return reply{Outcome: Delivered}, nil
	}
	c := h.channels[l.Channel]
	if c == nil {
		return reply{}, nil
	}
	if h.cluster.offering[l.ID] {
		return reply{Listens: true}, nil // asked of this process as it was before a restart, too
	}
	h.cluster.offering[l.ID] = true
	defer delete(h.cluster.offering, l.ID)
	m := &message{hub: h, channel: c, payload: l.Payload, id: l.ID, relayed: true, required: l.Required, changed: make(chan struct{}, 1)}
	for _, listener := range c.local() {
		if listener.takes() {
			listener.give(m)
		}
	}
	for !m.delivered && m.inFlight > 0 {
		h.mu.Unlock()
		select {
		case <-m.changed:
		case <-ctx.Done():
		}
		h.mu.Lock()
		if err := ctx.Err(); err != nil && !m.delivered {
			return reply{}, err
		}
	}
	if m.delivered {
		return reply{Outcome: Delivered}, nil
	}
	return reply{Handed: m.handed, Listens: len(c.local()) > 0}, nil
}

// remember notes something of a message for a while, within bounds.
func remember[T any](h *Hub, in map[string]T, key string, value T) {
	if _, known := in[key]; known || len(in) >= h.settings.MaxListeners {
		return
	}
	in[key] = value
	time.AfterFunc(rememberFor, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(in, key)
	})
}

// received tells the process of a channel that a message has come that was handed out here.
func (h *Hub) received(name, connection string) {
	h.mu.Lock()
	id := h.cluster.handed[name+"\n"+connection]
	delete(h.cluster.handed, name+"\n"+connection)
	h.mu.Unlock()
	if home := h.cluster.home(name); id != "" && home != "" {
		// If it fails the client gets the message again.
		_, _ = h.ask(context.Background(), home, askReceived, letter{Kept: Kept{Channel: name, ID: id}}, askTimeout)
	}
}

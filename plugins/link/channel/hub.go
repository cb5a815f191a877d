// Package channel is the wallet link service without its protocols: messages
// are sent to named channels and delivered to who listens on them.
//
// A channel keeps its latest message until a listener has acknowledged it. A
// delivery that is not acknowledged in time counts for nothing: the message is
// offered to the next listener.
package channel

import (
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"fieldhouse/plugins/clients"
)

// Settings bound a Hub. All must be more than nothing.
type Settings struct {
	// MaxChannels is how many channels may have a listener or a message.
	MaxChannels int
	// MaxListeners is how many listeners there may be, MaxChannelListeners how many
	// on one channel, and MaxClientListeners how many of one client.
	MaxListeners, MaxChannelListeners, MaxClientListeners int
	// MaxKept is how many bytes all messages may have that no listener takes.
	MaxKept int64
	// MaxClientMessages is how many of those there may be from one client, and
	// MaxClientKept how many bytes they may have. Networks count as clients.Networks
	// says.
	MaxClientMessages int
	MaxClientKept     int64
	// Age is how long a message is kept after its sender was answered so.
	Age time.Duration
	// AckTimeout is how long a listener may take to acknowledge a message.
	AckTimeout time.Duration
	// Delivered, if set, is called after each delivery with how long the listener took to
	// acknowledge it. It must not call the Hub.
	Delivered func(took time.Duration)
}

// Errors of a Hub.
var (
	// ErrFull says that a bound of Settings is reached.
	ErrFull = errors.New("the link service is full")
	// ErrChannelFull says that a channel has all the listeners it may have.
	ErrChannelFull = errors.New("the channel has as many listeners as it may have")
	// ErrClientFull says that a client, or its network, has all the messages waiting
	// that it may have.
	ErrClientFull = errors.New("as many messages of this address or its network wait as may")
	// ErrClientListens says that a client, or its network, has all the listeners that
	// it may have.
	ErrClientListens = errors.New("this address or its network listens on as many connections as it may")
	// ErrUndelivered says that nobody took a message in time that was not to be
	// kept.
	ErrUndelivered = errors.New("nobody listened on the channel in time")
	// ErrReplaced says that a newer message took a message's place.
	ErrReplaced = errors.New("a newer message took this one's place")
	// ErrClosed says that the Hub is closed.
	ErrClosed = errors.New("the link service is shutting down")
)

// Hub holds the channels. It is safe for concurrent use.
type Hub struct {
	mu        sync.Mutex
	settings  Settings
	channels  map[string]*channel
	listeners *clients.Holders[*Listener]
	senders   int
	// bytes and places are what the messages that wait share.
	bytes, places *clients.Holders[*message]
	counts        Counts
	closed        bool
	// inFlight are the deliveries that may still be acknowledged. From Rest on nothing more is
	// delivered, and rested is closed once there are none; it is nil before.
	inFlight int
	rested   chan struct{}
	// elsewhere takes what is sent from now on; nil before HandOver.
	elsewhere func(Kept) error
	// cluster has the other processes; nil before Join.
	cluster *cluster
}

// channel is what a name stands for while it has a listener or a message.
type channel struct {
	name      string
	listeners []*Listener
	latest    *message // not delivered yet; nil for none
	// announced is the process that knows that somebody listens here.
	announced string
}

// New makes a Hub.
func New(settings Settings) *Hub {
	return &Hub{
		settings: settings, channels: make(map[string]*channel),
		listeners: clients.NewHolders[*Listener](int64(settings.MaxListeners), int64(settings.MaxClientListeners)),
		bytes:     clients.NewHolders[*message](settings.MaxKept, settings.MaxClientKept),
		places:    clients.NewHolders[*message](int64(settings.MaxChannels), int64(settings.MaxClientMessages)),
	}
}

// Update changes the settings from now on. What is there already stays, even
// when it is more than the new bounds.
func (h *Hub) Update(settings Settings) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.settings = settings
	h.listeners.Update(int64(settings.MaxListeners), int64(settings.MaxClientListeners))
	h.bytes.Update(settings.MaxKept, settings.MaxClientKept)
	h.places.Update(int64(settings.MaxChannels), int64(settings.MaxClientMessages))
	if h.cluster != nil {
		h.cluster.copyBytes.Update(settings.MaxKept, settings.MaxClientKept)
	}
}

// Rest comes before Close or HandOver: nothing more is delivered, and what is on its way to
// listeners has a time to be acknowledged, so that nobody gets it again elsewhere.
func (h *Hub) Rest(most time.Duration) {
	h.mu.Lock()
	if h.rested == nil {
		h.rested = make(chan struct{})
		if h.inFlight == 0 {
			close(h.rested)
		}
	}
	rested := h.rested
	h.mu.Unlock()
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-rested:
	case <-timer.C:
	}
}

// Close ends all listeners and lets waiting senders go. Messages that are kept
// are gone. It can be called again.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	h.closed = true
	h.empty(func(m *message) { m.displace(ErrClosed) })
	h.quit()
}

// empty ends all listeners, and does something to all messages that wait then.
func (h *Hub) empty(end func(*message)) {
	for _, c := range h.channels {
		for len(c.listeners) > 0 {
			c.listeners[0].end(Closing)
		}
		if c.latest != nil {
			end(c.latest)
			h.tidy(c)
		}
	}
}

// open is the channel of a name, made when it is not there; for want of room in the
// place of one whose message's client has most.
func (h *Hub) open(name string, client netip.Addr) (*channel, error) {
	switch {
	case h.closed:
		return nil, ErrClosed
	case h.elsewhere != nil:
		return nil, errElsewhere
	}
	if c := h.channels[name]; c != nil {
		return c, nil
	}
	for len(h.channels) >= h.settings.MaxChannels {
		next := h.places.Next(client, 1)
		if next == nil {
			h.counts.Full++
			return nil, fmt.Errorf("%w: %d channels are in use", ErrFull, len(h.channels))
		}
		h.makeRoom(next.Value)
	}
	c := &channel{name: name}
	h.channels[name] = c
	return c, nil
}

// tidy forgets a channel that nobody uses any more.
func (h *Hub) tidy(c *channel) {
	if len(c.listeners) == 0 && c.latest == nil && h.channels[c.name] == c {
		delete(h.channels, c.name)
	}
}

// Counts are numbers of what happened since the Hub was made.
type Counts struct {
	// Delivered, Buffered, Undelivered and Replaced count messages by what their
	// sender was answered.
	Delivered, Buffered, Undelivered, Replaced uint64
	// Left counts senders that went away before they could be answered.
	Left uint64
	// Fetched counts kept messages that a listener acknowledged afterwards.
	Fetched uint64
	// Expired counts kept messages that nobody fetched within their age.
	Expired uint64
	// Unacknowledged counts deliveries that were not acknowledged, in time or
	// before the listener went.
	Unacknowledged uint64
	// Displaced counts kept messages and listeners that made room for another client's.
	Displaced uint64
	// Full counts what a bound refused.
	Full uint64
}

// Stats are the numbers of a Hub.
type Stats struct {
	Counts
	// Channels have a listener or a message, Listeners are there, and Senders
	// wait to be answered what became of their message.
	Channels, Listeners, Senders int
	// Kept messages, which no listener took so far, have KeptBytes.
	Kept      int
	KeptBytes int64
}

// Stats reads the numbers.
func (h *Hub) Stats() Stats {
	h.mu.Lock()
	defer h.mu.Unlock()
	return Stats{
		Counts: h.counts, Channels: len(h.channels), Listeners: int(h.listeners.Held()), Senders: h.senders,
		Kept: int(h.places.Held()), KeptBytes: h.bytes.Held(),
	}
}

package channel

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"time"
)

// errElsewhere says that another Hub has the messages.
var errElsewhere = fmt.Errorf("%w: another process has its messages", ErrClosed)

// Kept is a message that waits for a listener.
type Kept struct {
	Channel string `json:"channel"`
	// Client is the address that sent it.
	Client  string `json:"client"`
	Payload []byte `json:"payload"`
	// ID is its identity in a cluster.
	ID string `json:"id,omitempty"`
	// Age is how long ago it was sent.
	Age time.Duration `json:"age,omitempty"`
}

// HandOver ends all listeners, for whom another Hub listens from now on, and returns the
// messages that wait. Their senders are answered Buffered, and ErrClosed who wants no message
// kept. What is sent afterwards goes to elsewhere, which is called by many goroutines; nobody
// can listen.
func (h *Hub) HandOver(elsewhere func(Kept) error) (kept []Kept) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.elsewhere = elsewhere
	h.empty(func(m *message) {
		if m.required {
			m.displace(ErrClosed)
			return
		}
		kept = append(kept, m.kept())
		m.handedOver = true
		m.release()
		m.notify()
	})
	return kept
}

// Keep takes messages over. Those that do not fit are left out, as for who sends one, and so are
// those whose channel has a newer one.
func (h *Hub) Keep(kept []Kept) {
	h.mu.Lock()
	h.elsewhere, h.rested = nil, nil
	h.mu.Unlock()
	for _, one := range kept {
		one.ID = cmp.Or(one.ID, rand.Text())
		if replaced, _ := h.keepAt(context.Background(), "", one, ""); replaced && h.cluster.joined() {
			h.tellOver(one.Channel, one.ID)
		}
	}
}

// take takes a message over. Another one that is there keeps its place and is told of, unless the
// message comes instead of that.
func (h *Hub) take(kept Kept, copyAt, instead string) (other rival, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c := h.channels[kept.Channel]; c != nil && c.latest != nil {
		there := c.latest
		if there.id == kept.ID {
			there.copyAt = copyAt
			return rival{}, nil
		}
		if there.id = cmp.Or(there.id, rand.Text()); there.id != instead {
			return rival{there.id, time.Since(there.sent)}, nil
		}
	}
	m, err := h.place(kept, false, copyAt)
	if err != nil {
		return rival{}, err
	}
	m.leave()
	m.expireAfter(h.settings.Age)
	if h.cluster != nil {
		h.drop(kept.ID)        // the copy that was here
		h.cluster.again = true // it is secured
	}
	return rival{}, nil
}

// pass has another Hub keep a message.
func (h *Hub) pass(kept Kept, wait Wait) (Outcome, error) {
	h.mu.Lock()
	elsewhere := h.elsewhere
	h.mu.Unlock()
	if wait.Required || elsewhere == nil || elsewhere(kept) != nil {
		return "", ErrClosed // its sender tries again
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.counts.Buffered++
	return Buffered, nil
}

package channel

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"fieldhouse/plugins/clients"
)

// hold holds a copy of a message that another process has.
func (h *Hub) hold(kept Kept, home string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop(kept.ID)
	if h.closed || len(h.cluster.copies) >= h.settings.MaxChannels {
		return ErrFull
	}
	hold, displaced, err := h.cluster.copyBytes.Take(clients.Of(kept.Client), int64(len(kept.Payload)), kept.ID)
	if err != nil {
		return err
	}
	for _, id := range displaced {
		h.drop(id)
	}
	// It is over when the message is; this is for what nobody tells.
	expiry := time.AfterFunc(h.settings.Age+rememberFor, func() { h.forget(kept.ID) })
	h.cluster.copies[kept.ID] = &duplicate{kept, time.Now().Add(-kept.Age), home, hold, expiry}
	return nil
}

func (h *Hub) forget(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop(id)
}

func (h *Hub) drop(id string) {
	if held := h.cluster.copies[id]; held != nil {
		held.hold.Release()
		held.expiry.Stop()
		delete(h.cluster.copies, id)
	}
}

// withID is the message of a channel that has an identity; nil for none.
func (h *Hub) withID(name, id string) *message {
	if c := h.channels[name]; c != nil && c.latest != nil && c.latest.id == id {
		return c.latest
	}
	return nil
}

// tellOver tells the others that a message is over.
func (h *Hub) tellOver(channel, id string) {
	// Its name and identity can be told always; who does not hear it forgets the copy by its age.
	content, _ := json.Marshal(letter{Kept: Kept{Channel: channel, ID: id}})
	_ = h.cluster.peers.Tell(tellOver, content)
}

func (h *Hub) heardOver(content []byte) {
	var over letter
	if json.Unmarshal(content, &over) != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop(over.ID)
	if m := h.withID(over.Channel, over.ID); m != nil && m.left {
		m.id = "" // it was told
		m.release()
		h.tidy(m.channel)
	}
}

// secure has another process hold a copy of a message that waits here.
func (h *Hub) secure(ctx context.Context, name, id string) {
	own := h.cluster.own()
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(h.cluster.living())), func(process string) bool { return process == own })
	h.mu.Lock()
	m := h.withID(name, id)
	if m == nil || len(others) == 0 || len(m.payload) > mostCarried {
		h.mu.Unlock()
		return
	}
	kept := m.kept()
	h.mu.Unlock()
	first := int(id[0]) % len(others)
	var to string
	var err error
	for _, to = range append(others[first:], others[:first]...) {
		if _, err = h.ask(ctx, to, askCopy, letter{Kept: kept, From: own}, askTimeout); err == nil {
			break
		}
	}
	h.mu.Lock()
	over := h.withID(name, id) == nil && !h.closed
	if err == nil {
		m.copyAt = to
	} else {
		h.cluster.again = true
	}
	h.mu.Unlock()
	if over {
		h.tellOver(name, id)
	}
}

func (m *message) kept() Kept {
	return Kept{m.channel.name, m.client.String(), m.payload, m.id, time.Since(m.sent)}
}

// keepAt has a channel's home, which is empty for this process, keep a message, in the place of an
// older one; replaced says that the home has a newer one. Which is newer is told by how long ago
// each was sent: the processes' clocks differ.
func (h *Hub) keepAt(ctx context.Context, home string, kept Kept, copyAt string) (replaced bool, err error) {
	l := letter{Kept: kept, From: copyAt}
	for range 2 {
		var said reply
		if home == "" {
			said.rival, err = h.take(kept, copyAt, l.Instead)
		} else {
			said, err = h.ask(ctx, home, askKeep, l, askTimeout)
		}
		if err != nil || said.Rival == "" || said.Sent < kept.Age {
			return said.Rival != "", err
		}
		l.Instead = said.Rival
	}
	return false, errors.New("the channel has yet another message")
}

// bringBack gives a message whose process is gone to the one that has its channel now.
func (h *Hub) bringBack(ctx context.Context, kept Kept) {
	home, copyAt := h.cluster.home(kept.Channel), h.cluster.own()
	if home == "" {
		copyAt = ""
	}
	replaced, err := h.keepAt(ctx, home, kept, copyAt)
	if replaced {
		h.forget(kept.ID)
		h.tellOver(kept.Channel, kept.ID)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch held := h.cluster.copies[kept.ID]; {
	case err != nil || home == "":
		h.cluster.again = true // that it is secured, too
		if err == nil {
			h.drop(kept.ID)
		}
	case held != nil:
		held.home = home
	}
}

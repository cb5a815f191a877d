package channel

import "fmt"

// kept are messages that wait for a listener, and their bytes.
type kept struct {
	messages int
	bytes    int64
}

func (k kept) plus(m *message) kept {
	return kept{k.messages + 1, k.bytes + int64(len(m.payload))}
}

func (k kept) minus(m *message) kept {
	return kept{k.messages - 1, k.bytes - int64(len(m.payload))}
}

// room says whether there is a place for a message, which may be that of an older
// one. It fails with ErrFull and ErrClientFull.
func (h *Hub) room(m, older *message) error {
	all, own := h.kept, h.clients[m.client]
	if older != nil && older.kept {
		all = all.minus(older)
		if older.client == m.client {
			own = own.minus(older)
		}
	}
	own = own.plus(m)
	switch {
	case all.plus(m).bytes > h.settings.MaxKept:
		h.counts.Full++
		return fmt.Errorf("%w: it holds messages of %d bytes", ErrFull, h.kept.bytes)
	case own.messages > h.settings.MaxClientMessages || own.bytes > h.settings.MaxClientKept:
		h.counts.Full++
		return fmt.Errorf("%w: %d", ErrClientFull, h.clients[m.client].messages)
	}
	return nil
}

// keep gives a message the place that room found.
func (h *Hub) keep(m *message) {
	m.kept = true
	h.kept = h.kept.plus(m)
	h.clients[m.client] = h.clients[m.client].plus(m)
}

// unkeep takes the place of a message back, if it has one.
func (h *Hub) unkeep(m *message) {
	if !m.kept {
		return
	}
	m.kept = false
	h.kept = h.kept.minus(m)
	if left := h.clients[m.client].minus(m); left.messages > 0 {
		h.clients[m.client] = left
	} else {
		delete(h.clients, m.client)
	}
}

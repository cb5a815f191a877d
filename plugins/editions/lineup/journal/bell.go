package journal

import "sync"

// Bell tells whoever listens that something has changed. The zero one is ready.
type Bell struct {
	mutex     sync.Mutex
	listening map[chan struct{}]bool
}

// Listen answers a channel that gets a value after each Ring, and what ends that.
func (b *Bell) Listen() (rung <-chan struct{}, leave func()) {
	told := make(chan struct{}, 1)
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.listening == nil {
		b.listening = map[chan struct{}]bool{}
	}
	b.listening[told] = true
	return told, func() {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		delete(b.listening, told)
	}
}

// Ring tells all.
func (b *Bell) Ring() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for told := range b.listening {
		select {
		case told <- struct{}{}:
		default:
			// It has not yet taken the last one, and looks at all then.
		}
	}
}

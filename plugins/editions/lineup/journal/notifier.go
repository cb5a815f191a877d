package journal

import "sync"

// Notifier notifies its listeners that something has changed. The zero one is ready.
type Notifier struct {
	mutex     sync.Mutex
	listeners map[chan struct{}]bool
}

// Listen returns a channel that gets a value after each Notify, and what ends that.
func (n *Notifier) Listen() (changes <-chan struct{}, leave func()) {
	listener := make(chan struct{}, 1)
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if n.listeners == nil {
		n.listeners = map[chan struct{}]bool{}
	}
	n.listeners[listener] = true
	return listener, func() {
		n.mutex.Lock()
		defer n.mutex.Unlock()
		delete(n.listeners, listener)
	}
}

// Notify sends a value to each listener that has none yet.
func (n *Notifier) Notify() {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	for listener := range n.listeners {
		select {
		case listener <- struct{}{}:
		default:
		}
	}
}

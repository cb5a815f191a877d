package adapter

import (
	"errors"
	"net/http"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/representation"
)

const (
	// largeAnswer is the size of answers, in bytes, from which on they are counted: one is in memory
	// until its client has taken it, whatever the cache has by then.
	largeAnswer = 64 << 10
	// Of the memory all large answers together take one part in sendingPart, of that one client one in
	// sendingShare, and leastSending bytes at least.
	sendingPart  = 8
	sendingShare = 4
	leastSending = 32 << 20
)

// sending bounds the large answers that clients have not taken yet. For one that finds no room, the
// client or network that holds most for its size loses its oldest.
type sending struct {
	mutex sync.Mutex
	held  *clients.Holders[func()] // each ends an answer
}

func newSending(memory int64) *sending {
	total := min(max(memory/sendingPart, leastSending), 1<<40) // without a limit it is as if endless
	return &sending{held: clients.NewHolders[func()](total, max(total/sendingShare, leastSending))}
}

// answers are those of the process, whose memory is known once it runs.
var answers = sync.OnceValue(func() *sending { return newSending(debug.SetMemoryLimit(-1)) })

// bound is the writer of an answer to a request that counts while it is large, and what ends that.
func (s *sending) bound(w http.ResponseWriter, r *http.Request) (bounded http.ResponseWriter, end func()) {
	b := &boundedAnswer{ResponseWriter: w, request: r, of: s}
	return b, b.end
}

// boundedAnswer is an answer whose size is known when its header is written.
type boundedAnswer struct {
	http.ResponseWriter
	request *http.Request
	of      *sending
	hold    *clients.Hold[func()]
	refused bool
}

// Unwrap implements what http.ResponseController looks for.
func (b *boundedAnswer) Unwrap() http.ResponseWriter { return b.ResponseWriter }

func (b *boundedAnswer) WriteHeader(status int) {
	length, _ := strconv.ParseInt(b.Header().Get("Content-Length"), 10, 64)
	if length < largeAnswer || b.request.Method == http.MethodHead {
		b.ResponseWriter.WriteHeader(status)
		return
	}
	control := http.NewResponseController(b.ResponseWriter)
	if err := b.take(length, func() { _ = control.SetWriteDeadline(time.Unix(1, 0)) }); err != nil {
		b.refuse(err)
		return
	}
	b.ResponseWriter.WriteHeader(status)
}

// take takes room for the answer, which cut ends before its time.
func (b *boundedAnswer) take(length int64, cut func()) error {
	b.of.mutex.Lock()
	defer b.of.mutex.Unlock()
	hold, displaced, err := b.of.held.Take(clients.Of(Client(b.request)), length, cut)
	for _, cut := range displaced {
		cut() // with the lock held, so that its handler has not returned
	}
	b.hold = hold
	return err
}

func (b *boundedAnswer) refuse(err error) {
	b.refused = true
	status := http.StatusServiceUnavailable
	if errors.Is(err, clients.ErrShare) {
		status = http.StatusTooManyRequests
	}
	b.Header().Del("Content-Encoding")
	b.Header().Del("Etag")
	representation.SetRetryAfter(b.ResponseWriter, time.Second)
	representation.WriteOnce(b.ResponseWriter, status, "text/plain; charset=utf-8", []byte("large answers are on their way: take them first\n"))
}

func (b *boundedAnswer) Write(part []byte) (int, error) {
	if b.refused {
		return len(part), nil
	}
	return b.ResponseWriter.Write(part)
}

func (b *boundedAnswer) end() {
	if b.hold != nil {
		b.of.mutex.Lock()
		defer b.of.mutex.Unlock()
		b.hold.Release()
	}
}

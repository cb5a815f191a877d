// Package unread has clients read an answer that was given before all of their request's body
// was: who still sends while the connection is closed sees it reset, and not the answer
// (RFC 9112, section 9.6). It knows nothing of Caddy.
package unread

import (
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// What is thrown away of a body at most, in bytes, and for how long. Many HTTP clients send all
// of a body before they look for an answer.
const (
	maxRest = 32 << 20
	maxTime = 5 * time.Second
)

// small is what net/http itself reads of a body before it answers, in bytes.
const small = 256 << 10

// Begin is called before a request's body is read, and end after the request was answered: it
// sends the answer and throws away what is still sent, up to its bounds. Bodies that are small,
// HTTP/2 and 3, where a stream ends without the connection, and clients that wait for a
// `100 Continue` need nothing of that.
func Begin(w http.ResponseWriter, r *http.Request) (end func()) {
	return begin(w, r, maxRest, maxTime)
}

func begin(w http.ResponseWriter, r *http.Request, rest int64, during time.Duration) (end func()) {
	nothing := func() {}
	if r.ProtoMajor != 1 || r.ContentLength >= 0 && r.ContentLength <= small || r.Header.Get("Expect") != "" {
		return nothing
	}
	connection := http.NewResponseController(w)
	// Otherwise net/http would read before it sends the answer, or read no more after it.
	if connection.EnableFullDuplex() != nil {
		return nothing
	}
	return func() {
		if connection.Flush() != nil {
			return
		}
		var over atomic.Bool
		stop := time.AfterFunc(during, func() {
			over.Store(true)
			_ = connection.SetReadDeadline(time.Now())
		})
		defer stop.Stop()
		_ = connection.SetReadDeadline(time.Now().Add(during))
		buffer := make([]byte, 16<<10)
		for !over.Load() && rest > 0 {
			n, err := r.Body.Read(buffer)
			if rest -= int64(n); errors.Is(err, io.EOF) {
				_ = connection.SetReadDeadline(time.Time{})
				return
			}
			if err != nil {
				return
			}
		}
		// net/http is to read no more either.
		_ = connection.SetReadDeadline(time.Now())
	}
}

package faults

import (
	"bytes"
	"io"
	"net/http"
	"path"
	"slices"
	"time"
)

// pushCalls are the last parts of the addresses that transactions are pushed to.
var pushCalls = []string{"push_transaction", "send_transaction", "send_transaction2"}

func isPush(r *http.Request) bool {
	return r.Method == http.MethodPost && slices.Contains(pushCalls, path.Base(r.URL.Path))
}

// push answers a pushed transaction with the faults of pushes. Those that lose an
// answer differ in whether the transaction was taken: nobody outside can tell.
func (b *Board) push(target Target, w http.ResponseWriter, r *http.Request, next http.Handler) {
	if b.Meets(target, PushDrop) {
		_, _ = io.Copy(io.Discard, io.LimitReader(r.Body, maxBody)) // the client has sent all of it
		panic(http.ErrAbortHandler)
	}
	if b.Meets(target, PushLost) {
		next.ServeHTTP(&kept{header: http.Header{}}, r)
		panic(http.ErrAbortHandler)
	}
	slow := b.meet(target, PushSlow)
	if slow == nil {
		next.ServeHTTP(w, r)
		return
	}
	answer := &kept{header: http.Header{}}
	next.ServeHTTP(answer, r)
	b.hold(w, r, time.Duration(slow.Delay))
	for name, values := range answer.header {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.status)
	_, _ = w.Write(answer.body.Bytes()) // a client that went away needs no answer
}

// kept is an answer that is not sent, or not yet.
type kept struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (k *kept) Header() http.Header { return k.header }

func (k *kept) WriteHeader(status int) {
	if k.status == 0 {
		k.status = status
	}
}

func (k *kept) Write(data []byte) (int, error) {
	k.WriteHeader(http.StatusOK)
	return k.body.Write(data)
}

package adapter

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/must"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"
)

// timed notes the deadlines of its writes.
type timed struct {
	*httptest.ResponseRecorder
	set []time.Time
}

func (w *timed) SetWriteDeadline(deadline time.Time) error {
	w.set = append(w.set, deadline)
	return nil
}

func TestAResponseWithoutWriteTimeoutHasTheDeadlinesOfItsHandlerAlone(t *testing.T) {
	below, own := &timed{ResponseRecorder: httptest.NewRecorder()}, time.Now().Add(time.Minute)
	w := &caddyhttp.IdleTimeoutWriter{
		ResponseWriterWrapper: &caddyhttp.ResponseWriterWrapper{ResponseWriter: below},
		Ctrl:                  http.NewResponseController(below), Logger: zap.NewNop(), ClearBetweenWrites: true,
		Deadline: caddyhttp.IdleDeadline{Timeout: time.Hour},
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	deadlines := WithoutWriteTimeout(w, r.WithContext(caddyhttp.ContextWithIdleTimeouts(r.Context(), nil, w)))
	must.Get(w.Write([]byte("event")))(t)
	must.Do(t, http.NewResponseController(w).Flush())
	must.Do(t, deadlines.SetWriteDeadline(own))
	if !slices.Equal(below.set, []time.Time{own}) || below.Body.String() != "event" || !below.Flushed {
		t.Errorf("deadlines %v, body %q", below.set, below.Body)
	}
	// A server without the time-out.
	below.set = nil
	must.Do(t, WithoutWriteTimeout(below, r).SetWriteDeadline(own))
	if len(below.set) != 1 {
		t.Error("a response without a time-out has no deadlines")
	}
}

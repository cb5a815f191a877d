package gateway

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"fieldhouse/plugins/editions/ship/webhook"
	"fieldhouse/plugins/plugintest"
)

const hookSecret = "a secret of webhooks"

// hook is the receiver of a webhook.
type hook struct {
	*httptest.Server
	mutex sync.Mutex
	// got are the deliveries, with the status that each was answered with; 0 for none.
	got    []string
	bodies map[string]string
	// answer says with what the next one is answered. 0 is no answer while its sender lives.
	answer func() int
}

func newHook(t *testing.T) *hook {
	t.Helper()
	h := &hook{bodies: map[string]string{}, answer: func() int { return http.StatusOK }}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		delivery := r.Header.Get(webhook.DeliveryHeader)
		if err != nil || r.Header.Get(webhook.SignatureHeader) != webhook.Sign(hookSecret, body) {
			t.Errorf("%s is not signed: %s, %v", delivery, body, err)
		}
		h.mutex.Lock()
		status := h.answer()
		h.got = append(h.got, fmt.Sprint(strings.Join(strings.Split(delivery, "-")[:2], "-"), " ", status))
		if is, known := h.bodies[delivery]; known && is != string(body) {
			t.Errorf("%s is %s, and was %s", delivery, body, is)
		}
		h.bodies[delivery] = string(body)
		h.mutex.Unlock()
		if status == 0 {
			<-r.Context().Done()
			return
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(h.Close)
	return h
}

// answers has what comes from now on answered so, one after another, and then with 200.
func (h *hook) answers(statuses ...int) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.answer = func() int {
		if len(statuses) == 0 {
			return http.StatusOK
		}
		now := statuses[0]
		statuses = statuses[1:]
		return now
	}
}

// want waits until this has come, and nothing else.
func (h *hook) want(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	defer func() {
		if t.Failed() {
			t.Logf("got %q, want %q", got, want)
		}
	}()
	plugintest.Eventually(t, fmt.Sprint("the webhook is told of ", want[len(want)-1]), func() bool {
		h.mutex.Lock()
		defer h.mutex.Unlock()
		got = slices.Clone(h.got)
		return len(got) >= len(want)
	})
	if !slices.Equal(got, want) {
		t.Errorf("the webhook was told of %q, want %q", got, want)
	}
}

// handlerOf calls change with the handler of a name, wherever it is in a configuration.
func handlerOf(config any, name string, change func(handler object)) {
	switch part := config.(type) {
	case object:
		if part["handler"] == name {
			change(part)
		}
		for _, below := range part {
			handlerOf(below, name, change)
		}
	case []any:
		for _, below := range part {
			handlerOf(below, name, change)
		}
	}
}

// byName are the processes in the order of their names.
func byName(all []*process) []*process {
	return slices.SortedFunc(slices.Values(all), func(a, b *process) int { return strings.Compare(a.viewOf().Name, b.viewOf().Name) })
}

func TestAClusterTellsAWebhookOfEachChangeInOrderThoughTheSenderIsKilled(t *testing.T) {
	t.Parallel()
	told := newHook(t)
	all := byName(newCluster(t, withOneStore(t), func(_ int, p *process) {
		p.change(func(config object) {
			handlerOf(config, "editions", func(handler object) {
				handler["webhooks"] = []webhook.Target{{Edition: "football", URL: told.URL, Secret: hookSecret}}
			})
		})
	}))
	first, third := all[0], all[2]
	version := third.lineupOf().Version
	delivery := func(number uint64, status int) string { return fmt.Sprint("football-", version+number, " ", status) }

	third.ship("told once")
	want := []string{delivery(1, 200)}
	told.want(t, want...)

	// The one that sends has taken two changes: of one nobody has its answer, and the other waits.
	told.answers(0, 503)
	first.ship("told and not answered")
	want = append(want, delivery(2, 0))
	told.want(t, want...)
	first.ship("not told yet")
	awaitLive(t, first.lineupOf().Editions["football"].Live, all...)
	first.kill()
	want = append(want, delivery(2, 503), delivery(2, 200), delivery(3, 200))
	told.want(t, want...)

	// Back again it sends what comes, and nothing that was told meanwhile.
	first.again()
	first.awaitReady()
	first.ship("told again")
	want = append(want, delivery(4, 200))
	told.want(t, want...)
	third.rollback()
	told.want(t, append(want, delivery(5, 200))...)
}

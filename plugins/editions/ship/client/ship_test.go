package client

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/plugintest/must"
)

// A gateway that starts anew does not answer, or a proxy before it does.
func TestWhoWaitsForACanaryWaitsOnWhileTheGatewayStartsAnew(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if asked == 1 {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		var answer any = journal.State{Editions: map[string]journal.Edition{"football": {Live: "new"}}}
		if strings.HasSuffix(r.URL.Path, "/reports") {
			answer = health.Reading{}
		}
		must.Do(t, json.NewEncoder(w).Encode(answer))
	}))
	defer server.Close()
	waiting := must.Get(New(server.URL, ""))(t)
	if outcome, err := waiting.Wait(t.Context(), "football", "new"); err != nil || outcome.Outcome != "live" {
		t.Errorf("%+v, %v", outcome, err)
	}
	asked, waiting.patience = 0, 0
	if outcome, err := waiting.Wait(t.Context(), "football", "new"); !errors.Is(err, ErrUnreachable) {
		t.Errorf("without patience: %+v, %v", outcome, err)
	}
}

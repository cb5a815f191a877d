package client

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/ship/api"
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

func TestAnUploadForWhichThereIsNoPlaceIsTriedAgainWhenTheGatewaySays(t *testing.T) {
	folder, tries := t.TempDir(), map[string]int{}
	must.Do(t, os.WriteFile(filepath.Join(folder, release.ManifestFile), []byte("{}"), 0o600))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if tries[r.URL.Path]++; tries[r.URL.Path] == 1 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
			must.Do(t, json.NewEncoder(w).Encode(api.Problem{Code: api.CodeRate}))
			return
		}
		if strings.HasSuffix(r.URL.Path, "/missing") {
			must.Do(t, json.NewEncoder(w).Encode(api.Missing{}))
			return
		}
		first, err := tar.NewReader(r.Body).Next()
		if err != nil || first.Name != release.ManifestFile {
			t.Errorf("%+v, %v", first, err)
		}
		must.Do(t, json.NewEncoder(w).Encode(api.Shipped{Release: "new"}))
	}))
	defer server.Close()
	shipping := must.Get(New(server.URL, ""))(t)
	if shipped, err := shipping.Ship(t.Context(), "football", folder, Options{As: api.Stored}); err != nil || shipped.Release != "new" {
		t.Errorf("%+v, %v", shipped, err)
	}
	clear(tries)
	shipping.patience = 0
	var problem *api.Problem
	if _, err := shipping.Ship(t.Context(), "football", folder, Options{As: api.Stored}); !errors.As(err, &problem) || problem.Code != api.CodeRate {
		t.Errorf("without patience: %v", err)
	}
}

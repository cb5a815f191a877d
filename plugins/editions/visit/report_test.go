package visit

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"

	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/asking"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/zap"
)

// They send what they can, each error another one and each from an address of its own.
func TestANetworkThatSendsAllItCanKeepsNobodysReportsOut(t *testing.T) {
	stored := store.NewStore(t.TempDir(), items.Check)
	taken := must.Get(stored.Take(releasetest.Sport(releasetest.Football).Write(t)))(t)
	releasetest.SetLive(t, stored.Folder(), map[string]string{"football": taken.Name})
	for kind, body := range map[string]string{
		"errors": `{"kind":"uncaught","message":"error %d","edition":"football","release":"` + taken.Name + `","path":"/football"}`,
		"views":  `{"kind":"view","path":"/football/%d","releases":{"football":"` + taken.Name + `"},"navigation":"load","errors":{},"vitals":{}}`,
	} {
		for name, address := range map[string]func(int) string{
			"one /48":      func(i int) string { return fmt.Sprintf("2001:db8:1:%x::1", i*257%65536) },
			"one /32":      func(i int) string { return fmt.Sprintf("2001:db8:%x::1", i) },
			"one IPv4 /24": func(i int) string { return fmt.Sprintf("192.0.2.%d", i%256) },
		} {
			// In a bubble no time passes meanwhile.
			t.Run(kind+" of "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { flood(t, stored.Folder(), body, address) })
			})
		}
	}
}

// flood has the addresses of one network report, through a reload, and then forty visitors.
func flood(t *testing.T, store, body string, address func(int) string) {
	releases := openReleases(store, zap.NewNop)
	defer releases.Close()
	s := New(Config{Releases: releases, Client: func(r *http.Request) string { return r.RemoteAddr }, Logger: zap.NewNop()})
	takes := func(from string, number int) bool {
		r := httptest.NewRequest(http.MethodPost, "/_report", strings.NewReader(fmt.Sprintf(body, number)))
		r.Header.Set("Content-Type", "application/json")
		r.RemoteAddr = from
		w := httptest.NewRecorder()
		must.Do(t, s.ServeHTTP(w, r))
		return w.Code == http.StatusNoContent
	}
	all := func() (taken int) {
		for i := range 3000 {
			if takes(address(i), i) {
				taken++
			}
		}
		return taken
	}
	if taken := all(); taken == 0 || taken > 500 {
		t.Errorf("%d of the network's reports are taken", taken)
	}
	s.Close()
	s = New(s.config)
	if taken := all(); taken > 0 {
		t.Errorf("a reload gives it %d more", taken)
	}
	defer s.Close()
	for honest := range 40 {
		if !takes(fmt.Sprintf("198.51.%d.1", honest), honest) {
			t.Fatalf("that of visitor %d is refused", honest)
		}
	}
}

func TestAReportThatIsTooLargeReadsThatItIs(t *testing.T) {
	s := New(Config{Releases: openReleases(t.TempDir(), zap.NewNop), Client: func(r *http.Request) string { return r.RemoteAddr }, Logger: zap.NewNop()})
	t.Cleanup(s.config.Releases.Close)
	t.Cleanup(s.Close)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _ = s.ServeHTTP(w, r) })
	if status, body := asking.SendFirst(t, handler, "/_report", 16<<20, "Content-Type", "application/json"); status != http.StatusRequestEntityTooLarge || !strings.Contains(body, "at most 8 KiB") {
		t.Errorf("%d %s", status, body)
	}
}

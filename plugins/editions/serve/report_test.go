package serve

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/items"
	"fieldhouse/plugins/editions/live"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/asking"

	"go.uber.org/zap"
)

// They send what they can, each error another one and each from an address of its own.
func TestANetworkThatSendsAllItCanKeepsNobodysReportsOut(t *testing.T) {
	stored := store.NewStore(t.TempDir(), items.Check)
	taken, err := stored.Take(releasetest.Sport(releasetest.Football).Write(t))
	if err != nil {
		t.Fatal(err)
	}
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
			releases := live.Open(stored.Folder(), zap.NewNop)
			s := New(Config{Releases: releases, Client: func(r *http.Request) string { return r.RemoteAddr }, Logger: zap.NewNop()})
			reports := func(from string, number int) int {
				r := httptest.NewRequest(http.MethodPost, "/_report", strings.NewReader(fmt.Sprintf(body, number)))
				r.Header.Set("Content-Type", "application/json")
				r.RemoteAddr = from
				w := httptest.NewRecorder()
				if err := s.ServeHTTP(w, r); err != nil {
					t.Fatal(err)
				}
				return w.Code
			}
			for i := range 3000 {
				reports(address(i), i)
			}
			for honest := range 40 {
				if code := reports(fmt.Sprintf("198.51.%d.1", honest), honest); code != http.StatusNoContent {
					t.Errorf("beside %s one of the %s of visitor %d is answered %d", name, kind, honest, code)
					break
				}
			}
			s.Close()
			releases.Close()
		}
	}
}

func TestAReportThatIsTooLargeReadsThatItIs(t *testing.T) {
	s := New(Config{Releases: live.Open(t.TempDir(), zap.NewNop), Client: func(r *http.Request) string { return r.RemoteAddr }, Logger: zap.NewNop()})
	t.Cleanup(s.config.Releases.Close)
	t.Cleanup(s.Close)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _ = s.ServeHTTP(w, r) })
	if status, body := asking.SendFirst(t, handler, "/_report", 16<<20, "Content-Type", "application/json"); status != http.StatusRequestEntityTooLarge || !strings.Contains(body, "at most 8 KiB") {
		t.Errorf("%d %s", status, body)
	}
}

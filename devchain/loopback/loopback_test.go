package loopback

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestOnlyLoopbackAddressesAreListenedOn(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1:8081": true, "[::1]:8081": true, "localhost:8081": true, "127.9.9.9:1": true,
		":8081": false, "0.0.0.0:8081": false, "[::]:8081": false, "10.0.0.1:80": false, "192.168.1.1:80": false,
		"example.com:80": false, "localhost.example.com:80": false, "127.0.0.1": false, "127.0.0.1:": false,
		"127.0.0.1.example.com:80": false, "[::ffff:10.0.0.1]:80": false, "": false, "unix//tmp/socket": false,
	} {
		if got := Address(address) == nil; got != want {
			t.Errorf("%q is loopback: %v, want %v", address, got, want)
		}
	}
}

func TestForeignNamesAndAddressesAreRefused(t *testing.T) {
	guarded := Guard(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	for _, c := range []struct {
		host, remote string
		want         int
	}{
		{"127.0.0.1:8081", "127.0.0.1:5000", http.StatusNoContent},
		{"LOCALHOST:8081", "[::1]:5000", http.StatusNoContent},
		{"[::1]", "127.0.0.1:5000", http.StatusNoContent},
		{"rebound.example", "127.0.0.1:5000", http.StatusForbidden},
		{"localhost.rebound.example:8081", "127.0.0.1:5000", http.StatusForbidden},
		{"", "127.0.0.1:5000", http.StatusForbidden},
		{"127.0.0.1", "10.0.0.2:5000", http.StatusForbidden},
	} {
		request := httptest.NewRequest(http.MethodGet, "/v1/chain/get_info", nil)
		request.Host, request.RemoteAddr = c.host, c.remote
		answer := httptest.NewRecorder()
		guarded.ServeHTTP(answer, request)
		if answer.Code != c.want {
			t.Errorf("Host %q from %s: %d, want %d", c.host, c.remote, answer.Code, c.want)
		}
	}
}

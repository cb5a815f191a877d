package link

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"fieldhouse/plugins/plugintest/must"

	"github.com/gorilla/websocket"
)

// testPlan asks few of a server in this process.
func testPlan(t *testing.T, kind string, handler http.Handler) *Plan {
	t.Helper()
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("this system has no /proc")
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &Plan{Channels: 5, Messages: 20, Bytes: 100, Sides: []side{
		{Name: "side", Address: strings.TrimPrefix(server.URL, "http://"), PID: os.Getpid(), Kind: kind},
	}}
}

func check(t *testing.T, results []Result, err error) {
	t.Helper()
	must.Do(t, err)
	got := results[0]
	if got.Idle == 0 || got.Waiting == 0 || got.Loaded == 0 || got.Arrived.P50 <= 0 || got.Arrived.P99 < got.Arrived.P50 || got.Acknowledged.P50 <= 0 {
		t.Errorf("%+v", got)
	}
}

func TestMeasuresTheEcho(t *testing.T) {
	results, err := testPlan(t, "echo", http.HandlerFunc(Echo)).Run()
	check(t, results, err)
}

// relay is a link service of a few lines.
type relay struct {
	mu       sync.Mutex
	sockets  map[string]*websocket.Conn
	tampered bool
}

func (r *relay) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if request.Method == http.MethodGet {
		var upgrader websocket.Upgrader
		ws, err := upgrader.Upgrade(w, request, nil)
		if err == nil {
			r.sockets[request.URL.Path] = ws
		}
		return
	}
	message, _ := io.ReadAll(request.Body)
	if r.tampered {
		message[0]++
	}
	ws := r.sockets[request.URL.Path]
	if ws == nil || ws.WriteMessage(websocket.BinaryMessage, append([]byte{0x42, 0x42, 0x01, 0x07}, message...)) != nil {
		return
	}
	if _, acknowledged, err := ws.ReadMessage(); err == nil && string(acknowledged) == "\x42\x42\x02\x07" {
		w.Header().Set("X-Buoy-Delivery", "delivered")
	}
}

func TestMeasuresALinkService(t *testing.T) {
	results, err := testPlan(t, "link", &relay{sockets: map[string]*websocket.Conn{}}).Run()
	check(t, results, err)
}

func TestAMessageThatArrivesChangedIsAnError(t *testing.T) {
	_, err := testPlan(t, "link", &relay{sockets: map[string]*websocket.Conn{}, tampered: true}).Run()
	if err == nil || !strings.Contains(err.Error(), "another message") {
		t.Errorf("%v, want an error that says so", err)
	}
}

func TestAServerThatRefusesIsAnError(t *testing.T) {
	_, err := testPlan(t, "link", http.NotFoundHandler()).Run()
	if err == nil || !strings.Contains(err.Error(), "side: opening channel") {
		t.Errorf("%v, want an error that says so", err)
	}
}

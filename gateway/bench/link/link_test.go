package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// testPlan asks few of a server in this process.
func testPlan(t *testing.T, kind string, handler http.Handler) *plan {
	t.Helper()
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("this system has no /proc")
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &plan{Channels: 5, Messages: 20, Bytes: 100, Sides: []side{
		{Name: "side", Address: strings.TrimPrefix(server.URL, "http://"), PID: os.Getpid(), Kind: kind},
	}}
}

func check(t *testing.T, results []result, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	got := results[0]
	if got.Idle == 0 || got.Waiting == 0 || got.Loaded == 0 || got.Arrived.Median <= 0 || got.Arrived.P99 < got.Arrived.Median || got.Told.Median <= 0 {
		t.Errorf("%+v", got)
	}
}

func TestMeasuresTheEcho(t *testing.T) {
	results, err := testPlan(t, "echo", http.HandlerFunc(echo)).run()
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
	results, err := testPlan(t, "link", &relay{sockets: map[string]*websocket.Conn{}}).run()
	check(t, results, err)
}

func TestAMessageThatArrivesChangedIsAnError(t *testing.T) {
	_, err := testPlan(t, "link", &relay{sockets: map[string]*websocket.Conn{}, tampered: true}).run()
	if err == nil || !strings.Contains(err.Error(), "another message") {
		t.Errorf("%v, want an error that says so", err)
	}
}

func TestAServerThatRefusesIsAnError(t *testing.T) {
	_, err := testPlan(t, "link", http.NotFoundHandler()).run()
	if err == nil || !strings.Contains(err.Error(), "side: opening channel") {
		t.Errorf("%v, want an error that says so", err)
	}
}

func TestTimes(t *testing.T) {
	var all []time.Duration
	for i := 100; i >= 1; i-- {
		all = append(all, time.Duration(i)*time.Microsecond)
	}
	if got := timesOf(all); got.Median != 51 || got.P99 != 100 {
		t.Errorf("%+v", got)
	}
}

func TestMemoryIsReadFromAStatus(t *testing.T) {
	if got, err := parseResident([]byte("Name:\tx\nVmRSS:\t   1234 kB\nThreads: 1\n")); err != nil || got != 1234<<10 {
		t.Errorf("%d, %v", got, err)
	}
	if _, err := parseResident([]byte("Name:\tx\n")); err == nil {
		t.Error("a status without VmRSS is read")
	}
}

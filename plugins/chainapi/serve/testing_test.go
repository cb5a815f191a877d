package serve_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/call"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/push/share"
	"fieldhouse/plugins/chainapi/serve"
	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/upstream"

	"go.uber.org/goleak"
	"go.uber.org/zap"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// source answers reads, and counts them.
type source struct {
	mu    sync.Mutex
	reads []string // path and body
	// noMisses refuses what one client asks for that nobody holds, as nodes do that are
	// asked as often as they may be.
	noMisses bool
	// classes are what the reads were for.
	classes []upstream.Class
	// answer is what it says; by default the request itself and how many came.
	answer func(path string, body []byte) (pool.Raw, error)
	// head is the newest block of any node; 0: every block is there.
	head uint64
}

func (s *source) Reach(_ context.Context, block uint64, _ ...string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.head > 0 && block > s.head {
		return &pool.BehindError{Want: block, Best: s.head}
	}
	return nil
}

func (s *source) Read(ctx context.Context, path string, body []byte, _ uint64, _ ...string) (pool.Raw, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads, s.classes = append(s.reads, path+" "+string(body)), append(s.classes, upstream.ClassOf(ctx))
	if s.noMisses && upstream.ClassOf(ctx) == upstream.Miss {
		return pool.Raw{}, fmt.Errorf("asking: %w", upstream.ErrLimited)
	}
	if s.answer != nil {
		return s.answer(path, body)
	}
	return pool.Raw{
		Status: 200, Node: "https://node.test", Head: pool.Head{Block: 324182164},
		Body: fmt.Appendf(nil, `{"read":%d,"exact":1.10,"of":%q}`, len(s.reads), path),
	}, nil
}

func (s *source) set(answer func(path string, body []byte) (pool.Raw, error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

func (s *source) all() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.reads...)
}

// count is how many reads there were of a path, or those that begin like it, for a class.
func (s *source) count(name string, class upstream.Class) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, read := range s.reads {
		if strings.HasPrefix(read, call.Prefix+name) && s.classes[i] == class {
			n++
		}
	}
	return n
}

// bench is a server with its cache; the time of the cache is the test's.
type bench struct {
	*serve.Server
	t      *testing.T
	source *source
	chain  *chainapitest.Chain

	broadcaster *push.Broadcaster

	clock *clock.Clock
	// until is when what is pushed in the test expires: the same again is the same transaction.
	until time.Time
}

// soft is how long an answer is fresh in these tests, but for ABIs: those are
// for a minute. Each is answered for five times as long.
const soft = time.Second

func newBench(t *testing.T, change ...func(*serve.Config)) *bench {
	t.Helper()
	return newBenchWith(t, nil, change...)
}

// newBenchWith is newBench with a cache that fetches together with others.
func newBenchWith(t *testing.T, together edgecache.Together, change ...func(*serve.Config)) *bench {
	t.Helper()
	b := &bench{t: t, source: new(source), chain: chainapitest.NewChain(), clock: clock.New(time.Unix(1723564893, 0)), until: time.Now().Add(3 * time.Minute)}
	config := edgecache.Config{Now: b.clock.Now, Prepare: serve.Prepare, Random: func() float64 { return 0 }, Together: together, Budget: &edgecache.Budget{Misses: 5, Burst: 10}}
	for _, class := range call.Cached {
		lifetime := soft
		if class == call.ABIs {
			lifetime = time.Minute
		}
		config.Classes = append(config.Classes, edgecache.ClassConfig{Name: edgecache.Class(class), Soft: lifetime, Hard: lifetime * 5, Size: 1 << 20})
	}
	engine := must.Get(edgecache.New(config))(t)
	t.Cleanup(engine.Close)
	broadcaster := push.New(push.Settings{Chain: b.chain})
	t.Cleanup(broadcaster.Close)
	b.broadcaster = broadcaster
	served := serve.Config{
		Engine: engine, Chain: b.source, Line: share.New(broadcaster, new(peers.Process), antelope.Checksum256{}), Now: b.clock.Now,
		Client: func(r *http.Request) string { host, _, _ := net.SplitHostPort(r.RemoteAddr); return host },
		Pushes: clients.NewLimits(5, 20), Reads: clients.NewLimits(10, 40), Waits: new(serve.Waits),
		MaxRead: 64 << 10, MaxPush: 512 << 10, ReadTimeout: 10 * time.Second, Logger: zap.NewNop(),
	}
	for _, apply := range change {
		apply(&served)
	}
	b.Server = serve.New(served)
	return b
}

// ask makes a request that comes from an address; headers are name and value in turn.
func (b *bench) ask(ctx context.Context, address, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	request := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	request.RemoteAddr = address + ":4711"
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer := httptest.NewRecorder()
	b.ServeHTTP(answer, request)
	return answer
}

// at is ask of an address of the test's own.
func (b *bench) at(method, path, body string, headers ...string) *httptest.ResponseRecorder {
	return b.ask(context.Background(), "203.0.113.9", method, path, body, headers...)
}

// do is at for /v1/chain/<name>.
func (b *bench) do(method, name, body string, headers ...string) *httptest.ResponseRecorder {
	return b.at(method, call.Prefix+name, body, headers...)
}

// from is post from another address.
func (b *bench) from(address, name, body string) *httptest.ResponseRecorder {
	return b.ask(context.Background(), address, http.MethodPost, call.Prefix+name, body)
}

func (b *bench) post(name, body string, headers ...string) *httptest.ResponseRecorder {
	return b.do(http.MethodPost, name, body, headers...)
}

// failed fails the test unless an answer is an error in a node's shape, and
// answers its name and message.
func failed(t *testing.T, answer *httptest.ResponseRecorder, status int) (name, message string) {
	t.Helper()
	var failure struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Error   *struct {
			Code    *int   `json:"code"`
			Name    string `json:"name"`
			What    string `json:"what"`
			Details []struct {
				Message string `json:"message"`
			} `json:"details"`
		} `json:"error"`
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &failure); err != nil || failure.Error == nil || failure.Error.Code == nil || len(failure.Error.Details) != 1 {
		t.Fatalf("%d %s is no error of a node's shape", answer.Code, answer.Body)
	}
	if answer.Code != status || failure.Code != status || failure.Message == "" || failure.Error.Name == "" || failure.Error.What == "" {
		t.Errorf("%d %s, want status %d", answer.Code, answer.Body, status)
	}
	for header, want := range map[string]string{"Content-Type": "application/json", "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*"} {
		if got := answer.Header().Get(header); got != want {
			t.Errorf("%s is %q, want %q", header, got, want)
		}
	}
	return failure.Error.Name, failure.Error.Details[0].Message
}

var errDown = errors.New("node https://secret.test: 10.0.0.7:443: connection refused")

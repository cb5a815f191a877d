package passage

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/passage/passagetest"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	_ "fieldhouse/plugins/chain"
	_ "fieldhouse/plugins/site"
)

func init() { caddy.RegisterModule(nextHandler{}) }

// nextHandler is what stands behind passage in the tests' routes.
type nextHandler struct{}

func (nextHandler) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.passage_test_next", New: func() caddy.Module { return new(nextHandler) }}
}

func (nextHandler) ServeHTTP(w http.ResponseWriter, _ *http.Request, _ caddyhttp.Handler) error {
	_, err := io.WriteString(w, "next")
	return err
}

// object is a piece of Caddy's configuration.
type object = map[string]any

// process is Caddy with our modules on a loopback port.
type process struct {
	t      testing.TB
	nodes  []*chaintest.Node
	port   int
	client *http.Client
}

func newProcess(t testing.TB, nodes int) *process {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	p := &process{
		t: t, port: listener.Addr().(*net.TCPAddr).Port,
		// A connection for each request: one that waits for the next is closed at a
		// reload, and a push on it would not be sent anew.
		client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute},
	}
	for range nodes {
		node := chaintest.New(t, nil)
		node.Set(func(s *chaintest.State) { s.ChainID = settings.DevchainChainID })
		node.Handle("/v1/chain/get_account", func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) })
		p.nodes = append(p.nodes, node)
	}
	t.Cleanup(func() {
		if err := caddy.Stop(); err != nil {
			t.Error(err)
		}
		p.client.CloseIdleConnections()
	})
	return p
}

// config is the process's configuration with the app passage as given.
func (p *process) config(passage object, change ...func(apps object)) []byte {
	addresses := make([]string, len(p.nodes))
	for i, node := range p.nodes {
		addresses[i] = node.URL
	}
	apps := object{
		"site":    object{"network": "devchain"},
		"chain":   object{"nodes": addresses, "timeout": "2s", "deadline": "4s"},
		"passage": passage,
		// Nothing of a test is written to the user's folder.
		"tls": object{"disable_storage_check": true, "disable_storage_clean": true},
		"http": object{"servers": object{"srv0": object{
			"listen":          []string{fmt.Sprintf("127.0.0.1:%d", p.port)},
			"automatic_https": object{"disable": true},
			"routes":          []object{{"handle": []object{{"handler": "passage"}, {"handler": "passage_test_next"}}}},
		}}},
	}
	for _, apply := range change {
		apply(apps)
	}
	config, err := json.Marshal(object{
		"admin":   object{"disabled": true, "config": object{"persist": false}},
		"logging": object{"logs": object{"default": object{"level": "PANIC"}}},
		"apps":    apps,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return config
}

func (p *process) load(passage object, change ...func(apps object)) {
	p.t.Helper()
	if err := caddy.Load(p.config(passage, change...), true); err != nil {
		p.t.Fatal(err)
	}
	p.client.CloseIdleConnections() // they may still be with the old server
}

// post calls a path and answers the response with its body read.
func (p *process) post(path, body string) (*http.Response, string) {
	p.t.Helper()
	address := fmt.Sprintf("http://127.0.0.1:%d%s", p.port, path)
	response, err := p.client.Post(address, "text/plain", strings.NewReader(body))
	// A connection that falls into the moment in which a reload closes the old
	// configuration's socket is reset before a request was sent.
	for tries := 0; errors.Is(err, syscall.ECONNRESET) && tries < 5; tries++ {
		response, err = p.client.Post(address, "text/plain", strings.NewReader(body))
	}
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return response, string(read)
}

const (
	account = "/v1/chain/get_account"
	alice   = `{"account_name":"alice"}`
	push    = "/v1/chain/send_transaction2"
)

// pushed is how many pushes all nodes got.
func (p *process) pushed() int {
	count := 0
	for _, node := range p.nodes {
		count += len(node.Pushes())
	}
	return count
}

func packed(memo string) []byte {
	return passagetest.Packed(time.Now().Add(time.Minute), chaintest.Head-3, memo)
}

package chainapi

import (
	"io"
	"net/http"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/plugintest/caddytest"

	_ "fieldhouse/plugins/chain"
	_ "fieldhouse/plugins/site"
)

type object = caddytest.Object

// process is Caddy with our modules before some nodes.
type process struct {
	*caddytest.Process
	nodes []*chaintest.Node
}

func newProcess(t testing.TB, nodes int) *process {
	t.Helper()
	p := new(process)
	addresses := make([]string, nodes)
	for i := range nodes {
		node := chaintest.New(t, nil)
		node.Handle("/v1/chain/get_account", func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) })
		p.nodes, addresses[i] = append(p.nodes, node), node.URL
	}
	p.Process = caddytest.New(t, "chain_api", func(chainAPI object) object {
		return object{
			"site":      object{},
			"chain":     object{"nodes": addresses, "timeout": "2s", "deadline": "4s"},
			"chain_api": chainAPI,
		}
	})
	return p
}

const (
	account          = "/v1/chain/get_account"
	alice            = `{"account_name":"alice"}`
	sendTransaction2 = "/v1/chain/send_transaction2"
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
	return chainapitest.Packed(time.Now().Add(time.Minute), chaintest.Head-3, memo)
}

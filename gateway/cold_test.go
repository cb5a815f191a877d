//go:build !race || soak

package gateway

import (
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest"
)

// held is a node's answer that waits until it is let go.
type held struct {
	asked atomic.Int64
	open  chan struct{}
}

func (h *held) rows(r chaintest.Request) string {
	h.asked.Add(1)
	<-h.open
	return ofRows(r)
}

// TestAColdKeyOfAThousandClientsIsOneRequest holds the node's answer back until
// all clients have asked. Nobody's budget counts those who wait with another.
func TestAColdKeyOfAThousandClientsIsOneRequest(t *testing.T) {
	const clients = 1000
	node := &held{open: make(chan struct{})}
	s := newTestSite(t, node.rows)
	s.start(options{
		"chain": "chain {\nnode " + s.nodes[0].URL + "\ntimeout 20s\ndeadline 30s\nhedge off\n}",
		"rows":  "rows {\nfetch_timeout 30s\nmisses 1 1\nlifetime drops 1h 2h\n}",
	})
	client := newClient(t, true)
	// The key is to be cold, not the chain: a first look that comes to nothing beside a
	// thousand new connections would be a failure that all of them are told.
	plugintest.Eventually(t, "the chain knows its node", func() bool {
		got, err := s.get(client, "/v1/chain/get_info")
		return err == nil && got.status == http.StatusOK
	})
	var written, waited, alone atomic.Int64
	var asking sync.WaitGroup
	for range clients {
		asking.Go(func() {
			trace := &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { written.Add(1) }}
			request, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), http.MethodGet, "http://"+s.address+drops, nil)
			if err != nil {
				t.Error(err)
				return
			}
			response, err := client.Do(request)
			if err != nil {
				t.Error(err)
				return
			}
			response.Body.Close()
			switch status := response.Header.Get("Cache-Status"); {
			case response.StatusCode != http.StatusOK:
				t.Errorf("%s, Cache-Status %q", response.Status, status)
			case strings.Contains(status, "collapsed"):
				waited.Add(1)
			case strings.Contains(status, "fwd=miss"):
				alone.Add(1)
			}
		})
	}
	plugintest.Eventually(t, "every client has asked", func() bool { return written.Load() == clients })
	plugintest.Eventually(t, "the node was asked", func() bool { return node.asked.Load() > 0 })
	close(node.open)
	asking.Wait()
	if asked := node.asked.Load(); asked != 1 || alone.Load() != 1 {
		t.Errorf("%d clients made %d requests to the node, and %d answers of their own; want 1", clients, asked, alone.Load())
	}
	if waited.Load() == 0 {
		t.Error("no client waited for another's request: they did not ask at once")
	}
}

// TestAtExpiryNobodyWaitsForTheNode stops the node before the rows expire: who
// asks then is answered at once with what there is, and one request is made.
func TestAtExpiryNobodyWaitsForTheNode(t *testing.T) {
	open := make(chan struct{})
	close(open)
	node := &held{open: open}
	s := newTestSite(t, node.rows)
	s.start(options{
		"chain": "chain {\nnode " + s.nodes[0].URL + "\ntimeout 20s\ndeadline 30s\nhedge off\n}",
		"rows":  "rows {\nfetch_timeout 30s\nlifetime drops 50ms 1h\n}",
	})
	client := newClient(t, true)
	body := s.want(client, drops).body
	node.open = make(chan struct{}) // no request is on its way
	asked := node.asked.Load()
	plugintest.Eventually(t, "the rows expire and are refreshed", func() bool {
		got := s.want(client, drops)
		if !got.hit() || got.body != body {
			t.Fatalf("Cache-Status %q, body %s", got.header.Get("Cache-Status"), got.body)
		}
		return node.asked.Load() > asked
	})
	// From here the node holds a refresh. If anybody waited for it, this would
	// not end.
	var asking sync.WaitGroup
	for range 32 {
		asking.Go(func() {
			for range 50 {
				if got, err := s.get(client, drops); err != nil || got.status != http.StatusOK || !got.hit() || got.body != body {
					t.Errorf("%v, %+v", err, got)
					return
				}
			}
		})
	}
	asking.Wait()
	if now := node.asked.Load(); now != asked+1 {
		t.Errorf("the node was asked %d times at expiry, want once", now-asked)
	}
	close(node.open)
}

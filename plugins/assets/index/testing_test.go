package index

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"time"

	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	everybody = Query{Collection: indextest.Collection}
	alices    = Query{Collection: indextest.Collection, Owner: "alice.wam"}
	wide      = Bounds{MaxPages: 100, MaxBytes: 64 << 20}
)

// fast are settings under which no test waits for a token.
func fast() Settings {
	return Settings{Rate: 1e6, Burst: 1e6, Timeout: 30 * time.Second, Deadline: time.Minute}
}

// newClient is a client of indexes, and what it logs.
func newClient(t testing.TB, settings Settings, indexes ...*indextest.Index) (*Client, *observer.ObservedLogs) {
	t.Helper()
	core, logs := observer.New(zap.InfoLevel)
	settings.Logger = zap.New(core)
	config := Config{Settings: settings}
	for _, one := range indexes {
		config.Endpoints = append(config.Endpoints, one.URL)
	}
	client := must.Get(New(config))(t)
	t.Cleanup(client.Close)
	return client, logs
}

// wired carries requests to indexes without a network, by their hosts.
type wired map[string]*indextest.Index

func (w wired) RoundTrip(r *http.Request) (*http.Response, error) { return w[r.URL.Host].RoundTrip(r) }

// newWired is a client of the indexes http://a, http://b, ...
func newWired(t *testing.T, settings Settings, indexes ...*indextest.Index) *Client {
	t.Helper()
	transport := make(wired)
	config := Config{Transport: transport, Settings: settings}
	for i, one := range indexes {
		host := string(rune('a' + i))
		transport[host] = one
		config.Endpoints = append(config.Endpoints, "http://"+host+indextest.Base)
	}
	return must.Get(New(config))(t)
}

// ids are the asset ids of a body, in its order.
func ids(t testing.TB, listing Listing) []string {
	t.Helper()
	var body struct {
		Success bool
		Data    []struct {
			ID string `json:"asset_id"`
		}
	}
	if err := json.Unmarshal(listing.Body(), &body); err != nil || !body.Success {
		t.Fatalf("%.200s: %v", listing.Body(), err)
	}
	all := make([]string, 0, len(body.Data))
	for _, one := range body.Data {
		all = append(all, one.ID)
	}
	return all
}

// faults are the faults that a read ended with.
func faults(t testing.TB, err error) []*Fault {
	t.Helper()
	var unavailable *Unavailable
	if !errors.As(err, &unavailable) {
		t.Fatalf("error %v, want an Unavailable", err)
	}
	return unavailable.Faults
}

func whole(t testing.TB, client *Client, query Query) Listing {
	t.Helper()
	return must.Get(client.Whole(context.Background(), query, wide))(t)
}

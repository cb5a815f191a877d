package chain

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/plugintest/admintest"
	"fieldhouse/plugins/plugintest/must"
)

// ask asks the admin API of an app and answers the status and the nodes.
func ask(t *testing.T, app func() (*App, error), method, path string) (int, []pool.NodeStatus) {
	t.Helper()
	status, answer := admintest.Ask(t, adminRoutes(app), method, path, "")
	var nodes []pool.NodeStatus
	if err := json.Unmarshal([]byte(answer), &nodes); err != nil && status == http.StatusOK {
		t.Errorf("%s %s: %v in %s", method, path, err, answer)
	}
	return status, nodes
}

func TestTheAdminAPIShowsTheNodesAndChecksThem(t *testing.T) {
	well, behind := chaintest.New(t, nil), chaintest.New(t, nil)
	behind.Set(func(s *chaintest.State) { s.Lag = time.Hour })
	app, _, err := provision(t, `{"network":"mainnet"}`, `{"nodes":["`+well.URL+`","`+behind.URL+`"]}`)
	must.Do(t, err)
	this := func() (*App, error) { return app, nil }
	code, nodes := ask(t, this, http.MethodGet, "/chain/nodes")
	if code != 200 || len(nodes) != 2 || nodes[0].Address != well.URL || nodes[0].State != pool.Unknown || well.Infos() != 0 {
		t.Errorf("%d %+v after %d checks", code, nodes, well.Infos())
	}
	code, nodes = ask(t, this, http.MethodPost, "/chain/nodes/check")
	if code != 200 || nodes[0].State != pool.Good || nodes[0].Head != chaintest.Head || nodes[0].Date == nil || nodes[1].State != pool.Out || nodes[1].Lag < 3599 || nodes[1].Reason == "" || well.Infos() != 1 {
		t.Errorf("%d %+v", code, nodes)
	}
	for path, method := range map[string]string{"/chain/nodes": http.MethodPost, "/chain/nodes/check": http.MethodGet} {
		if code, _ := ask(t, this, method, path); code != http.StatusMethodNotAllowed {
			t.Errorf("%s %s: %d", method, path, code)
		}
	}
	if well.Infos() != 1 {
		t.Error("asking with the wrong method checked the nodes")
	}
}

func TestTheAdminAPISaysThatNoChainIsRead(t *testing.T) {
	// Without a configuration in force it is not known whether one will be.
	if code, _ := ask(t, func() (*App, error) { return adapter.Running[*App]("chain") }, http.MethodGet, "/chain/nodes"); code != http.StatusServiceUnavailable {
		t.Errorf("%d", code)
	}
	if code, _ := ask(t, func() (*App, error) { return nil, errors.New("broken") }, http.MethodGet, "/chain/nodes"); code != http.StatusInternalServerError {
		t.Errorf("%d", code)
	}
}

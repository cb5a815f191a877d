package cluster

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/plugintest/golden"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/plugintest/ports"

	"github.com/caddyserver/caddy/v2"
)

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }

func TestOptions(t *testing.T) {
	golden.Options(t, "cluster", map[string]string{
		`join 10.0.0.2:7946 10.0.0.2:7946`: `join: 10.0.0.2:7946 stands twice, at Caddyfile:3`,
		`join :7946`:                       `the address ":7946": it has no host: write host and port, such as 10.0.0.1:7946, at Caddyfile:3`,
		`listen 7946`:                      `the address "7946": address 7946: missing port in address: write host and port, such as 10.0.0.1:7946, at Caddyfile:3`,
		`peers 10.0.0.2:7946`:              `unrecognized subdirective: peers, at Caddyfile:3`,
		"{\ncluster {\nsecret {env.CLUSTER_SECRET}\n}\ncluster {\nsecret {env.CLUSTER_SECRET}\n}\n}": `the cluster block stands twice: a process is in one cluster, at Caddyfile:5`,
	})
	golden.Options(t, "storage", map[string]string{
		"{\nstorage cluster /srv/certificates twice\n}": "unexpected \"twice\": write `storage cluster`, and a folder if it is another one than Caddy's, at Caddyfile:2",
		"{\nstorage cluster {\nroot /srv\n}\n}":         "unexpected \"root\": write `storage cluster`, and a folder if it is another one than Caddy's, at Caddyfile:3",
	})
}

func TestWhatCannotBeAClusterIsRefusedWithWhatToDo(t *testing.T) {
	const listen, secret = "10.0.0.1:7946", "0123456789abcdef0123456789abcdef"
	for _, refused := range []struct {
		app           App
		secret, error string
	}{
		{App{Join: []string{"10.0.0.2:1", "10.0.0.3:1"}}, secret, "it has no `listen`"},
		{App{Listen: listen, Join: []string{"10.0.0.2:1"}}, secret, "two processes are no cluster"},
		{App{Listen: listen, Join: []string{listen, "10.0.0.3:1"}}, secret, "stands twice"},
		{App{Listen: listen, Join: []string{"10.0.0.3:1", "10.0.0.3:1"}}, secret, "stands twice"},
		{App{Listen: "10.0.0.1"}, secret, "write host and port"},
		{App{Listen: "10.0.0.1:0"}, secret, "is no port"},
		{App{Listen: ":7946"}, secret, "it has no host"},
		{App{Listen: listen}, secret[1:], "the secret has 31 bytes: it needs 32 or more"},
		{App{Listen: listen}, "", "the secret has 0 bytes"},
		{App{Listen: listen, Secret: "{env.CLUSTER}"}, "", "nothing in {env.CLUSTER}"},
	} {
		if err := refused.app.validate(refused.secret); err == nil || !strings.Contains(err.Error(), refused.error) {
			t.Errorf("%+v: %v, want %q", refused.app, err, refused.error)
		}
	}
	for _, join := range [][]string{nil, {"10.0.0.2:7946", "10.0.0.3:7946"}} {
		if err := (&App{Listen: listen, Join: join}).validate(secret); err != nil {
			t.Error(err)
		}
	}
}

func TestAReloadThatFailsLeavesTheProcessInItsCluster(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	own, taken := "127.0.0.1:"+ports.Free(t), httptest.NewServer(nil)
	defer taken.Close()
	load := func(others int, listen ...string) error {
		var join []string
		for other := range others {
			join = append(join, fmt.Sprint("127.0.0.1:", other+1))
		}
		config, err := json.Marshal(object{
			"admin":   object{"disabled": true, "config": object{"persist": false}},
			"logging": object{"logs": object{"default": object{"writer": object{"output": "discard"}}}},
			"apps": object{
				"cluster": object{"listen": own, "join": join, "secret": strings.Repeat("a secret of tests ", 2)},
				"http":    object{"servers": object{"site": object{"listen": listen, "automatic_https": object{"disable": true}}}},
			},
		})
		must.Do(t, err)
		return caddy.Load(config, true)
	}
	must.Do(t, load(2))
	defer caddy.Stop()
	if err := load(4, "tcp4/"+taken.Listener.Addr().String()); err == nil {
		t.Fatal("it listens where another one does")
	}
	if size := adapter.Peers.Size(); size != 3 {
		t.Errorf("it is in a cluster of %d, want 3", size)
	}
	if err := load(4); err != nil || adapter.Peers.Size() != 5 {
		t.Errorf("%v; it is in a cluster of %d, want 5", err, adapter.Peers.Size())
	}
}

func TestAClusterOfOneProcessConnectsNothing(t *testing.T) {
	app := new(App)
	if app.Mesh() != nil {
		t.Error("it has others")
	}
	if view := app.view(t.Context()); view.Size != 1 || !view.Quorum || len(view.Advice) != 1 {
		t.Errorf("it is shown as %+v", view)
	}
}

func TestAViewSaysWhatToDo(t *testing.T) {
	view := View{Name: "a", Size: 3, Members: []Member{{Name: "a", Address: "10.0.0.1:1"}}}
	view.Members[0].Waiting, view.Members[0].Lacking = 2, []string{"football/0123"}
	view.Advice = view.advice([]string{"10.0.0.2:1", "10.0.0.3:1"})
	var printed strings.Builder
	must.Do(t, view.print(&printed))
	for _, part := range []string{"1 of 3 processes; NO QUORUM\n", "shipping waits until 2 of 3 processes are connected", "the processes of 10.0.0.2:1, 10.0.0.3:1", "a has 2 changes that hold there alone", "a still fetches football/0123"} {
		if !strings.Contains(printed.String(), part) {
			t.Errorf("%s lacks %q", printed.String(), part)
		}
	}
}

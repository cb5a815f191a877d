package gateway

import (
	"net/http"
	"strings"
	"testing"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest"
)

// A pause has to reach visitors when ops need it most: while no node of the chain answers.
func TestASaleIsPausedByACommandAndGoesOnWithoutARestart(t *testing.T) {
	p := newProcess(t, ofRows, keepState)
	client := newClient(t, false)
	before := p.want(client, drops)
	p.nodes[0].Set(func(state *chaintest.State) { state.Fail = chaintest.Answer(http.StatusServiceUnavailable, "") })
	command := func(line ...string) string {
		t.Helper()
		said, err := p.gatewayCommand(line...).CombinedOutput()
		if err != nil {
			t.Fatalf("%q: %v: %s", line, err, said)
		}
		return string(said)
	}
	said := command("pause-sale", "--en", "Back at 20:00 UTC.", "--es", "Volvemos a las 20:00 UTC.", "football")
	if !strings.Contains(said, "football is paused since ") {
		t.Errorf("the command said %s", said)
	}
	const member = `"paused":{"football":{"en":"Back at 20:00 UTC.","es":"Volvemos a las 20:00 UTC.","since":"`
	tag := before.header.Get("ETag")
	plugintest.Eventually(t, "an open page has it", func() bool {
		got := answered(t, http.MethodGet, "http://"+p.address+drops, "", "If-None-Match", tag)
		return got.status == http.StatusOK && strings.Contains(got.body, member) && got.header.Get("ETag") != tag
	})
	plugintest.Eventually(t, "a page is composed with it", func() bool { return strings.Contains(p.want(client, "/football").body, member) })
	if shown := p.adminAnswer("/sales/paused"); !strings.Contains(shown, `"es":"Volvemos a las 20:00 UTC."`) || !strings.Contains(shown, `"by":"`) {
		t.Errorf("the admin endpoint shows %s", shown)
	}
	if said := command("resume-sale", "football"); !strings.HasSuffix(said, "no sale is paused\n") || !strings.Contains(said, `"logger":"audit","msg":"resume sale","by":"`) {
		t.Errorf("the command said %s", said)
	}
	plugintest.Eventually(t, "the sale goes on", func() bool {
		got := p.want(client, drops)
		return got.header.Get("ETag") == tag && got.body == before.body
	})
	p.kill()
	for _, line := range []string{`"msg":"the sale is paused"`, `"msg":"the sale goes on"`} {
		if strings.Count(p.log.String(), line) != 1 {
			t.Errorf("the log has %d times %s", strings.Count(p.log.String(), line), line)
		}
	}
}

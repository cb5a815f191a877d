package gateway

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/plugintest"
)

// setLag has the nodes of processes be so far behind, the second one twice as far and so on: an hour, and none is sent
// anything. If they agreed they would be believed against the process's clock from their second check on.
func setLag(t *testing.T, lag time.Duration, all ...*process) {
	t.Helper()
	for _, p := range all {
		for index, node := range p.nodes {
			node.Set(func(s *chaintest.State) { s.Lag = lag * time.Duration(index+1) })
		}
		answered(t, http.MethodPost, "http://"+p.admin+"/chain/nodes/check", "")
	}
}

// submit pushes a transaction as a page does, and returns where its status is.
func (p *process) submit(t *testing.T, trx []byte) (location string) {
	t.Helper()
	const call = "send_transaction2"
	got := answered(t, http.MethodPost, "http://"+p.address+"/v1/chain/"+call, string(chainapitest.Body(call, trx)), "Prefer", "respond-async")
	if got.status != http.StatusAccepted {
		t.Fatalf("a push is answered %d %s", got.status, got.body)
	}
	return got.header.Get("Location")
}

// stateOf is what a process says of a push.
func (p *process) stateOf(t *testing.T, location string) string {
	t.Helper()
	got := answered(t, http.MethodGet, "http://"+p.address+location, "")
	var status struct{ State string }
	if err := json.Unmarshal([]byte(got.body), &status); err != nil {
		t.Fatalf("%d %s: %v", got.status, got.body, err)
	}
	return status.State
}

// lineOf is the process that has the line of the cluster by what this one knows, and how many wait in it.
func (p *process) lineOf(t *testing.T) (process string, waiting int) {
	t.Helper()
	var stats struct {
		Process string
		Waiting int
	}
	if err := json.Unmarshal([]byte(p.adminAnswer("/chain/queue")), &stats); err != nil {
		t.Fatal(err)
	}
	return stats.Process, stats.Waiting
}

func (p *process) hasLine(t *testing.T) bool {
	t.Helper()
	process, _ := p.lineOf(t)
	return process == p.viewOf().Name
}

// wantOneLine has what is pushed at any process wait in the line of one, which goes to another one
// when that one ends; of what died with one the page pushes the same again.
func wantOneLine(t *testing.T, all []*process) {
	t.Helper()
	setLag(t, time.Hour, all...)
	trx := chainapitest.Packed(time.Now().Add(3*time.Minute), chaintest.Head-3, fmt.Sprint("waits since ", time.Now()))
	locations := map[*process]string{}
	for _, p := range all {
		locations[p] = p.submit(t, trx)
	}
	first := slices.IndexFunc(all, func(p *process) bool { return p.hasLine(t) })
	if first < 0 {
		t.Fatal("no process has the line")
	}
	owner, others := all[first], slices.Delete(slices.Clone(all), first, first+1)
	for _, p := range all {
		if _, waiting := p.lineOf(t); waiting != 1 || locations[p] != locations[owner] {
			t.Errorf("%d wait, of one that was pushed at each process, and its status is at %s and %s", waiting, locations[p], locations[owner])
		}
	}
	// One that ends gives the line away.
	owner.terminate()
	said := owner.log.String()
	for _, p := range others {
		if state := p.stateOf(t, locations[owner]); state != "queued" {
			t.Errorf("after the end of the process that had it it is %q; that one said %s", state, said[max(0, len(said)-4000):])
		}
	}
	owner.again()
	owner.awaitReady()
	// Until it has heard of both it says of nothing that it is unknown: killed before that, one might have had it.
	nobodys := strings.Replace(locations[owner], path.Base(locations[owner])[:22], strings.Repeat("A", 22), 1)
	plugintest.Eventually(t, "one that has just been started has heard of the others", func() bool {
		return owner.stateOf(t, nobodys) == "unknown"
	})
	// One that is killed does not.
	if !others[0].hasLine(t) {
		others[0], others[1] = others[1], others[0]
	}
	others[0].kill()
	last := others[1]
	plugintest.Eventually(t, "what died with the process that had it is known to nobody", func() bool {
		return owner.stateOf(t, locations[owner]) == "unknown"
	})
	plugintest.Eventually(t, "one that has just been started knows who has the line", func() bool {
		process, _ := owner.lineOf(t)
		return process == last.viewOf().Name
	})
	again := owner.submit(t, trx)
	// Where nothing was heard of that one for some seconds, as on a machine that stood still, it comes to it later.
	plugintest.Eventually(t, "it waits at the process that has the line", func() bool {
		process, waiting := last.lineOf(t)
		return process == last.viewOf().Name && waiting == 1
	})
	if state := last.stateOf(t, again); state != "queued" {
		t.Errorf("pushed again it is %q", state)
	}
	setLag(t, 0, owner, last)
	plugintest.Eventually(t, "it is sent by the process that has run longest", func() bool { return len(last.nodes[0].Pushes()) > 0 })
	plugintest.Eventually(t, "another one says so", func() bool { return owner.stateOf(t, again) == "sent" })
	if sent := len(last.nodes[0].Pushes()); sent != 1 || len(owner.nodes[0].Pushes()) > 0 {
		t.Errorf("it was sent %d times, and by the process that it was pushed to %d times", sent, len(owner.nodes[0].Pushes()))
	}
	others[0].again()
	setLag(t, 0, others[0])
	others[0].awaitReady()
}

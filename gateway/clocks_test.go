//go:build !race || soak

package gateway

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"fieldhouse/gateway/skew"
	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/plugintest"
)

// useAllNodes has a process ask all nodes: those that agree are believed, whatever its clock says.
func (p *process) useAllNodes(t *testing.T) {
	t.Helper()
	p.change(func(config object) {
		config["apps"].(object)["chain"] = object{"nodes": []string{p.nodes[0].URL, p.nodes[1].URL, p.nodes[2].URL}}
	})
}

// clock is how late a process believes that it is.
func (p *process) clock(t *testing.T) time.Time {
	t.Helper()
	answer, err := http.Get("http://" + p.address + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	at, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestAClusterWhoseClocksDifferIsOneSite(t *testing.T) {
	t.Parallel()
	if !skew.Possible {
		t.Skip("another clock is given to a process on Linux and amd64 alone")
	}
	all := newCluster(t, func(index int, p *process) {
		p.Env = append(p.Env, clockIsLater+"="+[]string{"0s", "60s", "-60s"}[index])
		p.useAllNodes(t)
	})
	a, fast, slow := all[0], all[1], all[2]
	if apart := fast.clock(t).Sub(slow.clock(t)); apart < 115*time.Second || apart > 125*time.Second {
		t.Fatalf("the clocks are %s apart, so that this tests nothing", apart)
	}
	first := a.lineupOf().Editions["football"].Live
	awaitLive(t, first, all...)
	second := fast.ship("by who is ahead")
	awaitLive(t, second, all...)
	slow.rollback()
	awaitLive(t, first, all...)
	third := slow.ship("by who is behind")
	awaitLive(t, third, all...)
	fast.rollback()
	awaitLive(t, first, all...)
	wantOneStorage(t, all)
	wantOneSetOfTokens(t, []*process{fast, a, slow})
	wantOneSetOfTokens(t, []*process{slow, a, fast})
	fast.pauseAndPurge(slow, a)
	slow.pauseAndPurge(fast, a)
	for _, p := range all {
		p.wantServing(t, first)
	}

	setLag(t, time.Hour, all...)
	trx := chainapitest.Packed(time.Now().Add(3*time.Minute), chaintest.Head-3, fmt.Sprint("waits since ", time.Now()))
	location := a.submit(t, trx)
	for _, p := range all {
		if again := p.submit(t, trx); again != location {
			t.Errorf("the same push has its status at %s and %s", location, again)
		}
		if state := p.stateOf(t, location); state != "queued" {
			t.Errorf("a push that waits is %q", state)
		}
	}
	setLag(t, 0, all...)
	wantSent := func(location string, at ...*process) {
		t.Helper()
		for _, p := range at {
			plugintest.Eventually(t, "it is sent", func() bool { return p.stateOf(t, location) == "sent" })
		}
	}
	wantSent(location, all...)
	wantLine := func(of *process, at ...*process) {
		t.Helper()
		for _, p := range at {
			plugintest.Eventually(t, "the process that has run longest has the line", func() bool {
				process, _ := p.lineOf(t)
				return process == of.viewOf().Name
			})
		}
	}
	wantLine(a, all...)
	slow.kill()
	slow.again()
	slow.awaitReady()
	wantLine(a, all...)
	// The line of one whose clock is ahead takes what has less time left than that.
	a.kill()
	wantLine(fast, fast, slow)
	trx = chainapitest.Packed(time.Now().Add(50*time.Second), chaintest.Head-3, fmt.Sprint("is short since ", time.Now()))
	wantSent(slow.submit(t, trx), fast, slow)
	a.again()
	a.awaitReady()
	awaitEqualJournals(t, all)
}

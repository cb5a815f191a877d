//go:build !race || soak

package gateway

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/gateway/crowd"
	"fieldhouse/gateway/rehearse"
	"fieldhouse/plugins/editions/releasetest"
)

// TestARehearsalWithADeadNodeAndAKilledProcessTellsWhatTheChainHas has this binary be the site's two processes.
func TestARehearsalWithADeadNodeAndAKilledProcessTellsWhatTheChainHas(t *testing.T) {
	const visitors, buyers = 30, 10
	t.Setenv(asProcess, "1")
	rehearse.Fans = func(count int) (fans []crowd.Account) {
		for i := range count {
			fans = append(fans, crowd.Account{Name: genesis.Fan(i), Key: genesis.Key(genesis.Fan(i))})
		}
		return fans
	}
	t.Cleanup(func() { rehearse.Fans = nil })
	next := releasetest.Sport(releasetest.Football)
	next.Content["mount.js"] += "// newer"
	plan := &rehearse.Plan{
		Store: newTestSite(t, ofRows).store, Nodes: 2, Drop: "football", Lobby: 3 * time.Second,
		Visitors: visitors, Buyers: buyers, Within: 4 * time.Second, Patience: time.Minute,
	}
	for _, text := range []string{"node:dies@+0s", "ship:football:" + next.Write(t) + "@+1s", "process:kill@+2s"} {
		fault, err := rehearse.ParseFault(text)
		if err != nil {
			t.Fatal(err)
		}
		plan.Faults = append(plan.Faults, fault)
	}
	results, err := rehearse.Run(context.Background(), plan, func(line string) { t.Log(line) })
	if err != nil {
		t.Fatal(err)
	}
	if results.Chain == nil || results.IsWrong() {
		t.Fatalf("the chain has %+v; %q", results.Chain, results.NotMeasured)
	}
	landed := 0
	for _, one := range results.Purchases {
		if one.Landed == nil {
			t.Errorf("%s has not landed: %s", one.ID, one.Error)
			continue
		}
		landed++
		if *one.Pressed > *one.Queued || *one.Queued > *one.Sent || *one.Sent > *one.Landed {
			t.Errorf("%s: pressed at %g, in line at %g, sent at %g, landed at %g", one.ID, *one.Pressed, *one.Queued, *one.Sent, *one.Landed)
		}
	}
	if landed != buyers || results.Chain.Carried != buyers || results.Chain.Untold != 0 || results.Landed.Count != buyers {
		t.Errorf("%d landed, the chain has %+v, %d times are known", landed, results.Chain, results.Landed.Count)
	}
	if len(results.Opened) != visitors || !results.IsTold || results.Page.Answers < visitors {
		t.Errorf("%d pages were opened, and told of %d changes", len(results.Opened), results.Page.Answers)
	}
	var happened []string
	for _, one := range results.Faults {
		happened = append(happened, one.What)
	}
	for _, want := range []string{"node:dies", "ship:football", "process:kill", "the gateway was started anew"} {
		if !slices.Contains(happened, want) {
			t.Errorf("%q did not come about: %q", want, happened)
		}
	}
	if !slices.ContainsFunc(results.Mishaps, func(one rehearse.Event) bool { return strings.HasPrefix(one.What, "an open page") }) {
		t.Error("no open page noticed that the process was killed")
	}
	if len(results.Samples) == 0 || !slices.ContainsFunc(results.Samples, func(one rehearse.Sample) bool { return slices.Contains(one.Nodes, "good") }) {
		t.Errorf("the admin endpoint said nothing: %q", results.NotMeasured)
	}
	var page bytes.Buffer
	if err := results.Write(&page); err != nil || !strings.Contains(page.String(), fmt.Sprintf("It has %d of %d purchases.", buyers, buyers)) {
		t.Errorf("%v: %.2000s", err, page.String())
	}
}

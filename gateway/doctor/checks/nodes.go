package checks

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/chain/pool"
)

// Nodes are the chain's nodes that the configuration names.
type Nodes struct {
	// Ask asks each of them once.
	Ask func(context.Context) []pool.NodeStatus
	// Rate is how many requests each gets in a second.
	Rate float64
}

// Check looks at the nodes, at what their rates are enough for, and at this machine's clock.
func (n Nodes) Check() Check {
	return Check{"nodes", func(ctx context.Context) []Result {
		asked := n.Ask(ctx)
		found := []Result{clock(asked)}
		well := 0
		for _, node := range asked {
			if node.State == pool.Good {
				well++
			}
			found = append(found, about(node))
		}
		if found = append(found, enough(len(asked), well)); well > 0 {
			found = append(found, n.rates(well))
		}
		return found
	}}
}

// about says how one node is.
func about(node pool.NodeStatus) Result {
	switch node.State {
	case pool.Good:
		return ok("nodes", "%s: block %d, %s old, answered in %s", node.Address, node.Head, seconds(headAge(node)), seconds(node.CheckLatency))
	case pool.Degraded:
		return warn("nodes", "ask its operator, or name another `node` of `chain`; see the clock, too", "%s: %s", node.Address, node.Reason)
	default:
		return problem("nodes", "name another `node` of `chain`, or have this one mended; see the clock, too", "%s: %s", node.Address, node.Reason)
	}
}

func enough(all, well int) Result {
	switch {
	case well == 0:
		return problem("nodes", "name nodes that answer: without one nothing can be bought, and pages have no data", "none of %d can be used", all)
	case well == 1:
		return warn("nodes", "name two at least, of different operators: of one alone nobody knows when it lies or stands still", "one of %d can be used", all)
	}
	return ok("nodes", "%d of %d can be used", well, all)
}

// buyers are a sale to reckon with.
const buyers = 1000

// rates says how fast the nodes that can be used take purchases. Each is one push; what becomes of
// them is read block by block.
func (n Nodes) rates(well int) Result {
	most := n.Rate * float64(well)
	least := most * pool.PushShare()
	return ok("rates", "%d nodes at %.4g requests a second take %.3g purchases a second beside everything else, and less than %.4g alone: of %d buyers the last one has waited %s to %s",
		well, n.Rate, least, most, buyers, seconds(buyers/most), seconds(buyers/least))
}

// offBy is how far the clock may be off: a warning, and a problem.
const (
	offBy    = 2 * time.Second
	farOffBy = 10 * time.Second
)

// clock compares this machine's clock with those of the nodes' servers, and where these do not tell
// the time, with the times of their newest blocks.
func clock(nodes []pool.NodeStatus) Result {
	const do = "set the clock, and have it kept: timedatectl set-ntp true"
	var dates, heads []time.Duration
	for _, node := range nodes {
		if node.Checked == nil || node.State == pool.WrongChain {
			continue
		}
		heads = append(heads, node.Checked.Sub(*node.HeadTime))
		if node.Date != nil {
			// They are cut to the second, and written while the answer is on its way.
			written := node.Date.Add(time.Second / 2).Add(-time.Duration(node.CheckLatency / 2 * float64(time.Second)))
			dates = append(dates, node.Checked.Sub(written))
		}
	}
	off, by := median(dates), fmt.Sprintf("the clocks of %d nodes", len(dates))
	if len(dates) == 0 {
		off, by = median(heads), fmt.Sprintf("the newest blocks of %d nodes", len(heads))
	}
	if len(heads) == 0 {
		return warn("clock", "compare it by hand: timedatectl", "no node has answered, which it is compared with")
	}
	found := fmt.Sprintf("%s ahead of %s; their newest blocks are %s old", off.Round(100*time.Millisecond), by, median(heads).Round(100*time.Millisecond))
	switch {
	case off.Abs() > farOffBy:
		return problem("clock", do, "%s", found)
	case off.Abs() > offBy:
		return warn("clock", do, "%s", found)
	case median(heads).Abs() > farOffBy:
		return warn("clock", "look at the chain in an explorer: it may have stopped", "%s", found)
	}
	return ok("clock", "%s", found)
}

func headAge(node pool.NodeStatus) float64 { return node.Checked.Sub(*node.HeadTime).Seconds() }

func seconds(of float64) string {
	exact := time.Duration(of * float64(time.Second))
	if exact.Abs() < time.Second {
		return exact.Round(time.Millisecond).String()
	}
	return exact.Round(100 * time.Millisecond).String()
}

func median(of []time.Duration) time.Duration {
	if len(of) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(of))
	return sorted[(len(sorted)-1)/2]
}

// Sources asks each of several addresses once, all at the same time. They are of one kind, such as
// `asset index`; do is what to do about one that does not answer.
func Sources(kind, do string, addresses []string, ask func(ctx context.Context, address string) error) Check {
	return Check{kind, func(ctx context.Context) []Result {
		found := make([]Result, len(addresses))
		var all sync.WaitGroup
		for i, address := range addresses {
			all.Go(func() {
				began := time.Now()
				if err := ask(ctx, address); err != nil {
					found[i] = problem(kind, do+", or have this one mended", "%s: %v", address, err)
					return
				}
				found[i] = ok(kind, "%s answered in %s", address, seconds(time.Since(began).Seconds()))
			})
		}
		all.Wait()
		return found
	}}
}

package rehearse

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldhouse/gateway/crowd"
)

// Event is something that happened.
type Event struct {
	// At is when, in seconds from the opening on.
	At   float64 `json:"at"`
	What string  `json:"what"`
}

// Results are what became of a rehearsal. Times are in seconds from the opening on, before it below 0, where nothing else is
// said.
type Results struct {
	Site    string    `json:"site"`
	Network string    `json:"network"`
	Drop    string    `json:"drop"`
	Opens   time.Time `json:"opens"`
	// Began is when all began, Ended when it was over.
	Began         float64 `json:"began"`
	Ended         float64 `json:"ended"`
	IsInterrupted bool    `json:"interrupted"`
	Visitors      int     `json:"visitors"`
	Buyers        int     `json:"buyers"`
	Within        float64 `json:"within"`
	// IsTold: open pages are told of changes by streams over HTTP/2; else they ask.
	IsTold bool `json:"told_by_stream"`
	// Faults are those of the plan as they came about, with what followed them.
	Faults []Event `json:"faults"`

	// Opened are the visitors' first pages, and Loads how long they took, in milliseconds.
	Opened []Opened     `json:"opened"`
	Loads  crowd.Spread `json:"loads"`
	// Purchases are those of the buyers.
	Purchases []Purchase `json:"purchases"`
	// Queued, Sent and Landed are how long it took from the press on, in milliseconds.
	Queued crowd.Spread `json:"queued"`
	Sent   crowd.Spread `json:"sent"`
	Landed crowd.Spread `json:"landed"`
	// Late is how late the latest press began, in milliseconds: of more than 1,000 this machine was too slow for the crowd.
	Late float64 `json:"late"`
	// Mishaps are what went otherwise than well and was tried again, Failed how many purchases did not come about, by why.
	Mishaps []Event        `json:"mishaps"`
	Failed  map[string]int `json:"failed"`

	Samples []Sample `json:"samples"`
	Page    Costs    `json:"page"`
	Buyer   Costs    `json:"buyer"`
	// Chain is what the chain has; nil where it could not be read.
	Chain *Verdict `json:"chain"`
	// NotMeasured is what this report does not know, and why.
	NotMeasured []string `json:"not_measured"`
}

// Purchase is one buyer's; times that did not come are null.
type Purchase struct {
	ID      string   `json:"id"`
	Pressed *float64 `json:"pressed"`
	Queued  *float64 `json:"queued"`
	Sent    *float64 `json:"sent"`
	Landed  *float64 `json:"landed"`
	Refused *float64 `json:"refused"`
	// Place is the highest place in line that they were told.
	Place int    `json:"place"`
	Error string `json:"error,omitempty"`
}

// Opened is a visitor's first page: when they asked for it, and how long it took, in milliseconds.
type Opened struct {
	At   float64 `json:"at"`
	Took float64 `json:"took"`
}

// Costs are what visitors of a kind have asked for and received together.
type Costs struct {
	Requests int64 `json:"requests"`
	Bytes    int64 `json:"bytes"`
	// Answers are the changes that open pages were told of.
	Answers int64 `json:"answers"`
}

func costsOf(c *crowd.Cost) Costs {
	return Costs{c.Requests.Load(), c.Bytes.Load(), c.Answers.Load()}
}

// IsWrong reports whether a purchase was carried out twice, or a buyer was told what the chain does not have.
func (r *Results) IsWrong() bool {
	return r.Chain != nil && len(r.Chain.Twice)+len(r.Chain.Untrue) > 0
}

// results are what was seen.
func (r *rehearsal) results(isInterrupted bool) *Results {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := &Results{
		Site: r.site.Address, Network: r.site.Network.Name, Drop: r.Drop, Opens: r.Opens, Began: r.at(r.begun), Ended: r.at(time.Now()), IsInterrupted: isInterrupted,
		Visitors: r.Visitors, Buyers: r.Buyers, Within: r.Within.Seconds(), IsTold: r.site.IsTLS(), Faults: append([]Event{}, r.moments...),
		Mishaps: append([]Event{}, r.mishaps...), Samples: append([]Sample{}, r.samples...), Opened: append([]Opened{}, r.opened...), Page: costsOf(&r.ofPage), Buyer: costsOf(&r.ofBuyer), Failed: map[string]int{},
	}
	var loads, queued, sent, landed []time.Duration
	for _, one := range r.opened {
		loads = append(loads, time.Duration(one.Took*float64(time.Millisecond)))
	}
	for _, b := range r.buyers {
		bought := Purchase{ID: b.Signed, Place: b.Place}
		for _, one := range []struct {
			at   time.Time
			into **float64
			took *[]time.Duration
		}{{b.PressedAt, &bought.Pressed, nil}, {b.Queued, &bought.Queued, &queued}, {b.Sent, &bought.Sent, &sent}, {b.Landed, &bought.Landed, &landed}, {b.Refused, &bought.Refused, nil}} {
			if one.at.IsZero() {
				continue
			}
			at := r.at(one.at)
			if *one.into = &at; one.took != nil {
				*one.took = append(*one.took, one.at.Sub(b.PressAt))
			}
		}
		if !b.PressedAt.IsZero() {
			all.Late = max(all.Late, float64(b.PressedAt.Sub(b.PressAt).Milliseconds()))
		}
		if b.Err != nil {
			bought.Error = fmt.Sprintf("%.160s", b.Err)
			all.Failed[bought.Error]++
		}
		for _, mishap := range b.Mishaps {
			all.Mishaps = append(all.Mishaps, Event{r.at(mishap.At), "a buyer: " + mishap.What})
		}
		all.Purchases = append(all.Purchases, bought)
	}
	byTime := func(a, b Event) int { return cmp.Compare(a.At, b.At) }
	slices.SortFunc(all.Mishaps, byTime)
	slices.SortFunc(all.Faults, byTime)
	all.Loads, all.Queued, all.Sent, all.Landed = crowd.SpreadOf(loads), crowd.SpreadOf(queued), crowd.SpreadOf(sent), crowd.SpreadOf(landed)
	if r.unread != nil {
		all.NotMeasured = append(all.NotMeasured, "nodes, processor and memory: "+r.unread.Error())
	}
	if all.Late > mostLate {
		all.NotMeasured = append(all.NotMeasured, fmt.Sprintf("the crowd as planned: presses began up to %.0f ms late, so that this machine was too slow for it, and its times are no others' fault", all.Late))
	}
	if r.own == nil {
		all.NotMeasured = append(all.NotMeasured, "what each visitor's own network and device add: all of them were on one machine, and one client's bounds hold for them unless the site trusts it as a proxy (TRUSTED_PROXIES)")
	} else {
		all.NotMeasured = append(all.NotMeasured, "a network: visitors, gateway and chain shared this machine, and its processors")
	}
	all.NotMeasured = append(all.NotMeasured, "what browsers do: scripts, styles and pictures of a page are not loaded")
	return all
}

// mostLate is how late a press may begin, in milliseconds.
const mostLate = 1000

// kinds are the whats of events with how often each came, the most frequent first.
func kinds(events []Event) (names []string, counts map[string]int) {
	counts = map[string]int{}
	for _, one := range events {
		counts[one.What]++
	}
	names = slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	return names, counts
}

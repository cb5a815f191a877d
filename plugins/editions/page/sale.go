package page

import (
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/editions/release"
)

// saleTolerance is how far the start in the settings and that of a drop may be
// apart and still be the same sale.
const saleTolerance = time.Minute

// saleCheck tells where settings and chain differ about the sale: the banner of every
// page counts to the settings' start, and says that the sale is live only while the
// chain has one. Each difference is told once.
type saleCheck struct {
	mutex sync.Mutex
	said  string
}

// check compares the start with the drops that a page was just composed of.
func (c *saleCheck) check(start string, rows *Rows, now time.Time, tell func(string)) {
	at, err := time.Parse(time.RFC3339, start)
	if err != nil || rows == nil || tell == nil {
		return
	}
	found := saleDifference(at, rows.drops(), now)
	c.mutex.Lock()
	isNew := found != c.said
	c.said = found
	c.mutex.Unlock()
	if isNew && found != "" {
		tell(found)
	}
}

// saleDifference says what the settings' start of the sale and the drops tell
// differently; empty for nothing.
func saleDifference(start time.Time, drops map[string]*drop, now time.Time) string {
	second := uint64(max(now.Unix(), 0))
	hasLive := false
	for _, drop := range drops {
		if drop.IsHidden {
			continue
		}
		begins := time.Unix(int64(drop.Start), 0)
		if start.After(now) && begins.Sub(start).Abs() <= saleTolerance {
			return ""
		}
		hasLive = hasLive || drop.state(second) == dropLive
	}
	switch {
	case start.After(now):
		return "the settings' sale starts at " + start.UTC().Format(time.RFC3339) + " (sale_start), and no drop of the chain starts then: the banner counts to a sale that does not come"
	case !hasLive:
		return "the settings' sale started at " + start.UTC().Format(time.RFC3339) + " (sale_start), and no drop of the chain is on sale: the banner says so, or counts to the chain's next drop"
	}
	return ""
}

// How many drops the short list has.
const (
	openLive = 3
	openSoon = 2
)

// openDrops are the drops of all editions that are on sale, and those that will be
// next, as items, and the moment when a drop changes its state next.
func (c *Composer) openDrops(shown *Lineup, rows map[string]*Rows, language release.Language, at time.Time) ([]item, time.Time) {
	now := uint64(max(at.Unix(), 0))
	drops, next := sortedDrops(rows[release.NeedDrops].rows, func(read *drop) bool { return c.Site.hasEdition(read.Edition) }, now)
	left := map[dropState]int{dropLive: openLive, dropSoon: openSoon}
	drops = slices.DeleteFunc(drops, func(read drop) bool {
		left[read.state(now)]--
		return left[read.state(now)] < 0
	})
	items := c.Site.told(dropItems(drops, rows[release.NeedDrops].paused, median(rows), language, now), language)
	for index := range drops {
		of, fields := drops[index].Edition, items[index].fields
		fields["edition"] = c.Site.nameOf(of, language)
		fields["page"] = dropPage(shown.Releases[of], of, fields["id"])
	}
	return items, next
}

// dropPage is where a drop is bought: its own page where the edition has them, else
// the edition's home.
func dropPage(edition *Edition, name, id string) string {
	if edition != nil {
		for _, pattern := range edition.patterns {
			if pattern.Item == "drops" {
				return pattern.pattern.Fill(func(string) string { return id })
			}
		}
	}
	return homeOf(name)
}

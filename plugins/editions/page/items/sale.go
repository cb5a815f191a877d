package items

import (
	"slices"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/site/settings"
)

// saleTolerance is how far the start in the settings and that of a drop may be
// apart and still be the same sale.
const saleTolerance = time.Minute

// saleDiffers tells where settings and chain differ about the sale: the banner of every
// page counts to the settings' start, and says that the sale is live only while the
// chain has one.
func saleDiffers(site *settings.Settings, rows map[string]*page.Rows, now time.Time) string {
	at, err := time.Parse(time.RFC3339, site.Countdowns.Sale)
	drops := tableOf(rows, release.NeedDrops)
	if err != nil || drops == nil {
		return ""
	}
	return saleDifference(at, drops.drops(), now)
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
func openDrops(t page.Context) ([]page.Item, time.Time) {
	now := uint64(max(t.Now.Unix(), 0))
	of := tableOf(t.Rows, release.NeedDrops)
	drops, next := sortedDrops(of.rows, func(read *drop) bool { return t.Site.HasEdition(read.Edition) }, now)
	left := map[dropState]int{dropLive: openLive, dropSoon: openSoon}
	drops = slices.DeleteFunc(drops, func(read drop) bool {
		left[read.state(now)]--
		return left[read.state(now)] < 0
	})
	items := inLanguage(dropItems(drops, of.paused, median(t.Rows), t.Language, now), t.Site.Settings().DropTexts, t.Language)
	for index := range drops {
		edition, fields := drops[index].Edition, items[index].Fields
		fields["edition"] = t.Site.NameOf(edition, t.Language)
		fields["look"] = edition
		fields["page"] = t.PageOf("drops", edition, fields["id"])
	}
	return items, next
}

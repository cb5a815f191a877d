package items

import (
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/site/settings"
)

// The lists of this package (docs/edition-contract.md, "Lists the gateway knows").
const (
	dropsList = "drops"
	postsList = "posts"
	// Short ones, for a front page: the drops of all editions that are on sale or will
	// be next, and the newest posts.
	openDropsList   = "drops.open"
	latestPostsList = "posts.latest"
	// The posts after the newest of the list posts, a line each.
	earlierPostsList = "posts.earlier"
	// What a fixed amount of dollars was in WAX, hour by hour.
	historyList = "median.history"
	// Of a page about one item: the drop, and the posts before and after the post and the
	// drop that it is about.
	dropList       = "drop"
	neighboursList = "posts.neighbours"
	packList       = "posts.pack"
)

var (
	dropLists = map[string]page.List{
		dropsList: {
			Needed:   []string{"live", "soon", "soldout", "ended", "empty"},
			Optional: optionalDrops(),
			Fields:   dropFields,
			Need:     release.NeedDrops,
			IsSlot:   true,
			Fill:     fillDrops,
		},
		openDropsList: {
			Needed:   []string{"live", "soon", "empty", "unread"},
			Optional: openDropVariants(),
			Fields:   slices.Concat(dropFields, []string{"edition", "look", "page"}),
			Need:     release.NeedDrops,
			Fill:     fillOpenDrops,
		},
		dropList: {
			Needed:   []string{"live", "soon", "soldout", "ended"},
			Optional: slices.DeleteFunc(optionalDrops(), func(name string) bool { return strings.HasSuffix(name, "-lead") }),
			Fields:   ownDropFields,
			Need:     release.NeedDrops,
			IsSlot:   true,
		},
	}
	aboutDrops   = map[string]page.About{"drops": {Fields: ownDropFields, Lists: []string{dropList}}}
	historyLists = map[string]page.List{
		historyList: {Needed: []string{"chart", "few", "unread"}, Fields: historyFields, Need: release.NeedHistory, Fill: fillHistory},
	}
	postLists = map[string]page.List{
		postsList: {
			Needed:   []string{"post", "empty", "unread"},
			Optional: []string{"post-lead", "post-lead-picture"},
			Fields:   postFields,
			Need:     release.NeedPosts,
			Fill:     fillPosts,
		},
		latestPostsList: {
			Needed:   []string{"post", "empty", "unread"},
			Optional: []string{"post-lead", "post-lead-picture"},
			Fields:   slices.Concat(postFields, []string{"page"}),
			Need:     release.NeedPosts,
			Fill:     fillLatestPosts,
		},
		earlierPostsList: {Needed: []string{"post"}, Optional: []string{"post-month"}, Fields: postFields, Need: release.NeedPosts, Fill: fillEarlierPosts},
		neighboursList:   {Needed: []string{"older", "newer"}, Fields: postFields, Need: release.NeedPosts},
		packList: {
			Needed:   []string{"live", "soon"},
			Optional: slices.DeleteFunc(openDropVariants(), func(name string) bool { return strings.HasSuffix(name, "-lead") }),
			Fields:   dropFields,
			Need:     release.NeedDrops,
		},
	}
	aboutPosts = map[string]page.About{"posts": {Fields: postFields, Lists: []string{neighboursList, packList}, HasText: true}}
)

// fillDrops are the drops of the page's edition. Without its rows the slot stays empty and the
// skeletons show.
func fillDrops(t page.Context) ([]page.Item, time.Time) {
	drops := tableOf(t.Rows, release.NeedDrops)
	if drops == nil {
		return nil, time.Time{}
	}
	items, next := editionDrops(drops, median(t.Rows), t.Edition, t.Language, t.Now)
	return inLanguage(items, t.Site.Settings().DropTexts, t.Language), next
}

func fillHistory(t page.Context) ([]page.Item, time.Time) {
	held := t.Rows[release.NeedHistory]
	if held == nil {
		return unread, time.Time{}
	}
	return historyItems(held.Data.(history), t.Language), time.Time{}
}

// fillPosts are the newest posts: fewer where the earlier ones have a list of their own.
func fillPosts(t page.Context) ([]page.Item, time.Time) {
	if t.Holds(earlierPostsList) {
		return firstPosts(t, newestPosts)
	}
	return firstPosts(t, maxPosts)
}

func fillLatestPosts(t page.Context) ([]page.Item, time.Time) {
	items, next := firstPosts(t, latestPosts)
	if posts := feedOf(t.Rows); posts != nil {
		for index := range min(len(posts.posts), len(items)) {
			items[index].Fields["page"] = t.OwnPageOf("posts", &postAt{posts, index})
		}
	}
	return items, next
}

func firstPosts(t page.Context, most int) ([]page.Item, time.Time) {
	posts := feedOf(t.Rows)
	if posts == nil {
		return unread, time.Time{}
	}
	items := posts.items(t.Language)
	return items[:min(most, len(items))], time.Time{}
}

func fillEarlierPosts(t page.Context) ([]page.Item, time.Time) {
	posts := feedOf(t.Rows)
	if posts == nil {
		return nil, time.Time{}
	}
	return posts.earlier(t.Language), time.Time{}
}

// optionalDrops are the variants of drops that fall back to a needed one: by what
// they are priced in, without a limit, and as the first of the list.
func optionalDrops() []string {
	names := []string{"live-lead", "soon-lead", "soldout-lead", "ended-lead"}
	for _, state := range []string{"live-open", "live-paused"} {
		names = append(names, state, state+"-lead")
	}
	for _, state := range []string{"live", "live-open", "live-paused", "soon"} {
		for _, kind := range []priceKind{priceWAX, priceFree, priceOther} {
			name := state + "-" + string(kind)
			names = append(names, name, name+"-lead")
		}
	}
	return names
}

// openDropVariants are those of drops that are on sale or will be.
func openDropVariants() []string {
	return slices.DeleteFunc(optionalDrops(), func(name string) bool {
		return strings.HasPrefix(name, "soldout") || strings.HasPrefix(name, "ended")
	})
}

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

// fillOpenDrops are the drops of all editions that are on sale, and those that will be
// next, and the moment when a drop changes its state next.
func fillOpenDrops(t page.Context) ([]page.Item, time.Time) {
	of := tableOf(t.Rows, release.NeedDrops)
	if of == nil {
		return unread, time.Time{}
	}
	now := uint64(max(t.Now.Unix(), 0))
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

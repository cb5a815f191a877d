package visit

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
)

func TestADifferenceOfTheSaleIsToldOnceUntilItIsAnother(t *testing.T) {
	var told []string
	s := newStage(t, func(options *Options) {
		said := releasetest.Settings()
		said.Countdowns.Sale = at.Add(-time.Hour).Format(time.RFC3339)
		options.Site = page.NewSite(said, releasetest.Editions...)
		options.Warn = func(difference string) { told = append(told, difference) }
	})
	sale := func(rows ...json.RawMessage) {
		s.source.set(release.NeedDrops, envelope(rows...))
		s.clock.Move(time.Minute)
		s.body("/football", release.English)
		s.clock.Move(time.Minute)
		s.body("/football", release.Spanish)
	}
	sale(row(1, nil))
	if len(told) != 0 {
		t.Errorf("they agree, and it says %q", told)
	}
	sale(row(2, map[string]any{"current_claimed": 5000}))
	sale(row(3, map[string]any{"current_claimed": 5000}))
	if len(told) != 1 {
		t.Errorf("nothing is on sale, and it says %q", told)
	}
	sale(row(1, map[string]any{"end_time": 0}))
	sale()
	if len(told) != 2 {
		t.Errorf("nothing is on sale again, and it says %q", told)
	}
}

// front is a stage whose home lists what is open and the newest posts.
func front(t *testing.T) *stage {
	t.Helper()
	s := newStage(t)
	shell := releasetest.Shell()
	main := `<h1>Home</h1><ul>@list/drops.open@</ul><ol>@list/posts.latest@</ol>`
	for index := range shell.Manifest.Routes {
		if route := &shell.Manifest.Routes[index]; route.Path == "/" {
			route.Fragment = shell.Fragment("main/home", main, main)
			route.Data = []string{release.NeedDrops, release.NeedMedian, release.NeedPosts}
		}
	}
	both := releasetest.Both
	drop := `<a href="@item/page@">@item/edition@: @item/name@ @item/usd@</a>`
	shell.Manifest.Partials["drops.open"] = map[string]release.Texts{
		"live": both("<li>live " + drop + "</li>"), "soon": both("<li>soon " + drop + "</li>"), "empty": both("<li>none</li>"), "unread": both("<li>unread</li>"),
	}
	shell.Manifest.Partials["posts.latest"] = map[string]release.Texts{
		"post": both("<li>@item/title@</li>"), "empty": both("<li>none</li>"), "unread": both("<li>unread</li>"),
	}
	s.shown = lineupOf(compiled(t, releasetest.Host()), compiled(t, shell), compiled(t, releasetest.Sport(releasetest.Football)), compiled(t, releasetest.Sport(releasetest.Basketball)))
	return s
}

func TestAFrontPageListsWhatIsOpenInAllEditionsAndTheNewestPosts(t *testing.T) {
	s := front(t)
	s.source.set(release.NeedDrops, envelope(
		row(1, map[string]any{"name": "Later", "start_time": at.Unix() + hour, "end_time": 0}),
		row(2, map[string]any{"name": "Court", "edition": "basketball", "end_time": at.Unix() + 60}),
		row(3, map[string]any{"name": "Gone", "current_claimed": 5000}),
		row(4, map[string]any{"name": "Over", "end_time": at.Unix() - 1}),
		row(5, map[string]any{"name": "Hidden", "is_hidden": 1}),
		row(6, map[string]any{"name": "Foreign", "edition": "hockey"}),
		row(7, nil),
		row(8, map[string]any{"end_time": 0}),
		row(9, map[string]any{"name": "Fourth", "end_time": 0}),
		row(10, map[string]any{"name": "Latest", "start_time": at.Unix() + 3*hour, "end_time": 0}),
		row(11, map[string]any{"name": "Next", "start_time": at.Unix() + 60, "end_time": 0}),
	))
	list := func(element string) string {
		_, after, _ := strings.Cut(s.body("/", release.English), "<h1>Home</h1>")
		_, after, _ = strings.Cut(after, "<"+element+">")
		inside, _, _ := strings.Cut(after, "</"+element+">")
		return inside
	}
	items := strings.Split(strings.TrimSuffix(list("ul"), "</li>"), "</li>")
	want := []string{
		`<li>live <a href="/basketball">Basketball: Court 24.99</a>`,
		`<li>live <a href="/football">Football: Pack 24.99</a>`,
		`<li>live <a href="/football">Football: Pack 24.99</a>`,
		`<li>soon <a href="/football">Football: Next 24.99</a>`,
		`<li>soon <a href="/football">Football: Later 24.99</a>`,
	}
	if !slices.Equal(items, want) {
		t.Errorf("it lists\n%s\nwant\n%s", strings.Join(items, "\n"), strings.Join(want, "\n"))
	}
	if got := list("ol"); got != "<li>unread</li>" {
		t.Errorf("without posts it lists %s", got)
	}
	s.source.set(release.NeedPosts, `{"status":"ok","feed":{},"items":[{"title":"A","slug":"a"},{"title":"B","slug":"b"},{"title":"C","slug":"c"},{"title":"D","slug":"d"}]}`)
	s.source.set(release.NeedDrops, envelope())
	s.clock.Move(time.Minute)
	if got := list("ol"); got != "<li>A</li><li>B</li><li>C</li>" {
		t.Errorf("of four posts it lists %s", got)
	}
	if got := list("ul"); got != "<li>none</li>" {
		t.Errorf("of no drops it lists %s", got)
	}
}

var firstHour = time.Date(2026, 10, 25, 0, 0, 0, 0, time.UTC)

// priced is the answer with a median for each hour; 0 is one that is not known.
func priced(hours int, median func(hour int) int) string {
	var rows []string
	for hour := range hours {
		if of := median(hour); of != 0 {
			rows = append(rows, fmt.Sprintf(`{"at":%q,"median":%d}`, firstHour.Add(time.Duration(hour)*time.Hour).Format(time.RFC3339), of))
		}
	}
	return `{"rows":[` + strings.Join(rows, ",") + `],"more":false,"next_key":""}`
}

// withPrice is a stage where football has a page with the history of the price.
func withPrice(t *testing.T) *stage {
	t.Helper()
	s := newStage(t)
	football := releasetest.Sport(releasetest.Football)
	main := `<h1>Price</h1>@list/median.history@`
	football.Route("/football/price", "football", "football", main, main, release.NeedHistory)
	football.Manifest.Partials["median.history"] = map[string]release.Texts{
		"chart":  releasetest.Both(`<path d="@item/path@"><p>@item/usd@ @item/wax@ @item/least@ @item/most@ @item/fromText@ @item/toText@ @item/toAt@</p>`),
		"few":    releasetest.Both("<p>not yet</p>"),
		"unread": releasetest.Both("<p>not read</p>"),
	}
	s.shown = lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), compiled(t, football))
	return s
}

// drawn is what stands in main.
func (s *stage) drawn(language release.Language) string {
	_, rest, _ := strings.Cut(s.body("/football/price", language), "<h1>Price</h1>")
	drawn, _, _ := strings.Cut(rest, "</main>")
	return drawn
}

func TestTheHistoryOfThePriceIsDrawnFromNoughtAndSaidInNumbers(t *testing.T) {
	s := withPrice(t)
	s.source.set(release.NeedHistory, priced(48, func(hour int) int { return []int{500, 625}[hour/24] }))
	// 10 dollars at 0.0500 are 200 WAX, at 0.0625 they are 160; the box ends a quarter above 200.
	drawn := s.drawn(release.English)
	if !strings.HasSuffix(drawn, "<p>10.00 160.00 160.00 200.00 25 Oct 26 Oct 2026-10-26T23:00:00Z</p>") {
		t.Errorf("it says %s", drawn)
	}
	if !strings.HasPrefix(drawn, `<path d="M0 60H20V60H41`) || !strings.Contains(drawn, "V108") || !strings.Contains(drawn, `H1000"`) {
		t.Errorf("it draws %s", drawn)
	}
	if spanish := s.drawn(release.Spanish); !strings.Contains(spanish, "<p>10,00 160,00 160,00 200,00 25 oct 26 oct ") {
		t.Errorf("in Spanish it says %s", spanish)
	}
	if strings.Contains(s.body("/football/price", release.English), release.NeedHistory) {
		t.Error("the page carries the numbers besides")
	}
}

func TestBelow48HoursWordsStandInTheLinesPlace(t *testing.T) {
	for hours, want := range map[int]string{0: "<p>not yet</p>", 47: "<p>not yet</p>", 48: "<path"} {
		s := withPrice(t)
		s.source.set(release.NeedHistory, priced(hours, func(int) int { return 598 }))
		if drawn := s.drawn(release.English); !strings.HasPrefix(drawn, want) {
			t.Errorf("of %d hours it draws %s", hours, drawn)
		}
	}
	s := withPrice(t)
	s.source.set(release.NeedHistory, "{")
	if drawn := s.drawn(release.English); drawn != "<p>not read</p>" {
		t.Errorf("what cannot be read is drawn as %s", drawn)
	}
}

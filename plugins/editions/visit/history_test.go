package visit

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
)

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
	same := func(markup string) release.Texts {
		return release.Texts{release.English: markup, release.Spanish: markup}
	}
	football.Manifest.Partials["median.history"] = map[string]release.Texts{
		"chart":  same(`<path d="@item/path@"><p>@item/usd@ @item/wax@ @item/least@ @item/most@ @item/fromText@ @item/toText@ @item/toAt@</p>`),
		"few":    same("<p>not yet</p>"),
		"unread": same("<p>not read</p>"),
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

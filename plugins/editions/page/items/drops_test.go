package items

import (
	"encoding/json"
	"maps"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/plugintest/must"
)

const hour = 3600

var at, row = releasetest.At, releasetest.Row

func TestDropFieldsAreFormattedForTheLanguage(t *testing.T) {
	rows := []json.RawMessage{row(7, map[string]any{"account_limit": 1000})}
	for language, want := range map[release.Language]map[string]string{
		release.English: {
			"id": "7", "name": "Pack", "description": "Five cards", "usd": "24.99", "usdWhole": "24", "usdCents": "99", "wax": "417.90",
			"left": "1,204", "total": "5,000", "percentLeft": "24", "accountLimit": "1,000", "startsAt": "2026-11-27T13:00:00Z", "endsAt": "2026-11-27T15:00:00Z",
			"startsText": "27 Nov 2026, 13:00 UTC", "endsText": "27 Nov 2026, 15:00 UTC", "index": "0",
		},
		release.Spanish: {"usd": "24,99", "wax": "417,90", "left": "1204", "total": "5000", "endsText": "27 nov 2026, 15:00 UTC"},
	} {
		items, _ := editionDrops(&table{rows: rows}, big.NewInt(598), "football", language, at)
		for field, value := range want {
			if got := items[0].Fields[field]; got != value {
				t.Errorf("%s in %s is %q, want %q", field, language, got, value)
			}
		}
		if len(items[0].Fields) != len(dropFields) {
			t.Errorf("there are %d fields, the contract has %d", len(items[0].Fields), len(dropFields))
		}
	}
}

// TestAPriceIsWhatTheBrowserShows takes vectors that the browser's component is
// tested with too: exact, rounded up, in the token that the drop is listed in.
func TestAPriceIsWhatTheBrowserShows(t *testing.T) {
	var prices []struct {
		Listing                       string `json:"listing_price"`
		Settled                       string `json:"settlement_symbol"`
		Median                        int64
		Language                      release.Language
		Kind, USD, USDWhole, USDCents string
		WAX, WAXWhole, WAXCents       string
		Agreed                        string
	}
	vectors(t, "prices.json", &prices)
	if len(prices) < 25 {
		t.Fatalf("%d prices", len(prices))
	}
	for _, want := range prices {
		kind := priceKind(want.Kind)
		if kind == "usd" {
			kind = priceUSD
		}
		wanted := price{kind, want.USD, want.USDWhole, want.USDCents, want.WAX, want.WAXWhole, want.WAXCents, want.Agreed}
		if got := dropPrice(want.Listing, want.Settled, big.NewInt(want.Median), want.Language); got != wanted {
			t.Errorf("%.40q settled in %q at %d is %q, want %q", want.Listing, want.Settled, want.Median, got, wanted)
		}
	}
}

// TestAPackIsDrawnAsTheBrowserDrawsIt takes vectors that the browser's component is
// tested with too.
func TestAPackIsDrawnAsTheBrowserDrawsIt(t *testing.T) {
	var packs []struct {
		What, ID, Least, Cards, Print string
		Contents, Odds                json.RawMessage
		// Of a card of each tier, in English and in Spanish.
		Chances map[release.Language][]string
	}
	vectors(t, "packs.json", &packs)
	if len(packs) < 10 {
		t.Fatalf("%d packs", len(packs))
	}
	for _, want := range packs {
		display := `{"description":"Cards."`
		for name, said := range map[string]json.RawMessage{"contents": want.Contents, "odds": want.Odds} {
			if said != nil {
				display += `,"` + name + `":` + string(said)
			}
		}
		display += "}"
		for _, language := range []release.Language{release.English, release.Spanish} {
			items, _ := editionDrops(&table{rows: []json.RawMessage{row(1, map[string]any{"drop_id": want.ID, "display_data": display})}}, nil, "football", language, at)
			for tier := range 5 {
				chance := ""
				if said := want.Chances[language]; said != nil {
					chance = said[tier]
				}
				if got := items[0].Fields[oddsFields[tier]]; got != chance {
					t.Errorf("%s: the chance of tier %d in %s is %q, want %q", want.What, tier+1, language, got, chance)
				}
			}
		}
		items, _ := editionDrops(&table{rows: []json.RawMessage{row(1, map[string]any{"drop_id": want.ID, "display_data": display})}}, nil, "football", release.English, at)
		fields := items[0].Fields
		if fields["least"] != want.Least || fields["cards"] != want.Cards || fields["print"] != want.Print || fields["description"] != "Cards." {
			t.Errorf("%s: %q %q %q, want %+v", want.What, fields["least"], fields["cards"], fields["print"], want)
		}
	}
}

func TestADropIsShownByWhatItIsPricedIn(t *testing.T) {
	for listing, want := range map[string]string{
		"24.99 USD":      "live-lead live",
		"5.00000000 WAX": "live-wax-lead live-wax live-lead live",
		"0.00000000 WAX": "live-free-lead live-free live-lead live",
		"5.0000 TLM":     "live-other-lead live-other live-lead live",
	} {
		items, _ := editionDrops(&table{rows: []json.RawMessage{row(1, map[string]any{"listing_price": listing})}}, nil, "football", release.English, at)
		if got := strings.Join(items[0].Variants, " "); got != want {
			t.Errorf("%s has the variants %s, want %s", listing, got, want)
		}
		items, _ = editionDrops(&table{rows: []json.RawMessage{row(1, map[string]any{"listing_price": listing, "end_time": at.Unix()})}}, nil, "football", release.English, at)
		if got := strings.Join(items[0].Variants, " "); got != "ended-lead ended" {
			t.Errorf("%s has the variants %s when it is over", listing, got)
		}
	}
}

func TestADropOfAPausedSaleSaysSoInThePagesLanguage(t *testing.T) {
	paused := pauses{"football": json.RawMessage(`{"en":"Back soon.","es":"Ya volvemos.","since":"2026-11-22T19:30:00Z"}`)}
	shown := func(paused pauses, language release.Language, change map[string]any) (variants, pause string) {
		items, _ := editionDrops(&table{rows: []json.RawMessage{row(1, change)}, paused: paused}, nil, "football", language, at)
		return strings.Join(items[0].Variants, " "), items[0].Fields["pause"]
	}
	for name, check := range map[string]struct {
		change map[string]any
		want   string
	}{
		"on sale":         {nil, "live-paused-lead live-paused live-lead live"},
		"without a limit": {map[string]any{"max_claimable": 0}, "live-paused-lead live-paused live-open-lead live-open live-lead live"},
		"in WAX":          {map[string]any{"listing_price": "5.00000000 WAX"}, "live-paused-wax-lead live-paused-wax live-paused-lead live-paused live-wax-lead live-wax live-lead live"},
		"to come":         {map[string]any{"start_time": at.Unix() + hour}, "soon-lead soon"},
		"over":            {map[string]any{"end_time": at.Unix()}, "ended-lead ended"},
	} {
		if got, _ := shown(paused, release.English, check.change); got != check.want {
			t.Errorf("%s: the variants are %s, want %s", name, got, check.want)
		}
	}
	for language, want := range map[release.Language]string{release.English: "Back soon.", release.Spanish: "Ya volvemos."} {
		if _, got := shown(paused, language, nil); got != want {
			t.Errorf("%s: the notice is %q, want %q", language, got, want)
		}
	}
	for name, others := range map[string]pauses{"none": nil, "another edition's": {"basketball": paused["football"]}} {
		if variants, pause := shown(others, release.English, nil); variants != "live-lead live" || pause != "" {
			t.Errorf("with a pause that is %s it is %s, %q", name, variants, pause)
		}
	}
	if variants, pause := shown(pauses{"football": json.RawMessage(`7`)}, release.Spanish, nil); !strings.HasPrefix(variants, "live-paused") || pause != "" {
		t.Errorf("with a notice that cannot be read it is %s, %q", variants, pause)
	}
}

func TestDropsAreInTheOrderOfTheContract(t *testing.T) {
	now := at.Unix()
	rows := []json.RawMessage{
		row(1, map[string]any{"end_time": now - 2*hour}),
		row(2, map[string]any{"end_time": now - hour}),
		row(3, map[string]any{"current_claimed": 5000, "start_time": now - 5*hour}),
		row(4, map[string]any{"current_claimed": 5000, "start_time": now - 4*hour}),
		row(5, map[string]any{"start_time": now + 2*hour, "end_time": now + 9*hour}),
		row(6, map[string]any{"start_time": now + hour, "end_time": now + 9*hour}),
		row(7, map[string]any{"end_time": 0}),
		row(8, map[string]any{"end_time": now + 3*hour}),
		row(10, map[string]any{"end_time": now + 2*hour}),
		row(9, map[string]any{"end_time": now + 2*hour}),
		row(11, map[string]any{"is_hidden": 1}),
		row(12, map[string]any{"edition": "basketball"}),
		row(13, map[string]any{"max_claimable": 0, "end_time": 0}),
		json.RawMessage(`"00ff00ff"`),
		json.RawMessage(`{"drop_id":{}}`),
	}
	items, next := editionDrops(&table{rows: rows}, nil, "football", release.English, at)
	var got []string
	for _, item := range items {
		got = append(got, item.Fields["id"]+":"+strings.Join(item.Variants, "/"))
	}
	want := "9:live-lead/live 10:live 8:live 7:live 13:live-open/live 6:soon 5:soon 4:soldout 3:soldout 2:ended 1:ended"
	if strings.Join(got, " ") != want {
		t.Errorf("the order is %s\nwant %s", strings.Join(got, " "), want)
	}
	if !next.Equal(time.Unix(now+hour, 0)) {
		t.Errorf("the next change is at %s", next)
	}
}

// vectors reads a table that the browser's tests read too.
func vectors(t *testing.T, name string, into any) {
	t.Helper()
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile("../testdata/"+name))(t), into))
}

func TestDropsAreInTheOrderThatBrowsersListThemIn(t *testing.T) {
	var lists []struct {
		What  string
		Now   int64
		Rows  []map[string]any
		Order []string
	}
	vectors(t, "drops.json", &lists)
	if len(lists) < 5 {
		t.Fatalf("%d lists", len(lists))
	}
	for _, list := range lists {
		t.Run(list.What, func(t *testing.T) {
			var rows []json.RawMessage
			for _, change := range list.Rows {
				fields := map[string]any{"start_time": 0, "end_time": 0, "max_claimable": 10, "current_claimed": 0}
				maps.Copy(fields, change)
				rows = append(rows, row(0, fields))
			}
			items, _ := editionDrops(&table{rows: rows}, nil, "football", release.English, time.Unix(list.Now, 0))
			var got []string
			for _, item := range items {
				state, _, _ := strings.Cut(item.Variants[len(item.Variants)-1], "-")
				got = append(got, item.Fields["id"]+" "+state)
			}
			if !slices.Equal(got, list.Order) {
				t.Errorf("the order is %v, want %v", got, list.Order)
			}
		})
	}
}

func TestAMomentIsWrittenAsBrowsersWriteIt(t *testing.T) {
	var moments []struct {
		Second int64
		EN, ES string
	}
	vectors(t, "moments.json", &moments)
	if len(moments) < 10 {
		t.Fatalf("%d moments", len(moments))
	}
	for _, want := range moments {
		at := time.Unix(want.Second, 0)
		if en, es := page.Moment(at, release.English), page.Moment(at, release.Spanish); en != want.EN || es != want.ES {
			t.Errorf("second %d is %q and %q, want %q and %q", want.Second, en, es, want.EN, want.ES)
		}
	}
}

func TestNumbersOfTheChainComeInBothForms(t *testing.T) {
	items, _ := editionDrops(&table{rows: []json.RawMessage{row(1, map[string]any{
		"drop_id": "18446744073709551615", "max_claimable": "9007199254740993", "current_claimed": json.RawMessage(`"\u0031"`), "is_hidden": false,
		"end_time": "4294967295", "display_data": map[string]any{"description": "no text"},
	})}}, nil, "football", release.English, at)
	fields := items[0].Fields
	if fields["id"] != "18446744073709551615" || fields["left"] != "9,007,199,254,740,992" || fields["endsText"] != "7 Feb 2106, 06:28 UTC" || fields["description"] != "" {
		t.Errorf("the fields are %v", fields)
	}
}

func TestADropWithoutALimitHasNoNumbersLeft(t *testing.T) {
	items, _ := editionDrops(&table{rows: []json.RawMessage{row(1, map[string]any{"max_claimable": 0})}}, nil, "football", release.English, at)
	if got := strings.Join(items[0].Variants, " "); got != "live-open-lead live-open live-lead live" {
		t.Errorf("variants are %s", got)
	}
	if fields := items[0].Fields; fields["left"] != "" || fields["total"] != "" {
		t.Errorf("left %q of %q", fields["left"], fields["total"])
	}
}

func TestNoDropsIsAnItemOfItsOwn(t *testing.T) {
	items, next := editionDrops(&table{}, nil, "football", release.English, at)
	if len(items) != 1 || items[0].Variants[0] != "empty" || !next.IsZero() {
		t.Errorf("items are %v, next change %v", items, next)
	}
}

// TestTheNewestMedianCountsAndSeedsDoNot takes vectors that the browser's functions are
// tested with too.
func TestTheNewestMedianCountsAndSeedsDoNot(t *testing.T) {
	var rings []struct {
		What   string
		Rows   []json.RawMessage
		Median *string
	}
	vectors(t, "medians.json", &rings)
	if len(rings) < 7 {
		t.Fatalf("%d rings", len(rings))
	}
	for _, want := range rings {
		got, _ := newestMedian(want.Rows)
		if (got == nil) != (want.Median == nil) || got != nil && got.String() != *want.Median {
			t.Errorf("%s: the median is %v", want.What, got)
		}
	}
}

func TestAPageOfADropSaysTheRateWithItsTime(t *testing.T) {
	point := func(text string) map[string]*page.Rows {
		return map[string]*page.Rows{release.NeedMedian: {Data: &table{rows: []json.RawMessage{json.RawMessage(text)}}}}
	}
	for _, want := range []struct {
		point, rate, at string
		language        release.Language
	}{
		{`{"median": 600, "timestamp": "2026-11-27T13:59:59.000"}`, "$0.0600", "13:59:59 UTC", release.English},
		{`{"median": 123456, "timestamp": "2026-11-27T13:59:59.500"}`, "$12,3456", "13:59:59 UTC", release.Spanish},
		{`{"median": 600, "timestamp": "just now"}`, "$0.0600", unknown, release.English},
		{`{"median": 0, "timestamp": "2026-11-27T13:59:59.000"}`, unknown, unknown, release.English},
	} {
		if rate, at := rate(point(want.point), want.language); rate != want.rate || at != want.at {
			t.Errorf("%s: %q at %q, want %q at %q", want.point, rate, at, want.rate, want.at)
		}
	}
	if rate, at := rate(nil, release.English); rate != unknown || at != unknown {
		t.Errorf("without a median: %q at %q", rate, at)
	}
}

func TestRecordedRowsAreRead(t *testing.T) {
	folder := "../../../../../shared/fixtures/"
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the recorded answers of ../shared/fixtures are not here: skipped")
	}
	var drops, points struct{ Rows []json.RawMessage }
	for file, into := range map[string]any{"synthetic_game.drops.json": &drops, "synthetic_delphioracle.datapoints.waxpusd.ring21.json": &points} {
		content := must.Get(os.ReadFile(folder + file))(t)
		must.Do(t, json.Unmarshal(content, into))
	}
	newest, _ := newestMedian(points.Rows)
	items, _ := editionDrops(&table{rows: drops.Rows}, newest, "football", release.English, time.Unix(1701100000, 0))
	if got := items[0].Fields; got["name"] != "Starter Pack" || got["left"] != "3,623" || got["wax"] != "167.06" {
		t.Errorf("the first drop is %v", got)
	}
}

func FuzzDropItems(f *testing.F) {
	f.Add([]byte(`{"rows":[]}`), int64(598), int64(0))
	f.Add([]byte(`{"rows":[`+string(row(1, nil))+`]}`), int64(598), at.Unix())
	f.Add([]byte(`{"rows":[{"edition":"football","drop_id":1,"end_time":"18446744073709551615","max_claimable":1,"current_claimed":9}]}`), int64(-1), int64(-5))
	f.Fuzz(func(t *testing.T, body []byte, median, now int64) {
		read, err := readTable(release.NeedDrops, body)
		if err != nil {
			return
		}
		for _, language := range release.Languages {
			items, _ := editionDrops(read.(*table), big.NewInt(median), "football", language, time.Unix(now, 0))
			for _, item := range items {
				markup := `<p title="` + page.Escaped(item.Fields["name"]) + `">` + page.Escaped(item.Fields["description"]+item.Fields["usd"]) + `</p>`
				if got := releasetest.Structure(markup); got != "StartTagp title\nEndTagp\n" {
					t.Errorf("a drop of %s becomes %s", body, markup)
				}
			}
		}
	})
}

func TestAnAccountIsWhatTheChainSays(t *testing.T) {
	names := []string{"", ".", "a", "vault.wam", "alice1", "alice0", "Alice", "a.", ".a", "a..b", "abcdefghijkl", "abcdefghijklm", "zzzzzzzzzzzz", "ñ", "a b", "a/b", "1", "6", "a-b"}
	for symbol := range 256 {
		names = append(names, string([]byte{byte(symbol)}), string([]byte{'a', byte(symbol)}), string([]byte{byte(symbol), 'a'}))
	}
	for _, name := range names {
		if got, want := named(name) != nil, antelope.IsAccount(name); got != want {
			t.Errorf("%q has a page: %v, want %v", name, got, want)
		}
	}
}

func TestAShortNameIsDrawnNoHigherThanALongOne(t *testing.T) {
	for name, want := range map[string][2]string{"vault.wam": {"4540", "4540"}, "a": {"560", "3800"}} {
		fields := named(name).Describe(page.Context{}).Fields
		if fields["account"] != name || fields["width"] != want[0] || fields["room"] != want[1] {
			t.Errorf("%s is drawn by %v, want %v", name, fields, want)
		}
	}
}

func TestWhatSettingsAndChainSayDifferentlyOfTheSaleIsSaid(t *testing.T) {
	for _, test := range []struct {
		name  string
		start time.Duration
		rows  []json.RawMessage
		want  string
	}{
		{"the start is past and a drop is on sale", -time.Hour, []json.RawMessage{row(1, nil)}, ""},
		{"the start is past and nothing is on sale", -time.Hour, nil, "no drop of the chain is on sale"},
		{"the start is past and what is on sale is hidden", 0, []json.RawMessage{row(1, map[string]any{"is_hidden": 1})}, "no drop of the chain is on sale"},
		{"the start is past and all is sold", 0, []json.RawMessage{row(1, map[string]any{"current_claimed": 5000})}, "no drop of the chain is on sale"},
		{"a drop starts when the settings say", time.Hour, []json.RawMessage{row(1, map[string]any{"start_time": at.Unix() + hour + 59, "end_time": 0})}, ""},
		{"no drop starts then", time.Hour, []json.RawMessage{row(1, map[string]any{"start_time": at.Unix() + hour + 61, "end_time": 0})}, "no drop of the chain starts then"},
		{"no drop starts then, one is live", time.Hour, []json.RawMessage{row(1, nil)}, "no drop of the chain starts then"},
	} {
		got := saleDifference(at.Add(test.start), readDrops(test.rows), at)
		if !strings.Contains(got, test.want) || (test.want == "") != (got == "") {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

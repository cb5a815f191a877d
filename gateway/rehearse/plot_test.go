package rehearse

import (
	"bytes"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldhouse/gateway/crowd"
	"fieldhouse/plugins/plugintest/must"
)

var coordinate = regexp.MustCompile(`-?[0-9]+\.[0-9]`)

func TestWhateverIsDrawnStaysInsideOfItsPlot(t *testing.T) {
	for range 500 {
		from := -rand.Float64() * 1000
		plot := Plot{From: from, To: from + rand.Float64()*2000, Marks: []Event{{At: rand.Float64()*4000 - 2000}}}
		for range 1 + rand.IntN(4) {
			line := Line{Name: "x", IsStep: rand.IntN(2) == 0}
			for range rand.IntN(40) {
				line.Points = append(line.Points, Point{rand.Float64()*4000 - 2000, rand.ExpFloat64() * math.Pow(10, float64(rand.IntN(8)-3))})
			}
			plot.Lines = append(plot.Lines, line)
		}
		drawn := plot.Draw()
		for _, path := range drawn.Paths {
			if strings.Contains(string(path), "NaN") || strings.Contains(string(path), "Inf") {
				t.Fatalf("%s", path)
			}
			for _, number := range coordinate.FindAllString(string(path), -1) {
				if at, _ := strconv.ParseFloat(number, 64); at < 0 || at > plotWidth {
					t.Fatalf("%s is outside: %s", number, path)
				}
			}
		}
		if count := len(drawn.Down); count < 2 || count > 7 {
			t.Fatalf("%d ticks: %v", count, drawn.Down)
		}
		if len(drawn.Across) > 12 {
			t.Fatalf("%d times", len(drawn.Across))
		}
	}
}

func TestCountsGoUpAndWhatLiesBetweenIsTheDifferenceOfTwoCounts(t *testing.T) {
	for range 300 {
		var begins, ends []float64
		for range rand.IntN(50) {
			begin, end := rand.Float64()*100, math.NaN()
			if rand.IntN(4) > 0 {
				end = begin + rand.Float64()*50
			}
			begins, ends = append(begins, begin), append(ends, end)
		}
		came := cumulative("", -10, begins).Points
		if !slices.IsSortedFunc(came, func(a, b Point) int { return int(a.Value - b.Value) }) || came[len(came)-1].Value != float64(len(begins)) {
			t.Fatalf("%v", came)
		}
		for _, point := range between("", -10, begins, ends).Points {
			want := 0
			for i := range begins {
				if begins[i] <= point.At && !(ends[i] <= point.At) {
					want++
				}
			}
			if int(point.Value) != want {
				t.Fatalf("at %g there are %g, want %d", point.At, point.Value, want)
			}
		}
	}
}

func TestPercentilesLieAmongTheirValuesAndInOrder(t *testing.T) {
	for range 300 {
		var began, took []float64
		for range 1 + rand.IntN(200) {
			began, took = append(began, rand.Float64()*60), append(took, rand.ExpFloat64())
		}
		p50, p99 := percentiles(began, took)
		for i := range p50.Points {
			low, high := p50.Points[i], p99.Points[i]
			if low.At != high.At || low.Value > high.Value || low.Value < slices.Min(took) || high.Value > slices.Max(took) {
				t.Fatalf("%v and %v", low, high)
			}
		}
		if len(p50.Points) > parts+1 {
			t.Fatalf("%d parts", len(p50.Points))
		}
	}
	if p50, _ := percentiles(nil, nil); len(p50.Points) != 0 {
		t.Error(p50)
	}
}

func TestACounterGoesOnWhereAProcessStartsAnew(t *testing.T) {
	counted := newSampler("")
	for i, step := range []struct{ read, want float64 }{{5, 5}, {9, 9}, {2, 11}, {2, 11}, {7, 16}} {
		if got := counted.count("x", step.read); got != step.want {
			t.Errorf("%d: %g, want %g", i, got, step.want)
		}
	}
}

// bought is a buyer who signed that, and was told so.
func bought(id string, isLanded, isRefused bool) *crowd.Buyer {
	b := &crowd.Buyer{Signed: id}
	if isLanded {
		b.Landed = noon
	}
	if isRefused {
		b.Refused = noon
	}
	return b
}

func TestWhatBuyersWereToldIsComparedWithTheChain(t *testing.T) {
	buyers := []*crowd.Buyer{
		bought("good", true, false), bought("untold", false, false), bought("lied", true, false), bought("refused", false, true),
		bought("stolen", false, true), bought("double", true, false), bought("", false, false), bought("lost", false, false),
	}
	got := Compare(buyers, [][]string{{"good", "other"}, {"untold", "double"}, {"double", "stolen"}})
	if got.Carried != 4 || got.Untold != 1 || got.Blocks != 3 || !slices.Equal(got.Twice, []string{"double"}) || !slices.Equal(got.Untrue, []string{"lied", "stolen"}) {
		t.Errorf("%+v", got)
	}
	for _, c := range []struct {
		verdict *Verdict
		want    bool
	}{{nil, false}, {&Verdict{}, false}, {&Verdict{Twice: []string{"x"}}, true}, {&Verdict{Untrue: []string{"x"}}, true}} {
		if r := (&Results{Chain: c.verdict}); r.IsWrong() != c.want {
			t.Errorf("%+v is wrong: %v", c.verdict, !c.want)
		}
	}
}

func some(at float64) *float64 { return &at }

func TestAReportIsOneWellFormedPageThatFetchesAndRunsNothing(t *testing.T) {
	whole := &Results{
		Site: `https://staging.example/"><script>`, Opens: noon, Began: -30, Ended: 40, Visitors: 2, Buyers: 2, Within: 10,
		Faults: []Event{{3, "node:dies"}}, Opened: []Opened{{-20, 12}, {-3, 80}}, Mishaps: []Event{{4, "a buyer: <b>"}, {5, "an open page: x"}},
		Purchases: []Purchase{{ID: "a", Pressed: some(1), Queued: some(1.1), Sent: some(2), Landed: some(3)}, {ID: "b", Pressed: some(2), Error: "lost"}},
		Failed:    map[string]int{"lost": 1}, NotMeasured: []string{"networks"}, Chain: &Verdict{Carried: 1, Twice: []string{"a"}},
		Samples: []Sample{
			{At: 0, Nodes: []string{"good"}, Asked: map[string]float64{"push": 1}, AskedOf: []float64{70_001}, Memory: 1e6},
			{At: 1, Nodes: []string{"down"}, Asked: map[string]float64{"push": 9}, AskedOf: []float64{70_009}, Memory: 2e6, Processor: 0.5},
		},
		Landed: crowd.SpreadOf([]time.Duration{2 * time.Second}),
	}
	for name, results := range map[string]*Results{"whole": whole, "of nothing": {Opens: noon}} {
		var page bytes.Buffer
		must.Do(t, results.Write(&page))
		text := page.String()
		for _, never := range []string{"<script", " src=", "href=", "url(", "@import", "ZgotmplZ", "NaN", "%!"} {
			if strings.Contains(text, never) {
				t.Errorf("%s: it has %q", name, never)
			}
		}
		for _, drawing := range regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(text, -1) {
			decoder := xml.NewDecoder(strings.NewReader(drawing))
			for {
				if _, err := decoder.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s: %v: %s", name, err, drawing)
				}
			}
		}
	}
	var page bytes.Buffer
	must.Do(t, whole.Write(&page))
	text := html.UnescapeString(page.String())
	for _, part := range []string{"Wrong: 1 purchases", "good, down from +1 s", "+3.0 s: node:dies", "8 requests, 8.0 for each purchase that landed", `<td class="n">8</td><td>good, down`, "networks", "prefers-color-scheme"} {
		if !strings.Contains(text, part) {
			t.Errorf("the report has no %q", part)
		}
	}
}

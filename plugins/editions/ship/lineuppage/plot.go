package lineuppage

import (
	"fmt"
	"math"
	"strings"
	"time"

	"fieldhouse/plugins/editions/health"
)

// measure is how one kind of value is drawn.
type measure struct {
	// name is that in a reading.
	name, label   string
	budget, scale float64
	text          func(float64) string
}

// vitals are in the order of their columns.
var vitals = []measure{
	{"lcp", "LCP", 2500, 3000, func(v float64) string { return fmt.Sprintf("%.2f s", v/1000) }},
	{"inp", "INP", 200, 250, func(v float64) string { return fmt.Sprintf("%.0f ms", v) }},
	{"cls", "CLS", 0.1, 0.2, func(v float64) string { return fmt.Sprintf("%.2f", v) }},
}

// plot is a drawing, with the same in words.
type plot struct {
	Label, Value, Words string
	Line, Budget, Bars  string
	// Drawn is false where nothing is known.
	Drawn bool
}

// Of a drawing, in its own units.
const plotWidth, plotHeight = 132.0, 38.0

// draw draws a vital from nought to the top of a scale, which a column has in common.
func (m measure) draw(vital health.Vital, top float64) plot {
	drawn := plot{Label: m.label}
	if vital.Views == 0 {
		return drawn
	}
	height := func(v float64) float64 { return plotHeight - min(v, top)/top*plotHeight }
	drawn.Drawn, drawn.Value, drawn.Budget = true, m.text(vital.P75), fmt.Sprintf("M0 %.1fH132", height(m.budget))
	lowest, highest := math.Inf(1), 0.0
	times := make([]time.Time, len(vital.Series))
	for index, point := range vital.Series {
		times[index] = point.At
	}
	places, count := places(times)
	step := plotWidth / float64(count)
	var line strings.Builder
	for index, point := range vital.Series {
		at := places[index]
		lowest, highest = min(lowest, point.P75), max(highest, point.P75)
		move := "M%.1f %.1fh%.1f"
		if index > 0 && places[index-1] == at-1 {
			move = "H%.1fV%.1fh%.1f"
		}
		fmt.Fprintf(&line, move, float64(at)*step, height(point.P75), step)
	}
	drawn.Line, drawn.Words = line.String(), fmt.Sprintf("%s, p75: %s", m.label, drawn.Value)
	if len(vital.Series) > 1 {
		drawn.Words += fmt.Sprintf(", from %s to %s over the time shown", m.text(lowest), m.text(highest))
	}
	drawn.Words += ", budget " + m.text(m.budget)
	return drawn
}

// places are those of points among all of their times, which are of equal length and of
// which a series leaves out those with nothing told.
func places(times []time.Time) (places []int, count int) {
	var length time.Duration
	for at := 1; at < len(times); at++ {
		if apart := times[at].Sub(times[at-1]); length == 0 || apart < length {
			length = apart
		}
	}
	for _, at := range times {
		place := 0
		if length > 0 {
			place = int(at.Sub(times[0]) / length)
		}
		places, count = append(places, place), place+1
	}
	return places, max(count, 1)
}

// top is that of the scale which several releases have in common.
func (m measure) top(column []health.Release) float64 {
	top := m.scale
	for _, one := range column {
		for _, point := range one.Vitals[m.name].Series {
			top = max(top, point.P75)
		}
	}
	return top
}

// leastTop is the least top of the scale of errors, and leastBar the least height of a bar:
// where there was an error there is one to be seen.
const leastTop, leastBar = 20.0, 3.0

// errorsOf are the erroneous views in 1,000, as bars from nought to the top of a scale, which
// a column has in common.
func errorsOf(of health.Release, top float64) plot {
	drawn := plot{Label: "Errors"}
	if of.Views == 0 {
		return drawn
	}
	drawn.Drawn, drawn.Value = true, fmt.Sprintf("%.1f", inThousand(of.Erroneous, of.Views))
	drawn.Words = fmt.Sprintf("Errors: %s in 1,000 pages, of %d", drawn.Value, of.Views)
	times := make([]time.Time, len(of.ErrorSeries))
	most := 0.0
	for index, point := range of.ErrorSeries {
		times[index] = point.At
		most = max(most, inThousand(point.Erroneous, point.Views))
	}
	places, count := places(times)
	step := plotWidth / float64(count)
	var bars strings.Builder
	for index, point := range of.ErrorSeries {
		if point.Erroneous > 0 {
			height := max(min(inThousand(point.Erroneous, point.Views)/top, 1)*plotHeight, leastBar)
			fmt.Fprintf(&bars, "M%.1f 39v-%.1fh%.1fv%.1fz", (float64(places[index])+0.15)*step, height, min(0.7*step, 6), height)
		}
	}
	if drawn.Bars = bars.String(); count > 1 && most > 0 {
		drawn.Words += fmt.Sprintf(", at most %.1f over the time shown", most)
	}
	return drawn
}

func inThousand(of, views int) float64 { return 1000 * float64(of) / float64(max(views, 1)) }

// topOfErrors is that of the scale which several releases have in common.
func topOfErrors(column []health.Release) float64 {
	top := leastTop
	for _, one := range column {
		for _, point := range one.ErrorSeries {
			top = max(top, inThousand(point.Erroneous, point.Views))
		}
	}
	return top
}

// yards are the marks of a line of 100 yards, of 1000 units.
var yards = func() string {
	var marks strings.Builder
	for yard := range 101 {
		from := 12
		if yard%10 == 0 {
			from = 4
		}
		fmt.Fprintf(&marks, "M%.1f %dV20", 1+float64(yard)*9.98, from)
	}
	return marks.String()
}()

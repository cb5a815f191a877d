package rehearse

import (
	"fmt"
	"html/template"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Point is a value at a moment, in seconds from the opening on.
type Point struct{ At, Value float64 }

// Line is a series of a plot.
type Line struct {
	Name   string
	Points []Point
	// IsStep: a value holds until the next one; else it is joined to it.
	IsStep bool
}

// Plot is a drawing over the time of a rehearsal.
type Plot struct {
	Title, Unit string
	Lines       []Line
	// Marks are the moments of faults.
	Marks []Event
	// From and To are the ends of the time shown.
	From, To float64
}

// Of a plot, in its own units: the whole, and the space around the drawing itself.
const (
	plotWidth, plotHeight = 360.0, 190.0
	left, right           = 40.0, 10.0
	top, bottom           = 14.0, 20.0
	// markWidth is what the number of a mark takes.
	markWidth = 24.0
)

// Drawn is a plot as a page shows it.
type Drawn struct {
	Title, Unit, Words string
	Width, Height      float64
	Paths              []template.HTMLAttr
	Names              []string
	Across, Down       []Tick
	Marks              []Tick
	// Opening is where the opening is, and Bottom and Top the ends of the drawing.
	Opening, Left, Right, Top, Bottom float64
	IsEmpty                           bool
}

// Tick is a place on an axis.
type Tick struct {
	At   float64
	Text string
}

// nice is the least of 1, 2 or 5 times a power of ten that is no less than a value.
func nice(value float64) float64 {
	if value <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(value)))
	for _, times := range []float64{1, 2, 5} {
		if times*power >= value*(1-1e-9) {
			return times * power
		}
	}
	return 10 * power
}

// Draw draws the plot.
func (p Plot) Draw() Drawn {
	from, to := p.From, max(p.To, p.From+1)
	highest := 0.0
	for _, line := range p.Lines {
		for _, point := range line.Points {
			highest = max(highest, point.Value)
		}
	}
	step := nice(highest / 4)
	scale := max(math.Ceil(highest/step-1e-9), 1) * step
	x := func(at float64) float64 {
		return left + (min(max(at, from), to)-from)/(to-from)*(plotWidth-left-right)
	}
	y := func(value float64) float64 { return plotHeight - bottom - value/scale*(plotHeight-top-bottom) }
	drawn := Drawn{
		Title: p.Title, Unit: p.Unit, Width: plotWidth, Height: plotHeight,
		Opening: x(0), Left: left, Right: plotWidth - right, Top: top, Bottom: plotHeight - bottom, IsEmpty: true,
	}
	var words []string
	for _, line := range p.Lines {
		var path strings.Builder
		most, last := 0.0, 0.0
		for i, point := range line.Points {
			switch {
			case i == 0:
				fmt.Fprintf(&path, "M%.1f %.1f", x(point.At), y(point.Value))
			case line.IsStep:
				fmt.Fprintf(&path, "H%.1fV%.1f", x(point.At), y(point.Value))
			default:
				fmt.Fprintf(&path, "L%.1f %.1f", x(point.At), y(point.Value))
			}
			most, last = max(most, point.Value), point.Value
		}
		if len(line.Points) > 0 {
			if line.IsStep {
				fmt.Fprintf(&path, "H%.1f", x(to))
			}
			drawn.IsEmpty = false
			words = append(words, fmt.Sprintf("%s: at most %s, at the end %s", line.Name, number(most), number(last)))
		}
		drawn.Paths, drawn.Names = append(drawn.Paths, template.HTMLAttr(`d="`+path.String()+`"`)), append(drawn.Names, line.Name)
	}
	drawn.Words = strings.Join(words, "; ")
	for value := 0.0; value <= scale*(1+1e-9); value += step {
		drawn.Down = append(drawn.Down, Tick{y(value), number(value)})
	}
	every := nice((to - from) / 5)
	for at := math.Ceil(from/every) * every; at <= to; at += every {
		drawn.Across = append(drawn.Across, Tick{x(at), number(at)})
	}
	// Numbers that would stand on each other are one: 2–4.
	for i, first := 0, 0; i < len(p.Marks); i++ {
		drawn.Marks = append(drawn.Marks, Tick{At: x(p.Marks[i].At)})
		if text := strconv.Itoa(i + 1); i == 0 || drawn.Marks[i].At-drawn.Marks[first].At > markWidth {
			first, drawn.Marks[i].Text = i, text
		} else {
			drawn.Marks[first].Text = fmt.Sprintf("%d–%s", first+1, text)
		}
	}
	return drawn
}

// number is a value as people write it.
func number(value float64) string {
	switch size := math.Abs(value); {
	case size < 1e-9:
		return "0"
	case size >= 10_000:
		return strconv.FormatFloat(value/1000, 'f', -1, 64) + "k"
	case size >= 100:
		return strconv.FormatFloat(value, 'f', 0, 64)
	}
	return strconv.FormatFloat(math.Round(value*100)/100, 'f', -1, 64)
}

// cumulative counts moments up.
func cumulative(name string, from float64, moments []float64) Line {
	moments = slices.Sorted(slices.Values(moments))
	line := Line{Name: name, IsStep: true, Points: []Point{{from, 0}}}
	for i, at := range moments {
		line.Points = append(line.Points, Point{at, float64(i + 1)})
	}
	return line
}

// within is how many are between their beginning and their end at each moment; an end that is NaN never came.
func between(name string, from float64, begins, ends []float64) Line {
	changes := map[float64]int{from: 0}
	for i := range begins {
		changes[begins[i]]++
		if !math.IsNaN(ends[i]) {
			changes[ends[i]]--
		}
	}
	line, now := Line{Name: name, IsStep: true}, 0
	for _, at := range slices.Sorted(maps.Keys(changes)) {
		now += changes[at]
		line.Points = append(line.Points, Point{at, float64(now)})
	}
	return line
}

// parts are how many buckets percentiles are drawn in at most.
const parts = 24

// percentiles are the median and the 99th of values by the moment at which each began, in parts of equal length.
func percentiles(began, values []float64) (p50, p99 Line) {
	p50, p99 = Line{Name: "median"}, Line{Name: "99th percentile"}
	if len(began) == 0 {
		return p50, p99
	}
	from, to := slices.Min(began), slices.Max(began)
	length := max((to-from)/parts, 0.25)
	buckets := map[float64][]float64{}
	for i, at := range began {
		middle := from + (math.Floor((at-from)/length)+0.5)*length
		buckets[middle] = append(buckets[middle], values[i])
	}
	for _, at := range slices.Sorted(maps.Keys(buckets)) {
		of := slices.Sorted(slices.Values(buckets[at]))
		rank := func(part float64) float64 { return of[int(math.Ceil(part*float64(len(of))))-1] }
		p50.Points = append(p50.Points, Point{at, rank(0.5)})
		p99.Points = append(p99.Points, Point{at, rank(0.99)})
	}
	return p50, p99
}

// each counts events in each second.
func each(name string, from float64, events []Event) Line {
	seconds := map[float64]float64{}
	for _, one := range events {
		second := math.Floor(one.At)
		seconds[second]++
		seconds[second+1] += 0
	}
	line := Line{Name: name, IsStep: true, Points: []Point{{from, 0}}}
	for _, at := range slices.Sorted(maps.Keys(seconds)) {
		line.Points = append(line.Points, Point{at, seconds[at]})
	}
	return line
}

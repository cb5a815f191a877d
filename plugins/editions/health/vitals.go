package health

import (
	"maps"
	"math"
	"slices"
	"time"
)

// Vitals' names.
const (
	LCP = "lcp"
	INP = "inp"
	CLS = "cls"
)

// Vitals are all, in the order in which they are shown.
var Vitals = []string{LCP, INP, CLS}

var units = map[string]string{LCP: " ms", INP: " ms", CLS: ""}

// histogram counts values in steps of 8 %, the first step up to a thousandth: so a value is
// known within 4 %.
type histogram map[uint8]uint32

const (
	step     = 1.08
	smallest = 0.001
)

func (h histogram) add(value float64) {
	at := 0.0
	if value > smallest {
		at = math.Ceil(math.Log(value/smallest) / math.Log(step))
	}
	if at := uint8(min(at, math.MaxUint8)); h[at] < math.MaxUint32 {
		h[at]++
	}
}

func (h histogram) views() (views int) {
	for _, count := range h {
		views += int(count)
	}
	return views
}

// p75 is what three of four values have at most; 0 of none.
func (h histogram) p75() float64 {
	left := (3*h.views() + 3) / 4
	for _, at := range slices.Sorted(maps.Keys(h)) {
		if left -= int(h[at]); left <= 0 {
			if at == 0 {
				return 0
			}
			return smallest * math.Pow(step, float64(at)-0.5)
		}
	}
	return 0
}

func (h histogram) merge(other histogram) {
	for at, count := range other {
		h[at] += count
	}
}

// A series has this many points at most, the first ones this long.
const (
	maxPoints  = 64
	firstWidth = time.Minute
)

// series is a vital over the time that a release is shown: the longer that is, the longer
// is each of its points.
type series struct {
	Start  time.Time     `json:"start"`
	Width  time.Duration `json:"width"`
	Points []histogram   `json:"points"`
}

func (s *series) add(value float64, now time.Time) { s.at(now).add(value) }

// at is the point of a time, which becomes longer where there are too many.
func (s *series) at(now time.Time) histogram {
	if s.Width == 0 {
		s.Start, s.Width = now.UTC().Truncate(firstWidth), firstWidth
	}
	at := int(max(now.Sub(s.Start), 0) / s.Width)
	for at >= maxPoints {
		for i := range (len(s.Points) + 1) / 2 {
			merged := histogram{}
			merged.merge(s.Points[2*i])
			if 2*i+1 < len(s.Points) {
				merged.merge(s.Points[2*i+1])
			}
			s.Points[i] = merged
		}
		s.Points = s.Points[:(len(s.Points)+1)/2]
		s.Width *= 2
		at /= 2
	}
	for len(s.Points) <= at {
		s.Points = append(s.Points, histogram{})
	}
	return s.Points[at]
}

// fine and failed are the values of a series of views: whether something in them failed.
const fine, failed = 0, 1

func (s *series) views() (points []ErrorPoint) {
	points = []ErrorPoint{}
	for i, point := range s.Points {
		if views := point.views(); views > 0 {
			points = append(points, ErrorPoint{At: s.Start.Add(time.Duration(i) * s.Width), Views: views, Erroneous: views - int(point[fine])})
		}
	}
	return points
}

func (s *series) vital() Vital {
	all, vital := histogram{}, Vital{Series: []Point{}}
	for i, point := range s.Points {
		if len(point) > 0 {
			vital.Series = append(vital.Series, Point{At: s.Start.Add(time.Duration(i) * s.Width), P75: point.p75(), Views: point.views()})
			all.merge(point)
		}
	}
	vital.P75, vital.Views = all.p75(), all.views()
	return vital
}

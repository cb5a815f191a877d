package health

import (
	"maps"
	"slices"
)

// VitalBounds are the values up to which a vital is counted, among them those up to which it
// is good and above which it is poor (web.dev/articles/vitals): 2500 and 4000 ms of lcp, 200
// and 500 ms of inp, 0.1 and 0.25 of cls.
var VitalBounds = map[string][]float64{
	LCP: {1000, 1500, 2000, 2500, 3000, 4000, 6000, 10_000},
	INP: {50, 100, 200, 300, 500, 1000},
	CLS: {0.01, 0.05, 0.1, 0.15, 0.25, 0.5},
}

// Counted is what was reported of a release since the process began. Nothing of it is kept,
// or another process's: whoever watches several adds them up.
type Counted struct {
	Release          string
	Views, Erroneous int
	Errors           map[Kind]int
	Vitals           map[string]Distribution
}

// Distribution counts values up to each of a vital's VitalBounds and above the one before, at
// last those above all.
type Distribution struct {
	Counts []uint64
	Sum    float64
}

func newCounted() *Counted {
	return &Counted{Errors: map[Kind]int{}, Vitals: map[string]Distribution{}}
}

func (c *Counted) count(view seen) {
	c.Views++
	if len(view.kinds) > 0 {
		c.Erroneous++
	}
	for _, kind := range view.kinds {
		c.Errors[kind]++
	}
	for name, value := range view.vitals {
		of, bounds := c.Vitals[name], VitalBounds[name]
		if of.Counts == nil {
			of.Counts = make([]uint64, len(bounds)+1)
		}
		at, _ := slices.BinarySearch(bounds, value)
		of.Counts[at]++
		of.Sum += value
		c.Vitals[name] = of
	}
}

// Counted are the releases of an edition that visitors get.
func (b *Book) Counted(edition string) (all []Counted) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	e := b.editions[edition]
	if e == nil {
		return nil
	}
	for _, r := range e.Records {
		if r.Name != e.Now.Live && r.Name != e.Now.Canary {
			continue
		}
		one := Counted{r.Name, r.counted.Views, r.counted.Erroneous, maps.Clone(r.counted.Errors), map[string]Distribution{}}
		for name, of := range r.counted.Vitals {
			one.Vitals[name] = Distribution{slices.Clone(of.Counts), of.Sum}
		}
		all = append(all, one)
	}
	return all
}

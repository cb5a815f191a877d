//go:build !race

// Thousands of simulated canaries on one goroutine: there is nothing for the race
// detector, which takes minutes for them.

package health

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// side is a simulated side of a trial: networks that come one after another, each with so
// many views. errorRate is the mean of the networks' rates, which differ: one network in
// ten has five times the rate of the others, as far as that goes.
type side struct {
	rate    float64
	views   int
	chances *rand.Rand
	// left is how many networks there are up to the next one with an error; voices are those
	// with one.
	networks int
	left     [2]int
	voices   []float64
}

const troubled, trouble = 0.1, 5

func newSide(rate float64, views int, chances *rand.Rand) *side {
	s := &side{rate: rate, views: views, chances: chances}
	s.left = [2]int{s.skip(0), s.skip(1)}
	return s
}

// of are the rate of the two sorts of networks, and how many of all are of that sort.
func (s *side) of(sort int) (rate, part float64) {
	usual := s.rate / (1 - troubled + troubled*trouble)
	if sort == 1 {
		return min(usual*trouble, 0.9), troubled
	}
	return (s.rate - troubled*min(usual*trouble, 0.9)) / (1 - troubled), 1 - troubled
}

// skip is a geometric chance: the networks up to one of this sort that has an error.
func (s *side) skip(sort int) int {
	rate, part := s.of(sort)
	erroneous := part * (1 - math.Pow(1-rate, float64(s.views)))
	return int(math.Log(1-s.chances.Float64())/math.Log1p(-erroneous)) + 1
}

// grow goes on to so many networks.
func (s *side) grow(networks int) {
	for sort := range s.left {
		for s.left[sort] <= networks {
			rate, _ := s.of(sort)
			// Given that it has one: the first, and those after it.
			first := math.Ceil(math.Log1p(-s.chances.Float64()*(1-math.Pow(1-rate, float64(s.views)))) / math.Log1p(-rate))
			failed := 1
			for range s.views - int(first) {
				if s.chances.Float64() < rate {
					failed++
				}
			}
			s.voices = append(s.voices, float64(failed)/float64(s.views))
			s.left[sort] += s.skip(sort)
		}
	}
	s.networks = networks
}

func (s *side) sample() sample {
	found := sampleOf(slices.Values(s.voices))
	found.networks = s.networks
	if clean := s.networks - len(s.voices); clean >= liars {
		found.lowest = 0
	} else {
		t := slices.Sorted(slices.Values(s.voices))
		found.lowest = 0
		for _, voice := range t[:min(liars-clean, len(t))] {
			found.lowest += voice
		}
	}
	return found
}

// failing is the sample with so many networks more, all of whose views failed, and fine the
// one with networks in which none did. All have clean networks enough besides.
func (s sample) failing(networks int) sample {
	count := float64(networks)
	s.networks, s.sum, s.squares, s.highest = s.networks+networks, s.sum+count, s.squares+count, max(s.highest, min(count, liars))
	return s
}

func (s sample) fine(networks int) sample {
	s.networks, s.lowest = s.networks+networks, 0
	return s
}

// test is a simulated canary.
type test struct {
	rate, liveRate, share float64
	// views each network has; networks of live have liveMore times as many.
	views, liveMore int
	// against are networks of strangers who say that the canary always fails and live never
	// does, and forIt those who say the contrary.
	against, forIt int
}

// withdrawnAt is at how many views of the canary it was withdrawn; 0 for never, up to so
// many.
func (c test) withdrawnAt(upTo int, chances *rand.Rand) int {
	canary, live := newSide(c.rate, c.views, chances), newSide(c.liveRate, c.views*c.liveMore, chances)
	for at := nextEvaluation(0); at <= upTo; at = nextEvaluation(at) {
		canary.grow(at / c.views)
		// As few as may be left of more.
		live.grow(min(int(float64(at)/c.share*(1-c.share))/live.views, keptNetworks))
		of, beside := canary.sample(), live.sample()
		if c.against > 0 {
			of, beside = of.failing(c.against), beside.fine(c.against)
		}
		if c.forIt > 0 {
			of, beside = of.fine(c.forIt), beside.failing(c.forIt)
		}
		if of.networks >= minNetworks && beside.networks >= minNetworks && worse(of, beside) {
			return at
		}
	}
	return 0
}

var (
	errorRates   = []float64{0.001, 0.005, 0.01, 0.02, 0.06, 0.2}
	shares       = []float64{0.01, 0.05, 0.1, 0.25, 0.5}
	networkViews = []int{1, 3, 10}
)

// The rule: at most 1 % of the canaries that are as good as live. Half of these meet ten
// networks that lie about them.
func TestOf10000EqualCanariesAtMostOneInAHundredIsWithdrawnWhoeverLies(t *testing.T) {
	chances := rand.New(rand.NewPCG(1, 2))
	withdrawn := map[bool]int{}
	const canaries = 10_000
	for canary := range canaries {
		rate := errorRates[chances.IntN(len(errorRates))]
		equal := test{rate, rate, shares[chances.IntN(len(shares))], networkViews[chances.IntN(len(networkViews))], 1 + chances.IntN(3), canary % 2 * liars, 0}
		if equal.withdrawnAt(DefaultHoldAt, chances) > 0 {
			withdrawn[equal.against > 0]++
		}
	}
	t.Logf("of %d equal canaries each, %d were withdrawn, and with liars %d", canaries/2, withdrawn[false], withdrawn[true])
	for liars, count := range withdrawn {
		if count > canaries/2/100 {
			t.Errorf("%d of %d equal canaries were withdrawn, with liars %v", count, canaries/2, liars)
		}
	}
}

// atBest is how many canaries of 1 are found at best by a single look at so many views of
// each side, one view of each network, if at most falseWithdrawals of those that are as good
// as live are to be withdrawn though any so many networks lie. The errors of both sides are
// Poisson's, and given all of them the canary's are binomial, for which no test of a higher
// rate is more powerful (Przyborowski, Wilenski, Homogeneity of results in testing samples
// from Poisson series, Biometrika 31, 1940). Who looks more than once finds fewer.
func atBest(rate, liveRate float64, views, liveViews, liars int) (found float64) {
	logPoisson := func(mean float64, count int) float64 {
		factorial, _ := math.Lgamma(float64(count) + 1)
		return float64(count)*math.Log(mean) - mean - factorial
	}
	// ofAll is the chance of at least so many of all errors on the canary's side.
	share := float64(views) / float64(views+liveViews)
	ofAll := func(errors, all int) (chance float64) {
		for count := errors; count <= all; count++ {
			chance += math.Exp(logPoisson(share, count) + logPoisson(1-share, all-count) - logPoisson(1, all))
		}
		return chance
	}
	mean, liveMean := rate*float64(views), liveRate*float64(liveViews)
	upTo := func(mean float64) int { return int(mean + 8*math.Sqrt(mean) + 8) }
	for liveErrors, least := 0, liars; liveErrors <= upTo(liveMean); liveErrors++ {
		// More errors of live ask for more of the canary.
		for ofAll(least-liars, least-liars+liveErrors) > falseWithdrawals {
			least++
		}
		for errors := least; errors <= upTo(mean); errors++ {
			found += math.Exp(logPoisson(mean, errors) + logPoisson(liveMean, liveErrors))
		}
	}
	return found
}

// What can be found depends on how many errors there are to tell, beside the ten networks'
// that may be lies, and on how many networks tell them.
func TestATripledErrorRateIsFoundWithin2000Views(t *testing.T) {
	chances := rand.New(rand.NewPCG(3, 4))
	const canaries = 200
	for _, row := range []struct {
		live          float64
		views, within int
		// found is how many of a hundred canaries are withdrawn at least, with a share of 1 %,
		// 10 % and half of all.
		found [3]float64
	}{
		{0.05, 1, 2000, [3]float64{99, 99, 99}},
		{0.05, 3, 2000, [3]float64{99, 99, 97}},
		{0.05, 10, 2000, [3]float64{97, 97, 85}},
		{0.02, 1, 2000, [3]float64{99, 99, 93}},
		{0.02, 3, 2000, [3]float64{98, 97, 88}},
		{0.02, 10, 2000, [3]float64{85, 80, 45}},
		{0.01, 1, 2000, [3]float64{86, 86, 68}},
		{0.005, 1, 2000, [3]float64{20, 20, 9}},
		{0.005, 1, DefaultHoldAt, [3]float64{90, 90, 75}},
	} {
		for i, share := range []float64{0.01, 0.1, 0.5} {
			found := 0
			for range canaries {
				if (test{3 * row.live, row.live, share, row.views, 1, 0, 0}).withdrawnAt(row.within, chances) > 0 {
					found++
				}
			}
			best := ""
			if row.views == 1 {
				beside := min(int(float64(row.within)/share*(1-share)), keptNetworks)
				best = fmt.Sprintf(", at best %.0f %%, and %.0f %% if nobody could lie", 100*atBest(3*row.live, row.live, row.within, beside, liars), 100*atBest(3*row.live, row.live, row.within, beside, 0))
			}
			t.Logf("live %.1f %%, a share of %.0f %%, %d views of each network: %.0f %% are found within %d%s", 100*row.live, 100*share, row.views, 100*float64(found)/canaries, row.within, best)
			if float64(found) < row.found[i]/100*canaries {
				t.Errorf("a rate of %v beside %v at a share of %v, %d views of each network: %d of %d were found", 3*row.live, row.live, share, row.views, found, canaries)
			}
		}
	}
}

// The table in docs/operating.md: what strangers with so many networks bring about, at a share
// of 5 %, where each other network has one view.
func TestWhatStrangersCanDoGrowsWithTheirNetworksAlone(t *testing.T) {
	chances := rand.New(rand.NewPCG(5, 6))
	const canaries = 2000
	for _, row := range []struct {
		networks int
		// gone is how many of a hundred good canaries they have withdrawn at most, and found
		// how many bad ones are withdrawn in spite of them at least.
		gone, found float64
	}{
		{1, 1, 99}, {5, 1, 99}, {10, 5, 99}, {17, 100, 99}, {30, 100, 99}, {100, 100, 90}, {150, 100, 10}, {300, 100, 0},
	} {
		gone, found, soon := 0, 0, 0
		for range canaries {
			if (test{rate: 0.02, liveRate: 0.02, share: 0.05, views: 1, liveMore: 1, against: row.networks}).withdrawnAt(DefaultHoldAt, chances) > 0 {
				gone++
			}
			if at := (test{rate: 0.06, liveRate: 0.02, share: 0.05, views: 1, liveMore: 1, forIt: row.networks}).withdrawnAt(DefaultHoldAt, chances); at > 0 {
				found++
				if at <= 2000 {
					soon++
				}
			}
		}
		t.Logf("%d networks of strangers: %.1f %% of the good ones are withdrawn, of the bad ones %.1f %% within 2,000 views, %.1f %% within %d", row.networks, 100*float64(gone)/canaries, 100*float64(soon)/canaries, 100*float64(found)/canaries, DefaultHoldAt)
		if 100*float64(gone) > row.gone*canaries || 100*float64(found) < row.found*canaries {
			t.Errorf("%d networks of strangers: of %d, %d good canaries are withdrawn, and %d bad ones", row.networks, canaries, gone, found)
		}
	}
}

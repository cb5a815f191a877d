package health

import (
	"iter"
	"math"
	"slices"
)

// How a canary is found worse. The unit is a network: whatever comes from one is a single
// voice, its share of erroneous views, from 0 to 1.
//
// Evidence is a mixture of likelihood ratios. For the canary's n networks with e errors and
// the n' and e' of live, q = n/(n+n') and a ratio r of their error rates it is
//
//	r^e / (1 + q (r - 1))^(e + e')
//
// which is how much likelier each error is on its side with that ratio than with none: the
// conditional sequential test of two Poisson rates (Kulldorff et al., A Maximized Sequential
// Probability Ratio Test, Sequential Analysis 30, 2011). While the canary's share stays as it
// is, this is a martingale under equal rates, whatever they are, so by Ville's inequality it
// ever comes to 1/p with a probability of at most p, however often it is looked at (Robbins,
// Statistical methods related to the law of the iterated logarithm, 1970; Johari et al.,
// Always valid inference, 2022). Ratios are mixed, so that none has to be chosen. For one
// look it also holds for voices that are no whole errors (Turner, Ly, Grünwald, Generic
// E-variables for exact sequential k-sample tests, 2024).
//
// A network with ten views whose errors have nothing to do with each other says more than
// one with a single view. So n and e are counted in effective errors: all are divided by the
// design effect of the voices, their sum of squares over their sum (Kish, Survey sampling,
// 1965; Rao and Scott, A simple method for the analysis of clustered binary data, 1992). An
// erroneous network counts for one error at most.
//
// Liars: what is left without the networks of the canary with the highest voices, as many as
// may lie, and as many of live with the lowest, has to show it as well. If any of so many
// networks lie, what is left is at most as bad for the canary as what the honest ones say.
// Where nobody lies it lacks the worst that honest ones said, so that less is asked of it.
const (
	// falseWithdrawals is how many canaries, of 1, are withdrawn at most though they are as
	// good as live.
	falseWithdrawals = 0.01
	// misled is the same if liars do what they can: it bounds what they achieve in the worst
	// case. The simulated ones achieve half of it (evidence_test.go).
	misled = 0.05
	// liars is how many networks may lie.
	liars = 10
	// minNetworks is how many each side needs for a verdict.
	minNetworks = 20
)

// needed is the strength for a withdrawal, and neededWithout that of what is left without
// liars.
var needed, neededWithout = -math.Log(falseWithdrawals), -math.Log(misled)

// ratios of error rates that are looked for. Larger ones are found by the largest of them. A
// tripled rate is one of 1.7 to 2.5 without what may be lies, when there are few errors: there
// most is won and lost (evidence_test.go has what any test could find).
var ratios = []float64{1.7, 2.2, 3}

// strength is the natural logarithm of the evidence that the canary has more errors for its
// networks.
func strength(networks, errors, liveNetworks, liveErrors float64) float64 {
	if networks <= 0 || liveNetworks <= 0 {
		return math.Inf(-1)
	}
	share := networks / (networks + liveNetworks)
	most, logs := math.Inf(-1), make([]float64, len(ratios))
	for i, ratio := range ratios {
		logs[i] = errors*math.Log(ratio) - (errors+liveErrors)*math.Log1p(share*(ratio-1))
		most = max(most, logs[i])
	}
	mean := 0.0
	for _, one := range logs {
		mean += math.Exp(one-most) / float64(len(ratios))
	}
	return most + math.Log(mean)
}

// sample is the voices of one side: how many, their sum and that of their squares, and the
// parts of the sum that are the highest and the lowest of as many as there may be liars.
type sample struct {
	networks                      int
	sum, squares, highest, lowest float64
}

func sampleOf(voices iter.Seq[float64]) (s sample) {
	var highest, lowest extremes
	for voice := range voices {
		s.networks++
		s.sum += voice
		s.squares += voice * voice
		highest.keep(voice)
		lowest.keep(-voice)
	}
	s.highest, s.lowest = highest.sum(), -lowest.sum()
	return s
}

// extremes are the highest of some numbers, in descending order.
type extremes struct {
	largest [liars]float64
	count   int
}

func (e *extremes) keep(value float64) {
	if e.count == liars && value <= e.largest[liars-1] {
		return
	}
	at := slices.IndexFunc(e.largest[:e.count], func(other float64) bool { return other < value })
	if at < 0 {
		at = e.count
	}
	e.count = min(e.count+1, liars)
	copy(e.largest[at+1:e.count], e.largest[at:e.count-1])
	e.largest[at] = value
}

func (e *extremes) sum() (sum float64) {
	for _, value := range e.largest[:e.count] {
		sum += value
	}
	return sum
}

// effective are the networks and errors of a side without liars, by its design effect.
func (s sample) effective(without int, lies float64) (networks, errors float64) {
	effect := 1.0
	if s.sum > 0 {
		effect = s.squares / s.sum
	}
	return float64(s.networks-without) / effect, max(s.sum-lies, 0) / effect
}

// worse reports whether the canary has more errors, also when any so many networks lie to its
// harm.
func worse(canary, live sample) bool {
	networks, errors := canary.effective(0, 0)
	liveNetworks, liveErrors := live.effective(0, 0)
	if strength(networks, errors, liveNetworks, liveErrors) < needed {
		return false
	}
	networks, errors = canary.effective(liars, canary.highest)
	liveNetworks, liveErrors = live.effective(liars, live.lowest)
	return strength(networks, errors, liveNetworks, liveErrors) >= neededWithout
}

// doubtful is the strength that there would be if as many networks as may lie had lied to
// the canary's good.
func doubtful(canary, live sample) float64 {
	networks, errors := canary.effective(liars, canary.lowest)
	liveNetworks, liveErrors := live.effective(liars, live.highest)
	return strength(networks, errors, liveNetworks, liveErrors)
}

// nextEvaluation is at how many telling views of the canary the next look is, after one at so many:
// a look reads all networks, and one after each report would find nothing earlier worth its
// price.
func nextEvaluation(telling int) int { return max(telling+telling/5, minNetworks) }

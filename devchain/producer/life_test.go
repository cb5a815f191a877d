//go:build !race

// Hours of the chain's life on one goroutine: there is nothing for the race detector,
// which takes minutes for them.

package producer

import (
	"testing"
	"time"

	"fieldhouse/devchain/contract/atomic"
	"fieldhouse/devchain/contract/oracle"
	"fieldhouse/devchain/genesis"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/clock"
)

// holdings are how many packs and cards the simulated buyers have.
func holdings(p *Producer) (packs, cards, most int) {
	p.Ledger().Read(func(v ledger.View) {
		for _, buyer := range genesis.Buyers() {
			table := atomic.Assets.In(v, antelope.MustName(genesis.Assets), antelope.MustName(buyer))
			most = max(most, table.Len())
			for asset := range table.All() {
				if asset.SchemaName.String() == genesis.SchemaPacks {
					packs++
				} else {
					cards++
				}
			}
		}
	})
	return packs, cards, most
}

func TestBuyersOpenSomeOfTheirPacks(t *testing.T) {
	p, clock := newProducer(t, 1, func(*Settings) {})
	clock.Move(2 * time.Minute)
	advance(t, p)
	if packs, cards, _ := holdings(p); packs < 5 || cards < 50 {
		t.Errorf("after minutes buyers have %d packs and %d cards", packs, cards)
	}
}

func TestCollectionsOfBuyersDoNotGrowWithoutEnd(t *testing.T) {
	p, clock := newProducer(t, 1, func(s *Settings) { s.Pace = time.Second })
	for range 6 {
		clock.Move(10 * time.Minute)
		advance(t, p)
	}
	packs, cards, most := holdings(p)
	if most > 200 || packs > 24*60 {
		t.Errorf("after an hour buyers have %d packs and %d cards, one of them %d", packs, cards, most)
	}
}

func TestSalesGoOnForHours(t *testing.T) {
	p, clock := newProducer(t, 1, func(*Settings) {})
	for hour := range 3 {
		before := drops(p)
		for range 6 {
			clock.Move(10 * time.Minute)
			advance(t, p)
		}
		for id, drop := range drops(p) {
			if sold := drop.CurrentClaimed - before[id].CurrentClaimed; drop.AccountLimitCooldown > 0 && sold < 400 {
				t.Errorf("%s sold %d in hour %d", drop.Name, sold, hour+1)
			}
		}
	}
}

// ring are the medians of the oracle's ring.
func ring(p *Producer) map[uint64]bool {
	medians := map[uint64]bool{}
	p.Ledger().Read(func(v ledger.View) {
		table := oracle.Datapoints.In(v, antelope.MustName(genesis.Oracle), antelope.MustName(genesis.OraclePair))
		for point := range table.All() {
			medians[point.Median] = true
		}
	})
	return medians
}

// oldest is how old the oldest datapoint is.
func oldest(p *Producer) (age time.Duration) {
	p.Ledger().Read(func(v ledger.View) {
		table := oracle.Datapoints.In(v, antelope.MustName(genesis.Oracle), antelope.MustName(genesis.OraclePair))
		for point := range table.All() {
			age = max(age, v.Head().Time.Time().Sub(point.Timestamp.Time()))
		}
	})
	return age
}

func TestAFastOracleMovesInEveryBlockAndByMore(t *testing.T) {
	fast, clock := false, clock.New(start)
	settings := Defaults()
	settings.Buyers = 0
	p, err := New(Options{
		Options: genesis.Options{Drops: 0}, Seed: 1, Settings: settings, Clock: clock.Now, OracleFast: func() bool { return fast },
	})
	if err != nil {
		t.Fatal(err)
	}
	spread := func() (width uint64) {
		low, high := ^uint64(0), uint64(0)
		for range 60 {
			clock.Move(antelope.SlotLength)
			advance(t, p)
			for median := range ring(p) {
				low, high = min(low, median), max(high, median)
			}
		}
		return high - low
	}
	calm, calmAge := spread(), oldest(p)
	fast = true
	wild, wildAge := spread(), oldest(p)
	if calmAge < 50*time.Second || wildAge > 1500*time.Millisecond {
		t.Errorf("datapoints get %s old, and %s when the oracle is fast", calmAge, wildAge)
	}
	if wild < 3*calm {
		t.Errorf("in half a minute the price moved by %d, and by %d when the oracle was fast", calm, wild)
	}
}

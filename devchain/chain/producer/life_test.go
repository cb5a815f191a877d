//go:build !race

// Hours of the chain's life on one goroutine: there is nothing for the race detector,
// which takes minutes for them.

package producer

import (
	"testing"
	"time"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// holdings are how many packs and cards the simulated buyers have.
func holdings(p *Producer) (packs, cards, most int) {
	p.Ledger().Read(func(v ledger.View) {
		for _, buyer := range genesis.Buyers {
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

func TestSalesGoOnForHoursAndCollectionsDoNotGrowWithoutEnd(t *testing.T) {
	p, clock := newProducer(t, 1, func(*Settings) {})
	clock.Move(2 * time.Minute)
	advance(t, p)
	if packs, cards, _ := holdings(p); packs < 5 || cards < 50 {
		t.Errorf("after minutes buyers have %d packs and %d cards", packs, cards)
	}
	for hour := range 2 {
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
	if packs, cards, most := holdings(p); most > 200 || packs > 24*60 {
		t.Errorf("after hours buyers have %d packs and %d cards, one of them %d", packs, cards, most)
	}
}

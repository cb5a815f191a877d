package simulation

import (
	"fmt"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

const (
	// openPace is how much slower packs are opened than bought, by an edition: most
	// stay wrapped for a while.
	openPace = 2
	// maxOpened is how many packs a buyer opens at once, and allOpened how many when
	// it has more than keptPacks.
	maxOpened = 3
	keptPacks = 12
	allOpened = 10
	// keptCards is how many assets a simulated buyer keeps. It burns the oldest of
	// more, so that a chain that runs for days does not grow without end.
	keptCards = 60
	// maxBurned is how many it burns in one transaction.
	maxBurned = 60
)

// open lets a buyer open some packs when it is time to.
func (s *Simulation) open(crowd Crowd, now antelope.TimePoint) error {
	if now < s.nextOpen {
		return nil
	}
	first := s.nextOpen == 0
	s.nextOpen = now + around(s.unpacking, openPace*crowd.Pace)
	if first {
		return nil
	}
	buyer := crowd.buyer(s.unpacking)
	packs, surplus := s.assets(buyer)
	if len(packs) > 0 {
		opened := 1 + s.unpacking.IntN(maxOpened)
		if len(packs) > keptPacks {
			opened = allOpened
		}
		chosen := packs[:min(len(packs), opened)]
		if _, err := s.ledger.Act(ledger.NewAction(buyer, gameAccount, game.Open{Owner: buyer, AssetIDs: chosen})); err != nil {
			return fmt.Errorf("%s opens %v: %w", buyer, chosen, err)
		}
	}
	if len(surplus) == 0 {
		return nil
	}
	var burns []ledger.Action
	for _, id := range surplus {
		burns = append(burns, ledger.NewAction(buyer, assetsAccount, atomic.BurnAsset{AssetOwner: buyer, AssetID: id}))
	}
	if _, err := s.ledger.Act(burns...); err != nil {
		return fmt.Errorf("%s burns %d assets: %w", buyer, len(burns), err)
	}
	return nil
}

// assets are a buyer's packs, oldest first, and the oldest of its other assets
// that are too many.
func (s *Simulation) assets(owner antelope.Name) (packs, surplus []uint64) {
	var others []uint64
	s.ledger.Read(func(v ledger.View) {
		for asset := range atomic.Assets.In(v, assetsAccount, owner).All() {
			switch {
			case asset.CollectionName != collection:
			case asset.SchemaName == packSchema:
				packs = append(packs, asset.AssetID)
			default:
				others = append(others, asset.AssetID)
			}
		}
	})
	if excess := len(packs) + len(others) - keptCards; excess > 0 {
		surplus = others[:min(excess, maxBurned, len(others))]
	}
	return packs, surplus
}

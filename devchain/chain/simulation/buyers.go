package simulation

import (
	"fmt"
	"time"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/contract/oracle"
	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

const (
	// scarceLeft is from how many packs left on a drop is almost gone, and
	// scarcePace how slowly it then sells: it stays almost gone for some
	// minutes, so that people can see it.
	scarceLeft = 25
	scarcePace = 45 * time.Second
	// partnerShare is one in how many buyers name a partner's code.
	partnerShare = 8
)

// buy lets the edition's next buyers buy when it is their time.
func (s *Simulation) buy(line *line, crowd Crowd, now antelope.TimePoint) error {
	if line.next == 0 { // the first of a line come after a while, too
		line.next, line.nextScarce = now+s.wait(crowd.Pace), now+s.wait(scarcePace)
		return nil
	}
	if now < line.next && now < line.nextScarce {
		return nil
	}
	plain, scarce := s.onSale(line.edition, now)
	var failed error
	if now >= line.next {
		line.next = now + s.wait(crowd.Pace)
		failed = s.buyOneOf(plain, crowd, 1+uint64(s.random.IntN(2)))
	}
	if now >= line.nextScarce {
		line.nextScarce = now + s.wait(scarcePace)
		if err := s.buyOneOf(scarce, crowd, 1); err != nil {
			failed = err
		}
	}
	return failed
}

// onSale are the edition's drops that everybody can buy now: the plain ones and
// those that are almost gone.
func (s *Simulation) onSale(edition antelope.Name, now antelope.TimePoint) (plain, scarce []game.Drop) {
	at := uint32(antelope.TimePointSecOf(now.Time()))
	s.ledger.Read(func(v ledger.View) {
		for drop := range game.Drops.In(v, gameAccount, gameAccount).All() {
			switch {
			case drop.Edition != edition, drop.IsHidden, drop.AuthRequired,
				drop.StartTime > at, drop.EndTime > 0 && drop.EndTime <= at,
				drop.MaxClaimable > 0 && drop.CurrentClaimed >= drop.MaxClaimable:
			case drop.MaxClaimable > 0 && drop.MaxClaimable-drop.CurrentClaimed <= scarceLeft:
				scarce = append(scarce, drop)
			default:
				plain = append(plain, drop)
			}
		}
	})
	return plain, scarce
}

func (s *Simulation) buyOneOf(drops []game.Drop, crowd Crowd, amount uint64) error {
	if len(drops) == 0 {
		return nil
	}
	drop := drops[s.random.IntN(len(drops))]
	buyer := crowd.buyer(s.random)
	var code antelope.Name
	if s.random.IntN(partnerShare) == 0 {
		code = partners[s.random.IntN(len(partners))]
	}
	actions, err := s.purchase(drop, buyer, amount, code)
	if err != nil {
		return err
	}
	if _, err := s.ledger.Act(actions...); err != nil {
		return fmt.Errorf("%s buys %d of drop %d: %w", buyer, amount, drop.DropID, err)
	}
	return nil
}

// purchase is the one transaction that a purchase is: the deposit, then buypack.
func (s *Simulation) purchase(drop game.Drop, buyer antelope.Name, amount uint64, code antelope.Name) ([]ledger.Action, error) {
	order := game.Order{Listing: drop.ListingPrice, Amount: amount, Settlement: drop.SettlementSymbol}
	s.ledger.Read(func(v ledger.View) {
		point, _ := oracle.Newest(v, oracleAccount, pair)
		priced, _ := oracle.Pairs.In(v, oracleAccount, oracleAccount).Get(uint64(pair))
		partner, _ := game.Partners.In(v, gameAccount, gameAccount).Get(uint64(code))
		order.Median, order.Precision, order.DiscountBps = point.Median, priced.QuotedPrecision, partner.DiscountBps
	})
	deposit, err := order.Deposit()
	if err != nil {
		return nil, err
	}
	buy := ledger.NewAction(buyer, gameAccount, game.BuyPack{
		Buyer: buyer, DropID: drop.DropID, Amount: amount, IntendedDelphiMedian: order.Median, PartnerCode: code,
	})
	if deposit.Amount == 0 {
		return []ledger.Action{buy}, nil
	}
	return []ledger.Action{
		ledger.NewAction(buyer, tokenAccount, token.Transfer{
			From: buyer, To: gameAccount, Quantity: deposit, Memo: game.DepositMemo,
		}),
		buy,
	}, nil
}

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

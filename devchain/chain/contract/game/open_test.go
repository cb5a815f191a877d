package game_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/deck"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

var (
	assets     = antelope.MustName(genesis.Assets)
	collection = antelope.MustName(genesis.Collection)
	packs      = antelope.MustName(genesis.SchemaPacks)
	dave       = antelope.MustName("dave.wam")
)

// owned are an account's assets, oldest first.
func (b bench) owned(owner antelope.Name) []atomic.Asset {
	return ledgertest.All(b.Chain, atomic.Assets, assets, owner)
}

// data is an asset's own data and its template's.
func (b bench) data(asset atomic.Asset) (immutable, mutable, templates []atomic.Attribute) {
	b.Helper()
	b.Read(func(v ledger.View) {
		schema, _ := atomic.Schemas.In(v, assets, collection).Get(uint64(asset.SchemaName))
		template, _ := atomic.Templates.In(v, assets, collection).Get(uint64(asset.TemplateID))
		for _, part := range []struct {
			raw  []byte
			into *[]atomic.Attribute
		}{{asset.ImmutableSerializedData, &immutable}, {asset.MutableSerializedData, &mutable}, {template.ImmutableSerializedData, &templates}} {
			read := must.Get(atomic.Deserialize(part.raw, schema.Format))(b)
			*part.into = read
		}
	})
	return immutable, mutable, templates
}

func (b bench) tier(card atomic.Asset) int {
	b.Helper()
	_, _, template := b.data(card)
	value, _ := atomic.Find(template, "tier")
	tier, numeric := value.Uint()
	if !numeric || tier < 1 || tier > deck.Tiers {
		b.Fatalf("the card %d has no tier", card.AssetID)
	}
	return int(tier)
}

func open(owner antelope.Name, ids ...uint64) ledger.Action {
	return ledger.NewAction(owner, account, game.Open{Owner: owner, AssetIDs: ids})
}

// packsOf mints packs of a drop for an account: by a claim, which costs nothing.
func (b bench) packsOf(drop, amount uint64, owner antelope.Name) []uint64 {
	b.Helper()
	b.Must(ledger.NewAction(account, account, game.NewClaim{DropID: drop, Claimer: owner, Amount: amount, Reason: "test"}))
	b.Must(ledger.NewAction(owner, account, game.Claim{Claimer: owner, ClaimID: b.lastClaim().ClaimID}))
	var ids []uint64
	for _, asset := range b.owned(owner) {
		if asset.SchemaName == packs {
			ids = append(ids, asset.AssetID)
		}
	}
	return ids
}

func TestAPurchaseMintsItsPacks(t *testing.T) {
	b := newBench(t)
	id := b.drop(func(d *game.NewDrop) { d.AssetsToMint[0].Amount = 2 })
	before := len(b.owned(bob))
	b.Must(deposit(bob, "500.00000000 WAX"), b.buy(bob, id, 2, ""))
	bought := b.owned(bob)[before:]
	if len(bought) != 4 {
		t.Fatalf("two purchases of two packs gave %d assets", len(bought))
	}
	for _, pack := range bought {
		immutable, _, template := b.data(pack)
		drop, _ := atomic.Find(immutable, game.AttributeDrop)
		if number, _ := drop.Uint(); number != id || pack.SchemaName != packs || pack.TemplateID != 700101 || len(template) == 0 {
			t.Errorf("pack %+v of drop %d", pack, number)
		}
	}
	b.Refuses("0.00000000 WAX deposited", b.buy(dave, id, 1, ""))
	if len(b.owned(dave)) != 0 {
		t.Error("a refused purchase minted")
	}
}

func TestACollectedClaimMintsItsPacks(t *testing.T) {
	b := newBench(t)
	if ids := b.packsOf(1, 3, dave); len(ids) != 3 {
		t.Errorf("a claim of three packs gave %v", ids)
	}
}

func TestOpeningBurnsThePackAndMintsItsCards(t *testing.T) {
	b := newBench(t)
	ids := b.packsOf(1, 2, dave)
	b.Must(open(dave, ids...))
	cards := b.owned(dave)
	if len(cards) != 16 { // drop 1 has eight cards in each pack
		t.Fatalf("two packs of eight gave %d assets", len(cards))
	}
	for _, card := range cards {
		if card.SchemaName.String() != genesis.Football || card.TemplateID < genesis.FirstTemplate || card.TemplateID >= genesis.FirstTemplate+genesis.CardsPerEdition {
			t.Errorf("a football pack held %+v", card)
		}
		if _, mutable, _ := b.data(card); fmt.Sprint(mutable) != fmt.Sprint(game.NewCardData(0)) {
			t.Errorf("a new card has %v", mutable)
		}
	}
	b.Refuses("dave.wam does not own the pack "+fmt.Sprint(ids[0]), open(dave, ids[0]))
}

func TestPacksAreOpenedByTheirOdds(t *testing.T) {
	b := newBench(t)
	odds := game.Odds{Common: 5200, Uncommon: 3000, Rare: 1400, Epic: 330, Legendary: 70}
	counted, total := [deck.Tiers]int{}, 0
	for range 4 {
		for batch := range slices.Chunk(b.packsOf(1, 50, dave), 10) {
			b.Must(open(dave, batch...))
		}
		for _, card := range b.owned(dave) {
			counted[b.tier(card)-1]++
			total++
			b.Must(ledger.NewAction(dave, assets, atomic.BurnAsset{AssetOwner: dave, AssetID: card.AssetID}))
		}
	}
	if total != 1600 {
		t.Fatalf("%d cards", total)
	}
	for tier, share := range odds.Tiers() {
		// The promise of one rare card moves a little from the lower tiers up.
		want := float64(total) * float64(share) / 10_000
		if got := float64(counted[tier]); got < want*0.7-8 || got > want*1.4+8 {
			t.Errorf("%v cards of tier %d, expected about %.0f; all: %v", got, tier+1, want, counted)
		}
	}
}

func TestOneCardIsAtLeastWhatThePackPromises(t *testing.T) {
	b := newBench(t)
	id := b.drop(func(d *game.NewDrop) {
		d.DisplayData = `{"odds":{"common":9990,"epic":10},"contents":{"cards":2,"least":"rare"}}`
	})
	for _, pack := range b.packsOf(id, 30, dave) {
		before := b.owned(dave)
		b.Must(open(dave, pack))
		best := 0
		for _, card := range b.owned(dave) {
			if !slices.ContainsFunc(before, func(had atomic.Asset) bool { return had.AssetID == card.AssetID }) {
				best = max(best, b.tier(card))
			}
		}
		if best < 3 {
			t.Fatalf("the best card of a pack has the tier %d", best)
		}
	}
}

func TestTheSameSeedDealsTheSameCards(t *testing.T) {
	dealt := func(seed uint64) string {
		b := bench{ledgertest.New(t, genesis.Options{Drops: genesis.DefaultDrops, Seed: seed})}
		b.at(0)
		b.Must(open(dave, b.packsOf(1, 1, dave)...))
		text := ""
		for _, card := range b.owned(dave) {
			text += fmt.Sprintf("%d ", card.TemplateID)
		}
		return text
	}
	if one, again, other := dealt(1), dealt(1), dealt(2); one != again || one == other {
		t.Errorf("seed 1 dealt %s and %s, seed 2 %s", one, again, other)
	}
}

func TestACardThatRanOutGivesWayToThePlainerOnes(t *testing.T) {
	b := newBench(t)
	id := b.drop(func(d *game.NewDrop) {
		d.DisplayData = `{"odds":{"legendary":10000},"contents":{"cards":20}}`
		d.MaxClaimable = 1000
	})
	// Six football cards of the highest tier with 25 copies, fewer those at the start.
	legends := 0
	for range 3 {
		b.Must(open(dave, b.packsOf(id, 4, dave)...))
	}
	for _, card := range b.owned(dave) {
		if b.tier(card) == deck.Tiers {
			legends++
		} else if b.tier(card) != deck.Tiers-1 {
			t.Errorf("a card of tier %d came when the highest ran out", b.tier(card))
		}
	}
	var supply, issued uint32
	for _, template := range ledgertest.All(b.Chain, atomic.Templates, assets, collection) {
		if template.SchemaName.String() == genesis.Football && template.MaxSupply == deck.Supply(deck.Tiers) {
			supply, issued = supply+template.MaxSupply, issued+template.IssuedSupply
		}
	}
	if legends == 0 || legends == 240 || issued != supply {
		t.Errorf("%d of 240 cards have the highest tier; %d of %d were issued", legends, issued, supply)
	}
}

func TestWhatCannotBeOpened(t *testing.T) {
	b := newBench(t)
	ids := b.packsOf(1, 11, dave)
	plain := b.drop(func(*game.NewDrop) {})
	wrong := b.drop(func(d *game.NewDrop) { d.DisplayData = `{"odds":{"common":9000},"contents":{"cards":1}}` })
	many := b.drop(func(d *game.NewDrop) { d.DisplayData = `{"odds":{"common":10000},"contents":{"cards":21}}` })
	last := func(drop uint64) uint64 { all := b.packsOf(drop, 1, dave); return all[len(all)-1] }
	card := func() uint64 {
		b.Must(open(dave, ids[10]))
		all := b.owned(dave)
		return all[len(all)-1].AssetID
	}()
	b.Refuses("missing authority of dave.wam", ledger.NewAction(bob, account, game.Open{Owner: dave, AssetIDs: ids[:1]}))
	b.Refuses(fmt.Sprintf("bob.wam does not own the pack %d", ids[0]), open(bob, ids[0]))
	b.Refuses("Choose 1 to 10 packs to open", open(dave))
	b.Refuses("Choose 1 to 10 packs to open", open(dave, ids...))
	b.Refuses(fmt.Sprintf("The pack %d stands twice", ids[0]), open(dave, ids[0], ids[0]))
	b.Refuses(fmt.Sprintf("The asset %d is no pack", card), open(dave, card))
	b.Refuses("The packs of Test Pack cannot be opened: the odds add up to 0 basis points, not to 10000", open(dave, last(plain)))
	b.Refuses("the odds add up to 9000 basis points, not to 10000", open(dave, last(wrong)))
	b.Refuses("a pack of 21 cards; it holds 1 to 20", open(dave, last(many)))
	if left := len(b.owned(dave)); left != 10+3+8 {
		t.Errorf("dave has %d assets after what was refused", left)
	}
}

func TestBurningNeedsTheOwnerWhoOpens(t *testing.T) {
	b := newBench(t)
	ids := b.packsOf(1, 1, dave)
	// The contract's own authority is not enough to burn somebody's pack.
	b.Refuses("missing authority of dave.wam", ledger.NewAction(account, assets, atomic.BurnAsset{AssetOwner: dave, AssetID: ids[0]}))
	b.at(time.Minute)
	b.Must(open(dave, ids[0]))
}

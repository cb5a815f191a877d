package game

import (
	"math/rand/v2"
	"slices"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/deck"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// maxOpen is how many packs are opened at once.
const maxOpen = 10

// Attributes of a card that the contract reads or writes.
const (
	AttributeTier   = "tier"
	AttributeLevel  = "level"
	AttributePoints = "points"
)

// open burns packs and mints their cards. It burns with the owner's authority,
// which on WAX the owner would give by moving the packs to the contract first.
func (g contract) open(c *ledger.Context, data Open) {
	c.RequireAuth(data.Owner)
	ledger.Check(len(data.AssetIDs) >= 1 && len(data.AssetIDs) <= maxOpen, "Choose 1 to %d packs to open", maxOpen)
	chance, pools := c.Chance(), map[antelope.Name]*pool{}
	for i, id := range data.AssetIDs {
		ledger.Check(!slices.Contains(data.AssetIDs[:i], id), "The pack %d stands twice", id)
		drop := g.packOf(c, data.Owner, id)
		contents, err := readContents(drop.DisplayData)
		ledger.Check(err == nil, "The packs of %s cannot be opened: %v", drop.Name, err)
		if pools[drop.Edition] == nil {
			pools[drop.Edition] = g.pool(c, drop.Edition)
		}
		c.InlineAs(data.Owner, g.Assets, atomic.BurnAsset{AssetOwner: data.Owner, AssetID: id})
		for _, tier := range contents.deal(chance) {
			template, left := pools[drop.Edition].take(chance, tier)
			ledger.Check(left, "There are no cards left")
			c.Inline(g.Assets, atomic.MintAsset{
				AuthorizedMinter: g.Account, CollectionName: g.Collection, SchemaName: drop.Edition,
				TemplateID: template, NewAssetOwner: data.Owner, MutableData: NewCardData(0),
			})
		}
	}
}

// NewCardData is the mutable data of a card that has won so many points.
func NewCardData(points uint64) []atomic.Attribute {
	level := uint8(1 + min(points/1_000_000_000, 9))
	return []atomic.Attribute{
		{Key: AttributeLevel, Value: atomic.Uint8(level)},
		{Key: AttributePoints, Value: atomic.Uint64(points)},
	}
}

// packOf finds the drop that an account's pack is of.
func (g contract) packOf(c *ledger.Context, owner antelope.Name, id uint64) Drop {
	asset, exists := atomic.Assets.In(c, g.Assets, owner).Get(id)
	ledger.Check(exists, "%s does not own the pack %d", owner, id)
	ledger.Check(asset.CollectionName == g.Collection && asset.SchemaName == g.PackSchema, "The asset %d is no pack", id)
	attributes, err := atomic.Deserialize(asset.ImmutableSerializedData, g.format(c, g.PackSchema))
	ledger.Check(err == nil, "The pack %d cannot be read: %v", id, err)
	named, _ := atomic.Find(attributes, AttributeDrop)
	number, numeric := named.Uint()
	ledger.Check(numeric, "The pack %d is of no drop", id)
	return g.drop(c, number)
}

// format is that of a schema; nil where there is none.
func (g contract) format(c *ledger.Context, name antelope.Name) []atomic.Format {
	schema, _ := atomic.Schemas.In(c, g.Assets, g.Collection).Get(uint64(name))
	return schema.Format
}

// deal gives the tiers of a pack's cards by its odds. When none of them reaches
// the least tier, the last one is dealt again from the tiers that do.
func (p packContents) deal(chance *rand.Rand) []int {
	tiers := make([]int, p.cards)
	for i := range tiers {
		tiers[i] = p.roll(chance, 1)
	}
	if slices.Max(tiers) < p.least {
		tiers[len(tiers)-1] = p.roll(chance, p.least)
	}
	return tiers
}

// roll gives a tier from the least one on, by the odds among those.
func (p packContents) roll(chance *rand.Rand, least int) int {
	sum := 0
	for _, share := range p.odds[least-1:] {
		sum += share
	}
	if sum == 0 {
		return least
	}
	rolled := chance.IntN(sum)
	for tier := least; tier < deck.Tiers; tier++ {
		if rolled -= p.odds[tier-1]; rolled < 0 {
			return tier
		}
	}
	return deck.Tiers
}

// pool is the cards of an edition that can still be minted, by tier.
type pool [deck.Tiers][]stock

// stock is what is left of one card.
type stock struct {
	template int32
	left     uint32
}

// pool reads the edition's templates.
func (g contract) pool(c *ledger.Context, edition antelope.Name) *pool {
	var cards pool
	format := g.format(c, edition)
	for template := range atomic.Templates.In(c, g.Assets, g.Collection).All() {
		if template.SchemaName != edition {
			continue
		}
		attributes, err := atomic.Deserialize(template.ImmutableSerializedData, format)
		if err != nil {
			continue
		}
		named, _ := atomic.Find(attributes, AttributeTier)
		tier, numeric := named.Uint()
		if !numeric || tier < 1 || tier > deck.Tiers {
			continue
		}
		left := ^uint32(0)
		if template.MaxSupply > 0 {
			left = template.MaxSupply - template.IssuedSupply
		}
		cards[tier-1] = append(cards[tier-1], stock{template.TemplateID, left})
	}
	return &cards
}

// take chooses a card of the tier, or of the next plainer one that has any left,
// or at last of a rarer one.
func (p *pool) take(chance *rand.Rand, tier int) (template int32, left bool) {
	for below := tier; below >= 1 && !left; below-- {
		template, left = p.takeOf(chance, below)
	}
	for above := tier + 1; above <= deck.Tiers && !left; above++ {
		template, left = p.takeOf(chance, above)
	}
	return template, left
}

func (p *pool) takeOf(chance *rand.Rand, tier int) (template int32, left bool) {
	cards := p[tier-1]
	if len(cards) == 0 {
		return 0, false
	}
	first := chance.IntN(len(cards))
	for i := range cards {
		card := &cards[(first+i)%len(cards)]
		if card.left > 0 {
			card.left--
			return card.template, true
		}
	}
	return 0, false
}

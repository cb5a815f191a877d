package game

import (
	"math/rand/v2"
	"slices"

	"fieldhouse/devchain/contract/atomic"
	"fieldhouse/devchain/deck"
	"fieldhouse/devchain/ledger"
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
func (g contract) open(c *ledger.Context, data Open) error {
	if err := c.RequireAuth(data.Owner); err != nil {
		return err
	}
	if len(data.AssetIDs) < 1 || len(data.AssetIDs) > maxOpen {
		return ledger.Assert("Choose 1 to %d packs to open", maxOpen)
	}
	chance, pools := c.Chance(), map[antelope.Name]*pool{}
	for i, id := range data.AssetIDs {
		if slices.Contains(data.AssetIDs[:i], id) {
			return ledger.Assert("The pack %d stands twice", id)
		}
		drop, err := g.packOf(c, data.Owner, id)
		if err != nil {
			return err
		}
		contents, err := readContents(drop.DisplayData)
		if err != nil {
			return ledger.Assert("The packs of %s cannot be opened: %v", drop.Name, err)
		}
		if pools[drop.Edition] == nil {
			pools[drop.Edition] = g.pool(c, drop.Edition)
		}
		if err := c.InlineAs(data.Owner, g.Assets, atomic.ActionBurnAsset, atomic.BurnAsset{AssetOwner: data.Owner, AssetID: id}); err != nil {
			return err
		}
		for _, tier := range contents.deal(chance) {
			template, left := pools[drop.Edition].take(chance, tier)
			if !left {
				return ledger.Assert("There are no cards left")
			}
			c.Inline(g.Assets, atomic.ActionMintAsset, atomic.MintAsset{
				AuthorizedMinter: g.Account, CollectionName: g.Collection, SchemaName: drop.Edition,
				TemplateID: template, NewAssetOwner: data.Owner, MutableData: NewCardData(0),
			})
		}
	}
	return nil
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
func (g contract) packOf(c *ledger.Context, owner antelope.Name, id uint64) (Drop, error) {
	row, exists := c.Table(g.Assets, owner, atomic.TableAssets).Get(id)
	if !exists {
		return Drop{}, ledger.Assert("%s does not own the pack %d", owner, id)
	}
	asset := ledger.Decode[atomic.Asset](row)
	if asset.CollectionName != g.Collection || asset.SchemaName != g.PackSchema {
		return Drop{}, ledger.Assert("The asset %d is no pack", id)
	}
	attributes, err := atomic.Deserialize(asset.ImmutableSerializedData, g.format(c, g.PackSchema))
	if err != nil {
		return Drop{}, ledger.Assert("The pack %d cannot be read: %v", id, err)
	}
	named, _ := atomic.Find(attributes, AttributeDrop)
	number, numeric := named.Uint()
	if !numeric {
		return Drop{}, ledger.Assert("The pack %d is of no drop", id)
	}
	return g.drop(c, number)
}

func (g contract) format(c *ledger.Context, schema antelope.Name) []atomic.Format {
	row, exists := c.Table(g.Assets, g.Collection, atomic.TableSchemas).Get(uint64(schema))
	if !exists {
		return nil
	}
	return ledger.Decode[atomic.Schema](row).Format
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
	templates := c.Table(g.Assets, g.Collection, atomic.TableTemplates)
	for _, entry := range templates.Between(1, 0, ^uint64(0)) {
		row, _ := templates.Get(entry.Primary)
		template := ledger.Decode[atomic.Template](row)
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
	for below := tier; below >= 1; below-- {
		if template, left = p.takeOf(chance, below); left {
			return template, true
		}
	}
	for above := tier + 1; above <= deck.Tiers; above++ {
		if template, left = p.takeOf(chance, above); left {
			return template, true
		}
	}
	return 0, false
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

package game

import (
	"encoding/json"
	"fmt"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/deck"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// maxMints is how many assets one pack of a drop may be.
const maxMints = 10

// AttributeDrop is the attribute of a pack that names the drop it is of.
const AttributeDrop = "drop_id"

// template finds a template of the game's collection.
func (g contract) template(c *ledger.Context, id int32) atomic.Template {
	template, exists := atomic.Templates.In(c, g.Assets, g.Collection).Get(uint64(id))
	ledger.Check(id >= 0 && exists, "There is no template %d", id)
	return template
}

// checkMints tells whether what a drop mints can be minted.
func (g contract) checkMints(c *ledger.Context, mints []Mint) {
	var sum uint64
	for _, mint := range mints {
		g.template(c, mint.TemplateID)
		sum += uint64(mint.Amount)
	}
	ledger.Check(sum >= 1 && sum <= maxMints, "A drop must mint 1 to %d assets", maxMints)
}

// mintPacks gives an account what it bought or claimed.
func (g contract) mintPacks(c *ledger.Context, drop Drop, owner antelope.Name, packs uint64) {
	for _, mint := range drop.AssetsToMint {
		template := g.template(c, mint.TemplateID)
		asset := atomic.MintAsset{
			AuthorizedMinter: g.Account, CollectionName: g.Collection, SchemaName: template.SchemaName,
			TemplateID: mint.TemplateID, NewAssetOwner: owner,
		}
		if template.SchemaName == g.PackSchema {
			asset.ImmutableData = []atomic.Attribute{{Key: AttributeDrop, Value: atomic.Uint64(drop.DropID)}}
		}
		for range packs * uint64(mint.Amount) {
			c.Inline(g.Assets, asset)
		}
	}
}

// Display is what a drop's display_data says: what is shown of the pack, and
// what is in it.
type Display struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	// Img is the IPFS hash of the pack's picture.
	Img      string   `json:"img"`
	Odds     Odds     `json:"odds"`
	Contents Contents `json:"contents"`
}

// Odds are the chances of the tiers for each card, in basis points.
type Odds struct {
	Common    int `json:"common"`
	Uncommon  int `json:"uncommon"`
	Rare      int `json:"rare"`
	Epic      int `json:"epic"`
	Legendary int `json:"legendary"`
}

// Contents is how many cards are in a pack.
type Contents struct {
	Cards int `json:"cards"`
	// Least is the lowest tier, by its name in the odds, that one card has at
	// least.
	Least string `json:"least"`
}

// maxCards is how many cards a pack may hold.
const maxCards = 20

// Tiers are the chances by tier, the plainest first.
func (o Odds) Tiers() [deck.Tiers]int {
	return [deck.Tiers]int{o.Common, o.Uncommon, o.Rare, o.Epic, o.Legendary}
}

// packContents is what a pack is opened by.
type packContents struct {
	odds  [deck.Tiers]int
	cards int
	least int // a tier
}

// readContents reads how a drop's packs are opened. Anybody may have written the
// display_data, so a drop may have packs that cannot be opened.
func readContents(displayData string) (packContents, error) {
	var display Display
	if err := json.Unmarshal([]byte(displayData), &display); err != nil {
		return packContents{}, fmt.Errorf("reading what is in the pack: %w", err)
	}
	read := packContents{odds: display.Odds.Tiers(), cards: display.Contents.Cards, least: 1}
	sum := 0
	for _, share := range read.odds {
		if share < 0 || share > basisPoints {
			return packContents{}, fmt.Errorf("odds of %d basis points", share)
		}
		sum += share
	}
	if sum != basisPoints {
		return packContents{}, fmt.Errorf("the odds add up to %d basis points, not to %d", sum, basisPoints)
	}
	if read.cards < 1 || read.cards > maxCards {
		return packContents{}, fmt.Errorf("a pack of %d cards; it holds 1 to %d", read.cards, maxCards)
	}
	for tier := 1; tier <= deck.Tiers; tier++ {
		if deck.OddsName(tier) == display.Contents.Least {
			read.least = tier
		}
	}
	return read, nil
}

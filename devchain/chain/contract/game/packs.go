package game

import (
	"fieldhouse/devchain/chain/contract/atomic"
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

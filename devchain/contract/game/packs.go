package game

import (
	"fieldhouse/devchain/contract/atomic"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// maxMints is how many assets one pack of a drop may be.
const maxMints = 10

// AttributeDrop is the attribute of a pack that names the drop it is of.
const AttributeDrop = "drop_id"

// template finds a template of the game's collection.
func (g contract) template(c *ledger.Context, id int32) (atomic.Template, bool) {
	row, exists := c.Table(g.Assets, g.Collection, atomic.TableTemplates).Get(uint64(id))
	if id < 0 || !exists {
		return atomic.Template{}, false
	}
	return ledger.Decode[atomic.Template](row), true
}

// checkMints tells whether what a drop mints can be minted.
func (g contract) checkMints(c *ledger.Context, mints []Mint) error {
	var sum uint64
	for _, mint := range mints {
		if _, exists := g.template(c, mint.TemplateID); !exists {
			return ledger.Assert("There is no template %d", mint.TemplateID)
		}
		sum += uint64(mint.Amount)
	}
	if sum < 1 || sum > maxMints {
		return ledger.Assert("A drop must mint 1 to %d assets", maxMints)
	}
	return nil
}

// mintPacks gives an account what it bought or claimed.
func (g contract) mintPacks(c *ledger.Context, drop Drop, owner antelope.Name, packs uint64) error {
	for _, mint := range drop.AssetsToMint {
		template, exists := g.template(c, mint.TemplateID)
		if !exists {
			return ledger.Assert("There is no template %d", mint.TemplateID)
		}
		asset := atomic.MintAsset{
			AuthorizedMinter: g.Account, CollectionName: g.Collection, SchemaName: template.SchemaName,
			TemplateID: mint.TemplateID, NewAssetOwner: owner,
		}
		if template.SchemaName == g.PackSchema {
			asset.ImmutableData = []atomic.Attribute{{Key: AttributeDrop, Value: atomic.Uint64(drop.DropID)}}
		}
		for range packs * uint64(mint.Amount) {
			c.Inline(g.Assets, atomic.ActionMintAsset, asset)
		}
	}
	return nil
}

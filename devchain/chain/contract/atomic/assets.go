package atomic

import (
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

const (
	// maxTransfer is how many assets one transfer may move.
	maxTransfer = 200
	maxMemo     = 256
)

func (a contract) mintAsset(c *ledger.Context, data MintAsset) {
	a.checkAuthorized(c, data.AuthorizedMinter, data.CollectionName)
	ledger.Check(c.IsAccount(data.NewAssetOwner), "The new_asset_owner account does not exist")
	ledger.Check(len(data.TokensToBack) == 0, "Assets on this chain are not backed by tokens")
	schema := a.schema(c, data.CollectionName, data.SchemaName)
	mint := a.issue(c, data)
	immutable, mutable := serialize(data.ImmutableData, schema.Format), serialize(data.MutableData, schema.Format)
	settings := a.settings(c)
	id := settings.AssetCounter
	settings.AssetCounter++
	Configs.Put(c, a.Account, settings)
	asset := Asset{
		AssetID: id, CollectionName: data.CollectionName, SchemaName: data.SchemaName, TemplateID: data.TemplateID,
		RAMPayer: data.AuthorizedMinter, ImmutableSerializedData: immutable, MutableSerializedData: mutable,
	}
	Assets.Put(c, data.NewAssetOwner, asset)
	now := stampOf(c)
	Histories.Put(c, a.Account, History{Asset: asset, Owner: data.NewAssetOwner, Mint: mint, Minted: now, Updated: now, Transferred: now})
}

// issue counts a new asset of a template and gives its number among them; 0 for one
// without a template.
func (a contract) issue(c *ledger.Context, data MintAsset) uint32 {
	if data.TemplateID == NoTemplate {
		return 0
	}
	template := a.template(c, data.CollectionName, data.TemplateID)
	ledger.Check(template.SchemaName == data.SchemaName, "The template belongs to another schema")
	ledger.Check(template.MaxSupply == 0 || template.IssuedSupply < template.MaxSupply, "The template's maxsupply has already been reached")
	template.IssuedSupply++
	Templates.Put(c, data.CollectionName, template)
	return template.IssuedSupply
}

// asset finds an account's asset.
func (a contract) asset(c *ledger.Context, owner antelope.Name, id uint64) Asset {
	asset, exists := Assets.Own(c, owner).Get(id)
	ledger.Check(exists, "%s does not own an asset with the id %d", owner, id)
	return asset
}

func (a contract) burnAsset(c *ledger.Context, data BurnAsset) {
	c.RequireAuth(data.AssetOwner)
	asset := a.asset(c, data.AssetOwner, data.AssetID)
	if asset.TemplateID != NoTemplate {
		ledger.Check(a.template(c, asset.CollectionName, asset.TemplateID).Burnable, "The asset is not burnable")
	}
	Assets.Delete(c, data.AssetOwner, data.AssetID)
	a.bury(c, data.AssetID)
}

// bury files what an index tells of a burned asset.
func (a contract) bury(c *ledger.Context, id uint64) {
	history, _ := Histories.Own(c, a.Account).Get(id)
	Histories.Delete(c, a.Account, id)
	history.Burned = stampOf(c)
	history.Updated = history.Burned
	buried := Buried.Own(c, a.Account)
	if buried.Len() >= maxBuried {
		for oldest := range buried.All() {
			Buried.Delete(c, a.Account, oldest.AssetID)
			break
		}
	}
	Buried.Put(c, a.Account, history)
}

func (a contract) transfer(c *ledger.Context, data Transfer) {
	c.RequireAuth(data.From)
	ledger.Check(c.IsAccount(data.To), "to account does not exist")
	ledger.Check(data.From != data.To, "Can't transfer assets to yourself")
	ledger.Check(len(data.AssetIDs) > 0 && len(data.AssetIDs) <= maxTransfer, "Transfer 1 to %d assets", maxTransfer)
	ledger.Check(len(data.Memo) <= maxMemo, "A transfer memo can only be %d characters max", maxMemo)
	c.Notify(data.From)
	c.Notify(data.To)
	for _, id := range data.AssetIDs {
		asset := a.asset(c, data.From, id)
		if asset.TemplateID != NoTemplate {
			ledger.Check(a.template(c, asset.CollectionName, asset.TemplateID).Transferable, "At least one asset isn't transferable (ID: %d)", id)
		}
		Assets.Delete(c, data.From, id)
		Assets.Put(c, data.To, asset)
		history, _ := Histories.Own(c, a.Account).Get(id)
		history.Owner, history.Transferred = data.To, stampOf(c)
		history.Updated = history.Transferred
		Histories.Put(c, a.Account, history)
	}
}

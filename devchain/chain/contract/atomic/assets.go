package atomic

import (
	"slices"

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
	templateData := a.issue(c, data, schema)
	immutable, mutable := serialize(data.ImmutableData, schema.Format), serialize(data.MutableData, schema.Format)
	settings := a.settings(c)
	id := settings.AssetCounter
	settings.AssetCounter++
	Configs.Put(c, a.Account, settings)
	Assets.Put(c, data.NewAssetOwner, Asset{
		AssetID: id, CollectionName: data.CollectionName, SchemaName: data.SchemaName, TemplateID: data.TemplateID,
		RAMPayer: data.AuthorizedMinter, ImmutableSerializedData: immutable, MutableSerializedData: mutable,
	})
	c.Inline(a.Account, LogMint{
		AssetID: id, AuthorizedMinter: data.AuthorizedMinter, CollectionName: data.CollectionName,
		SchemaName: data.SchemaName, TemplateID: data.TemplateID, NewAssetOwner: data.NewAssetOwner,
		ImmutableData: data.ImmutableData, MutableData: data.MutableData, ImmutableTemplateData: templateData,
	})
}

// issue counts a new asset of a template and gives the template's data.
func (a contract) issue(c *ledger.Context, data MintAsset, schema Schema) []Attribute {
	if data.TemplateID == NoTemplate {
		return nil
	}
	template := a.template(c, data.CollectionName, data.TemplateID)
	ledger.Check(template.SchemaName == data.SchemaName, "The template belongs to another schema")
	ledger.Check(template.MaxSupply == 0 || template.IssuedSupply < template.MaxSupply, "The template's maxsupply has already been reached")
	template.IssuedSupply++
	Templates.Put(c, data.CollectionName, template)
	return deserialize(template.ImmutableSerializedData, schema.Format)
}

func (a contract) logMint(c *ledger.Context, data LogMint) {
	a.log(c, data.CollectionName, data.NewAssetOwner)
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
	format := a.schema(c, asset.CollectionName, asset.SchemaName).Format
	Assets.Delete(c, data.AssetOwner, data.AssetID)
	c.Inline(a.Account, LogBurnAsset{
		AssetOwner: data.AssetOwner, AssetID: data.AssetID, CollectionName: asset.CollectionName,
		SchemaName: asset.SchemaName, TemplateID: asset.TemplateID,
		OldImmutableData: deserialize(asset.ImmutableSerializedData, format),
		OldMutableData:   deserialize(asset.MutableSerializedData, format), AssetRAMPayer: asset.RAMPayer,
	})
}

func (a contract) logBurnAsset(c *ledger.Context, data LogBurnAsset) {
	a.log(c, data.CollectionName, data.AssetOwner)
}

func (a contract) transfer(c *ledger.Context, data Transfer) {
	c.RequireAuth(data.From)
	ledger.Check(c.IsAccount(data.To), "to account does not exist")
	ledger.Check(data.From != data.To, "Can't transfer assets to yourself")
	ledger.Check(len(data.AssetIDs) > 0 && len(data.AssetIDs) <= maxTransfer, "Transfer 1 to %d assets", maxTransfer)
	ledger.Check(len(data.Memo) <= maxMemo, "A transfer memo can only be %d characters max", maxMemo)
	c.Notify(data.From)
	c.Notify(data.To)
	var collections []antelope.Name
	moved := map[antelope.Name][]uint64{}
	for _, id := range data.AssetIDs {
		asset := a.asset(c, data.From, id)
		if asset.TemplateID != NoTemplate {
			ledger.Check(a.template(c, asset.CollectionName, asset.TemplateID).Transferable, "At least one asset isn't transferable (ID: %d)", id)
		}
		Assets.Delete(c, data.From, id)
		Assets.Put(c, data.To, asset)
		if !slices.Contains(collections, asset.CollectionName) {
			collections = append(collections, asset.CollectionName)
		}
		moved[asset.CollectionName] = append(moved[asset.CollectionName], id)
	}
	for _, collection := range collections {
		c.Inline(a.Account, LogTransfer{collection, Transfer{data.From, data.To, moved[collection], data.Memo}})
	}
}

func (a contract) logTransfer(c *ledger.Context, data LogTransfer) { a.log(c, data.CollectionName) }

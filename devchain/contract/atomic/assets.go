package atomic

import (
	"slices"

	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

const (
	// maxTransfer is how many assets one transfer may move.
	maxTransfer = 200
	maxMemo     = 256
)

func (a *contract) mintAsset(c *ledger.Context, data MintAsset) error {
	if _, err := a.authorized(c, data.AuthorizedMinter, data.CollectionName); err != nil {
		return err
	}
	if !c.IsAccount(data.NewAssetOwner) {
		return ledger.Assert("The new_asset_owner account does not exist")
	}
	if len(data.TokensToBack) > 0 {
		return ledger.Assert("Assets on this chain are not backed by tokens")
	}
	schema, err := a.schema(c, data.CollectionName, data.SchemaName)
	if err != nil {
		return err
	}
	templateData, err := a.issue(c, data, schema)
	if err != nil {
		return err
	}
	immutable, err := Serialize(data.ImmutableData, schema.Format)
	if err != nil {
		return ledger.Assert("%v", err)
	}
	mutable, err := Serialize(data.MutableData, schema.Format)
	if err != nil {
		return ledger.Assert("%v", err)
	}
	settings, err := a.settings(c)
	if err != nil {
		return err
	}
	id := settings.AssetCounter
	settings.AssetCounter++
	a.store(c, settings)
	c.Put(data.NewAssetOwner, TableAssets, id, data.AuthorizedMinter, Asset{
		AssetID: id, CollectionName: data.CollectionName, SchemaName: data.SchemaName, TemplateID: data.TemplateID,
		RAMPayer: data.AuthorizedMinter, ImmutableSerializedData: immutable, MutableSerializedData: mutable,
	})
	c.Inline(a.Account, ActionLogMint, LogMint{
		AssetID: id, AuthorizedMinter: data.AuthorizedMinter, CollectionName: data.CollectionName,
		SchemaName: data.SchemaName, TemplateID: data.TemplateID, NewAssetOwner: data.NewAssetOwner,
		ImmutableData: data.ImmutableData, MutableData: data.MutableData, ImmutableTemplateData: templateData,
	})
	return nil
}

// issue counts a new asset of a template and gives the template's data.
func (a *contract) issue(c *ledger.Context, data MintAsset, schema Schema) ([]Attribute, error) {
	if data.TemplateID == NoTemplate {
		return nil, nil
	}
	template, err := a.template(c, data.CollectionName, data.TemplateID)
	if err != nil {
		return nil, err
	}
	if template.SchemaName != data.SchemaName {
		return nil, ledger.Assert("The template belongs to another schema")
	}
	if template.MaxSupply > 0 && template.IssuedSupply >= template.MaxSupply {
		return nil, ledger.Assert("The template's maxsupply has already been reached")
	}
	template.IssuedSupply++
	c.Put(data.CollectionName, TableTemplates, uint64(template.TemplateID), ledger.SamePayer, template)
	attributes, err := Deserialize(template.ImmutableSerializedData, schema.Format)
	if err != nil {
		return nil, ledger.Assert("%v", err)
	}
	return attributes, nil
}

func (a *contract) logMint(c *ledger.Context, data LogMint) error {
	return a.log(c, data.CollectionName, data.NewAssetOwner)
}

// asset finds an account's asset.
func (a *contract) asset(c *ledger.Context, owner antelope.Name, id uint64) (Asset, error) {
	row, exists := c.Get(owner, TableAssets, id)
	if !exists {
		return Asset{}, ledger.Assert("%s does not own an asset with the id %d", owner, id)
	}
	return ledger.Decode[Asset](row), nil
}

func (a *contract) burnAsset(c *ledger.Context, data BurnAsset) error {
	if err := c.RequireAuth(data.AssetOwner); err != nil {
		return err
	}
	asset, err := a.asset(c, data.AssetOwner, data.AssetID)
	if err != nil {
		return err
	}
	if asset.TemplateID != NoTemplate {
		template, err := a.template(c, asset.CollectionName, asset.TemplateID)
		if err != nil {
			return err
		}
		if !template.Burnable {
			return ledger.Assert("The asset is not burnable")
		}
	}
	schema, err := a.schema(c, asset.CollectionName, asset.SchemaName)
	if err != nil {
		return err
	}
	immutable, err := Deserialize(asset.ImmutableSerializedData, schema.Format)
	if err != nil {
		return ledger.Assert("%v", err)
	}
	mutable, err := Deserialize(asset.MutableSerializedData, schema.Format)
	if err != nil {
		return ledger.Assert("%v", err)
	}
	c.Delete(data.AssetOwner, TableAssets, data.AssetID)
	c.Inline(a.Account, ActionLogBurnAsset, LogBurnAsset{
		AssetOwner: data.AssetOwner, AssetID: data.AssetID, CollectionName: asset.CollectionName,
		SchemaName: asset.SchemaName, TemplateID: asset.TemplateID,
		OldImmutableData: immutable, OldMutableData: mutable, AssetRAMPayer: asset.RAMPayer,
	})
	return nil
}

func (a *contract) logBurnAsset(c *ledger.Context, data LogBurnAsset) error {
	return a.log(c, data.CollectionName, data.AssetOwner)
}

func (a *contract) transfer(c *ledger.Context, data Transfer) error {
	if err := c.RequireAuth(data.From); err != nil {
		return err
	}
	if !c.IsAccount(data.To) {
		return ledger.Assert("to account does not exist")
	}
	if data.From == data.To {
		return ledger.Assert("Can't transfer assets to yourself")
	}
	if len(data.AssetIDs) == 0 || len(data.AssetIDs) > maxTransfer {
		return ledger.Assert("Transfer 1 to %d assets", maxTransfer)
	}
	if len(data.Memo) > maxMemo {
		return ledger.Assert("A transfer memo can only be %d characters max", maxMemo)
	}
	c.Notify(data.From)
	c.Notify(data.To)
	var collections []antelope.Name
	moved := map[antelope.Name][]uint64{}
	for _, id := range data.AssetIDs {
		asset, err := a.asset(c, data.From, id)
		if err != nil {
			return err
		}
		if asset.TemplateID != NoTemplate {
			template, err := a.template(c, asset.CollectionName, asset.TemplateID)
			if err != nil {
				return err
			}
			if !template.Transferable {
				return ledger.Assert("At least one asset isn't transferable (ID: %d)", id)
			}
		}
		c.Delete(data.From, TableAssets, id)
		c.Put(data.To, TableAssets, id, asset.RAMPayer, asset)
		if !slices.Contains(collections, asset.CollectionName) {
			collections = append(collections, asset.CollectionName)
		}
		moved[asset.CollectionName] = append(moved[asset.CollectionName], id)
	}
	for _, collection := range collections {
		c.Inline(a.Account, ActionLogTransfer, LogTransfer{
			CollectionName: collection, From: data.From, To: data.To, AssetIDs: moved[collection], Memo: data.Memo,
		})
	}
	return nil
}

func (a *contract) logTransfer(c *ledger.Context, data LogTransfer) error {
	return a.log(c, data.CollectionName)
}

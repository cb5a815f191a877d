package atomic

import (
	"slices"

	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// Bounds of one collection's lists.
const (
	maxAccounts = 100
	maxFormat   = 64
)

// maxMarketFee is the largest market fee.
const maxMarketFee = 0.15

// collectionFormat is what a collection's own data is serialized by.
var collectionFormat = []Format{
	{"name", "string"}, {"img", "ipfs"}, {"description", "string"}, {"url", "string"},
}

func (a *contract) init(c *ledger.Context, _ Init) error {
	if err := c.RequireAuth(a.Account); err != nil {
		return err
	}
	if _, exists := c.Get(a.Account, TableConfig, uint64(TableConfig)); exists {
		return nil
	}
	a.store(c, Settings{
		AssetCounter: FirstAsset, TemplateCounter: a.FirstTemplate, OfferCounter: 1,
		CollectionFormat: collectionFormat, SupportedTokens: []ExtendedSymbol{{a.Symbol, a.Token}},
	})
	return nil
}

func (a *contract) createCol(c *ledger.Context, data CreateCol) error {
	if err := c.RequireAuth(data.Author); err != nil {
		return err
	}
	if data.CollectionName == 0 {
		return ledger.Assert("A collection needs a name")
	}
	if _, exists := c.Get(a.Account, TableCollections, uint64(data.CollectionName)); exists {
		return ledger.Assert("A collection with this name already exists")
	}
	if len(data.AuthorizedAccounts) > maxAccounts || len(data.NotifyAccounts) > maxAccounts {
		return ledger.Assert("A collection has at most %d accounts of a kind", maxAccounts)
	}
	for _, account := range slices.Concat(data.AuthorizedAccounts, data.NotifyAccounts) {
		if !c.IsAccount(account) {
			return ledger.Assert("The account %s does not exist", account)
		}
	}
	if !(data.MarketFee >= 0 && data.MarketFee <= maxMarketFee) { // not a number is refused, too
		return ledger.Assert("The market_fee must be between 0 and %g", maxMarketFee)
	}
	settings, err := a.settings(c)
	if err != nil {
		return err
	}
	serialized, err := Serialize(data.Data, settings.CollectionFormat)
	if err != nil {
		return ledger.Assert("%v", err)
	}
	c.Put(a.Account, TableCollections, uint64(data.CollectionName), data.Author, Collection{
		CollectionName: data.CollectionName, Author: data.Author, AllowNotify: data.AllowNotify,
		AuthorizedAccounts: data.AuthorizedAccounts, NotifyAccounts: data.NotifyAccounts,
		MarketFee: data.MarketFee, SerializedData: serialized,
	})
	return nil
}

func (a *contract) createSchema(c *ledger.Context, data CreateSchema) error {
	if _, err := a.authorized(c, data.AuthorizedCreator, data.CollectionName); err != nil {
		return err
	}
	if data.SchemaName == 0 {
		return ledger.Assert("A schema needs a name")
	}
	if _, exists := c.Get(data.CollectionName, TableSchemas, uint64(data.SchemaName)); exists {
		return ledger.Assert("A schema with this name already exists for this collection")
	}
	if len(data.SchemaFormat) > maxFormat {
		return ledger.Assert("A schema has at most %d attributes", maxFormat)
	}
	if err := checkFormat(data.SchemaFormat); err != nil {
		return ledger.Assert("%v", err)
	}
	c.Put(data.CollectionName, TableSchemas, uint64(data.SchemaName), data.AuthorizedCreator, Schema{
		SchemaName: data.SchemaName, Format: data.SchemaFormat,
	})
	return nil
}

func (a *contract) createTempl(c *ledger.Context, data CreateTempl) error {
	if _, err := a.authorized(c, data.AuthorizedCreator, data.CollectionName); err != nil {
		return err
	}
	schema, err := a.schema(c, data.CollectionName, data.SchemaName)
	if err != nil {
		return err
	}
	if !data.Transferable && !data.Burnable {
		return ledger.Assert("A template cannot be both non-transferable and non-burnable")
	}
	serialized, err := Serialize(data.ImmutableData, schema.Format)
	if err != nil {
		return ledger.Assert("%v", err)
	}
	settings, err := a.settings(c)
	if err != nil {
		return err
	}
	id := settings.TemplateCounter
	settings.TemplateCounter++
	a.store(c, settings)
	c.Put(data.CollectionName, TableTemplates, uint64(id), data.AuthorizedCreator, Template{
		TemplateID: id, SchemaName: data.SchemaName, Transferable: data.Transferable, Burnable: data.Burnable,
		MaxSupply: data.MaxSupply, ImmutableSerializedData: serialized,
	})
	c.Inline(a.Account, ActionLogNewTempl, LogNewTempl{
		TemplateID: id, AuthorizedCreator: data.AuthorizedCreator, CollectionName: data.CollectionName,
		SchemaName: data.SchemaName, Transferable: data.Transferable, Burnable: data.Burnable,
		MaxSupply: data.MaxSupply, ImmutableData: data.ImmutableData,
	})
	return nil
}

func (a *contract) logNewTempl(c *ledger.Context, data LogNewTempl) error {
	return a.log(c, data.CollectionName)
}

// log is what every log action does: only the contract itself may call it, and
// the collection's accounts are told.
func (a *contract) log(c *ledger.Context, collectionName antelope.Name, others ...antelope.Name) error {
	if err := c.RequireAuth(a.Account); err != nil {
		return err
	}
	collection, err := a.collection(c, collectionName)
	if err != nil {
		return err
	}
	for _, account := range others {
		c.Notify(account)
	}
	notify(c, collection)
	return nil
}

// authorized checks that the account acts and may act for the collection.
func (a *contract) authorized(c *ledger.Context, account, collectionName antelope.Name) (Collection, error) {
	if err := c.RequireAuth(account); err != nil {
		return Collection{}, err
	}
	collection, err := a.collection(c, collectionName)
	if err != nil {
		return Collection{}, err
	}
	if account != collection.Author && !slices.Contains(collection.AuthorizedAccounts, account) {
		return Collection{}, ledger.Assert("%s is not authorized within the collection", account)
	}
	return collection, nil
}

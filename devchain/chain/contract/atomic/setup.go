package atomic

import (
	"slices"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// CollectionFormat is what a collection's own data is serialized by.
var CollectionFormat = []Format{
	{"name", "string"}, {"img", "ipfs"}, {"description", "string"}, {"url", "string"},
}

func (a contract) init(c *ledger.Context, _ Init) {
	c.RequireAuth(a.Account)
	if Configs.Own(c, a.Account).Len() > 0 {
		return
	}
	Configs.Put(c, a.Account, Settings{
		AssetCounter: FirstAsset, TemplateCounter: a.FirstTemplate,
	})
}

func (a contract) createCol(c *ledger.Context, data CreateCol) {
	c.RequireAuth(data.Author)
	_, exists := Collections.Own(c, a.Account).Get(uint64(data.CollectionName))
	ledger.Check(!exists, "A collection with this name already exists")
	Collections.Put(c, a.Account, Collection{
		CollectionName: data.CollectionName, Author: data.Author, AllowNotify: data.AllowNotify,
		AuthorizedAccounts: data.AuthorizedAccounts, NotifyAccounts: data.NotifyAccounts,
		MarketFee: data.MarketFee, SerializedData: serialize(data.Data, CollectionFormat), Created: stampOf(c),
	})
}

func (a contract) createSchema(c *ledger.Context, data CreateSchema) {
	a.checkAuthorized(c, data.AuthorizedCreator, data.CollectionName)
	_, exists := Schemas.Own(c, data.CollectionName).Get(uint64(data.SchemaName))
	ledger.Check(!exists, "A schema with this name already exists for this collection")
	for _, line := range data.SchemaFormat {
		_, known := encodings[line.Type]
		ledger.Check(known, "the type %q of the attribute %q is not known", line.Type, line.Name)
	}
	Schemas.Put(c, data.CollectionName, Schema{SchemaName: data.SchemaName, Format: data.SchemaFormat, Created: stampOf(c)})
}

func (a contract) createTempl(c *ledger.Context, data CreateTempl) {
	a.checkAuthorized(c, data.AuthorizedCreator, data.CollectionName)
	schema := a.schema(c, data.CollectionName, data.SchemaName)
	ledger.Check(data.Transferable || data.Burnable, "A template cannot be both non-transferable and non-burnable")
	serialized := serialize(data.ImmutableData, schema.Format)
	settings := a.settings(c)
	id := settings.TemplateCounter
	settings.TemplateCounter++
	Configs.Put(c, a.Account, settings)
	Templates.Put(c, data.CollectionName, Template{
		TemplateID: id, SchemaName: data.SchemaName, Transferable: data.Transferable, Burnable: data.Burnable,
		MaxSupply: data.MaxSupply, ImmutableSerializedData: serialized, Created: stampOf(c),
	})
}

// checkAuthorized checks that the account acts and may act for the collection.
func (a contract) checkAuthorized(c *ledger.Context, account, name antelope.Name) {
	c.RequireAuth(account)
	collection := a.collection(c, name)
	ledger.Check(account == collection.Author || slices.Contains(collection.AuthorizedAccounts, account),
		"%s is not authorized within the collection", account)
}

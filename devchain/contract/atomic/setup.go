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

func (a contract) init(c *ledger.Context, _ Init) {
	c.RequireAuth(a.Account)
	if Configs.Own(c, a.Account).Len() > 0 {
		return
	}
	Configs.Put(c, a.Account, a.Account, Settings{
		AssetCounter: FirstAsset, TemplateCounter: a.FirstTemplate, OfferCounter: 1,
		CollectionFormat: collectionFormat, SupportedTokens: []ExtendedSymbol{{a.Symbol, a.Token}},
	})
}

func (a contract) createCol(c *ledger.Context, data CreateCol) {
	c.RequireAuth(data.Author)
	ledger.Check(data.CollectionName != 0, "A collection needs a name")
	_, exists := Collections.Own(c, a.Account).Get(uint64(data.CollectionName))
	ledger.Check(!exists, "A collection with this name already exists")
	ledger.Check(len(data.AuthorizedAccounts) <= maxAccounts && len(data.NotifyAccounts) <= maxAccounts,
		"A collection has at most %d accounts of a kind", maxAccounts)
	for _, account := range slices.Concat(data.AuthorizedAccounts, data.NotifyAccounts) {
		ledger.Check(c.IsAccount(account), "The account %s does not exist", account)
	}
	// What is not a number is refused, too.
	ledger.Check(data.MarketFee >= 0 && data.MarketFee <= maxMarketFee, "The market_fee must be between 0 and %g", maxMarketFee)
	Collections.Put(c, a.Account, data.Author, Collection{
		CollectionName: data.CollectionName, Author: data.Author, AllowNotify: data.AllowNotify,
		AuthorizedAccounts: data.AuthorizedAccounts, NotifyAccounts: data.NotifyAccounts,
		MarketFee: data.MarketFee, SerializedData: serialize(data.Data, a.settings(c).CollectionFormat),
	})
}

func (a contract) createSchema(c *ledger.Context, data CreateSchema) {
	a.checkAuthorized(c, data.AuthorizedCreator, data.CollectionName)
	ledger.Check(data.SchemaName != 0, "A schema needs a name")
	_, exists := Schemas.Own(c, data.CollectionName).Get(uint64(data.SchemaName))
	ledger.Check(!exists, "A schema with this name already exists for this collection")
	ledger.Check(len(data.SchemaFormat) <= maxFormat, "A schema has at most %d attributes", maxFormat)
	err := checkFormat(data.SchemaFormat)
	ledger.Check(err == nil, "%v", err)
	Schemas.Put(c, data.CollectionName, data.AuthorizedCreator, Schema{SchemaName: data.SchemaName, Format: data.SchemaFormat})
}

func (a contract) createTempl(c *ledger.Context, data CreateTempl) {
	a.checkAuthorized(c, data.AuthorizedCreator, data.CollectionName)
	schema := a.schema(c, data.CollectionName, data.SchemaName)
	ledger.Check(data.Transferable || data.Burnable, "A template cannot be both non-transferable and non-burnable")
	serialized := serialize(data.ImmutableData, schema.Format)
	settings := a.settings(c)
	id := settings.TemplateCounter
	settings.TemplateCounter++
	Configs.Put(c, a.Account, a.Account, settings)
	Templates.Put(c, data.CollectionName, data.AuthorizedCreator, Template{
		TemplateID: id, SchemaName: data.SchemaName, Transferable: data.Transferable, Burnable: data.Burnable,
		MaxSupply: data.MaxSupply, ImmutableSerializedData: serialized,
	})
	c.Inline(a.Account, LogNewTempl{id, data})
}

func (a contract) logNewTempl(c *ledger.Context, data LogNewTempl) { a.log(c, data.CollectionName) }

// log is what every log action does: only the contract itself may call it, and
// the collection's accounts are told.
func (a contract) log(c *ledger.Context, collection antelope.Name, others ...antelope.Name) {
	c.RequireAuth(a.Account)
	for _, account := range append(others, a.collection(c, collection).NotifyAccounts...) {
		c.Notify(account)
	}
}

// checkAuthorized checks that the account acts and may act for the collection.
func (a contract) checkAuthorized(c *ledger.Context, account, name antelope.Name) {
	c.RequireAuth(account)
	collection := a.collection(c, name)
	ledger.Check(account == collection.Author || slices.Contains(collection.AuthorizedAccounts, account),
		"%s is not authorized within the collection", account)
}

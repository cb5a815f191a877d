// Package atomic is the part of the AtomicAssets contract that the game needs:
// collections, schemas, templates and assets, with that contract's tables,
// actions and serialized data, so that its clients can read them. Offers, backed
// tokens and changes of data are not part of this chain.
package atomic

import (
	"slices"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// FirstAsset is the id of the first asset, as on WAX.
const FirstAsset = 1 << 40

// Config says where the contract lives.
type Config struct {
	Account antelope.Name
	// FirstTemplate is the id of the first template.
	FirstTemplate int32
}

// contract runs the actions.
type contract struct{ Config }

// New gives the contract's code.
func New(config Config) ledger.Contract {
	run := contract{config}
	return ledger.NewContract(config.Account,
		ledger.Variant("ATOMIC_ATTRIBUTE", Value{}, valueTypes...),
		ledger.Type("pair_string_ATOMIC_ATTRIBUTE", Attribute{}),
		ledger.Type("FORMAT", Format{}),
		Configs, Collections, Schemas, Templates, Assets,
		ledger.Handle(run.init), ledger.Handle(run.createCol), ledger.Handle(run.createSchema), ledger.Handle(run.createTempl),
		ledger.Handle(run.mintAsset), ledger.Handle(run.burnAsset), ledger.Handle(run.transfer))
}

// settings are the config row; counters in it go up with what is made.
func (a contract) settings(c *ledger.Context) Settings {
	settings, exists := Configs.Own(c, a.Account).Get(configKey)
	ledger.Check(exists, "The contract must be initialised first")
	return settings
}

func (a contract) collection(c *ledger.Context, name antelope.Name) Collection {
	collection, exists := Collections.Own(c, a.Account).Get(uint64(name))
	ledger.Check(exists, "No collection with this name exists")
	return collection
}

func (a contract) schema(c *ledger.Context, collection, name antelope.Name) Schema {
	schema, exists := Schemas.Own(c, collection).Get(uint64(name))
	ledger.Check(exists, "No schema with this name exists")
	return schema
}

func (a contract) template(c *ledger.Context, collection antelope.Name, id int32) Template {
	template, exists := Templates.Own(c, collection).Get(uint64(id))
	ledger.Check(id >= 0 && exists, "No template with this id exists")
	return template
}

// serialize is that of the format; what does not fit ends the transaction.
func serialize(attributes []Attribute, format []Format) []byte {
	data, err := Serialize(attributes, format)
	ledger.Check(err == nil, "%v", err)
	return data
}

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

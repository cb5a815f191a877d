// Package atomic is the part of the AtomicAssets contract that the game needs:
// collections, schemas, templates and assets, with that contract's tables,
// actions and serialized data, so that its clients can read them. Offers, backed
// tokens and changes of data are not part of this chain.
package atomic

import (
	"fieldhouse/devchain/abi"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// FirstAsset is the id of the first asset, as on WAX.
const FirstAsset = 1 << 40

// Config says where the contract lives.
type Config struct {
	Account antelope.Name
	// Token and Symbol are the currency that its config names.
	Token  antelope.Name
	Symbol antelope.Symbol
	// FirstTemplate is the id of the first template.
	FirstTemplate int32
}

// contract runs the actions.
type contract struct {
	Config
	collections ledger.Memo[Collection]
	schemas     ledger.Memo[Schema]
}

// New gives the contract's code.
func New(config Config) ledger.Contract {
	run := &contract{Config: config}
	return ledger.Contract{
		Account: config.Account,
		ABI: abi.NewBuilder().
			Variant("ATOMIC_ATTRIBUTE", Value{}, valueTypes...).
			Struct("pair_string_ATOMIC_ATTRIBUTE", Attribute{}).Struct("FORMAT", Format{}).
			Struct("extended_symbol", ExtendedSymbol{}).
			Action("init", Init{}).Action("createcol", CreateCol{}).Action("createschema", CreateSchema{}).
			Action("createtempl", CreateTempl{}).Action("mintasset", MintAsset{}).
			Action("burnasset", BurnAsset{}).Action("transfer", Transfer{}).
			Action("lognewtempl", LogNewTempl{}).Action("logmint", LogMint{}).
			Action("logtransfer", LogTransfer{}).Action("logburnasset", LogBurnAsset{}).
			Table("config", "config_s", Settings{}).Table("collections", "collections_s", Collection{}).
			Table("schemas", "schemas_s", Schema{}).Table("templates", "templates_s", Template{}).
			Table("assets", "assets_s", Asset{}).
			Build(),
		Handlers: map[antelope.Name]ledger.Handler{
			ActionInit:         ledger.Handle(run.init),
			ActionCreateCol:    ledger.Handle(run.createCol),
			ActionCreateSchema: ledger.Handle(run.createSchema),
			ActionCreateTempl:  ledger.Handle(run.createTempl),
			ActionMintAsset:    ledger.Handle(run.mintAsset),
			ActionBurnAsset:    ledger.Handle(run.burnAsset),
			ActionTransfer:     ledger.Handle(run.transfer),
			ActionLogNewTempl:  ledger.Handle(run.logNewTempl),
			ActionLogMint:      ledger.Handle(run.logMint),
			ActionLogTransfer:  ledger.Handle(run.logTransfer),
			ActionLogBurnAsset: ledger.Handle(run.logBurnAsset),
		},
	}
}

// settings are the config row; counters in it go up with what is made.
func (a *contract) settings(c *ledger.Context) (Settings, error) {
	row, exists := c.Get(a.Account, TableConfig, uint64(TableConfig))
	if !exists {
		return Settings{}, ledger.Assert("The contract must be initialised first")
	}
	return ledger.Decode[Settings](row), nil
}

func (a *contract) store(c *ledger.Context, settings Settings) {
	c.Put(a.Account, TableConfig, uint64(TableConfig), a.Account, settings)
}

func (a *contract) collection(c *ledger.Context, name antelope.Name) (Collection, error) {
	row, exists := c.Get(a.Account, TableCollections, uint64(name))
	if !exists {
		return Collection{}, ledger.Assert("No collection with this name exists")
	}
	return a.collections.Decode(row), nil
}

func (a *contract) schema(c *ledger.Context, collection, name antelope.Name) (Schema, error) {
	row, exists := c.Get(collection, TableSchemas, uint64(name))
	if !exists {
		return Schema{}, ledger.Assert("No schema with this name exists")
	}
	return a.schemas.Decode(row), nil
}

func (a *contract) template(c *ledger.Context, collection antelope.Name, id int32) (Template, error) {
	row, exists := c.Get(collection, TableTemplates, uint64(id))
	if id < 0 || !exists {
		return Template{}, ledger.Assert("No template with this id exists")
	}
	return ledger.Decode[Template](row), nil
}

// notify tells the collection's accounts.
func notify(c *ledger.Context, collection Collection) {
	for _, account := range collection.NotifyAccounts {
		c.Notify(account)
	}
}

package atomic

import (
	"time"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// The contract's tables.
var (
	Configs     = ledger.NewTable("config", "config_s", func(Settings) uint64 { return configKey })
	Collections = ledger.NewTable("collections", "collections_s", func(row Collection) uint64 { return uint64(row.CollectionName) })
	Schemas     = ledger.NewTable("schemas", "schemas_s", func(row Schema) uint64 { return uint64(row.SchemaName) })
	Templates   = ledger.NewTable("templates", "templates_s", func(row Template) uint64 { return uint64(row.TemplateID) })
	Assets      = ledger.NewTable("assets", "assets_s", func(row Asset) uint64 { return row.AssetID })
)

// Tables that the contract on WAX does not have, and that no ABI names: what an index
// of assets knows from the blocks. The scope is the contract.
var (
	Histories = ledger.NewTable("histories", "", func(row History) uint64 { return row.AssetID })
	// Buried are those of the assets that were burned last.
	Buried = ledger.NewTable("buried", "", func(row History) uint64 { return row.AssetID })
)

// maxBuried bounds Buried; public indexes keep all.
const maxBuried = 5000

// History is an asset with what happened to it.
type History struct {
	Asset
	// Owner is who has it, or who burned it.
	Owner antelope.Name
	// Mint is its number among those of its template, from 1 on.
	Mint                         uint32
	Minted, Updated, Transferred Stamp
	// Burned is of block 0 unless it was burned.
	Burned Stamp
}

// Stamp is when something happened.
type Stamp struct {
	Block uint32
	Time  time.Time
}

func stampOf(c *ledger.Context) Stamp { return Stamp{c.Block(), c.Now()} }

// configKey is the key of a table that has one row: its name.
var configKey = uint64(antelope.MustName("config"))

// NoTemplate is the template id of an asset without one.
const NoTemplate = -1

// Settings is the one row of config.
type Settings struct {
	AssetCounter    uint64 `abi:"asset_counter"`
	TemplateCounter int32  `abi:"template_counter"`
}

// Collection is a row of collections; its scope is the contract.
type Collection struct {
	CollectionName     antelope.Name   `abi:"collection_name"`
	Author             antelope.Name   `abi:"author"`
	AllowNotify        bool            `abi:"allow_notify"`
	AuthorizedAccounts []antelope.Name `abi:"authorized_accounts"`
	NotifyAccounts     []antelope.Name `abi:"notify_accounts"`
	MarketFee          float64         `abi:"market_fee"`
	SerializedData     []uint8         `abi:"serialized_data"`
	Created            Stamp
}

// Schema is a row of schemas; its scope is the collection.
type Schema struct {
	SchemaName antelope.Name `abi:"schema_name"`
	Format     []Format      `abi:"format"`
	Created    Stamp
}

// Template is a row of templates; its scope is the collection. A largest supply
// of 0 means none.
type Template struct {
	TemplateID              int32         `abi:"template_id"`
	SchemaName              antelope.Name `abi:"schema_name"`
	Transferable            bool          `abi:"transferable"`
	Burnable                bool          `abi:"burnable"`
	MaxSupply               uint32        `abi:"max_supply"`
	IssuedSupply            uint32        `abi:"issued_supply"`
	ImmutableSerializedData []uint8       `abi:"immutable_serialized_data"`
	Created                 Stamp
}

// Asset is a row of assets; its scope is the owner.
type Asset struct {
	AssetID                 uint64           `abi:"asset_id"`
	CollectionName          antelope.Name    `abi:"collection_name"`
	SchemaName              antelope.Name    `abi:"schema_name"`
	TemplateID              int32            `abi:"template_id"`
	RAMPayer                antelope.Name    `abi:"ram_payer"`
	BackedTokens            []antelope.Asset `abi:"backed_tokens"`
	ImmutableSerializedData []uint8          `abi:"immutable_serialized_data"`
	MutableSerializedData   []uint8          `abi:"mutable_serialized_data"`
}

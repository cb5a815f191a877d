package atomic

import (
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
}

// Schema is a row of schemas; its scope is the collection.
type Schema struct {
	SchemaName antelope.Name `abi:"schema_name"`
	Format     []Format      `abi:"format"`
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

package atomic

import "fieldhouse/plugins/antelope"

// Init is the data of init, which writes the config once.
type Init struct{}

// CreateCol is the data of createcol, which makes a collection.
type CreateCol struct {
	Author             antelope.Name   `abi:"author"`
	CollectionName     antelope.Name   `abi:"collection_name"`
	AllowNotify        bool            `abi:"allow_notify"`
	AuthorizedAccounts []antelope.Name `abi:"authorized_accounts"`
	NotifyAccounts     []antelope.Name `abi:"notify_accounts"`
	MarketFee          float64         `abi:"market_fee"`
	Data               []Attribute     `abi:"data"`
}

// CreateSchema is the data of createschema.
type CreateSchema struct {
	AuthorizedCreator antelope.Name `abi:"authorized_creator"`
	CollectionName    antelope.Name `abi:"collection_name"`
	SchemaName        antelope.Name `abi:"schema_name"`
	SchemaFormat      []Format      `abi:"schema_format"`
}

// CreateTempl is the data of createtempl. The contract chooses the template's id.
type CreateTempl struct {
	AuthorizedCreator antelope.Name `abi:"authorized_creator"`
	CollectionName    antelope.Name `abi:"collection_name"`
	SchemaName        antelope.Name `abi:"schema_name"`
	Transferable      bool          `abi:"transferable"`
	Burnable          bool          `abi:"burnable"`
	MaxSupply         uint32        `abi:"max_supply"`
	ImmutableData     []Attribute   `abi:"immutable_data"`
}

// LogNewTempl is the data of lognewtempl, which says what createtempl made.
type LogNewTempl struct {
	TemplateID int32 `abi:"template_id"`
	CreateTempl
}

// MintAsset is the data of mintasset. The contract chooses the asset's id.
type MintAsset struct {
	AuthorizedMinter antelope.Name    `abi:"authorized_minter"`
	CollectionName   antelope.Name    `abi:"collection_name"`
	SchemaName       antelope.Name    `abi:"schema_name"`
	TemplateID       int32            `abi:"template_id"`
	NewAssetOwner    antelope.Name    `abi:"new_asset_owner"`
	ImmutableData    []Attribute      `abi:"immutable_data"`
	MutableData      []Attribute      `abi:"mutable_data"`
	TokensToBack     []antelope.Asset `abi:"tokens_to_back"`
}

// LogMint is the data of logmint, which says what mintasset made.
type LogMint struct {
	AssetID               uint64           `abi:"asset_id"`
	AuthorizedMinter      antelope.Name    `abi:"authorized_minter"`
	CollectionName        antelope.Name    `abi:"collection_name"`
	SchemaName            antelope.Name    `abi:"schema_name"`
	TemplateID            int32            `abi:"template_id"`
	NewAssetOwner         antelope.Name    `abi:"new_asset_owner"`
	ImmutableData         []Attribute      `abi:"immutable_data"`
	MutableData           []Attribute      `abi:"mutable_data"`
	BackedTokens          []antelope.Asset `abi:"backed_tokens"`
	ImmutableTemplateData []Attribute      `abi:"immutable_template_data"`
}

// BurnAsset is the data of burnasset.
type BurnAsset struct {
	AssetOwner antelope.Name `abi:"asset_owner"`
	AssetID    uint64        `abi:"asset_id"`
}

// LogBurnAsset is the data of logburnasset, which says what was burned.
type LogBurnAsset struct {
	AssetOwner       antelope.Name    `abi:"asset_owner"`
	AssetID          uint64           `abi:"asset_id"`
	CollectionName   antelope.Name    `abi:"collection_name"`
	SchemaName       antelope.Name    `abi:"schema_name"`
	TemplateID       int32            `abi:"template_id"`
	BackedTokens     []antelope.Asset `abi:"backed_tokens"`
	OldImmutableData []Attribute      `abi:"old_immutable_data"`
	OldMutableData   []Attribute      `abi:"old_mutable_data"`
	AssetRAMPayer    antelope.Name    `abi:"asset_ram_payer"`
}

// Transfer is the data of transfer.
type Transfer struct {
	From     antelope.Name `abi:"from"`
	To       antelope.Name `abi:"to"`
	AssetIDs []uint64      `abi:"asset_ids"`
	Memo     string        `abi:"memo"`
}

// LogTransfer is the data of logtransfer: one for each collection in a transfer.
type LogTransfer struct {
	CollectionName antelope.Name `abi:"collection_name"`
	Transfer
}

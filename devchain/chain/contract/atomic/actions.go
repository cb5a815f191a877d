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

// BurnAsset is the data of burnasset.
type BurnAsset struct {
	AssetOwner antelope.Name `abi:"asset_owner"`
	AssetID    uint64        `abi:"asset_id"`
}

// Transfer is the data of transfer.
type Transfer struct {
	From     antelope.Name `abi:"from"`
	To       antelope.Name `abi:"to"`
	AssetIDs []uint64      `abi:"asset_ids"`
	Memo     string        `abi:"memo"`
}

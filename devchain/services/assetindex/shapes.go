package assetindex

import (
	"strconv"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/plugins/antelope"
)

// What the API answers: ids, mints, blocks and times are strings, times in
// milliseconds since 1970.

type assetShape struct {
	Contract         antelope.Name   `json:"contract"`
	AssetID          string          `json:"asset_id"`
	Owner            *antelope.Name  `json:"owner"` // null when it was burned
	IsTransferable   bool            `json:"is_transferable"`
	IsBurnable       bool            `json:"is_burnable"`
	Collection       collectionShape `json:"collection"`
	Schema           schemaShape     `json:"schema"`
	Template         *templateShape  `json:"template"` // null for an asset without one
	MutableData      map[string]any  `json:"mutable_data"`
	ImmutableData    map[string]any  `json:"immutable_data"`
	TemplateMint     string          `json:"template_mint"`
	BackedTokens     []struct{}      `json:"backed_tokens"`
	BurnedByAccount  *antelope.Name  `json:"burned_by_account"`
	BurnedAtBlock    *string         `json:"burned_at_block"`
	BurnedAtTime     *string         `json:"burned_at_time"`
	UpdatedAtBlock   string          `json:"updated_at_block"`
	UpdatedAtTime    string          `json:"updated_at_time"`
	TransferredBlock string          `json:"transferred_at_block"`
	TransferredTime  string          `json:"transferred_at_time"`
	MintedAtBlock    string          `json:"minted_at_block"`
	MintedAtTime     string          `json:"minted_at_time"`
	Data             map[string]any  `json:"data"`
	Name             string          `json:"name"`
}

type collectionShape struct {
	CollectionName     antelope.Name   `json:"collection_name"`
	Name               string          `json:"name"`
	Img                string          `json:"img"`
	Author             antelope.Name   `json:"author"`
	AllowNotify        bool            `json:"allow_notify"`
	AuthorizedAccounts []antelope.Name `json:"authorized_accounts"`
	NotifyAccounts     []antelope.Name `json:"notify_accounts"`
	MarketFee          float64         `json:"market_fee"`
	CreatedAtBlock     string          `json:"created_at_block"`
	CreatedAtTime      string          `json:"created_at_time"`
}

type schemaShape struct {
	SchemaName     antelope.Name   `json:"schema_name"`
	Format         []atomic.Format `json:"format"`
	CreatedAtBlock string          `json:"created_at_block"`
	CreatedAtTime  string          `json:"created_at_time"`
}

type templateShape struct {
	TemplateID     string         `json:"template_id"`
	MaxSupply      string         `json:"max_supply"`
	IsTransferable bool           `json:"is_transferable"`
	IsBurnable     bool           `json:"is_burnable"`
	IssuedSupply   string         `json:"issued_supply"`
	ImmutableData  map[string]any `json:"immutable_data"`
	CreatedAtTime  string         `json:"created_at_time"`
	CreatedAtBlock string         `json:"created_at_block"`
}

func (s stamp) blockText() string { return strconv.FormatUint(uint64(s.block), 10) }

func (s stamp) timeText() string { return strconv.FormatInt(s.time.Time().UnixMilli(), 10) }

// object is attributes as a JSON object.
func object(lists ...[]atomic.Attribute) map[string]any {
	members := map[string]any{}
	for _, list := range lists {
		for _, attribute := range list {
			members[attribute.Key] = attribute.Value.Go()
		}
	}
	return members
}

// data are all attributes; what the template says goes before what the asset says.
func (a *asset) data() map[string]any {
	if a.template == nil {
		return object(a.mutable, a.immutable)
	}
	return object(a.mutable, a.immutable, a.template.ImmutableData)
}

func (a *asset) shape(contract antelope.Name) assetShape {
	shape := assetShape{
		Contract: contract, AssetID: strconv.FormatUint(a.id, 10), IsTransferable: true, IsBurnable: true,
		Collection: a.collection.shape(), Schema: a.schema.shape(),
		MutableData: object(a.mutable), ImmutableData: object(a.immutable),
		TemplateMint: strconv.FormatUint(uint64(a.mint), 10), BackedTokens: []struct{}{},
		UpdatedAtBlock: a.updated.blockText(), UpdatedAtTime: a.updated.timeText(),
		TransferredBlock: a.transferred.blockText(), TransferredTime: a.transferred.timeText(),
		MintedAtBlock: a.minted.blockText(), MintedAtTime: a.minted.timeText(),
		Data: a.data(),
	}
	shape.Name, _ = shape.Data["name"].(string)
	if a.template != nil {
		described := a.template.shape()
		shape.Template, shape.IsTransferable, shape.IsBurnable = &described, described.IsTransferable, described.IsBurnable
	}
	if a.burned.block == 0 {
		owner := a.owner
		shape.Owner = &owner
		return shape
	}
	by, block, at := a.burnedBy, a.burned.blockText(), a.burned.timeText()
	shape.BurnedByAccount, shape.BurnedAtBlock, shape.BurnedAtTime = &by, &block, &at
	return shape
}

func (c *collection) shape() collectionShape {
	data := object(c.Data)
	shape := collectionShape{
		CollectionName: c.CollectionName, Author: c.Author, AllowNotify: c.AllowNotify,
		AuthorizedAccounts: append([]antelope.Name{}, c.AuthorizedAccounts...),
		NotifyAccounts:     append([]antelope.Name{}, c.NotifyAccounts...),
		MarketFee:          c.MarketFee, CreatedAtBlock: c.created.blockText(), CreatedAtTime: c.created.timeText(),
	}
	shape.Name, _ = data["name"].(string)
	shape.Img, _ = data["img"].(string)
	return shape
}

func (s *schema) shape() schemaShape {
	return schemaShape{s.name, s.format, s.created.blockText(), s.created.timeText()}
}

func (t *template) shape() templateShape {
	return templateShape{
		TemplateID: strconv.Itoa(int(t.TemplateID)), MaxSupply: strconv.FormatUint(uint64(t.MaxSupply), 10),
		IsTransferable: t.Transferable, IsBurnable: t.Burnable, IssuedSupply: strconv.FormatUint(uint64(t.issued), 10),
		ImmutableData: object(t.ImmutableData), CreatedAtTime: t.created.timeText(), CreatedAtBlock: t.created.blockText(),
	}
}

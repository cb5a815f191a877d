package index

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tidwall/gjson"
)

// Sales says which sales of a template are asked for.
type Sales string

// The states of sales.
const (
	// Listed are those that somebody can buy now, the cheapest first.
	Listed Sales = "listed"
	// Sold are those that somebody paid, the newest first.
	Sold Sales = "sold"
)

// terms are how the AtomicMarket API is asked for sales.
type terms struct{ state, sort, order string }

var termsOf = map[Sales]terms{Listed: {"1", "price", "asc"}, Sold: {"3", "updated", "desc"}}

// sale is what is passed on of a sale. An index has the whole assets in it, some
// kilobytes each.
type sale struct {
	ID      string `json:"sale_id"`
	AssetID string `json:"asset_id"`
	Mint    string `json:"template_mint"`
	// Amount is in the smallest unit of the token.
	Amount    string `json:"amount"`
	Symbol    string `json:"token_symbol"`
	Precision int64  `json:"token_precision"`
	Updated   int64  `json:"updated_at_time"`
}

// errBundle: several assets were sold for one price, which is that of none of them.
var errBundle = errors.New("it is a sale of several assets")

// decodeSale reads what counts of a sale of one asset; of several it is errBundle.
func decodeSale(written gjson.Result, query Query) (asset, error) {
	id, ok := digits(written.Get("sale_id").Raw)
	if !ok {
		return asset{}, fmt.Errorf("its sale_id %.40q is not a whole number", written.Get("sale_id").Raw)
	}
	if state, want := written.Get("state").Raw, termsOf[query.Sales].state; state != want {
		return asset{}, fmt.Errorf("%w: sale %s is in state %.10q and not %s", errMismatch, id, state, want)
	}
	if collection := text(written.Get("collection_name")); collection != query.Collection {
		return asset{}, fmt.Errorf("%w: sale %s is of the collection %.40q and not of %s", errMismatch, id, collection, query.Collection)
	}
	sold := written.Get("assets").Array()
	if len(sold) != 1 {
		return asset{}, errBundle
	}
	if template, _ := digits(sold[0].Get("template.template_id").Raw); template != query.Template {
		return asset{}, fmt.Errorf("%w: sale %s is of the template %q and not of %s", errMismatch, id, template, query.Template)
	}
	read := sale{
		ID: id, Symbol: text(written.Get("price.token_symbol")), Precision: written.Get("price.token_precision").Int(),
		Updated: milliseconds(written.Get("updated_at_time").Raw),
	}
	for _, number := range []struct {
		name string
		raw  string
		to   *string
	}{
		{"asset_id", sold[0].Get("asset_id").Raw, &read.AssetID},
		{"template_mint", sold[0].Get("template_mint").Raw, &read.Mint},
		{"amount", written.Get("price.amount").Raw, &read.Amount},
	} {
		if *number.to, ok = digits(number.raw); !ok {
			return asset{}, fmt.Errorf("the %s of its sale %s is no whole number: %.40q", number.name, id, number.raw)
		}
	}
	raw, err := json.Marshal(read)
	return asset{id: id, raw: string(raw), updated: read.Updated}, err
}

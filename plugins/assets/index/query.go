// Package index reads from asset indexes, which are services that follow the
// chain and answer who owns which assets (the AtomicAssets API): one endpoint
// after another, until one answers. It knows nothing of Caddy.
package index

import (
	"net/url"
	"strconv"
)

// MaxLimit is how many assets an index answers at most in one page
// (specification, section 9).
const MaxLimit = 1000

// Query says which assets are asked for.
type Query struct {
	// Collection is the name of the collection; required.
	Collection string
	// Owner is the account that owns the assets; empty for all owners.
	Owner string
	// Asset is the id of the one asset that is asked for; empty for all.
	Asset string
}

// address is the page's address at an endpoint. The newest assets come first:
// what is minted meanwhile pushes the others on to later pages, where they are
// listed again instead of being passed over.
func (q Query) address(base string, number, limit int) string {
	values := url.Values{
		"collection_name": {q.Collection},
		"page":            {strconv.Itoa(number)},
		"limit":           {strconv.Itoa(limit)},
		"sort":            {"asset_id"},
		"order":           {"desc"},
	}
	if q.Owner != "" {
		values.Set("owner", q.Owner)
	}
	if q.Asset != "" {
		values.Set("ids", q.Asset)
	}
	return base + "/assets?" + values.Encode()
}

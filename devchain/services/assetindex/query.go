package assetindex

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

const (
	// defaultLimit and maxLimit are the rows of a page.
	defaultLimit = 100
	maxLimit     = 1000
	// maxPage keeps page times limit far from the end of the integers.
	maxPage = 1_000_000
)

// badParameter is a parameter that cannot be used: 400.
type badParameter string

func (name badParameter) Error() string { return "Invalid value for parameter " + string(name) }

// query is which assets are listed: all that fit what is not zero, the newest first,
// which is the only order.
type query struct {
	owner, collection antelope.Name
	id                uint64
	page, limit       int
}

func readQuery(parameters url.Values) (asked query, err error) {
	for _, name := range []string{"owner", "collection_name", "ids", "page", "limit", "sort", "order"} {
		if written := parameters.Get(name); written != "" && err == nil && asked.read(name, written) != nil {
			err = badParameter(name)
		}
	}
	asked.page, asked.limit = max(1, asked.page), cmp.Or(asked.limit, defaultLimit)
	return asked, err
}

func (q *query) read(name, written string) (err error) {
	switch name {
	case "owner":
		q.owner, err = antelope.ParseName(written)
	case "collection_name":
		q.collection, err = antelope.ParseName(written)
	case "ids":
		q.id, err = strconv.ParseUint(written, 10, 64)
	case "page":
		q.page, err = number(written, maxPage)
	case "limit":
		q.limit, err = number(written, maxLimit)
	default:
		if written != "asset_id" && written != "desc" {
			err = badParameter(name)
		}
	}
	return err
}

// number reads a whole number from 1 to most.
func number(written string, most uint64) (int, error) {
	value, err := strconv.ParseUint(written, 10, 32)
	if err == nil && (value < 1 || value > most) {
		err = strconv.ErrRange
	}
	return int(value), err
}

// find gives the assets of the query's page.
func (q query) find(v ledger.View) (found []atomic.History) {
	histories, buried := atomic.Histories.In(v, contract, contract), atomic.Buried.In(v, contract, contract)
	add := func(asset atomic.History, exists bool) {
		if exists && (q.id == 0 || asset.AssetID == q.id) && (q.collection == 0 || asset.CollectionName == q.collection) {
			found = append(found, asset)
		}
	}
	switch {
	case q.owner != 0:
		for asset := range atomic.Assets.In(v, contract, q.owner).All() {
			add(histories.Get(asset.AssetID))
		}
	case q.id != 0:
		add(histories.Get(q.id))
		add(buried.Get(q.id))
	default:
		for _, all := range []ledger.Rows[atomic.History]{histories, buried} {
			for asset := range all.All() {
				add(asset, true)
			}
		}
	}
	slices.SortFunc(found, func(one, two atomic.History) int { return cmp.Compare(two.AssetID, one.AssetID) })
	first := min(len(found), (q.page-1)*q.limit)
	return found[first:min(len(found), first+q.limit)]
}

func text(number uint64) string { return strconv.FormatUint(number, 10) }

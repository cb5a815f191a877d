package assetindex

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"

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

// question is which assets are asked for: all that fit what is not zero, the newest
// first, which is the only order.
type question struct {
	owner, collection antelope.Name
	id                uint64
	page, limit       int
}

func readQuestion(query url.Values) (asked question, err error) {
	for _, name := range []string{"owner", "collection_name", "ids", "page", "limit", "sort", "order"} {
		if written := query.Get(name); written != "" && err == nil && asked.read(name, written) != nil {
			err = badParameter(name)
		}
	}
	asked.page, asked.limit = max(1, asked.page), cmp.Or(asked.limit, defaultLimit)
	return asked, err
}

func (q *question) read(name, written string) (err error) {
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

// find gives the assets of the question's page.
func (x *Index) find(asked question) []*asset {
	all := x.assets
	if asked.owner != 0 {
		all = x.owned[asked.owner]
	}
	var found []*asset
	for _, candidate := range all {
		if (asked.id == 0 || candidate.id == asked.id) &&
			(asked.collection == 0 || candidate.collection.CollectionName == asked.collection) {
			found = append(found, candidate)
		}
	}
	slices.SortFunc(found, func(one, two *asset) int { return cmp.Compare(two.id, one.id) })
	first := min(len(found), (asked.page-1)*asked.limit)
	return found[first:min(len(found), first+asked.limit)]
}

package assetindex

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/devchain/contract/atomic"
)

const (
	// defaultLimit and maxLimit are the rows of a page.
	defaultLimit = 100
	maxLimit     = 1000
	// maxPage keeps page times limit far from the end of the integers.
	maxPage = 1_000_000
	// maxValues is how many values a list such as ids may have.
	maxValues = 100
)

// badParameter is a parameter that cannot be used: 400.
type badParameter string

func (name badParameter) Error() string { return "Invalid value for parameter " + string(name) }

// page is which rows of a list are asked for.
type page struct {
	page, limit int
	descending  bool
	sort        string
}

func readPage(query url.Values, sorts ...string) (page, error) {
	read := page{page: 1, limit: defaultLimit, descending: true, sort: sorts[0]}
	var err error
	if read.page, err = number(query, "page", 1, 1, maxPage); err != nil {
		return read, err
	}
	if read.limit, err = number(query, "limit", defaultLimit, 1, maxLimit); err != nil {
		return read, err
	}
	switch query.Get("order") {
	case "", "desc":
	case "asc":
		read.descending = false
	default:
		return read, badParameter("order")
	}
	if wanted := query.Get("sort"); wanted != "" {
		if !slices.Contains(sorts, wanted) {
			return read, badParameter("sort")
		}
		read.sort = wanted
	}
	return read, nil
}

// cut gives the rows of the page from sorted ones.
func cut[Row any](rows []Row, p page) []Row {
	first := min(len(rows), (p.page-1)*p.limit)
	return rows[first:min(len(rows), first+p.limit)]
}

func number(query url.Values, name string, otherwise, least, most int) (int, error) {
	written := query.Get(name)
	if written == "" {
		return otherwise, nil
	}
	value, err := strconv.Atoi(written)
	if err != nil || value < least || value > most {
		return 0, badParameter(name)
	}
	return value, nil
}

// list reads values that stand with commas between them; nil when there are none.
func list[Value comparable](query url.Values, name string, parse func(string) (Value, error)) ([]Value, error) {
	written := query.Get(name)
	if written == "" {
		return nil, nil
	}
	texts := strings.SplitN(written, ",", maxValues+1)
	if len(texts) > maxValues {
		return nil, badParameter(name)
	}
	values := make([]Value, len(texts))
	for i, text := range texts {
		var err error
		if values[i], err = parse(text); err != nil {
			return nil, badParameter(name)
		}
	}
	return values, nil
}

// filter is which assets are asked for. A list of nil asks for all.
type filter struct {
	owners, collections, schemas []antelope.Name
	templates                    []int32
	ids                          []uint64
	// burned is "true", "false" or empty for both.
	burned string
}

func readFilter(query url.Values) (filter, error) {
	var wanted filter
	var err error
	if wanted.owners, err = list(query, "owner", antelope.ParseName); err != nil {
		return wanted, err
	}
	if wanted.collections, err = list(query, "collection_name", antelope.ParseName); err != nil {
		return wanted, err
	}
	if wanted.schemas, err = list(query, "schema_name", antelope.ParseName); err != nil {
		return wanted, err
	}
	if wanted.templates, err = list(query, "template_id", parseTemplate); err != nil {
		return wanted, err
	}
	if wanted.ids, err = list(query, "ids", parseID); err != nil {
		return wanted, err
	}
	wanted.burned = query.Get("burned")
	if wanted.burned != "" && wanted.burned != "true" && wanted.burned != "false" {
		return wanted, badParameter("burned")
	}
	return wanted, nil
}

func parseTemplate(written string) (int32, error) {
	value, err := strconv.ParseInt(written, 10, 32)
	return int32(value), err
}

func parseID(written string) (uint64, error) { return strconv.ParseUint(written, 10, 64) }

// sorts are what assets can be sorted by; the first is the default.
var sorts = map[string]func(one, two *asset) int{
	"asset_id":      func(one, two *asset) int { return cmp.Compare(one.id, two.id) },
	"minted":        func(one, two *asset) int { return cmp.Compare(one.minted.time, two.minted.time) },
	"updated":       func(one, two *asset) int { return cmp.Compare(one.updated.time, two.updated.time) },
	"transferred":   func(one, two *asset) int { return cmp.Compare(one.transferred.time, two.transferred.time) },
	"template_mint": func(one, two *asset) int { return cmp.Compare(one.mint, two.mint) },
	"name":          func(one, two *asset) int { return cmp.Compare(one.name(), two.name()) },
}

// find gives the assets of a filter in the page's order.
func (x *Index) find(wanted filter, p page) []*asset {
	var found []*asset
	take := func(all map[uint64]*asset) {
		for _, candidate := range all {
			if wanted.has(candidate) {
				found = append(found, candidate)
			}
		}
	}
	if wanted.owners == nil {
		take(x.assets)
	}
	for i, owner := range wanted.owners {
		if !slices.Contains(wanted.owners[:i], owner) {
			take(x.owned[owner])
		}
	}
	order := sorts[p.sort]
	slices.SortFunc(found, func(one, two *asset) int {
		compared := cmp.Or(order(one, two), cmp.Compare(one.id, two.id))
		if p.descending {
			return -compared
		}
		return compared
	})
	return found
}

func (f filter) has(candidate *asset) bool {
	if f.burned != "" && (f.burned == "true") != (candidate.burned.block > 0) {
		return false
	}
	if f.templates != nil {
		id := int32(-1)
		if candidate.template != nil {
			id = candidate.template.TemplateID
		}
		if !slices.Contains(f.templates, id) {
			return false
		}
	}
	return (f.collections == nil || slices.Contains(f.collections, candidate.collection.CollectionName)) &&
		(f.schemas == nil || slices.Contains(f.schemas, candidate.schema.name)) &&
		(f.ids == nil || slices.Contains(f.ids, candidate.id))
}

// name is the asset's name, which a template says before the asset itself does.
func (a *asset) name() string {
	if a.template != nil {
		if value, named := atomic.Find(a.template.ImmutableData, "name"); named {
			return fmt.Sprint(value.Go())
		}
	}
	value, _ := atomic.Find(a.immutable, "name")
	return fmt.Sprint(value.Go())
}

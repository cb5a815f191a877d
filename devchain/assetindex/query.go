package assetindex

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/devchain/contract/atomic"
	"fieldhouse/plugins/antelope"
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

// readPage reads which rows are asked for, sorted by one of the names, the first
// by default. Without names a list has its own order or reads the sort itself.
func readPage(query url.Values, sorts ...string) (page, error) {
	read := page{page: 1, limit: defaultLimit, descending: true}
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
	if len(sorts) > 0 {
		read.sort = cmp.Or(query.Get("sort"), sorts[0])
		if !slices.Contains(sorts, read.sort) {
			return read, badParameter("sort")
		}
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
	// burned is nil for both.
	burned *bool
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
	if wanted.templates, err = list(query, "template_id", parseTemplateOrNull); err != nil {
		return wanted, err
	}
	if wanted.ids, err = list(query, "ids", parseID); err != nil {
		return wanted, err
	}
	wanted.burned, err = choice(query, "burned")
	return wanted, err
}

// choice reads a boolean that may be left open.
func choice(query url.Values, name string) (*bool, error) {
	var chosen bool
	switch query.Get(name) {
	case "", "empty":
		return nil, nil
	case "true", "1":
		chosen = true
	case "false", "0":
	default:
		return nil, badParameter(name)
	}
	return &chosen, nil
}

// parseTemplateOrNull reads a template's id, or null for assets that have none.
func parseTemplateOrNull(written string) (int32, error) {
	if strings.EqualFold(written, "null") {
		return atomic.NoTemplate, nil
	}
	return parseTemplate(written)
}

func parseTemplate(written string) (int32, error) {
	value, err := strconv.ParseInt(written, 10, 32)
	return int32(value), err
}

func parseID(written string) (uint64, error) { return strconv.ParseUint(written, 10, 64) }

// sorts are what assets can be sorted by, besides their id. They are minted in
// the order of their ids.
var sorts = map[string]func(one, two *asset) int{
	"updated":       func(one, two *asset) int { return cmp.Compare(one.updated.time, two.updated.time) },
	"transferred":   func(one, two *asset) int { return cmp.Compare(one.transferred.time, two.transferred.time) },
	"template_mint": func(one, two *asset) int { return cmp.Compare(one.mint, two.mint) },
	"name":          func(one, two *asset) int { return cmp.Compare(one.name(), two.name()) },
}

func byID(one, two *asset) int { return cmp.Compare(one.id, two.id) }

// find gives the assets of a filter in the page's order. Like the public indexes
// it sorts by id when it does not know the sort, and whatever the order is, those
// that are equal have theirs ascending.
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
	order, known := sorts[p.sort]
	if !known {
		order = byID
	}
	slices.SortFunc(found, func(one, two *asset) int {
		compared := order(one, two)
		if p.descending {
			compared = -compared
		}
		return cmp.Or(compared, byID(one, two))
	})
	return found
}

func (f filter) has(candidate *asset) bool {
	if f.burned != nil && *f.burned != (candidate.burned.block > 0) {
		return false
	}
	if f.templates != nil {
		id := int32(atomic.NoTemplate)
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

package serve

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/parameter"
)

const (
	// DefaultLimit is how many assets a page has when the request does not say,
	// as at an index.
	DefaultLimit = 100
	// MaxPage is the last page that can be asked for, if Site.MaxAssets allows it:
	// an index counts its way to a page, and a far one costs it seconds.
	MaxPage = 10_000
)

// The parameters of a request (specification, section 7).
const (
	collectionName = "collection_name"
	ownerName      = "owner"
	assetName      = "asset_id"
	pageName       = "page"
	limitName      = "limit"
	nonceName      = "nonce"
	templateName   = "template_id"
	stateName      = "state"
	burnerName     = "burner"
	schemaName     = "schema_name"
)

// maxSales is how many sales are read at once, as many as an index has on a page.
const maxSales = 100

// maxBurned is how many burned assets are read at once.
const maxBurned = 100

// Site is what may be asked for: the assets of one collection and no others.
type Site struct {
	// ChainID is part of every key: what the index of one chain answered is
	// never another's answer.
	ChainID string
	// Collection is the name of the site's collection.
	Collection string
	// MaxAssets is how far into a list a page may reach.
	MaxAssets int
}

// Query is a valid request for assets. Queries that mean the same are equal.
type Query struct {
	index.Query
	// Page is the one page to answer, from 1, and Limit how many assets it has
	// at most; both are 0 for all assets.
	Page, Limit int

	chainID string
}

// Parse reads the query of a request. The error is a
// *parameter.Error.
//
// The collection may be left out. With a page, that page is asked for; without
// one all assets are, and a limit, which is the size of a page, changes nothing.
// A nonce makes an address that no cache on the way knows; here it means
// nothing.
func (s Site) Parse(rawQuery string) (Query, error) {
	values, err := s.read(rawQuery, ownerName, assetName, pageName, limitName)
	if err != nil {
		return Query{}, err
	}
	query := Query{Query: index.Query{Collection: s.Collection}, chainID: s.ChainID}
	if values.Has(ownerName) {
		if query.Owner, err = parameter.Account(ownerName, values.Get(ownerName)); err != nil {
			return Query{}, err
		}
	}
	if values.Has(assetName) {
		if query.Asset = values.Get(assetName); !isID(query.Asset) {
			return Query{}, parameter.Bad(assetName, query.Asset, "the id of an asset: a whole number of 64 bits")
		}
	}
	limit := DefaultLimit
	if values.Has(limitName) {
		if limit, err = parameter.WholeNumber(limitName, values.Get(limitName), index.MaxLimit); err != nil {
			return Query{}, err
		}
	}
	if values.Has(pageName) {
		if query.Page, err = parameter.WholeNumber(pageName, values.Get(pageName), MaxPage); err != nil {
			return Query{}, err
		}
		if last := s.MaxAssets / limit; query.Page > last {
			return Query{}, parameter.Bad(pageName, values.Get(pageName), fmt.Sprintf("at most %d where a page has %d assets", last, limit))
		}
		query.Limit = limit
	}
	return query, nil
}

// ParseSales reads the query of a request for sales, as Parse does that for assets:
// of one template, and either listed or sold.
func (s Site) ParseSales(rawQuery string) (Query, error) {
	values, err := s.read(rawQuery, templateName, stateName)
	if err != nil {
		return Query{}, err
	}
	template, state := values.Get(templateName), index.Sales(values.Get(stateName))
	if number, err := strconv.ParseInt(template, 10, 32); err != nil || number < 1 || strconv.FormatInt(number, 10) != template {
		return Query{}, parameter.Bad(templateName, template, "the id of a template")
	}
	if state != index.Listed && state != index.Sold {
		return Query{}, parameter.Bad(stateName, string(state), "listed or sold")
	}
	asked := index.Query{Collection: s.Collection, Sales: state, Template: template}
	return Query{Query: asked, Page: 1, Limit: maxSales, chainID: s.ChainID}, nil
}

// ParseBurned reads the query of a request for burned assets, as Parse does that for
// assets: those of one schema that one account burned.
func (s Site) ParseBurned(rawQuery string) (Query, error) {
	values, err := s.read(rawQuery, burnerName, schemaName)
	if err != nil {
		return Query{}, err
	}
	asked := index.Query{Collection: s.Collection}
	if asked.Burner, err = parameter.Account(burnerName, values.Get(burnerName)); err != nil {
		return Query{}, err
	}
	// The names of schemas are made like those of accounts.
	if asked.Schema = values.Get(schemaName); !antelope.IsAccount(asked.Schema) {
		return Query{}, parameter.Bad(schemaName, asked.Schema, "the name of a schema")
	}
	return Query{Query: asked, Page: 1, Limit: maxBurned, chainID: s.ChainID}, nil
}

// read reads the parameters of these names, and those that all requests can have. A collection can
// only be the site's.
func (s Site) read(rawQuery string, names ...string) (url.Values, error) {
	values, err := parameter.Read(rawQuery, "there are", slices.Concat([]string{collectionName}, names, []string{nonceName})...)
	if err == nil && values.Has(collectionName) && values.Get(collectionName) != s.Collection {
		err = parameter.Bad(collectionName, values.Get(collectionName), s.Collection+", the collection of this site")
	}
	return values, err
}

// isID tells whether a text is an asset's id, as the chain writes it.
func isID(text string) bool {
	id, err := strconv.ParseUint(text, 10, 64)
	return err == nil && strconv.FormatUint(id, 10) == text
}

// Key names the answer of a query: equal for queries that mean the same,
// different for all others.
func (q Query) Key() string {
	// No part can hold a slash: all are names, hex or numbers.
	return strings.Join([]string{q.chainID, q.Collection, q.Owner, q.Asset, string(q.Sales), q.Template, q.Burner, q.Schema, strconv.Itoa(q.Page), strconv.Itoa(q.Limit)}, "/")
}

// account is whose assets are asked for, or who burned them; empty for everybody.
func (q Query) account() string { return cmp.Or(q.Owner, q.Burner) }

// Tags name what the answer depends on: its collection, and its account if it has
// one, which is called a user as in rows.
func (q Query) Tags() []string {
	tags := []string{"collection:" + q.Collection}
	if account := q.account(); account != "" {
		tags = append(tags, "user:"+account)
	}
	return tags
}

// The classes of lifetime.
const (
	// Owners are the assets of one account, what it burned, or one asset alone. After a
	// purchase its page asks again every second or two until they change, and an index
	// cannot be asked for an answer that is at least as new as a block: the shorter these
	// answers live, the sooner a purchase shows. At 2 s an account that is being watched costs
	// one request in two seconds out of the four a second that an index allows.
	Owners = edgecache.Class("owners")
	// Collections are the assets of all accounts. They are large, are read for
	// looking around, and change with every purchase of anybody: 30 s keeps the
	// requests for them few.
	Collections = edgecache.Class("collections")
)

// Class is the class of lifetime of a query's answer.
func (q Query) Class() edgecache.Class {
	if q.account() != "" || q.Asset != "" {
		return Owners
	}
	return Collections
}

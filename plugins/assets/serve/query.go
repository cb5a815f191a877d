package serve

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/assets/index"
)

const (
	// DefaultLimit is how many assets a page has when the request does not say,
	// as at an index.
	DefaultLimit = 100
	// MaxPage is the last page that can be asked for: an index counts its way to
	// a page, and a far one costs it seconds.
	MaxPage = 10_000

	// maxQueryBytes bounds what is parsed; the longest query without a nonce has
	// about 100.
	maxQueryBytes = 1024
	// maxQuotedBytes is how much of a bad value an error repeats.
	maxQuotedBytes = 40
)

// The parameters of a request (specification, section 7).
const (
	collectionName = "collection_name"
	ownerName      = "owner"
	pageName       = "page"
	limitName      = "limit"
	nonceName      = "nonce"
)

var known = []string{collectionName, ownerName, pageName, limitName, nonceName}

// Site is what may be asked for: the assets of one collection and no others.
type Site struct {
	// ChainID is part of every key: what the index of one chain answered is
	// never another's answer.
	ChainID string
	// Collection is the name of the site's collection.
	Collection string
}

// BadParameter is what is wrong with a request's query.
type BadParameter struct {
	// Name is the parameter, or empty when the query as a whole cannot be read.
	Name   string
	Reason string
}

func (b *BadParameter) Error() string {
	if b.Name == "" {
		return "the query " + b.Reason
	}
	return fmt.Sprintf("parameter %q %s", b.Name, b.Reason)
}

// Query is a valid request for assets. Queries that mean the same are equal.
type Query struct {
	index.Query
	// Page is the one page to answer, from 1, and Limit how many assets it has
	// at most; both are 0 for all assets.
	Page, Limit int

	chainID string
}

// Parse reads the query of a request. The error is a *BadParameter.
//
// The collection may be left out. With a page, that page is asked for; without
// one all assets are, and a limit, which is the size of a page, changes nothing.
// A nonce makes an address that no cache on the way knows; here it means
// nothing.
func (s Site) Parse(rawQuery string) (Query, error) {
	if len(rawQuery) > maxQueryBytes {
		return Query{}, &BadParameter{Reason: fmt.Sprintf("has more than %d bytes", maxQueryBytes)}
	}
	values, err := url.ParseQuery(rawQuery)
	if err != nil {
		return Query{}, &BadParameter{Reason: "cannot be read: write name=value pairs with & between them"}
	}
	if err := onlyKnown(values); err != nil {
		return Query{}, err
	}
	query := Query{Query: index.Query{Collection: s.Collection}, chainID: s.ChainID}
	if values.Has(collectionName) && values.Get(collectionName) != s.Collection {
		return Query{}, bad(collectionName, values.Get(collectionName), fmt.Sprintf("must be %s, the collection of this site", s.Collection))
	}
	if values.Has(ownerName) {
		if query.Owner = values.Get(ownerName); !antelope.IsAccount(query.Owner) {
			return Query{}, bad(ownerName, query.Owner, "must be an account name: 1 to 12 characters out of a-z, 1-5 and '.', the last one not '.'")
		}
	}
	limit := DefaultLimit
	if values.Has(limitName) {
		if limit, err = wholeNumber(limitName, values.Get(limitName), index.MaxLimit); err != nil {
			return Query{}, err
		}
	}
	if values.Has(pageName) {
		if query.Page, err = wholeNumber(pageName, values.Get(pageName), MaxPage); err != nil {
			return Query{}, err
		}
		query.Limit = limit
	}
	return query, nil
}

// onlyKnown refuses parameters that there are not, and those given twice.
func onlyKnown(values url.Values) error {
	// In the order of their names, so that one request has one error.
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		switch {
		case name == "":
			return &BadParameter{Reason: "has a parameter without a name"}
		case !slices.Contains(known, name):
			return &BadParameter{shorten(name), "is unknown: there are " + strings.Join(known, ", ")}
		case len(values[name]) > 1:
			return &BadParameter{name, "is given more than once"}
		}
	}
	return nil
}

func wholeNumber(name, value string, most int) (int, error) {
	number, err := strconv.Atoi(value)
	if err != nil || number < 1 || number > most || strconv.Itoa(number) != value {
		return 0, bad(name, value, fmt.Sprintf("must be a whole number from 1 to %d", most))
	}
	return number, nil
}

func bad(name, value, must string) error {
	return &BadParameter{name, fmt.Sprintf("%s, not %q", must, shorten(value))}
}

func shorten(s string) string {
	if len(s) <= maxQuotedBytes {
		return s
	}
	return strings.ToValidUTF8(s[:maxQuotedBytes], "") + "…"
}

// Key names the answer of a query: equal for queries that mean the same,
// different for all others.
func (q Query) Key() string {
	// No part can hold a slash: all are names, hex or numbers.
	return strings.Join([]string{q.chainID, q.Collection, q.Owner, strconv.Itoa(q.Page), strconv.Itoa(q.Limit)}, "/")
}

// Tags name what the answer depends on: its collection, and its owner if it has
// one, who is called a user as in rows.
func (q Query) Tags() []string {
	tags := []string{"collection:" + q.Collection}
	if q.Owner != "" {
		tags = append(tags, "user:"+q.Owner)
	}
	return tags
}

package table

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/antelope"
)

const (
	// MaxLimit is how many rows a node answers at most, whatever it is asked.
	MaxLimit = 1000
	// DefaultLimit is the node's own limit when it is given none.
	DefaultLimit = 10

	// maxQueryBytes bounds what is parsed; the longest valid query has about 120.
	maxQueryBytes = 1024
	// maxQuotedBytes is how much of a bad value an error repeats.
	maxQuotedBytes = 40
)

// ErrNoTable: the data API has no such table.
var ErrNoTable = errors.New("the data API has no such table")

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

// Query is a valid request for rows. Queries that mean the same are equal but
// for MinBlock.
type Query struct {
	Table Table
	// User is the account that accounts and claims are asked of.
	User string
	// Limit is how many rows to answer at most, or 0 for all rows of the table.
	Limit int
	// MinBlock: the rows must be at least as new as this block; 0 for any rows.
	// It says which answer is good enough and not what is asked for, so it is
	// part of no key.
	MinBlock uint64

	site Site
}

// Parse reads the query of a request for a table. The error is ErrNoTable or a
// *BadParameter.
func (s Site) Parse(table Table, rawQuery string) (Query, error) {
	rules := s.rules(table)
	if rules == nil {
		return Query{}, ErrNoTable
	}
	if len(rawQuery) > maxQueryBytes {
		return Query{}, &BadParameter{Reason: fmt.Sprintf("has more than %d bytes", maxQueryBytes)}
	}
	values, err := url.ParseQuery(rawQuery)
	if err != nil {
		return Query{}, &BadParameter{Reason: "cannot be read: write name=value pairs with & between them"}
	}
	query := Query{Table: table, site: s}
	limit, limited := DefaultLimit, false
	// In the order of their names, so that one request has one error.
	names := make([]string, 0, len(values))
	for parameter := range values {
		names = append(names, parameter)
	}
	slices.Sort(names)
	for _, parameter := range names {
		if parameter == "" {
			return Query{}, &BadParameter{Reason: "has a parameter without a name"}
		}
		if len(values[parameter]) > 1 {
			return Query{}, &BadParameter{shorten(parameter), "is given more than once"}
		}
		value := values[parameter][0]
		switch rule, known := rules[parameter]; {
		case parameter == "limit":
			if limit, err = parseLimit(value); err != nil {
				return Query{}, err
			}
		case parameter == minBlock:
			if query.MinBlock, err = parseBlock(value); err != nil {
				return Query{}, err
			}
		case parameter == "isLimited":
			if value != "true" && value != "false" {
				return Query{}, bad(parameter, value, "must be true or false")
			}
			limited = value == "true"
		case !known:
			return Query{}, &BadParameter{shorten(parameter), fmt.Sprintf("is unknown: %s has %s", table, listed(rules))}
		case rule.user:
			if !antelope.IsAccount(value) {
				return Query{}, bad(parameter, value, "must be an account name: 1 to 12 characters out of a-z, 1-5 and '.', the last one not '.'")
			}
			query.User = value
		case value != rule.only:
			return Query{}, bad(parameter, value, fmt.Sprintf("must be %s", rule.only))
		}
	}
	for parameter, rule := range rules {
		if rule.user && query.User == "" {
			return Query{}, &BadParameter{parameter, "is missing: it is the account name to read for"}
		}
	}
	if limited {
		query.Limit = limit
	}
	return query, nil
}

func parseLimit(value string) (int, error) {
	limit, err := strconv.Atoi(value)
	if err != nil || limit < 1 || limit > MaxLimit || strconv.Itoa(limit) != value {
		return 0, bad("limit", value, fmt.Sprintf("must be a whole number from 1 to %d", MaxLimit))
	}
	return limit, nil
}

// minBlock is the gateway's own parameter: what a page asks with after a
// purchase, whose block it knows.
const minBlock = "min_block"

// parseBlock reads the number of a block, which has 32 bits on the chain.
func parseBlock(value string) (uint64, error) {
	block, err := strconv.ParseUint(value, 10, 32)
	if err != nil || strconv.FormatUint(block, 10) != value {
		return 0, bad(minBlock, value, "must be the number of a block, from 0 to 4294967295")
	}
	return block, nil
}

func bad(parameter, value, must string) error {
	return &BadParameter{parameter, fmt.Sprintf("%s, not %q", must, shorten(value))}
}

func shorten(s string) string {
	if len(s) <= maxQuotedBytes {
		return s
	}
	return strings.ToValidUTF8(s[:maxQuotedBytes], "") + "…"
}

// listed names the parameters of a table in one order.
func listed(rules map[string]rule) string {
	names := []string{"limit", "isLimited", minBlock}
	for parameter := range rules {
		names = append(names, parameter)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// Key names the answer of a query: equal for queries that mean the same,
// different for all others.
func (q Query) Key() string {
	var code, scope string
	switch q.Table {
	case Datapoints:
		code, scope = q.site.Oracle, q.site.OraclePair
	case Accounts:
		code, scope = q.site.Token, q.User
	default:
		code, scope = q.site.GameContract, q.site.GameContract
	}
	index := ""
	if q.Table == Claims {
		index = q.User
	}
	// No part can hold a slash: all are names, hex or numbers.
	return strings.Join([]string{q.site.ChainID, code, scope, string(q.Table), index, strconv.Itoa(q.Limit)}, "/")
}

// Tags name what the answer depends on: its table, and its user if it has one.
func (q Query) Tags() []string {
	tags := []string{"table:" + string(q.Table)}
	if q.User != "" {
		tags = append(tags, "user:"+q.User)
	}
	return tags
}

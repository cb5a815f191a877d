// Package table reads the chain tables that the data API offers (specification,
// section 7): what a request may ask for, under which key its answer is cached,
// and which requests to a node answer it. It knows nothing of Caddy.
package table

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/parameter"
)

const (
	// MaxLimit is how many rows a node answers at most, whatever it is asked.
	MaxLimit = 1000
	// DefaultLimit is the node's own limit when it is given none.
	DefaultLimit = 10
)

// ErrNoTable: the data API has no such table.
var ErrNoTable = errors.New("the data API has no such table")

// Query is a valid request for rows. Queries that mean the same are equal but
// for MinBlock.
type Query struct {
	Table Table
	// User is the account whose accounts, claims or assets are read.
	User string
	// Asset is the id of the asset to read; decimal.
	Asset string
	// Claim is the id of the one claim of the user's to read; empty for all.
	Claim string
	// Limit is how many rows to answer at most, or 0 for all rows of the table.
	Limit int
	// MinBlock: the rows must be at least as new as this block; 0 for any rows.
	// It says which answer is good enough and not what is asked for, so it is
	// part of no key.
	MinBlock uint64
	// Nodes is how many nodes must answer, each with all rows; 0 for any one.
	Nodes int
	// Since: of a user with more claims than a page, all that were created at or after this
	// second of the chain will do; 0 for all. It goes with Nodes.
	Since int

	site Site
}

// Parse reads the query of a request for a table. The error is ErrNoTable or a
// *parameter.Error.
func (s Site) Parse(table Table, rawQuery string) (Query, error) {
	rules := s.rules(table)
	if rules == nil {
		return Query{}, ErrNoTable
	}
	values, err := parameter.Read(rawQuery, string(table)+" has", known(rules)...)
	if err != nil {
		return Query{}, err
	}
	query := Query{Table: table, site: s}
	limit, limited := DefaultLimit, false
	// In the order of their names, so that one request has one error.
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values.Get(name)
		switch rule := rules[name]; {
		case rule.asset:
			query.Asset, err = parseID(value, "an asset")
		case name == idName:
			query.Claim, err = parseID(value, "a claim")
		case name == limitName:
			limit, err = parameter.WholeNumber(name, value, MaxLimit)
		case name == minBlock:
			query.MinBlock, err = parseBlock(value)
		case name == isLimited:
			if limited = value == "true"; !limited && value != "false" {
				err = parameter.Bad(name, value, "true or false")
			}
		case rule.user:
			query.User, err = parameter.Account(name, value)
		case name == sinceName:
			query.Since, err = parameter.WholeNumber(name, value, math.MaxUint32)
		case value != rule.only:
			err = parameter.Bad(name, value, rule.only)
		case name == nodesName:
			query.Nodes = 2
		}
		if err != nil {
			return Query{}, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		rule := rules[name]
		if rule.user && query.User == "" {
			return Query{}, &parameter.Error{Name: name, Reason: "is missing: it is the account name to read for"}
		}
		if rule.asset && query.Asset == "" {
			return Query{}, &parameter.Error{Name: name, Reason: "is missing: it is the id of the asset to read"}
		}
	}
	if limited {
		query.Limit = limit
	}
	if query.Limit > 0 && query.Nodes > 0 {
		return Query{}, &parameter.Error{Name: isLimited, Reason: "cannot be true with " + nodesName + ", which asks for all rows"}
	}
	if query.Since > 0 && query.Nodes == 0 {
		return Query{}, &parameter.Error{Name: sinceName, Reason: "goes with " + nodesName + ", whose rows prove what is not among them"}
	}
	return query, nil
}

// The parameters of every table (specification, section 7).
const (
	limitName = "limit"
	isLimited = "isLimited"
)

// minBlock is the gateway's own parameter: what a page asks with after a
// purchase, whose block it knows.
const minBlock = "min_block"

// nodesName is the gateway's own parameter, too: rows of two nodes,
// which prove what is not among them as far as one of the two can be believed.
const (
	nodesName = "nodes"
	twoNodes  = "2"
	sinceName = "since"
	idName    = "id"
)

// parseID reads the id of a row, which has 64 bits on the chain.
func parseID(value, of string) (string, error) {
	id, err := strconv.ParseUint(value, 10, 64)
	if err != nil || strconv.FormatUint(id, 10) != value {
		return "", parameter.Bad(idName, value, "the id of "+of+", a whole number from 0 to 18446744073709551615")
	}
	return value, nil
}

// parseBlock reads the number of a block, which has 32 bits on the chain.
func parseBlock(value string) (uint64, error) {
	block, err := strconv.ParseUint(value, 10, 32)
	if err != nil || strconv.FormatUint(block, 10) != value {
		return 0, parameter.Bad(minBlock, value, "the number of a block, from 0 to 4294967295")
	}
	return block, nil
}

// known names the parameters of a table in one order.
func known(rules map[string]rule) []string {
	names := []string{limitName, isLimited, minBlock}
	for name := range rules {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
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
	case Assets:
		code, scope = AssetsContract, q.User
	default:
		code, scope = q.site.GameContract, q.site.GameContract
	}
	index := q.Asset
	if q.Table == Claims {
		index = q.User
	}
	if q.Claim != "" {
		index += "#" + q.Claim
	}
	if q.Since > 0 {
		index += "@" + strconv.Itoa(q.Since)
	}
	// No part can hold a slash: all are names, hex or numbers.
	return strings.Join([]string{q.site.ChainID, code, scope, string(q.Table), index, strconv.Itoa(q.Limit), strconv.Itoa(q.Nodes)}, "/")
}

// Tags name what the answer depends on: its table, and its user if it has one.
func (q Query) Tags() []string {
	tags := []string{"table:" + string(q.Table)}
	if q.User != "" {
		tags = append(tags, "user:"+q.User)
	}
	return tags
}

// Table names a table of the data API, as its route does.
type Table string

// The tables of the data API.
const (
	Datapoints Table = "datapoints"
	Accounts   Table = "accounts"
	Drops      Table = "drops"
	Partners   Table = "partners"
	Claims     Table = "claims"
	Assets     Table = "assets"
)

// All lists the tables in the specification's order, then the gateway's own.
var All = []Table{Datapoints, Accounts, Drops, Partners, Claims, Assets}

// AssetsContract is the account of the AtomicAssets contract, on WAX and its testnet
// (https://github.com/pinknetworkx/atomicassets-contract, README). The scopes of its table assets
// are the owners: a burned asset has no row in any.
const AssetsContract = "atomicassets"

// Site is what can be read of the chain through the data API, besides users.
type Site struct {
	// ChainID is part of every key: what one chain answered is never another's
	// answer.
	ChainID string
	// GameContract is the account of the game, whose tables are drops, partners
	// and claims.
	GameContract string
	// Oracle is the account of the price oracle, OraclePair its scope for WAX
	// in US dollars.
	Oracle, OraclePair string
	// Token is the account of the token contract.
	Token string
}

// rule says what a parameter of a table may be.
type rule struct {
	// only is the one value allowed; the parameter may then be left out.
	only string
	// user: any account name, and required.
	user bool
	// asset: the id of an asset, and required.
	asset bool
}

// rules are the parameters of a table besides limit, isLimited and min_block,
// which all tables have.
func (s Site) rules(table Table) map[string]rule {
	switch table {
	case Datapoints:
		return map[string]rule{"account": {only: s.Oracle}, "scope": {only: s.OraclePair}}
	case Accounts:
		return map[string]rule{"account": {only: s.Token}, "scope": {user: true}}
	case Drops, Partners:
		return map[string]rule{"account": {only: s.GameContract}}
	case Claims:
		return map[string]rule{"scope": {only: s.GameContract}, "index": {user: true}, nodesName: {only: twoNodes}, sinceName: {}, idName: {}}
	case Assets:
		return map[string]rule{"scope": {user: true}, idName: {asset: true}, nodesName: {only: twoNodes}}
	}
	return nil
}

// Package table reads the chain tables that the data API offers (specification,
// section 7): what a request may ask for, under which key its answer is kept,
// and which requests to a node answer it. It knows nothing of Caddy.
package table

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

// Site is what may be asked for besides names of users: nothing else of the
// chain can be read through the data API.
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
		return map[string]rule{"scope": {only: s.GameContract}, "index": {user: true}, nodesName: {only: twoNodes}}
	case Assets:
		return map[string]rule{"scope": {user: true}, "id": {asset: true}, nodesName: {only: twoNodes}}
	}
	return nil
}

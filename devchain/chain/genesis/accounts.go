// Package genesis says what the development chain starts with: its names,
// accounts, prices, drops and partners.
package genesis

import (
	"crypto/sha256"
	"fmt"
	"sync"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/deck"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// user is a named account for people and tests to sign with.
type user struct {
	name string
	// balance in WAX; empty for an account that never held any.
	balance string
}

// users are rich enough for several packs, for one, for none, never funded, the
// two with collections, and more to sign in with.
var users = []user{
	{"alice.wam", "5000.00000000 WAX"},
	{"bob.wam", "500.00000000 WAX"},
	{"carol.wam", "12.34560000 WAX"},
	{"dave.wam", ""},
	{SmallCollector, "300.00000000 WAX"},
	{LargeCollector, "20000.00000000 WAX"},
	{"bruno.wam", "5000.00000000 WAX"},
	{"carla.wam", "5000.00000000 WAX"},
}

// buyerFunds is what each simulated buyer starts with: more than the drops at
// the start can cost.
const buyerFunds = "1000000.00000000 WAX"

// Buyers are the accounts of the simulated buyers, in the order they join.
var Buyers = []string{
	"ada.wam", "basil.wam", "celia.wam", "dario.wam", "edith.wam", "felix.wam",
	"greta.wam", "hugo.wam", "inez.wam", "jonas.wam", "klara.wam", "luis.wam",
	"mira.wam", "noel.wam", "olga.wam", "pablo.wam", "quinn.wam", "rosa.wam",
	"samir.wam", "tess.wam", "umberto.wam", "vera.wam", "wanda.wam", "yara.wam",
}

// Named are the accounts for people and tests.
func Named() []string {
	names := make([]string, len(users))
	for i := range users {
		names[i] = users[i].name
	}
	return names
}

// Oracles are the accounts that write prices in turn, one for each place of the ring.
var Oracles = []string{
	"alderguild", "beechguild", "birchguild", "cedarguild", "elderguild", "elmguild", "firguild",
	"hazelguild", "hollyguild", "ivyguild", "larchguild", "lindenguild", "mapleguild", "oakguild",
	"oliveguild", "pineguild", "poplarguild", "rowanguild", "spruceguild", "willowguild", "yewguild",
}

// StartMedian is the price of WAX that the chain starts with: 0.0598 USD.
const StartMedian = 598

// partner is a partner at the start.
type partner struct {
	code, account, label  string
	shareBps, discountBps uint32
	active                bool
}

// partners are one that only shares, one that discounts and one that is over.
var partners = []partner{
	{"huddle", "huddlecast11", "The Huddle Podcast", 500, 0, true},
	{"buzzer", "buzzerclub11", "Buzzer Club", 300, 1000, true},
	{"oldgym", "oldgymshow11", "Old Gym Show", 500, 500, false},
}

// ActivePartners are the codes that can be used at the start.
func ActivePartners() []string {
	var codes []string
	for _, partner := range partners {
		if partner.active {
			codes = append(codes, partner.code)
		}
	}
	return codes
}

// The names that a site on the development chain is set to.
const (
	// ChainIDText is what the chain id is the SHA-256 of.
	ChainIDText = "fieldhouse devchain"
	// ChainID is 64 hex digits.
	ChainID      = "4000d29e35787f1dbd9d6fb12dc67749ba549a964973b307a9e6e74d4cc387c7"
	System       = "eosio"
	GameContract = "fieldhousegm"
	Collection   = "fieldhousegm"
	Oracle       = "delphioracle"
	OraclePair   = "waxpusd"
	Token        = "eosio.token"
	Assets       = "atomicassets"
)

// The editions that drops belong to.
const (
	Football   = deck.Football
	Basketball = deck.Basketball
)

// Editions are all editions, in the order their drops are made.
var Editions = []string{Football, Basketball}

// Treasury receives what packs are sold for.
const Treasury = "fieldhouse.t"

// The resource provider and what it signs for, by the names that Greymass Fuel
// has on WAX and that apps check: the provider puts NoopContract::NoopAction,
// authorised by Provider@ProviderPermission, before a transaction's own actions.
const (
	Provider           = "greymassfuel"
	ProviderPermission = "cosign"
	NoopContract       = "greymassnoop"
	NoopAction         = "noop"
	// ProviderFees is the account that the provider's fees are paid to.
	ProviderFees = "fuel.gm"
)

// firstClaim is two below the point where a node starts to print ids as strings,
// so that a page meets both forms at once.
const firstClaim = 0xffffffff - 1

// Key is the key of an account's permissions owner and active. It follows from
// the account's name, so that stand-in wallets and tests know it; it protects
// nothing anywhere.
func Key(account string) antelope.PrivateKey { return keyOf(account, "active") }

// ProviderKey is the key of the permission that the resource provider signs with.
func ProviderKey() antelope.PrivateKey { return keyOf(Provider, ProviderPermission) }

func keyOf(account, permission string) antelope.PrivateKey {
	text := "fieldhouse devchain key of " + account
	if permission != "active" {
		text += "@" + permission
	}
	secret := sha256.Sum256([]byte(text))
	key, err := antelope.NewPrivateKey(antelope.K1, secret[:])
	if err != nil { // less likely than that the sun goes out
		panic(fmt.Errorf("the key of %s: %w", account, err))
	}
	return key
}

// publicKeys keeps what PublicKeyOf has computed, which takes longer than all else
// of making an account.
var publicKeys sync.Map

// PublicKeyOf is the public half of Key.
func PublicKeyOf(account string) antelope.PublicKey {
	known, found := publicKeys.Load(account)
	if !found {
		known, _ = publicKeys.LoadOrStore(account, public(Key(account)))
	}
	return known.(antelope.PublicKey)
}

func public(key antelope.PrivateKey) antelope.PublicKey {
	made, err := key.Public()
	if err != nil { // only of keys of the type WA
		panic(err)
	}
	return made
}

// MaxFans is the most fans that the chain can start with: all that have a name.
const MaxFans = 5 * 5 * 5 * 5 * 5 * 5

// fanFunds is what each fan starts with: more than ten packs of the dearest drop at
// the lowest price of WAX that the simulation comes to.
const fanFunds = "10000.00000000 WAX"

// Fan is the account of a fan: fa111111.wam is the one at place 0, fa111112.wam the
// next, up to fa555555.wam at MaxFans-1. Key signs for it as for every account.
func Fan(place int) string {
	digits := [6]byte{}
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = '1' + byte(place%5)
		place /= 5
	}
	return "fa" + string(digits[:]) + ".wam"
}

// newFans gives so many buyers something to buy with.
func newFans(count int) []ledger.Action {
	if count == 0 {
		return nil
	}
	funds := antelope.MustAsset(fanFunds)
	actions := []ledger.Action{ledger.NewAction(systemName, tokenName, token.Issue{
		To: systemName, Quantity: antelope.Asset{Amount: funds.Amount * int64(count), Symbol: funds.Symbol}, Memo: "fans",
	})}
	for place := range count {
		actions = append(actions, ledger.NewAction(systemName, tokenName, token.Transfer{
			From: systemName, To: antelope.MustName(Fan(place)), Quantity: funds, Memo: "start",
		}))
	}
	return actions
}

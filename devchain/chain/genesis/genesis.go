package genesis

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/contract/noop"
	"fieldhouse/devchain/chain/contract/oracle"
	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// Symbol is the currency of the chain.
var Symbol = antelope.MustSymbol("8,WAX")

// Past is how long before its start the chain begins, so that the price ring is
// full and the last irreversible block trails the head from the first answer on.
const Past = 180 * time.Second

var (
	systemName = antelope.MustName(System)
	gameName   = antelope.MustName(GameContract)
	oracleName = antelope.MustName(Oracle)
	pairName   = antelope.MustName(OraclePair)
	tokenName  = antelope.MustName(Token)
	noopName   = antelope.MustName(NoopContract)
)

// Options are what can differ between two development chains.
type Options struct {
	// Start is the moment that the drops' times are relative to. The first block
	// is Past before it.
	Start time.Time
	// Seed is what chance on the chain depends on, such as the cards in a pack.
	Seed uint64
	// Drops is how many drops each edition has, 0 to MaxDrops, or DefaultDrops.
	Drops int
	// Fans is how many accounts there are for buyers to sign with, 0 to MaxFans.
	Fans int
}

// New makes a chain and sets it up. Everything on it was done by actions.
func New(options Options) (*ledger.Ledger, error) {
	if options.Drops < DefaultDrops || options.Drops > MaxDrops {
		return nil, fmt.Errorf("making the development chain with %d drops: use 0 to %d", options.Drops, MaxDrops)
	}
	if options.Fans < 0 || options.Fans > MaxFans {
		return nil, fmt.Errorf("making the development chain with %d fans: use 0 to %d", options.Fans, MaxFans)
	}
	start := options.Start.Truncate(time.Second)
	chain := ledger.New(ledger.Config{
		ChainID: sha256.Sum256([]byte(ChainIDText)), Accounts: newAccounts(options.Fans),
		Producer: antelope.MustName("devproducer1"), Start: start.Add(-Past), Seed: options.Seed,
		Contracts: []ledger.Contract{
			token.New(tokenName),
			oracle.New(oracleName),
			noop.New(noopName),
			atomic.New(atomic.Config{Account: atomicName, FirstTemplate: FirstTemplate}),
			game.New(game.Config{
				Account: gameName, Token: tokenName, Symbol: Symbol,
				Oracle: oracleName, Pair: pairName, FirstClaim: firstClaim,
				Assets: atomicName, Collection: collectionName, PackSchema: antelope.MustName(SchemaPacks),
			}),
		},
	})
	for actions := range slices.Chunk(setUp(start, options), batch) {
		if _, err := chain.Act(actions...); err != nil {
			return nil, fmt.Errorf("setting up the development chain: %s::%s and what follows: %w", actions[0].Account, actions[0].Name, err)
		}
	}
	return chain, nil
}

// batch is how many actions one transaction of the set-up holds.
const batch = 50

func setUp(start time.Time, options Options) []ledger.Action {
	drops := options.Drops
	var actions []ledger.Action
	actions = append(actions, newBalances()...)
	actions = append(actions, newPrices()...)
	actions = append(actions, newCollection(drops)...)
	for _, edition := range Editions {
		for place, drop := range dropsOf(edition, drops) {
			actions = append(actions, ledger.NewAction(gameName, gameName, drop.action(edition, place, drops, start)))
		}
	}
	for _, partner := range partners {
		actions = append(actions, ledger.NewAction(gameName, gameName, game.SetPartner{
			Code: antelope.MustName(partner.code), Account: antelope.MustName(partner.account), Label: partner.label,
			ShareBps: partner.shareBps, DiscountBps: partner.discountBps, Active: partner.active,
		}))
	}
	if drops != 0 {
		actions = append(actions, newClaims(start)...)
	}
	actions = append(actions, newAssets(drops)...)
	return append(actions, newFans(options.Fans)...)
}

// newAccounts are all accounts, each with its key.
func newAccounts(fans int) []ledger.Account {
	names := append([]string{System, Token, Oracle, Assets, GameContract, Treasury, "devproducer1", NoopContract, ProviderFees}, Named()...)
	names = append(append(names, Buyers...), Oracles...)
	for _, partner := range partners {
		names = append(names, partner.account)
	}
	for place := range fans {
		names = append(names, Fan(place))
	}
	accounts := []ledger.Account{newProvider()}
	for _, name := range names {
		accounts = append(accounts, ledger.NewAccount(antelope.MustName(name), PublicKeyOf(name)))
	}
	return accounts
}

// newProvider is the resource provider, with a permission that is good for the
// action that does nothing and for nothing else.
func newProvider() ledger.Account {
	account := ledger.NewAccount(antelope.MustName(Provider), PublicKeyOf(Provider))
	account.Permissions = slices.Insert(account.Permissions, 1, ledger.Permission{
		Name: antelope.MustName(ProviderPermission), Parent: ledger.Active, Key: public(ProviderKey()),
		Links: []ledger.Event{{Account: noopName, Action: ledger.ActionName[noop.Noop]()}},
	})
	return account
}

func newBalances() []ledger.Action {
	const supply = "100000000.00000000 WAX"
	actions := []ledger.Action{
		ledger.NewAction(tokenName, tokenName, token.Create{
			Issuer: systemName, MaximumSupply: antelope.MustAsset("10000000000.00000000 WAX"),
		}),
		ledger.NewAction(systemName, tokenName, token.Issue{
			To: systemName, Quantity: antelope.MustAsset(supply), Memo: "start",
		}),
	}
	send := func(to, quantity string) {
		actions = append(actions, ledger.NewAction(systemName, tokenName, token.Transfer{
			From: systemName, To: antelope.MustName(to), Quantity: antelope.MustAsset(quantity), Memo: "start",
		}))
	}
	for _, user := range users {
		if user.balance != "" {
			send(user.name, user.balance)
		}
	}
	for _, buyer := range Buyers {
		send(buyer, buyerFunds)
	}
	return actions
}

// newPrices opens the pair and lets every oracle write once.
func newPrices() []ledger.Action {
	actions := []ledger.Action{
		ledger.NewAction(oracleName, oracleName, oracle.EditPair{Pair: oracle.Pair{Name: pairName, QuotedPrecision: 4}}),
	}
	for place, name := range Oracles {
		owner := antelope.MustName(name)
		actions = append(actions, ledger.NewAction(owner, oracleName, oracle.Write{
			Owner: owner, Quotes: []oracle.Quote{{Value: StartMedian - 3 + uint64(place%7), Pair: pairName}},
		}))
	}
	return actions
}

// newClaims gives alice packs to collect: one for good, one for a week.
func newClaims(start time.Time) []ledger.Action {
	alice := antelope.MustName(users[0].name)
	grant := func(amount uint64, reason string, expires uint32) ledger.Action {
		return ledger.NewAction(gameName, gameName, game.NewClaim{
			DropID: 1, Claimer: alice, Amount: amount, Reason: reason, ExpiresAt: expires,
		})
	}
	return []ledger.Action{
		grant(1, "tournament prize", 0),
		grant(2, "welcome gift", uint32(antelope.TimePointSecOf(start.Add(7*day)))),
	}
}

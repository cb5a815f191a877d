package token_test

import (
	"strings"
	"testing"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/plugins/antelope"
)

var (
	account = antelope.MustName(genesis.Token)
	system  = antelope.MustName("eosio")
	alice   = antelope.MustName("alice.wam")
	bob     = antelope.MustName("bob.wam")
	dave    = antelope.MustName("dave.wam")
)

func newChain(t *testing.T) ledgertest.Chain { return ledgertest.New(t, genesis.Options{}) }

func transfer(from, to antelope.Name, quantity string) token.Transfer {
	return token.Transfer{From: from, To: to, Quantity: antelope.MustAsset(quantity)}
}

func TestATransferMovesWhatItSays(t *testing.T) {
	chain := newChain(t)
	chain.Must(ledger.NewAction(alice, account, transfer(alice, dave, "12.50000001 WAX")))
	if got := chain.Balance(alice); got != "4987.49999999 WAX" {
		t.Errorf("alice has %s", got)
	}
	if got := chain.Balance(dave); got != "12.50000001 WAX" {
		t.Errorf("dave has %s", got)
	}
}

func TestIssueAndRetireMoveTheSupply(t *testing.T) {
	chain := newChain(t)
	chain.Must(
		ledger.NewAction(system, account, token.Issue{To: system, Quantity: antelope.MustAsset("5.00000000 WAX")}),
		ledger.NewAction(system, account, token.Retire{Quantity: antelope.MustAsset("2.00000000 WAX")}),
	)
	stats := ledgertest.All(chain, token.Stat, account, antelope.Name(genesis.Symbol.Code()))
	if supply := stats[0].Supply.String(); supply != "100000003.00000000 WAX" {
		t.Errorf("supply %s", supply)
	}
}

func TestABalanceIsOpenedOnceAndClosedWhenEmpty(t *testing.T) {
	chain := newChain(t)
	open := ledger.NewAction(alice, account, token.Open{Owner: dave, Symbol: genesis.Symbol, RAMPayer: alice})
	closing := ledger.NewAction(dave, account, token.Close{Owner: dave, Symbol: genesis.Symbol})
	for _, step := range []struct {
		action ledger.Action
		want   string
	}{{open, "0.00000000 WAX"}, {open, "0.00000000 WAX"}, {closing, ""}} {
		chain.Must(step.action)
		if got := chain.Balance(dave); got != step.want {
			t.Errorf("dave has %q, want %q", got, step.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	send := func(actor antelope.Name, data token.Transfer) ledger.Action {
		return ledger.NewAction(actor, account, data)
	}
	long := transfer(alice, bob, "1.00000000 WAX")
	long.Memo = strings.Repeat("m", 257)
	chain := newChain(t) // refusals change nothing, so that one does for all
	for want, action := range map[string]ledger.Action{
		"overdrawn balance":                              send(bob, transfer(bob, alice, "500.00000001 WAX")),
		"no balance object found":                        send(dave, transfer(dave, alice, "1.00000000 WAX")),
		"cannot transfer to self":                        send(alice, transfer(alice, alice, "1.00000000 WAX")),
		"missing authority of alice.wam":                 send(bob, transfer(alice, bob, "1.00000000 WAX")),
		"to account does not exist":                      send(alice, transfer(alice, antelope.MustName("nobody"), "1.00000000 WAX")),
		"must transfer positive quantity":                send(alice, transfer(alice, bob, "0.00000000 WAX")),
		"symbol precision mismatch":                      send(alice, transfer(alice, bob, "1.0000 WAX")),
		"token with symbol does not exist":               send(alice, transfer(alice, bob, "1.0000 GOLD")),
		"memo has more than 256 bytes":                   send(alice, long),
		"tokens can only be issued to issuer account":    ledger.NewAction(alice, account, token.Issue{To: alice, Quantity: antelope.MustAsset("1.00000000 WAX")}),
		"missing authority of eosio:":                    ledger.NewAction(alice, account, token.Issue{To: system, Quantity: antelope.MustAsset("1.00000000 WAX")}),
		"quantity exceeds available supply":              ledger.NewAction(system, account, token.Issue{To: system, Quantity: antelope.MustAsset("9900000000.00000001 WAX")}),
		"token with symbol already exists":               ledger.NewAction(account, account, token.Create{Issuer: alice, MaximumSupply: antelope.MustAsset("1.00000000 WAX")}),
		"missing authority of eosio.token":               ledger.NewAction(alice, account, token.Create{Issuer: alice, MaximumSupply: antelope.MustAsset("1.0 MINE")}),
		"max-supply must be positive":                    ledger.NewAction(account, account, token.Create{Issuer: alice, MaximumSupply: antelope.MustAsset("0.0 MINE")}),
		"Cannot close because the balance is not zero":   ledger.NewAction(alice, account, token.Close{Owner: alice, Symbol: genesis.Symbol}),
		"Balance row already deleted or never existed":   ledger.NewAction(dave, account, token.Close{Owner: dave, Symbol: genesis.Symbol}),
		"symbol does not exist":                          ledger.NewAction(alice, account, token.Open{Owner: dave, Symbol: antelope.MustSymbol("4,GOLD"), RAMPayer: alice}),
		"assertion failure with message: invalid symbol": send(alice, token.Transfer{From: alice, To: bob, Quantity: antelope.Asset{Amount: 1}}),
	} {
		t.Run(want, func(t *testing.T) {
			_, err := chain.Act(action)
			if err == nil || !strings.Contains(err.Error()+":", want) {
				t.Errorf("ended with %v", err)
			}
			if got := chain.Balance(alice); got != "5000.00000000 WAX" {
				t.Errorf("alice has %s afterwards", got)
			}
		})
	}
}

package system_test

import (
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/contract/system"
	"fieldhouse/devchain/genesis"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

func TestNewAccounts(t *testing.T) {
	key := genesis.PublicKeyOf("alice.wam")
	alice := antelope.MustName("alice.wam")
	two := ledger.SingleKey(key)
	two.Keys = append(two.Keys, two.Keys[0])
	for _, c := range []struct {
		name          string
		owner, active ledger.Authority
		want          string
	}{
		{"fresh.wam", ledger.SingleKey(key), ledger.SingleKey(key), ""},
		{"alice.wam", ledger.SingleKey(key), ledger.SingleKey(key), "the account name alice.wam is already taken"},
		{"", ledger.SingleKey(key), ledger.SingleKey(key), "the account needs a name"},
		{"thirteenchara", ledger.SingleKey(key), ledger.SingleKey(key), "account names can only be 12 characters long"},
		{"fresh.wam", two, ledger.SingleKey(key), "its members must be different"},
		{"fresh.wam", ledger.SingleKey(key), ledger.Authority{}, "reach the threshold of 0 together"},
	} {
		chain, err := genesis.New(genesis.Options{Start: time.Unix(1_700_000_000, 0), Drops: 0})
		if err != nil {
			t.Fatal(err)
		}
		name := antelope.MustName(c.name)
		_, err = chain.Act(ledger.NewAction(alice, system.Account,
			system.NewAccount{Creator: alice, Name: name, Owner: c.owner, Active: c.active}))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q ended with %v, want %q", c.name, err, c.want)
		}
		chain.Read(func(v ledger.View) {
			if _, exists := v.Account(name); exists != (c.want == "" || c.name == "alice.wam") {
				t.Errorf("%q exists: %v", c.name, exists)
			}
		})
	}
}

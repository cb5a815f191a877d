package ledger_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// signer is the key of that number.
func signer(t *testing.T, number int) antelope.PrivateKey {
	t.Helper()
	secret := sha256.Sum256([]byte(fmt.Sprint("signer ", number)))
	key, err := antelope.NewPrivateKey(antelope.KeyType(number%2), secret[:])
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func publicOf(t *testing.T, number int) antelope.PublicKey {
	t.Helper()
	key, err := signer(t, number).Public()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

var (
	owner  = antelope.MustName("holder")
	friend = antelope.MustName("friend")
	claim  = antelope.MustName("claim")
)

// The data of two actions that do nothing.
type (
	nap  struct{}
	rest struct{}
)

// guarded is a chain on which the holder's active permission has the authority
// and the friend's is one of the key 9; a permission claim, of the key 7, is
// linked to the action nap.
func guarded(t *testing.T, authority ledger.Authority) *ledger.Ledger {
	t.Helper()
	chain := ledger.New(ledger.Config{
		ChainID: sha256.Sum256([]byte("guarded")), System: system, Producer: system, Start: start,
		Contracts: []ledger.Contract{ledger.NewContract(system,
			ledger.Handle(func(*ledger.Context, nap) {}),
			ledger.Handle(func(*ledger.Context, rest) {}),
			ledger.Handle(func(c *ledger.Context, _ prepare) {
				holder := ledger.NewAccount(owner, ledger.SingleKey(publicOf(t, 1)), authority)
				c.CreateAccount(holder.WithPermission(ledger.Permission{
					Name: claim, Parent: ledger.Active, Authority: ledger.SingleKey(publicOf(t, 7)),
					Links: []ledger.Event{{Account: system, Action: ledger.ActionName[nap]()}},
				}))
				c.CreateAccount(ledger.NewAccount(friend, ledger.SingleKey(publicOf(t, 9)), ledger.SingleKey(publicOf(t, 9))))
			}),
		)},
	})
	if _, err := chain.Act(ledger.NewAction(system, system, prepare{})); err != nil {
		t.Fatal(err)
	}
	return chain
}

// push signs an action of the holder's with the keys and pushes it.
func push(t *testing.T, chain *ledger.Ledger, data any, permission antelope.Name, keys ...int) error {
	t.Helper()
	action := ledger.NewAction(owner, system, data)
	action.Authorization[0].Permission = permission
	signed := ledger.Signed{Transaction: ledger.Transaction{
		Expiration: antelope.TimePointSecOf(start.Add(time.Minute)), Actions: []ledger.Action{action},
	}}
	var id antelope.Checksum256
	chain.Read(func(v ledger.View) {
		id = v.ChainID()
		head := v.Head()
		signed.RefBlockNum, signed.RefBlockPrefix = uint16(head.Number), head.Prefix()
	})
	for _, number := range keys {
		signature, err := signer(t, number).Sign(signed.SigningDigest(id, nil))
		if err != nil {
			t.Fatal(err)
		}
		signed.Signatures = append(signed.Signatures, signature)
	}
	_, err := chain.Push(signed)
	return err
}

// check fails the test unless the error has the code; 0 is no error.
func check(t *testing.T, err error, code int, name string) {
	t.Helper()
	var exception *ledger.Exception
	if code == 0 && err != nil || code != 0 && (!errors.As(err, &exception) || exception.Code != code) {
		t.Errorf("%s ended with %v, want code %d", name, err, code)
	}
}

func TestWeightsMustReachTheThresholdWithoutAKeyTooMany(t *testing.T) {
	authority := ledger.Authority{Threshold: 3}
	for number, weight := range map[int]uint16{2: 1, 3: 1, 4: 2} {
		authority.Keys = append(authority.Keys, ledger.KeyWeight{Key: publicOf(t, number), Weight: weight})
	}
	for name, c := range map[string]struct {
		keys []int
		code int
	}{
		"none":             {nil, ledger.Unsatisfied.Code},
		"one light":        {[]int{2}, ledger.Unsatisfied.Code},
		"two light":        {[]int{2, 3}, ledger.Unsatisfied.Code},
		"the heavy one":    {[]int{4}, ledger.Unsatisfied.Code},
		"heavy and light":  {[]int{4, 2}, 0},
		"in another order": {[]int{3, 4}, 0},
		"all":              {[]int{2, 3, 4}, ledger.IrrelevantSignature.Code},
		"and a stranger":   {[]int{2, 4, 5}, ledger.IrrelevantSignature.Code},
		"only a stranger":  {[]int{5}, ledger.Unsatisfied.Code},
	} {
		check(t, push(t, guarded(t, authority), rest{}, ledger.Active, c.keys...), c.code, name)
	}
}

func TestAnotherAccountsPermissionCountsWhenItIsSatisfied(t *testing.T) {
	authority := ledger.Authority{
		Threshold: 2, Keys: []ledger.KeyWeight{{Key: publicOf(t, 2), Weight: 1}},
		Accounts: []ledger.PermissionLevelWeight{
			{Permission: ledger.PermissionLevel{Actor: friend, Permission: ledger.Active}, Weight: 1},
			{Permission: ledger.PermissionLevel{Actor: friend, Permission: antelope.MustName("eosio.code")}, Weight: 2},
		},
		Waits: []ledger.WaitWeight{{WaitSec: 1, Weight: 2}},
	}
	for name, c := range map[string]struct {
		keys []int
		code int
	}{
		"both": {[]int{2, 9}, 0}, "only the key": {[]int{2}, ledger.Unsatisfied.Code}, "only the friend": {[]int{9}, ledger.Unsatisfied.Code},
		"neither, though a wait and a contract's code would do": {nil, ledger.Unsatisfied.Code},
	} {
		check(t, push(t, guarded(t, authority), rest{}, ledger.Active, c.keys...), c.code, name)
	}
}

func TestAuthoritiesThatNameEachOtherEnd(t *testing.T) {
	level := func(actor antelope.Name) ledger.PermissionLevelWeight {
		return ledger.PermissionLevelWeight{Permission: ledger.PermissionLevel{Actor: actor, Permission: ledger.Active}, Weight: 1}
	}
	check(t, push(t, guarded(t, ledger.Authority{Threshold: 1, Accounts: []ledger.PermissionLevelWeight{level(owner)}}), rest{}, ledger.Active, 2),
		ledger.Unsatisfied.Code, "itself")
}

func TestAPermissionMayDoWhatItIsLinkedToAndThoseAboveItToo(t *testing.T) {
	single := ledger.SingleKey(publicOf(t, 2))
	for _, c := range []struct {
		action     any
		permission antelope.Name
		key, code  int
	}{
		{nap{}, claim, 7, 0}, {nap{}, ledger.Active, 2, 0}, {nap{}, ledger.Owner, 1, 0},
		{rest{}, claim, 7, ledger.IrrelevantAuthority.Code}, {rest{}, ledger.Active, 2, 0}, {rest{}, ledger.Owner, 1, 0},
		{nap{}, claim, 2, ledger.Unsatisfied.Code}, // the key of the one above is not its key
		{rest{}, ledger.Active, 1, ledger.Unsatisfied.Code},
	} {
		check(t, push(t, guarded(t, single), c.action, c.permission, c.key), c.code, fmt.Sprintf("%T", c.action)+fmt.Sprint(" as ", c.permission, " with ", c.key))
	}
}

// signedRest is a transaction that refers to the head and that the key 2 signed.
func signedRest(t *testing.T, chain *ledger.Ledger) ledger.Signed {
	t.Helper()
	signed := ledger.Signed{Transaction: ledger.Transaction{
		Expiration: antelope.TimePointSecOf(start.Add(time.Minute)), Actions: []ledger.Action{ledger.NewAction(owner, system, rest{})},
	}}
	chain.Read(func(v ledger.View) {
		head := v.Head()
		signed.RefBlockNum, signed.RefBlockPrefix = uint16(head.Number), head.Prefix()
		signature, err := signer(t, 2).Sign(signed.SigningDigest(v.ChainID(), nil))
		if err != nil {
			t.Fatal(err)
		}
		signed.Signatures = []antelope.Signature{signature}
	})
	return signed
}

func TestAStarvedNodeRefusesWhatRanAndLeavesNoTrace(t *testing.T) {
	chain := guarded(t, ledger.SingleKey(publicOf(t, 2)))
	signed := signedRest(t, chain)
	receipt, err := chain.PushThrough(ledger.Lens{NoCPU: true}, signed)
	check(t, err, ledger.OutOfCPU.Code, "starved")
	if receipt.ID != signed.ID() || !strings.Contains(err.Error(), "is greater than the maximum billable CPU time for the transaction (5 us)") {
		t.Errorf("receipt %+v, %v", receipt, err)
	}
	_, err = chain.PushThrough(ledger.Lens{ChainID: sha256.Sum256([]byte("other"))}, signed)
	check(t, err, ledger.Unsatisfied.Code, "a node of another chain")
	_, err = chain.Push(signed)
	check(t, err, 0, "afterwards")
	_, err = chain.Push(signed)
	check(t, err, ledger.Duplicate.Code, "again")
}

func TestTransactionsComeBackFromTheirBinaryForm(t *testing.T) {
	signed := ledger.Transaction{
		Expiration: 1, RefBlockNum: 2, RefBlockPrefix: 3, MaxNetUsageWords: 300, MaxCPUUsageMS: 5, DelaySec: 600,
		ContextFreeActions: []ledger.Action{{Account: owner}}, Actions: []ledger.Action{act(1, 2)}, Extensions: []ledger.Extension{{Type: 9, Data: []byte{1}}},
	}
	packed := signed.Pack()
	back, err := ledger.UnpackTransaction(packed)
	if err != nil || back.ID() != signed.ID() || back.DelaySec != 600 || back.MaxNetUsageWords != 300 || back.Extensions[0].Type != 9 {
		t.Errorf("it came back as %+v (%v)", back, err)
	}
	for cut := range packed {
		if _, err := ledger.UnpackTransaction(packed[:cut]); err == nil {
			t.Errorf("%d of %d bytes were enough", cut, len(packed))
		}
	}
}

func FuzzUnpackTransaction(f *testing.F) {
	transaction := ledger.Transaction{Expiration: 1, Actions: []ledger.Action{act(1, 2)}}
	f.Add(transaction.Pack())
	f.Fuzz(func(t *testing.T, data []byte) {
		if unpacked, err := ledger.UnpackTransaction(data); err == nil && unpacked.ID() != sha256.Sum256(data) {
			t.Errorf("%x has the id %s", data, unpacked.ID())
		}
	})
}

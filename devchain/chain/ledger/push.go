package ledger

import (
	"errors"
	"slices"

	"fieldhouse/plugins/antelope"
)

// starvedCPU is how much processor time an account has that has none left, in
// microseconds.
const starvedCPU = 5

// What a node adds to the size of a packed transaction: a fixed number of bytes,
// and a fifth of what can be pruned from a block, the signatures.
const (
	netOverhead = 16
	prunedShare = 5
)

// netWords is what a transaction uses of the network, in words of 8 bytes.
func netWords(packed []byte, signed *Signed) int {
	prunable := len(antelope.Marshal(signed.Signatures))
	return (netOverhead + len(packed) + (prunable+prunedShare-1)/prunedShare + 7) / 8
}

// Push takes a signed transaction as a node does: it checks expiration,
// duplicates, signatures, the reference block and authority, runs the actions,
// and keeps the transaction for the next block. An error is always an *Exception
// and leaves the state as it was. A receipt with an id beside an error is that of
// a transaction that began and failed.
func (l *Ledger) Push(signed Signed) (Receipt, error) { return l.PushThrough(Lens{}, signed) }

// PushThrough is Push to a node that sees the ledger through the lens. What the
// node takes reaches the ledger whatever else the node does not see, unless it lies.
func (l *Ledger) PushThrough(lens Lens, signed Signed) (Receipt, error) {
	// The order of the checks is that of a node, so that the first thing wrong is
	// the one that is said. Nobody waits while signatures are verified: the chain's
	// id never changes.
	keys, err := signers(&signed, View{ledger: l, lens: lens}.ChainID())
	if err != nil {
		return Receipt{}, err
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	id := signed.ID()
	if err := l.due(&signed.Transaction, id); err != nil {
		return Receipt{}, err
	}
	receipt, packed := l.receipt(&signed)
	if err := l.admit(&signed.Transaction, keys, receipt); err != nil {
		return receipt, err
	}
	run, err := l.run(&signed.Transaction, id)
	if err == nil && lens.NoCPU {
		err = OutOfCPU.New("billed CPU time (%d us) is greater than the maximum billable CPU time for the transaction (%d us)", CPUUsage, starvedCPU)
	}
	if err != nil {
		l.revert(run.written)
		return receipt, err
	}
	if lens.Lies {
		l.revert(run.written)
		return receipt, nil
	}
	l.take(run, &signed, packed, receipt)
	return receipt, nil
}

// signers are the keys that signed the transaction for the chain.
func signers(signed *Signed, chain antelope.Checksum256) ([]antelope.PublicKey, error) {
	digest := signed.SigningDigest(chain, nil)
	keys := make([]antelope.PublicKey, 0, len(signed.Signatures))
	for _, signature := range signed.Signatures {
		key, err := signature.Recover(digest)
		switch {
		case errors.Is(err, antelope.ErrWebAuthn):
			return nil, SignatureType.New("Unactivated signature type used during transaction signature verification: %v", err)
		case err != nil:
			return nil, Assert.New("%v", err)
		case slices.Contains(keys, key):
			return nil, DuplicateSignature.New("transaction includes more than one signature signed using the same key associated with public key: %s", key)
		}
		keys = append(keys, key)
	}
	slices.SortFunc(keys, antelope.ComparePublicKeys)
	return keys, nil
}

// admit checks what a node checks before it runs the first action.
func (l *Ledger) admit(t *Transaction, keys []antelope.PublicKey, receipt Receipt) error {
	if err := l.valid(t, receipt); err != nil {
		return err
	}
	if l.prefixes[t.RefBlockNum] != t.RefBlockPrefix {
		return ReferenceBlock.New("Transaction's reference block did not match. Is this transaction from a different fork?")
	}
	return l.authorize(t.Actions, keys)
}

// valid checks the header and that what the actions name exists.
func (l *Ledger) valid(t *Transaction, receipt Receipt) error {
	switch {
	case t.DelaySec > 0:
		return Header.New("transaction cannot be delayed")
	case len(t.ContextFreeActions) > 0:
		return Header.New("no contract of this chain has context-free actions")
	case len(t.Extensions) > 0:
		return HeaderExtension.New("Transaction extension with id type %d is not supported", t.Extensions[0].Type)
	case t.MaxNetUsageWords > 0 && uint32(receipt.NetWords) > t.MaxNetUsageWords:
		return NetUsage.New("transaction net usage is too high: %d > %d", receipt.NetWords*8, t.MaxNetUsageWords*8)
	}
	if err := l.referenced(t.Actions); err != nil {
		return err
	}
	if !slices.ContainsFunc(t.Actions, func(action Action) bool { return len(action.Authorization) > 0 }) {
		return NoAuthority.New("transaction must have at least one authorization")
	}
	return nil
}

// referenced checks that contracts, actors and their permissions exist.
func (l *Ledger) referenced(actions []Action) error {
	for _, action := range actions {
		if _, found := l.accounts[action.Account]; !found {
			return Reference.New("action's code account '%s' does not exist", action.Account)
		}
		for _, level := range action.Authorization {
			account, found := l.accounts[level.Actor]
			if !found {
				return Reference.New("action's authorizing actor '%s' does not exist", level.Actor)
			}
			if _, found := account.Permission(level.Permission); !found {
				return Reference.New("action's authorizations include a non-existent permission: %s", inJSON(level))
			}
		}
	}
	return nil
}

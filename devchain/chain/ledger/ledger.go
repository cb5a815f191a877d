// Package ledger is the state of a chain: accounts, tables, blocks. It changes
// only through transactions, whoever sends them; everything else reads.
package ledger

import (
	"crypto/sha256"
	"fmt"
	"sync"
	"time"

	"fieldhouse/plugins/antelope"
)

// maxActions bounds a transaction.
const maxActions = 64

// Lifetime is how far ahead of the chain's time a transaction may expire.
const Lifetime = time.Hour

// Config is what a ledger is made of.
type Config struct {
	ChainID antelope.Checksum256
	// Accounts are all that the chain ever has.
	Accounts []Account
	// Producer is the account named in every block.
	Producer antelope.Name
	// Start is the time of the first block.
	Start time.Time
	// Seed is what Context.Chance depends on beside the chain's history.
	Seed uint64
	// Contracts are the code of accounts, which need not exist yet.
	Contracts []Contract
}

// Ledger is safe for use by many goroutines.
type Ledger struct {
	chainID  antelope.Checksum256
	producer antelope.Name
	seed     uint64

	mutex     sync.RWMutex
	accounts  map[antelope.Name]Account
	contracts map[antelope.Name]Contract
	tables    map[tableKey]*Table
	blocks    []Block // the newest last
	// pending and written are what the block being made holds and replaced, past
	// what the last blocks replaced, the newest last.
	pending []Listed
	written changes
	past    []changes
	// recent has the transactions that have not expired yet, for telling
	// duplicates.
	recent map[antelope.Checksum256]antelope.TimePointSec
	// prefixes are those of the newest blocks, by the low 16 bits of their numbers:
	// what a transaction may refer to.
	prefixes [1 << 16]uint32
	// nextSlot is the time of the block being made.
	nextSlot antelope.TimePoint
	// irreversible is the number of the newest block that cannot be undone, which
	// trails the head by the lag, in blocks.
	irreversible uint32
	lag          int
	// forks counts how often blocks were undone.
	forks uint32
}

type tableKey struct {
	code, scope, table antelope.Name
}

// New makes a chain of one empty block.
func New(config Config) *Ledger {
	start := Slot(config.Start)
	l := &Ledger{
		chainID: config.ChainID, producer: config.Producer, seed: config.Seed,
		accounts:  map[antelope.Name]Account{},
		contracts: map[antelope.Name]Contract{},
		tables:    map[tableKey]*Table{},
		recent:    map[antelope.Checksum256]antelope.TimePointSec{},
		lag:       IrreversibleLag,
	}
	for _, contract := range config.Contracts {
		l.contracts[contract.Account] = contract
	}
	for _, account := range config.Accounts {
		account.Created = start
		l.accounts[account.Name] = account
	}
	l.add(l.seal(1, config.ChainID, start, nil))
	l.nextSlot = slotAfter(start)
	return l
}

// Apply runs a transaction whose signatures have been checked already. It is in
// the state at once and in the next block. An error is always an *Exception and
// leaves the state as it was.
func (l *Ledger) Apply(transaction Transaction) (Receipt, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.apply(&Signed{Transaction: transaction})
}

// Act applies actions as a new transaction that refers to the head block. Equal
// actions may be sent again and again: each gets its own expiration.
func (l *Ledger) Act(actions ...Action) (Receipt, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	head := l.head()
	transaction := Transaction{
		Expiration:  antelope.TimePointSecOf(l.pendingTime().Time().Add(time.Minute)),
		RefBlockNum: uint16(head.Number), RefBlockPrefix: head.Prefix(), Actions: actions,
	}
	for l.recent[transaction.ID()] != 0 {
		transaction.Expiration++
	}
	return l.apply(&Signed{Transaction: transaction})
}

func (l *Ledger) apply(signed *Signed) (Receipt, error) {
	id := signed.ID()
	if err := l.due(&signed.Transaction, id); err != nil {
		return Receipt{}, err
	}
	if err := l.referenced(signed.Actions); err != nil {
		return Receipt{}, err
	}
	run, err := l.run(&signed.Transaction, id)
	if err != nil {
		l.revert(run.written)
		return Receipt{}, err
	}
	receipt, packed := l.receipt(signed)
	l.take(run, signed, packed, receipt)
	return receipt, nil
}

// receipt is that of a transaction that is about to run, with its packed form.
func (l *Ledger) receipt(signed *Signed) (Receipt, []byte) {
	packed := signed.Pack()
	return Receipt{
		ID: sha256.Sum256(packed), BlockNum: l.head().Number + 1, BlockTime: l.pendingTime(),
		NetWords: netWords(packed, signed),
	}, packed
}

// run runs the actions. What it wrote must be reverted when it fails.
func (l *Ledger) run(transaction *Transaction, id antelope.Checksum256) (*execution, error) {
	run := &execution{ledger: l, id: id}
	for i := range transaction.Actions {
		if err := run.perform(transaction.Actions[i], 0); err != nil {
			return run, err
		}
	}
	return run, nil
}

// take keeps a transaction that succeeded for the next block.
func (l *Ledger) take(run *execution, signed *Signed, packed []byte, receipt Receipt) {
	l.written = append(l.written, run.written...)
	l.pending = append(l.pending, Listed{
		ID: run.id, CPUUsage: CPUUsage, NetWords: receipt.NetWords, Packed: packed, Signatures: signed.Signatures,
	})
	l.recent[run.id] = signed.Expiration
}

// due checks that a transaction has actions, is in time and is new.
func (l *Ledger) due(transaction *Transaction, id antelope.Checksum256) error {
	if len(transaction.Actions) == 0 {
		return NoActions.New("A transaction must have at least one action")
	}
	if len(transaction.Actions) > maxActions {
		return Header.New("a transaction of %d actions; at most %d are allowed", len(transaction.Actions), maxActions)
	}
	now := l.pendingTime().Time()
	expires := transaction.Expiration.Time()
	if expires.Before(now) {
		return Expired.New("expired transaction %s, expiration %s, block time %s", id, transaction.Expiration, l.pendingTime())
	}
	if expires.After(now.Add(Lifetime)) {
		return ExpiresTooLate.New("Transaction expiration is too far in the future relative to the reference time of %s, "+
			"expiration is %s and the maximum transaction lifetime is %d seconds",
			l.pendingTime(), transaction.Expiration, int(Lifetime.Seconds()))
	}
	if _, known := l.recent[id]; known {
		return Duplicate.New("duplicate transaction %s", id)
	}
	return nil
}

// ProduceBlock seals the pending transactions in a block of the given time and
// makes the next slot the one after it. A time before the next slot is an
// error: blocks do not go back.
func (l *Ledger) ProduceBlock(at antelope.TimePoint) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if at < l.nextSlot {
		return fmt.Errorf("producing a block at %s: the next slot is %s", at, l.nextSlot)
	}
	head := l.head()
	l.add(l.seal(head.Number+1, head.ID, at, l.pending))
	l.pending = nil
	l.keep()
	if surplus := len(l.blocks) - keptBlocks; surplus > keptBlocks/10 {
		l.blocks = append([]Block(nil), l.blocks[surplus:]...)
		for id, expires := range l.recent {
			if expires.Time().Before(at.Time()) {
				delete(l.recent, id)
			}
		}
	}
	l.nextSlot = slotAfter(at)
	return nil
}

// SkipTo moves the slot of the block being made forward, as when a chain has
// missed blocks. A slot that is not later changes nothing.
func (l *Ledger) SkipTo(slot antelope.TimePoint) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.nextSlot = max(l.nextSlot, slot)
}

func (l *Ledger) head() *Block { return &l.blocks[len(l.blocks)-1] }

func (l *Ledger) pendingTime() antelope.TimePoint { return l.nextSlot }

func (l *Ledger) table(code, scope, table antelope.Name) *Table {
	key := tableKey{code, scope, table}
	found := l.tables[key]
	if found == nil {
		found = newTable(l.contracts[code].secondary[table])
		l.tables[key] = found
	}
	return found
}

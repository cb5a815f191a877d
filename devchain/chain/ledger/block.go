package ledger

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"fieldhouse/plugins/antelope"
)

// Block is a sealed block.
type Block struct {
	Number uint32
	// ID starts with the number, as on every Antelope chain.
	ID       antelope.Checksum256
	Previous antelope.Checksum256
	Time     antelope.TimePoint
	Producer antelope.Name
	// Root is a SHA-256 over the transactions, zero when there are none.
	Root antelope.Checksum256
	// Transactions are what it holds.
	Transactions []Listed
	// Irreversible is the number of the newest block that could no longer be undone
	// while this one was the head.
	Irreversible uint32
}

// Listed is a transaction as a block lists it. All of them did what they should.
type Listed struct {
	ID antelope.Checksum256
	// CPUUsage is in microseconds, NetWords in words of 8 bytes.
	CPUUsage, NetWords int
	// Packed is the transaction's binary form.
	Packed []byte
	// Signatures are empty for what the simulation and tests applied.
	Signatures []antelope.Signature
}

const (
	// IrreversibleLag is how many blocks the last irreversible block trails the
	// head unless told: almost three minutes, as on WAX.
	IrreversibleLag = 330
	// MaxIrreversibleLag bounds it: what can be undone is kept.
	MaxIrreversibleLag = MaxHistory
	// keptBlocks is how many blocks are remembered: one hour, the longest that a
	// transaction may wait.
	keptBlocks = 7200
)

// Slot is the block time that a clock time falls into.
func Slot(at time.Time) antelope.TimePoint {
	return antelope.TimePointOf(at.UTC().Truncate(antelope.SlotLength))
}

func slotAfter(slot antelope.TimePoint) antelope.TimePoint {
	return slot + antelope.TimePoint(antelope.SlotLength.Microseconds())
}

func (l *Ledger) seal(number uint32, previous antelope.Checksum256, at antelope.TimePoint, transactions []Listed) Block {
	block := Block{Number: number, Previous: previous, Time: at, Producer: l.producer, Transactions: transactions}
	if len(transactions) > 0 {
		var ids []byte
		for i := range transactions {
			ids = append(ids, transactions[i].ID[:]...)
		}
		block.Root = sha256.Sum256(ids)
	}
	header := antelope.AppendUint(nil, 8, uint64(at))
	header = antelope.AppendUint(header, 8, uint64(block.Producer))
	header = append(append(header, previous[:]...), block.Root[:]...)
	if l.forks > 0 { // or an empty block would have the id of the one it replaces
		header = antelope.AppendUint(header, 4, uint64(l.forks))
	}
	block.ID = sha256.Sum256(header)
	binary.BigEndian.PutUint32(block.ID[:4], number)
	return block
}

// add makes a block the head.
func (l *Ledger) add(block Block) {
	l.blocks = append(l.blocks, block)
	l.prefixes[uint16(block.Number)] = block.Prefix()
	l.finalize()
}

// finalize makes the blocks irreversible that are far enough behind the head.
// What was once irreversible stays so.
func (l *Ledger) finalize() {
	head := l.head()
	l.irreversible = uint32(max(1, int(l.irreversible), int(head.Number)-l.lag))
	head.Irreversible = l.irreversible
}

// CheckIrreversibleLag tells whether the last irreversible block can trail the
// head by so many blocks.
func CheckIrreversibleLag(blocks int) error {
	if blocks < 0 || blocks > MaxIrreversibleLag {
		return fmt.Errorf("the last irreversible block %d blocks behind the head: use 0 to %d", blocks, MaxIrreversibleLag)
	}
	return nil
}

// SetIrreversibleLag changes by how many blocks the last irreversible block trails
// the head, which takes effect at once. With more blocks it stays where it is until
// it trails the head by as many.
func (l *Ledger) SetIrreversibleLag(blocks int) error {
	if err := CheckIrreversibleLag(blocks); err != nil {
		return err
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.lag = blocks
	l.finalize()
	return nil
}

// Prefix is the part of a block id that transactions refer to (TAPoS).
func (b *Block) Prefix() uint32 { return binary.LittleEndian.Uint32(b.ID[8:12]) }

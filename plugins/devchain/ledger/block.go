package ledger

import (
	"crypto/sha256"
	"encoding/binary"
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
	// Transactions are the ids of what it holds.
	Transactions []antelope.Checksum256
}

const (
	// IrreversibleLag is how many blocks the last irreversible block trails the
	// head: almost three minutes, as on WAX.
	IrreversibleLag = 330
	// keptBlocks is how many blocks are remembered: one hour, the longest that a
	// transaction may wait.
	keptBlocks = 7200
)

// Slot is the block time that a clock time falls into.
func Slot(at time.Time) antelope.TimePoint {
	return antelope.TimePointOf(at.UTC().Truncate(antelope.SlotLength))
}

func (l *Ledger) seal(number uint32, previous antelope.Checksum256, at antelope.TimePoint, transactions []antelope.Checksum256) Block {
	block := Block{Number: number, Previous: previous, Time: at, Producer: l.producer, Transactions: transactions}
	header := antelope.AppendUint(nil, 8, uint64(at))
	header = antelope.AppendUint(header, 8, uint64(block.Producer))
	header = append(header, previous[:]...)
	for i := range transactions {
		header = append(header, transactions[i][:]...)
	}
	block.ID = sha256.Sum256(header)
	binary.BigEndian.PutUint32(block.ID[:4], number)
	return block
}

// Prefix is the part of a block id that transactions refer to (TAPoS).
func (b *Block) Prefix() uint32 { return binary.LittleEndian.Uint32(b.ID[8:12]) }

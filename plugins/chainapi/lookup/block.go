package lookup

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chainapi/transaction"

	"github.com/tidwall/gjson"
)

// block is what we need of a block.
type block struct {
	number       uint64
	id, previous string
	time         time.Time
	transactions []receipt
	// node is the address of the node that it was read from; confirmed says that it has been
	// read from another one, too.
	node      string
	confirmed bool
	// readAt is when it was read, by this machine's clock.
	readAt time.Time
}

// receipt is a transaction as a block lists it.
type receipt struct {
	id       transaction.ID
	status   string
	cpu, net uint64
}

// decodeBlock reads a get_block answer, which must be of the block asked for.
func decodeBlock(body []byte, number uint64) (*block, error) {
	var answer struct {
		ID           string      `json:"id"`
		Number       json.Number `json:"block_num"`
		Previous     string      `json:"previous"`
		Time         string      `json:"timestamp"`
		Root         string      `json:"transaction_mroot"`
		Transactions *[]struct {
			Status string          `json:"status"`
			CPU    json.Number     `json:"cpu_usage_us"`
			Net    json.Number     `json:"net_usage_words"`
			Trx    json.RawMessage `json:"trx"`
		} `json:"transactions"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	if got, err := strconv.ParseUint(answer.Number.String(), 10, 64); err != nil || got != number {
		return nil, fmt.Errorf("it is block %q", answer.Number)
	}
	if answer.ID == "" || answer.Previous == "" || answer.Transactions == nil {
		return nil, errors.New("it has no id, no previous or no transactions")
	}
	// The root of no transactions is zero: a list left empty by something
	// between us and the node must not pass for an empty block.
	if len(*answer.Transactions) == 0 && strings.Trim(answer.Root, "0") != "" {
		return nil, errors.New("it has a root of transactions and none")
	}
	at, err := antelope.ParseTimePoint(answer.Time)
	if err != nil {
		return nil, err
	}
	b := &block{number: number, id: answer.ID, previous: answer.Previous, time: at.Time()}
	for _, listed := range *answer.Transactions {
		id, err := decodeID(listed.Trx)
		if err != nil {
			return nil, err
		}
		cpu, _ := strconv.ParseUint(listed.CPU.String(), 10, 64) // for show only
		net, _ := strconv.ParseUint(listed.Net.String(), 10, 64)
		b.transactions = append(b.transactions, receipt{id, knownStatus(listed.Status), cpu, net})
	}
	return b, nil
}

// decodeID finds the id of a transaction in a block: an id alone when it was
// generated on the chain, else an object that has it or its packed form.
func decodeID(raw json.RawMessage) (transaction.ID, error) {
	trx := gjson.ParseBytes(raw)
	id := trx.Str
	if trx.IsObject() {
		id = trx.Get("id").Str
		if compression := trx.Get("compression").Raw; id == "" && (compression == `"none"` || compression == "0") {
			if packed, err := hex.DecodeString(trx.Get("packed_trx").Str); err == nil && len(packed) > 0 {
				return sha256.Sum256(packed), nil
			}
		}
	}
	parsed, ok := transaction.ParseID(id)
	if !ok {
		return transaction.ID{}, fmt.Errorf("it lists a transaction without an id that can be read: %.80s", raw)
	}
	return parsed, nil
}

// statuses are the chain's own; one string of each is kept for all blocks.
var statuses = []string{Executed, "soft_fail", "hard_fail", "delayed", "expired"}

func knownStatus(status string) string {
	if i := slices.Index(statuses, status); i >= 0 {
		return statuses[i]
	}
	return "unknown"
}

func (b *block) find(id transaction.ID) (Finding, bool) {
	for _, r := range b.transactions {
		if r.id == id {
			return Finding{Block: b.number, BlockID: b.id, Time: b.time, Status: r.status, CPU: r.cpu, Net: r.net, Node: b.node}, true
		}
	}
	return Finding{}, false
}

// segment is a run of blocks, each the one before the next: what was read of
// the chain. That they hang together is what makes "it is in none of them" true;
// two nodes can be on different forks for seconds.
type segment struct {
	blocks       []*block
	transactions int
}

// Bounds of what is kept: 20 minutes of blocks, and about 10 MiB of ids.
const (
	maxBlocks       = 2400
	maxTransactions = 250_000
)

func (s *segment) empty() bool { return len(s.blocks) == 0 }

func (s *segment) low() uint64 { return s.blocks[0].number }

func (s *segment) high() uint64 { return s.last().number }

func (s *segment) last() *block { return s.blocks[len(s.blocks)-1] }

// append adds the next block. It answers false when that block follows another
// one than our last, which is then dropped: it was on a fork that lost.
func (s *segment) append(b *block) bool {
	if !s.empty() && b.previous != s.last().id {
		s.transactions -= len(s.last().transactions)
		s.blocks = s.blocks[:len(s.blocks)-1]
		return false
	}
	s.blocks = append(s.blocks, b)
	s.transactions += len(b.transactions)
	for len(s.blocks) > maxBlocks || (s.transactions > maxTransactions && len(s.blocks) > 1) {
		s.transactions -= len(s.blocks[0].transactions)
		s.blocks[0] = nil
		s.blocks = s.blocks[1:]
	}
	return true
}

// prepend adds the block before the first. It answers false when it is not
// that, or when there is no room for it.
func (s *segment) prepend(b *block) bool {
	if s.full() || s.blocks[0].previous != b.id {
		return false
	}
	s.blocks = append([]*block{b}, s.blocks...)
	s.transactions += len(b.transactions)
	return true
}

// confirm adds what another node answers as a block of ours. Either may leave a transaction
// out, or make its time later.
func (s *segment) confirm(b, other *block) {
	b.confirmed = true
	if other.time.Before(b.time) {
		b.time = other.time
	}
	if !slices.Equal(b.transactions, other.transactions) {
		b.transactions = slices.Concat(b.transactions, other.transactions)
		s.transactions += len(other.transactions)
	}
}

// confirmed is where the newest run of confirmed blocks begins and ends.
func (s *segment) confirmed() (first, end int) {
	for end = len(s.blocks); end > 0 && !s.blocks[end-1].confirmed; end-- {
	}
	for first = end; first > 0 && s.blocks[first-1].confirmed; first-- {
	}
	return first, end
}

func (s *segment) full() bool {
	return len(s.blocks) >= maxBlocks || s.transactions >= maxTransactions
}

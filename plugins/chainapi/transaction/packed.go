package transaction

import (
	"errors"
	"fmt"
	"time"

	"fieldhouse/plugins/antelope"
)

// header is what we need of a transaction's packed form.
type header struct {
	expiration time.Time
	// refBlock are the low 16 bits of the number of a block that the
	// transaction names: it cannot be in that block or before it (TAPoS).
	refBlock uint16
	// authorizer is the first account that the transaction says it is signed for.
	authorizer antelope.Name
	purchase   *Purchase
}

// readPacked reads a packed transaction front to back. The bytes must be exactly
// one transaction in the one form that a node would write it in: a node takes
// the id from what it read, so that with other bytes (a longer length, something
// behind the end) our id would not be the chain's.
func readPacked(packed []byte) (header, error) {
	r := reader{antelope.NewReader(packed)}
	var h header
	action := func() error { return r.action(&h) }
	expiration, err := r.Uint(4)
	if err != nil {
		return h, err
	}
	refBlock, err := r.Uint(2)
	if err != nil {
		return h, err
	}
	h.expiration, h.refBlock = antelope.TimePointSec(expiration).Time(), uint16(refBlock)
	if _, err := r.Take(4); err != nil { // ref_block_prefix
		return h, err
	}
	if _, err := r.varuint(); err != nil { // max_net_usage_words
		return h, err
	}
	if _, err := r.Take(1); err != nil { // max_cpu_usage_ms
		return h, err
	}
	if _, err := r.varuint(); err != nil { // delay_sec
		return h, err
	}
	for _, list := range []struct {
		name string
		item func() error
	}{{"context-free actions", action}, {"actions", action}, {"extensions", r.extension}} {
		if err := r.list(list.item); err != nil {
			return h, fmt.Errorf("its %s: %w", list.name, err)
		}
	}
	if r.Len() > 0 {
		return h, fmt.Errorf("%d bytes stand behind its end", r.Len())
	}
	return h, nil
}

type reader struct{ *antelope.Reader }

// varuint reads an integer of variable length and refuses longer forms than
// needed.
func (r reader) varuint() (uint32, error) {
	before := r.Len()
	value, err := r.Varuint32()
	if err != nil {
		return 0, err
	}
	needed := 1
	for rest := value >> 7; rest > 0; rest >>= 7 {
		needed++
	}
	if before-r.Len() != needed {
		return 0, errors.New("a number is written longer than it needs to be")
	}
	return value, nil
}

// list reads a length and that many items, each of at least one byte.
func (r reader) list(item func() error) error {
	count, err := r.varuint()
	if err != nil {
		return err
	}
	for range count {
		if err := item(); err != nil {
			return err
		}
	}
	return nil
}

// action reads account, name, authorization (actor and permission) and data, and keeps
// the first actor and the first purchase.
func (r reader) action(h *header) error {
	contract, err := r.Uint(8)
	if err != nil {
		return err
	}
	name, err := r.Uint(8)
	if err != nil {
		return err
	}
	level := func() error {
		actor, err := r.Uint(8)
		if err == nil && h.authorizer == 0 {
			h.authorizer = antelope.Name(actor)
		}
		if err == nil {
			_, err = r.Take(8)
		}
		return err
	}
	if err := r.list(level); err != nil {
		return err
	}
	size, err := r.varuint()
	if err != nil {
		return err
	}
	data, err := r.Take(int(size))
	if err == nil && antelope.Name(name) == buyPack && h.purchase == nil {
		h.purchase = readPurchase(antelope.Name(contract), data)
	}
	return err
}

// buyPack is the action by which a game's contract sells packs.
var buyPack = antelope.MustName("buypack")

// Purchase is what a transaction buys by its first `buypack`.
type Purchase struct {
	// Contract is the account whose action it is.
	Contract antelope.Name
	Buyer    antelope.Name
	Drop     uint64
}

// readPurchase reads the beginning of a buypack's data; nil when it is too short.
func readPurchase(contract antelope.Name, data []byte) *Purchase {
	r := antelope.NewReader(data)
	buyer, err := r.Uint(8)
	if err != nil {
		return nil
	}
	drop, err := r.Uint(8)
	if err != nil {
		return nil
	}
	return &Purchase{contract, antelope.Name(buyer), drop}
}

func (r reader) extension() error {
	if _, err := r.Take(2); err != nil {
		return err
	}
	return r.bytes()
}

func (r reader) bytes() error {
	size, err := r.varuint()
	if err != nil {
		return err
	}
	_, err = r.Take(int(size))
	return err
}

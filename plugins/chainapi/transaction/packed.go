package transaction

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"fieldhouse/plugins/antelope"
)

// readPacked reads a packed transaction front to back into a push: when it expires, the
// block that it names and what it buys. authorizer is the first account that it says it
// is signed for. The bytes must be exactly one transaction in the one form that a node
// would write it in: a node takes the id from what it read, so that with other bytes (a
// longer length, something behind the end) our id would not be the chain's.
func (p *Push) readPacked(packed []byte) (authorizer antelope.Name, err error) {
	r := reader{rest: antelope.NewReader(packed)}
	p.Expiration = antelope.TimePointSec(r.uint(4)).Time()
	p.RefBlock = uint16(r.uint(2))
	r.take(4)   // ref_block_prefix
	r.varuint() // max_net_usage_words
	r.take(1)   // max_cpu_usage_ms
	r.varuint() // delay_sec
	action := func() {
		contract, name := antelope.Name(r.uint(8)), antelope.Name(r.uint(8))
		var actors []antelope.Name
		r.list("authorizations", func() {
			actor := antelope.Name(r.uint(8))
			actors, authorizer = append(actors, actor), cmp.Or(authorizer, actor)
			r.take(8) // permission
		})
		if data := r.bytes(); name == buyPack {
			p.readPurchase(contract, data, actors)
		}
	}
	r.list("context-free actions", action)
	r.list("actions", action)
	r.list("extensions", func() { r.take(2); r.bytes() })
	if left := r.rest.Len(); r.err == nil && left > 0 {
		r.err = fmt.Errorf("%d bytes stand behind its end", left)
	}
	return authorizer, r.err
}

// readContextFree reads packed context-free data, which must be exactly one list; nil for an empty one.
func readContextFree(data []byte) ([]byte, error) {
	r, pieces := reader{rest: antelope.NewReader(data)}, 0
	if len(data) > 0 {
		r.list("pieces", func() { r.bytes(); pieces++ })
	}
	switch {
	case r.err != nil:
		return nil, fmt.Errorf("packed_context_free_data is not exactly one list: %w", r.err)
	case r.rest.Len() > 0:
		return nil, fmt.Errorf("%d bytes stand behind the end of packed_context_free_data", r.rest.Len())
	case pieces == 0:
		return nil, nil
	}
	return data, nil
}

// reader reads zeros after the first error.
type reader struct {
	rest *antelope.Reader
	err  error
}

func (r *reader) take(n int) (taken []byte) {
	if r.err == nil {
		taken, r.err = r.rest.Take(n)
	}
	return taken
}

func (r *reader) uint(size int) (value uint64) {
	if r.err == nil {
		value, r.err = r.rest.Uint(size)
	}
	return value
}

// varuint reads an integer of variable length and refuses longer forms than
// needed.
func (r *reader) varuint() (value uint32) {
	if r.err != nil {
		return 0
	}
	before := r.rest.Len()
	value, r.err = r.rest.Varuint32()
	needed := 1
	for rest := value >> 7; rest > 0; rest >>= 7 {
		needed++
	}
	if r.err == nil && before-r.rest.Len() != needed {
		r.err = errors.New("a number is written longer than it needs to be")
	}
	return value
}

func (r *reader) bytes() []byte { return r.take(int(r.varuint())) }

// list reads a length and that many items, each of at least one byte.
func (r *reader) list(name string, item func()) {
	if r.err != nil {
		return
	}
	for range r.varuint() {
		if item(); r.err != nil {
			break
		}
	}
	if r.err != nil {
		r.err = fmt.Errorf("its %s: %w", name, r.err)
	}
}

// buyPack is the action by which a game's contract sells packs.
var buyPack = antelope.MustName("buypack")

// Purchase is what a transaction buys by a `buypack` that the buyer is to have signed for: a node that runs
// it has found so, whatever comes of it.
type Purchase struct {
	// Contract is the account whose action it is.
	Contract antelope.Name
	Buyer    antelope.Name
	Drop     uint64
}

// readPurchase reads the beginning of a buypack's data, unless it is too short, or signed for by actors
// without the buyer.
func (p *Push) readPurchase(contract antelope.Name, data []byte, actors []antelope.Name) {
	r := reader{rest: antelope.NewReader(data)}
	bought := Purchase{contract, antelope.Name(r.uint(8)), r.uint(8)}
	if r.err == nil && slices.Contains(actors, bought.Buyer) {
		p.Purchases = append(p.Purchases, bought)
	}
}

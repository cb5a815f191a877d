package esr

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unicode/utf8"

	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// writer adds the binary forms of a request's parts.
type writer struct{ out []byte }

func (w *writer) uint(size int, value uint64) { w.out = antelope.AppendUint(w.out, size, value) }
func (w *writer) varuint(value uint32)        { w.out = binary.AppendUvarint(w.out, uint64(value)) }
func (w *writer) name(name antelope.Name)     { w.uint(8, uint64(name)) }
func (w *writer) bytes(value []byte)          { w.out = antelope.AppendBytes(w.out, value) }

func (w *writer) action(action ledger.Action) {
	w.out = append(w.out, antelope.Marshal(action)...)
}

func (w *writer) actions(actions []ledger.Action) {
	w.varuint(uint32(len(actions)))
	for _, action := range actions {
		w.action(action)
	}
}

func (w *writer) optionalPermission(level *ledger.PermissionLevel) {
	if level == nil {
		w.uint(1, 0)
		return
	}
	w.uint(1, 1)
	w.name(level.Actor)
	w.name(level.Permission)
}

// reader takes the parts of a request and keeps the first error.
type reader struct {
	*antelope.Reader
	err error
}

func (r *reader) fail(err error) {
	if r.err == nil && err != nil {
		r.err = err
	}
}

// take calls a method of the reader unless something has failed before.
func take[T any](r *reader, read func() (T, error)) T {
	var none T
	if r.err != nil {
		return none
	}
	value, err := read()
	r.fail(err)
	return value
}

func (r *reader) uint(size int) uint64 {
	return take(r, func() (uint64, error) { return r.Uint(size) })
}
func (r *reader) varuint() uint32     { return take(r, r.Varuint32) }
func (r *reader) name() antelope.Name { return antelope.Name(r.uint(8)) }

// count reads a list's length. A list that cannot be is empty.
func (r *reader) count() int { return take(r, r.Count) }

func (r *reader) bytes() []byte {
	return append([]byte{}, take(r, r.Bytes)...)
}

func (r *reader) text() string {
	raw := r.bytes()
	if !utf8.Valid(raw) {
		r.fail(errors.New("one of its texts is not UTF-8"))
	}
	return string(raw)
}

func (r *reader) permission() ledger.PermissionLevel {
	return ledger.PermissionLevel{Actor: r.name(), Permission: r.name()}
}

func (r *reader) optionalPermission() *ledger.PermissionLevel {
	if r.uint(1) == 0 {
		return nil
	}
	level := r.permission()
	return &level
}

func (r *reader) action() ledger.Action {
	action := ledger.Action{Account: r.name(), Name: r.name()}
	for range r.count() {
		action.Authorization = append(action.Authorization, r.permission())
		if r.err != nil {
			break
		}
	}
	action.Data = r.bytes()
	return action
}

func (r *reader) actions() []ledger.Action {
	var actions []ledger.Action
	for range r.count() {
		actions = append(actions, r.action())
		if r.err != nil {
			break
		}
	}
	return actions
}

func (r *reader) transaction() ledger.Transaction {
	t := ledger.Transaction{
		Expiration: antelope.TimePointSec(r.uint(4)), RefBlockNum: uint16(r.uint(2)), RefBlockPrefix: uint32(r.uint(4)),
		MaxNetUsageWords: r.varuint(), MaxCPUUsageMS: uint8(r.uint(1)), DelaySec: r.varuint(),
		ContextFreeActions: r.actions(), Actions: r.actions(),
	}
	for range r.count() {
		t.Extensions = append(t.Extensions, ledger.Extension{Type: uint16(r.uint(2)), Data: r.bytes()})
		if r.err != nil {
			break
		}
	}
	return t
}

func (r *reader) info() []Pair {
	var pairs []Pair
	for range r.count() {
		pairs = append(pairs, Pair{Key: r.text(), Value: r.bytes()})
		if r.err != nil {
			break
		}
	}
	return pairs
}

func (r *reader) signature() *RequestSignature {
	signed := RequestSignature{Signer: r.name()}
	if r.err == nil {
		r.fail(signed.Signature.ReadPacked(r.Reader))
	}
	return &signed
}

func (r *reader) chain() Chain {
	switch kind := r.varuint(); {
	case r.err != nil:
	case kind == 0:
		return Chain{Alias: uint8(r.uint(1))}
	case kind == 1:
		raw := take(r, func() ([]byte, error) { return r.Take(len(antelope.Checksum256{})) })
		if r.err == nil {
			return Chain{Alias: noAlias, ID: antelope.Checksum256(raw)}
		}
	default:
		r.fail(fmt.Errorf("its chain is of kind %d, which is neither an alias nor an id", kind))
	}
	return Chain{}
}

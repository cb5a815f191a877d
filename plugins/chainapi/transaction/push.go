// Package transaction reads what a client asks to be sent to the chain: a signed
// transaction in its packed form. It finds its id and writes the request anew,
// so that nothing of the client's own bytes reaches a node.
package transaction

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chainapi/canonical"
)

// The calls that push a transaction.
const (
	PushTransaction  = "push_transaction"
	SendTransaction  = "send_transaction"
	SendTransaction2 = "send_transaction2"
)

// MaxPacked bounds a transaction when it is inflated, in bytes: the chain allows
// 512 KiB of network use for one.
const MaxPacked = 512 << 10

// ID is a transaction's id: the SHA-256 of its packed form, without signatures.
type ID [sha256.Size]byte

// String is the id in hex, as nodes write it.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// ParseID reads an id in hex.
func ParseID(text string) (ID, bool) {
	var id ID
	if len(text) != hex.EncodedLen(len(id)) {
		return id, false
	}
	_, err := hex.Decode(id[:], []byte(text))
	return id, err == nil
}

// Push is a signed transaction that a client asks to be sent.
type Push struct {
	// Call is one of PushTransaction, SendTransaction, SendTransaction2.
	Call string
	ID   ID
	// Sum tells pushes of one id apart: it covers the call and its whole body,
	// with the signatures and the context-free data, of which the id says
	// nothing.
	Sum [sha256.Size]byte
	// Expiration is the last second in which it may enter a block.
	Expiration time.Time
	// RefBlock are the low 16 bits of the number of a block that is older than
	// the transaction.
	RefBlock uint16
	// Holder is who signed: the points of all keys that made the signatures. A WebAuthn
	// signature names no key: then the first account that the transaction says it is
	// signed for stands in its place, which anybody can claim, and IsClaimed is set.
	Holder    string
	IsClaimed bool
	// Purchases are what the transaction buys, of any contract, as far as that can be read.
	Purchases []Purchase
	// Body is the request as it is sent to a node.
	Body []byte
}

// signed is a packed transaction with its signatures. Its members stand in the
// order of their names.
type signed struct {
	Compression     int      `json:"compression"`
	ContextFreeData string   `json:"packed_context_free_data"`
	Packed          string   `json:"packed_trx"`
	Signatures      []string `json:"signatures"`
}

// Parse reads the body of a push. Members that are no part of the call are left
// out. Of send_transaction2 the client's return_failure_trace is kept; retry_trx
// is not: a node would hold its answer back for minutes, and looking for the
// transaction is done here. The signatures must be such as a key can have made for
// the chain; whose they are, a node finds out. The error says what is wrong with
// the request.
func Parse(call string, chain antelope.Checksum256, body []byte) (*Push, error) {
	members, err := canonical.Object(body)
	if err != nil {
		return nil, err
	}
	trace := true
	if call == SendTransaction2 {
		if given, has := members["return_failure_trace"]; has {
			if err := json.Unmarshal(given, &trace); err != nil {
				return nil, errors.New("return_failure_trace must be true or false")
			}
		}
		inner, has := members["transaction"]
		if !has {
			return nil, errors.New("there is no transaction")
		}
		if members, err = canonical.Object(inner); err != nil {
			return nil, fmt.Errorf("transaction: %w", err)
		}
	}
	transaction, packed, free, err := parseSigned(members)
	if err != nil {
		return nil, err
	}
	push := &Push{Call: call, ID: sha256.Sum256(packed)}
	authorizer, err := push.readPacked(packed)
	if err != nil {
		return nil, fmt.Errorf("packed_trx is not exactly one transaction: %w", err)
	}
	push.Holder, push.IsClaimed, err = signers(transaction.Signatures, antelope.SigningDigest(chain, packed, free), authorizer)
	if err != nil {
		return nil, err
	}
	if push.Body, err = json.Marshal(transaction); err != nil {
		return nil, fmt.Errorf("writing the transaction anew: %w", err)
	}
	if call == SendTransaction2 {
		push.Body = fmt.Appendf(nil, `{"retry_trx":false,"return_failure_trace":%t,"transaction":%s}`, trace, push.Body)
	}
	push.Sum = sha256.Sum256(append([]byte(call+" "), push.Body...))
	return push, nil
}

// parseSigned reads the members of a packed transaction, and inflates it. free is
// its context-free data as signatures are made over it.
func parseSigned(members map[string]json.RawMessage) (transaction signed, packed, free []byte, err error) {
	transaction = signed{Signatures: []string{}}
	raw, err := hexMember(members, "packed_trx")
	if err != nil {
		return signed{}, nil, nil, err
	}
	if len(raw) == 0 {
		return signed{}, nil, nil, errors.New("there is no packed_trx: only signed transactions in their packed form are passed on")
	}
	transaction.Packed = hex.EncodeToString(raw)
	if free, err = hexMember(members, "packed_context_free_data"); err != nil {
		return signed{}, nil, nil, err
	}
	sent := free
	if given, has := members["signatures"]; has {
		if err := json.Unmarshal(given, &transaction.Signatures); err != nil || transaction.Signatures == nil {
			return signed{}, nil, nil, errors.New("signatures must be a list of strings")
		}
	}
	if len(transaction.Signatures) > maxSignatures {
		return signed{}, nil, nil, fmt.Errorf("there are %d signatures, more than %d", len(transaction.Signatures), maxSignatures)
	}
	if transaction.Compression, err = compression(members["compression"]); err != nil {
		return signed{}, nil, nil, err
	}
	packed = raw
	if transaction.Compression != 0 {
		if packed, err = inflate("packed_trx", raw); err == nil && len(free) > 0 {
			free, err = inflate("packed_context_free_data", free)
		}
		if err != nil {
			return signed{}, nil, nil, err
		}
	}
	// An empty list is as none to a node. Of other data than it reads, another key would be found for each
	// transaction, as for nearly every digest: whoever signs many would be as many signers.
	if free, err = readContextFree(free); err != nil {
		return signed{}, nil, nil, err
	}
	if len(free) > 0 {
		transaction.ContextFreeData = hex.EncodeToString(sent)
	}
	return transaction, packed, free, nil
}

func hexMember(members map[string]json.RawMessage, name string) ([]byte, error) {
	given, has := members[name]
	if !has || string(given) == "null" {
		return nil, nil
	}
	var text string
	if err := json.Unmarshal(given, &text); err != nil {
		return nil, fmt.Errorf("%s must be a string of hex digits", name)
	}
	decoded, err := hex.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%s must be a string of hex digits: %w", name, err)
	}
	return decoded, nil
}

// compression is 0 for none and 1 for zlib; nodes also take names and false.
func compression(given json.RawMessage) (int, error) {
	switch string(given) {
	case "", "0", "false", `"none"`, "null":
		return 0, nil
	case "1", "true", `"zlib"`:
		return 1, nil
	}
	return 0, fmt.Errorf("compression %.20s: write 0 for none or 1 for zlib", given)
}

// inflate reads one zlib stream, at most MaxPacked bytes of it.
func inflate(name string, deflated []byte) ([]byte, error) {
	source := bytes.NewReader(deflated)
	stream, err := zlib.NewReader(source)
	if err != nil {
		return nil, fmt.Errorf("%s is not zlib: %w", name, err)
	}
	packed, err := io.ReadAll(io.LimitReader(stream, MaxPacked+1))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be inflated: %w", name, err)
	}
	if len(packed) > MaxPacked {
		return nil, fmt.Errorf("%s has more than %d bytes when it is inflated", name, MaxPacked)
	}
	if source.Len() > 0 {
		return nil, fmt.Errorf("%d bytes stand behind the end of %s", source.Len(), name)
	}
	return packed, nil
}

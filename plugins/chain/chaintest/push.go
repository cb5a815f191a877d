package chaintest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// The paths that change the chain.
const (
	SendTransaction  = "/v1/chain/send_transaction"
	SendTransaction2 = "/v1/chain/send_transaction2"
	PushTransaction  = "/v1/chain/push_transaction"
)

func isPush(path string) bool {
	return path == SendTransaction || path == SendTransaction2 || path == PushTransaction
}

// Push is a push that came.
type Push struct {
	Path string
	Body []byte
}

// Pushes are those that came so far, whatever they were answered.
func (n *Node) Pushes() []Push {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]Push(nil), n.pushes...)
}

// TransactionID is the id of a pushed transaction: the SHA-256 of its packed
// bytes. Of a push without them, it is that of the whole body, so that each has
// one.
func TransactionID(body []byte) string {
	var push struct {
		Packed      string `json:"packed_trx"`
		Transaction struct {
			Packed string `json:"packed_trx"`
		} `json:"transaction"`
	}
	packed := body
	if json.Unmarshal(body, &push) == nil {
		for _, digits := range []string{push.Packed, push.Transaction.Packed} {
			if decoded, err := hex.DecodeString(digits); err == nil && len(decoded) > 0 {
				packed = decoded
			}
		}
	}
	id := sha256.Sum256(packed)
	return hex.EncodeToString(id[:])
}

// Accepted is the answer to a push that went well.
func Accepted(body []byte) string {
	id := TransactionID(body)
	return fmt.Sprintf(`{"transaction_id":%q,"processed":{"id":%q,"block_num":%d,"receipt":{"status":"executed","cpu_usage_us":185,"net_usage_words":25},"except":null,"error_code":null}}`, id, id, Head)
}

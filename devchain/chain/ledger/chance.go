package ledger

import (
	"crypto/sha256"
	"math/rand/v2"

	"fieldhouse/plugins/antelope"
)

// Chance is a source of numbers that nobody can tell before the transaction is
// known and that are the same on every chain of the same seed and history. Each
// call in a transaction gives another one.
func (c *Context) Chance() *rand.Rand {
	c.run.chances++
	head := c.run.ledger.head()
	text := antelope.AppendUint(nil, 8, c.run.ledger.seed)
	text = append(append(text, head.ID[:]...), c.run.id[:]...)
	return rand.New(rand.NewChaCha8(sha256.Sum256(antelope.AppendUint(text, 4, uint64(c.run.chances)))))
}

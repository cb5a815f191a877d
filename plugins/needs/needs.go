// Package needs is how the apps that read everybody's data hand it to those that show it. It
// knows nothing of Caddy.
package needs

import (
	"context"
	"errors"
	"time"
)

// Answer is what a need is now.
type Answer struct {
	// Body is the node's envelope, or the feed's answer, as JSON. It must not be changed.
	Body []byte
	// Version changes exactly when Body does.
	Version string
	// ReadAt is when it was read or confirmed, and Block the chain's head then: 0 for what
	// is not of the chain.
	ReadAt time.Time
	Block  uint64
}

// Source answers a need of the shared app data (the contract's DataNeed).
type Source interface {
	Need(ctx context.Context, need string) (Answer, error)
}

// Sources answer each need from the source that has it.
type Sources map[string]Source

// Need implements Source.
func (s Sources) Need(ctx context.Context, need string) (Answer, error) {
	if s[need] == nil {
		return Answer{}, errors.New("no app of the configuration has it")
	}
	return s[need].Need(ctx, need)
}

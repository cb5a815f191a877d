package lookup_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/lookup"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bench is a look-up over a chain in a bubble of its own time.
type bench struct {
	*chainapitest.Chain
	t      *testing.T
	lookup *lookup.Lookup
}

func run(t *testing.T, test func(b bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		chain := chainapitest.NewChain()
		l := lookup.New(chain, nil)
		defer l.Close()
		test(bench{chain, t, l})
	})
}

var id = chainapitest.ID([]byte("a transaction"))

// wanted was sent now, names the block three before the head, and expires in
// half a minute.
func (b bench) wanted() lookup.Wanted {
	return lookup.Wanted{ID: id, Expiration: time.Now().Add(30 * time.Second), RefBlock: uint16((b.Head() - 3) & 0xffff), Sent: time.Now()}
}

// watch looks for at most so long.
func (b bench) watch(wanted lookup.Wanted, limit time.Duration) (lookup.Finding, lookup.Verdict) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return b.lookup.Watch(ctx, wanted)
}

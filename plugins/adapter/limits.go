package adapter

import (
	"encoding/json"
	"maps"
	"net/netip"
	"sync"
	"time"

	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/peers"
)

// mostSpenders is of how many clients it is told in a second what they took of one of the limits: an
// entry has at most 50 bytes, and there are some ten limits.
const mostSpenders = 500

// limits are those that the processes of a cluster have together, so that several give a client no
// more than one: what it takes at one is taken out of its budgets at the others within about a
// second.
type limits struct {
	mutex sync.Mutex
	find  map[string]func() *clients.Limits
}

// taken is by the limits' names what clients have taken in a second.
type taken map[string]map[netip.Addr]int

var sharedLimits = shareLimits(Peers)

// ShareLimits has limits be those of all processes of a cluster, under a name that all have for
// them. find is asked each second, and answers nil for none.
func ShareLimits(name string, find func() *clients.Limits) {
	sharedLimits.mutex.Lock()
	defer sharedLimits.mutex.Unlock()
	sharedLimits.find[name] = find
}

func shareLimits(process *peers.Process) *limits {
	l := &limits{find: map[string]func() *clients.Limits{}}
	process.Exchange("limits", func() []byte {
		told := taken{}
		for name, find := range l.all() {
			if all := find(); all != nil {
				if spent := all.Spent(mostSpenders); len(spent) > 0 {
					told[name] = spent
				}
			}
		}
		if len(told) == 0 {
			return nil
		}
		content, _ := json.Marshal(told) // addresses and numbers always have a form
		return content
	}, func(_ string, content []byte) {
		var told taken
		if json.Unmarshal(content, &told) != nil {
			return // by another version; there is nothing to do about it
		}
		now, known := time.Now(), l.all()
		for name, spent := range told {
			find := known[name]
			if find == nil {
				continue
			}
			if all := find(); all != nil {
				for client, n := range spent {
					all.Spend(client, n, now)
				}
			}
		}
	})
	return l
}

// all are the limits that were shared, with those of the caches that run.
func (l *limits) all() map[string]func() *clients.Limits {
	l.mutex.Lock()
	all := maps.Clone(l.find)
	l.mutex.Unlock()
	for name, cache := range running() {
		all["cache "+name] = cache.Budgets
	}
	return all
}

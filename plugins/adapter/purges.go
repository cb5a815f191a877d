package adapter

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/peers"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

const (
	// maxPurges is how many purges a process keeps for others that are away.
	maxPurges = 100
	// maxPurgesBytes bounds the answer with them, beyond its first purge.
	maxPurgesBytes = peers.MaxContent / 4
	// purgesTimeout is how long another process has to answer.
	purgesTimeout = 5 * time.Second
	// purgesQuestion asks for them: a purgesMark is answered with a purgesAnswer.
	purgesQuestion = "purges"
)

// purges are those of this process and the others of its cluster.
var purges = sharePurges(Peers, func(from string, order purgeOrder) {
	if cache := running()[order.Cache]; cache != nil {
		purged := cache.purge(order.Tags, order.Keys)
		caddy.Log().Named("caches").Info("purged as another process was told to", zap.String("process", from),
			zap.String("cache", order.Cache), zap.Int("tags", len(order.Tags)), zap.Int("keys", len(order.Keys)), zap.Int("purged", purged))
	}
}, func(err error) { caddy.Log().Named("caches").Warn("purges", zap.Error(err)) })

// purge makes entries stale, and lets go of what other processes could have of them.
func (e *engine) purge(tags, keys []string) (purged int) {
	purged = e.Purge(tags...) + e.PurgeKeys(keys...)
	fetches.forget(e.name)
	return purged
}

// longest is how long an entry of the cache may live.
func (e *engine) longest() (longest time.Duration) {
	for _, class := range e.Stats().Classes {
		longest = max(longest, class.Config.Hard)
	}
	return longest
}

// purgeOrder is a purge that somebody ordered by the admin API.
type purgeOrder struct {
	Cache string   `json:"cache"`
	Tags  []string `json:"tags,omitempty"`
	Keys  []string `json:"keys,omitempty"`
}

// purgesMark is a purge's place among those of one run of a process, which number from 1.
type purgesMark struct {
	Run    string `json:"run"`
	Number int    `json:"number"`
}

// purgesAnswer is the purges after a mark, up to another.
type purgesAnswer struct {
	Through purgesMark   `json:"through"`
	Purges  []purgeOrder `json:"purges"`
}

// sharedPurges keeps the purges that this process was told to make, and says the mark of the last
// one; the others ask for those that they lack.
type sharedPurges struct {
	peers *peers.Process
	make  func(from string, order purgeOrder)
	tell  func()

	mutex sync.Mutex
	last  purgesMark
	kept  []keptPurge
	// made is up to where the purges of each other process were made here.
	made map[string]purgesMark
}

type keptPurge struct {
	number int
	until  time.Time
	order  purgeOrder
	bytes  int
}

func sharePurges(process *peers.Process, make func(string, purgeOrder), report func(error)) *sharedPurges {
	p := &sharedPurges{peers: process, make: make, last: purgesMark{Run: rand.Text()}, made: map[string]purgesMark{}}
	peers.AnswerJSON(process, purgesQuestion, p.answer)
	p.tell = process.Share(peers.Shared{Name: "purges", Say: p.say, Take: p.take, Report: report})
	return p
}

// add tells the others of a purge, and keeps it for as long as an entry may live.
func (p *sharedPurges) add(order purgeOrder, lifetime time.Duration) {
	written, _ := json.Marshal(order) // never fails
	p.mutex.Lock()
	p.last.Number++
	p.kept = append(p.kept, keptPurge{p.last.Number, time.Now().Add(lifetime), order, len(written)})
	p.kept = slices.Clone(p.kept[max(0, len(p.kept)-maxPurges):])
	p.mutex.Unlock()
	p.tell()
}

// keep leaves out what is past; the mutex is held.
func (p *sharedPurges) keep() []keptPurge {
	now := time.Now()
	p.kept = slices.DeleteFunc(p.kept, func(kept keptPurge) bool { return !now.Before(kept.until) })
	return p.kept
}

func (p *sharedPurges) say() []byte {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.keep()) == 0 {
		return nil
	}
	said, _ := json.Marshal(p.last) // never fails
	return said
}

func (p *sharedPurges) answer(_ context.Context, after purgesMark) (purgesAnswer, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if after.Run != p.last.Run {
		after.Number = 0
	}
	answer, size := purgesAnswer{Through: p.last}, 0
	for _, kept := range p.keep() {
		if kept.number <= after.Number {
			continue
		}
		if size += kept.bytes; len(answer.Purges) > 0 && size > maxPurgesBytes {
			answer.Through.Number = kept.number - 1
			break
		}
		answer.Purges = append(answer.Purges, kept.order)
	}
	return answer, nil
}

// take makes the purges of another process that were not made here.
func (p *sharedPurges) take(from string, said []byte) error {
	var last purgesMark
	if err := json.Unmarshal(said, &last); err != nil {
		return err
	}
	p.mutex.Lock()
	made := p.made[from]
	p.mutex.Unlock()
	for made.Run != last.Run || made.Number < last.Number {
		ctx, cancel := context.WithTimeout(context.Background(), purgesTimeout)
		answer, err := peers.AskJSON[purgesAnswer](ctx, p.peers, from, purgesQuestion, made)
		cancel()
		if err == nil && answer.Through.Run == made.Run && answer.Through.Number <= made.Number {
			err = fmt.Errorf("it said that there are %d purges, and answers %d", last.Number, answer.Through.Number)
		}
		if err != nil {
			return err
		}
		for _, order := range answer.Purges {
			p.make(from, order)
		}
		made = answer.Through
		p.mutex.Lock()
		p.made[from] = made
		p.mutex.Unlock()
		if made.Run != last.Run {
			return nil // it has been started anew since, and says so
		}
	}
	return nil
}

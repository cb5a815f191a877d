//go:build !race || soak

package gateway

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/site/settings"
)

// truth is the answer that good nodes give, and a lie what the bad one says
// where it answers rows.
func truth(r chaintest.Request) string { return ofRows(r) }

func lie(r chaintest.Request) string {
	return strings.Replace(ofRows(r), `{"rows":[{`, `{"rows":[{"lie":true,`, 1)
}

// TestOneBadNodeOfThreeMakesNoAnswerWrongAndNoneFail asks for what is kept and
// for what is not while the preferred node of three is bad. What get_info says of
// a node is bad from the beginning, since it is looked at every few seconds; the
// rest begins when the node is known to be good.
func TestOneBadNodeOfThreeMakesNoAnswerWrongAndNoneFail(t *testing.T) {
	for name, fault := range map[string]struct {
		turn  func(*chaintest.State)
		later bool
	}{
		"behind":        {turn: func(s *chaintest.State) { s.Lag = 10 * time.Minute; s.Rows = lie }},
		"ahead":         {turn: func(s *chaintest.State) { s.Lag = -10 * time.Minute; s.Rows = lie }},
		"another chain": {turn: func(s *chaintest.State) { s.ChainID = settings.MainnetChainID; s.Rows = lie }},
		"stalled":       {turn: func(s *chaintest.State) { s.Fail = chaintest.Stall(nil) }, later: true},
		"HTML":          {turn: func(s *chaintest.State) { s.Fail = chaintest.HTML(http.StatusOK) }, later: true},
		"dropping":      {turn: func(s *chaintest.State) { s.Fail = chaintest.Drop }, later: true},
		"limiting":      {turn: func(s *chaintest.State) { s.Fail = chaintest.Limit("1") }, later: true},
		"an error with 200": {turn: func(s *chaintest.State) {
			s.FailRows = chaintest.Answer(http.StatusOK, `{"code":500,"message":"Internal Service Error","error":{"code":10,"name":"timeout_exception","what":"Timeout"}}`)
		}, later: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTestSite(t, truth)
			if !fault.later {
				s.nodes[0].Set(fault.turn)
			}
			s.start(options{"rows": longLived})
			client := newClient(t, true)
			kept := s.want(client, drops).body
			if fault.later {
				s.nodes[0].Set(fault.turn)
			}
			var asking sync.WaitGroup
			for c := range 4 {
				asking.Go(func() {
					for n := range 25 {
						name := user(c*25 + n)
						got, err := s.get(client, accounts(name))
						if want := truth(chaintest.Request{Table: "accounts", Scope: name}); err != nil || got.status != http.StatusOK || got.body != want {
							t.Errorf("a miss: %v, %d %s; want %s", err, got.status, got.body, want)
							return
						}
						if got, err = s.get(client, drops); err != nil || got.status != http.StatusOK || !got.hit() || got.body != kept {
							t.Errorf("a hit: %v, %d, Cache-Status %q, %s", err, got.status, got.header.Get("Cache-Status"), got.body)
							return
						}
					}
				})
			}
			asking.Wait()
		})
	}
}

// TestInventedAccountsMoveNoHotKey floods the site with accounts that nobody
// has, from the address of a client that reads what everybody reads.
func TestInventedAccountsMoveNoHotKey(t *testing.T) {
	const hot = 50
	invented, perSecond := 3000, 0 // as fast as it goes
	if times := soak(t); times > 0 {
		invented, perSecond = 10_000*60*times, 10_000
	}
	s := newTestSite(t, ofRows)
	s.start(options{"rows": "rows {\nmisses 20 60\nremember 1s\n}"})
	client := newClient(t, true)
	paths := []string{drops, "/api/v1/rows/partners", "/api/v1/rows/datapoints?limit=1&isLimited=true"}
	for n := range hot {
		paths = append(paths, accounts(fmt.Sprintf("hot.%c%c", 'a'+n/26, 'a'+n%26)))
	}
	for _, path := range paths {
		s.want(client, path)
	}

	flood, readers := newTestLoad(), newTestLoad()
	var next, refused, read atomic.Int64
	began := time.Now()
	for range 8 {
		flood.run(func() error {
			n := int(next.Add(1))
			if n > invented {
				return nil
			}
			if perSecond > 0 {
				if ahead := time.Duration(n)*time.Second/time.Duration(perSecond) - time.Since(began); ahead > 0 {
					time.Sleep(ahead)
				}
			}
			got, err := s.get(client, accounts(user(1_000_000+n)))
			if err == nil && got.status == http.StatusTooManyRequests {
				refused.Add(1)
			}
			return err
		})
	}
	for range 2 {
		readers.run(func() error {
			path := paths[int(read.Add(1))%len(paths)]
			got, err := s.get(client, path)
			if err == nil && (got.status != http.StatusOK || !got.hit()) {
				err = fmt.Errorf("%s: %d, Cache-Status %q", path, got.status, got.header.Get("Cache-Status"))
			}
			return err
		})
	}
	for next.Load() < int64(invented) && flood.failed.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	took := time.Since(began)
	flood.stop()
	readers.stop()
	flood.check(t, "invented accounts")
	readers.check(t, "what everybody reads")
	if refused.Load() == 0 || readers.answered.Load() == 0 {
		t.Errorf("%d invented accounts were refused, %d hot keys read: there was no flood", refused.Load(), readers.answered.Load())
	}
	t.Logf("%d invented accounts in %s, %d of them refused; %d reads of %d hot keys, all hits",
		invented, took.Round(time.Second), refused.Load(), readers.answered.Load(), len(paths))
}

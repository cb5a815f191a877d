package adapter

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/admintest"
	"fieldhouse/plugins/plugintest/must"
)

// purger is a process of a cluster that writes down which purges of others it makes.
type purger struct {
	*sharedPurges
	mesh *peerstest.Mesh

	noted  sync.Mutex
	made   []string
	failed []string
}

// note adds a text to a list of the process.
func (p *purger) note(list *[]string, text string) {
	p.noted.Lock()
	defer p.noted.Unlock()
	*list = append(*list, text)
}

// noteOf is such a list once nothing happens any more for now.
func (p *purger) noteOf(list *[]string) []string {
	synctest.Wait()
	p.noted.Lock()
	defer p.noted.Unlock()
	return slices.Clone(*list)
}

func joinRoom(room *peerstest.Room, name string) *purger {
	p, process := &purger{mesh: room.Mesh(name)}, new(peers.Process)
	p.sharedPurges = sharePurges(process, func(from string, order purgeOrder) {
		p.note(&p.made, fmt.Sprint(from, " ", order.Cache, " ", strings.Join(order.Tags, ","), strings.Join(order.Keys, ",")))
	}, func(err error) { p.note(&p.failed, err.Error()) })
	p.mesh.Connect(true)
	process.Join(p.mesh)
	return p
}

func (p *purger) leave() { p.peers.Leave(p.mesh) }

// order purges a tag at a process.
func (p *purger) order(tag string) {
	p.add(purgeOrder{Cache: "rows", Tags: []string{tag}}, time.Hour)
	synctest.Wait()
}

func (p *purger) wantMade(t *testing.T, step string, want ...string) {
	t.Helper()
	if made := p.noteOf(&p.made); strings.Join(made, "; ") != strings.Join(want, "; ") {
		t.Errorf("%s: %s made %q, want %q", step, p.peers.Name(), made, want)
	}
}

// inRoom runs a test with three processes.
func inRoom(t *testing.T, test func(t *testing.T, room *peerstest.Room, a, b, c *purger)) {
	synctest.Test(t, func(t *testing.T) {
		room := peerstest.NewRoom(3)
		a, b, c := joinRoom(room, "a"), joinRoom(room, "b"), joinRoom(room, "c")
		defer func() { a.leave(); b.leave(); c.leave() }()
		time.Sleep(1500 * time.Millisecond)
		test(t, room, a, b, c)
	})
}

func TestAPurgeIsMadeByAllOthersAtOnceAndOnce(t *testing.T) {
	inRoom(t, func(t *testing.T, _ *peerstest.Room, a, b, c *purger) {
		a.order("one")
		b.wantMade(t, "at once", "a rows one")
		b.order("two")
		time.Sleep(5 * time.Second)
		a.wantMade(t, "later", "b rows two")
		b.wantMade(t, "later", "a rows one")
		c.wantMade(t, "later", "a rows one", "b rows two")
	})
}

func TestAProcessThatWasAwayOrIsNewMakesWhatItMissed(t *testing.T) {
	inRoom(t, func(t *testing.T, room *peerstest.Room, a, b, c *purger) {
		a.order("one")
		c.mesh.Connect(false)
		a.order("two")
		a.order("three")
		c.wantMade(t, "away", "a rows one")
		c.mesh.Connect(true)
		time.Sleep(time.Second)
		c.wantMade(t, "back", "a rows one", "a rows two", "a rows three")
		c.leave()
		again := joinRoom(room, "c")
		defer again.leave()
		time.Sleep(1500 * time.Millisecond)
		again.wantMade(t, "started anew", "a rows one", "a rows two", "a rows three")
		// The one that purges may have been started anew as well: it numbers from 1 again.
		a.leave()
		a = joinRoom(room, "a")
		defer a.leave()
		a.order("four")
		b.wantMade(t, "after a restart", "a rows one", "a rows two", "a rows three", "a rows four")
	})
}

func TestPurgesAreKeptForAsLongAsAnEntryLivesAndAHundredAtMost(t *testing.T) {
	inRoom(t, func(t *testing.T, _ *peerstest.Room, a, b, c *purger) {
		c.mesh.Connect(false)
		a.order("past")
		time.Sleep(time.Hour)
		if said := a.say(); said != nil {
			t.Errorf("it says %s although nothing is kept", said)
		}
		for number := range maxPurges + 1 {
			a.add(purgeOrder{Cache: "rows", Keys: []string{fmt.Sprint(number, strings.Repeat("<", 1000))}}, time.Hour)
		}
		// More than one answer has room for.
		answer, err := a.answer(t.Context(), purgesMark{})
		if written, _ := json.Marshal(answer); err != nil || len(written) > peers.MaxContent || len(answer.Purges) == maxPurges {
			t.Errorf("an answer has %d bytes, %v", len(written), err)
		}
		c.mesh.Connect(true)
		time.Sleep(1500 * time.Millisecond)
		if made := c.noteOf(&c.made); len(made) != maxPurges || !strings.HasPrefix(made[0], "a rows 1<") || !strings.HasPrefix(made[maxPurges-1], "a rows 100<") {
			t.Errorf("it made %d purges", len(made))
		}
	})
}

func TestDamagedWordsOfPurgesChangeNothingAndAreReportedOnce(t *testing.T) {
	for name, answer := range map[string]string{
		"cut": `{"thr`, "of nothing": `{}`, "of the past": `{"through":{"run":"","number":0},"purges":[{"cache":"rows","tags":["x"]}]}`, "of another form": `[]`,
	} {
		inRoom(t, func(t *testing.T, _ *peerstest.Room, a, b, c *purger) {
			var damaged atomic.Bool
			damaged.Store(true)
			a.mesh.Tamper(func(_ string, said []byte) []byte {
				if damaged.Load() {
					return []byte(answer)
				}
				return said
			})
			a.order("one")
			time.Sleep(3 * time.Second)
			b.wantMade(t, name)
			if failed := b.noteOf(&b.failed); len(failed) != 1 || !strings.HasPrefix(failed[0], "what the process a says of its purges: ") {
				t.Errorf("%s: reported %q", name, failed)
			}
			damaged.Store(false)
			time.Sleep(time.Second)
			b.wantMade(t, name+", mended", "a rows one")
			must.Do(t, c.peers.Tell("presence.purges", []byte(`"`)))
			if failed := b.noteOf(&b.failed); len(failed) != 2 {
				t.Errorf("%s: reported %q", name, failed)
			}
		})
	}
}

func TestAPurgeSaysHowManyProcessesWereToldAndMakesThoseOfOthers(t *testing.T) {
	engine := start(t, object{})
	get(t, engine, "k", "one", "tag")
	room := peerstest.NewRoom(2)
	mesh := room.Mesh("a")
	mesh.Connect(true)
	Peers.Join(mesh)
	t.Cleanup(func() { Peers.Leave(mesh) })
	made := make(chan string, maxPurges+1)
	other, process := room.Mesh("b"), new(peers.Process)
	others := sharePurges(process, func(from string, order purgeOrder) {
		written, _ := json.Marshal(order)
		made <- from + string(written)
	}, func(err error) { t.Error(err) })
	other.Connect(true)
	process.Join(other)
	t.Cleanup(func() { process.Leave(other) })
	// As if b had said that it lives.
	must.Do(t, other.Tell("presence", nil))
	if status, said := admintest.Ask(t, cacheRoutes(), "POST", "/caches/test/purge", `{"tags":["tag"]}`); status != 200 || strings.TrimSpace(said) != `{"purged":1,"told":1}` {
		t.Errorf("%d %s", status, said)
	}
	for <-made != `a{"cache":"test","tags":["tag"]}` { // after those of other tests
	}
	get(t, engine, "other", "one", "tag")
	for _, cache := range []string{"none", "test"} {
		others.add(purgeOrder{Cache: cache, Keys: []string{"other"}}, time.Hour)
	}
	plugintest.Eventually(t, "what the other purged is stale", func() bool {
		return get(t, engine, "other", "one", "tag") == edgecache.Stale
	})
}

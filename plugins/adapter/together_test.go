package adapter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
	"fieldhouse/plugins/plugintest/must"
)

// fetcher is a process of a cluster that fetches keys together with the others.
type fetcher struct {
	*together
	mesh *peerstest.Mesh
	// refuses is whether it believes nothing that others have read.
	refuses bool
}

// source is what they fetch from.
type source struct {
	mutex   sync.Mutex
	fetches int
	fails   bool
	body    string
	code    int
	takes   time.Duration // a fetch
}

func (s *source) fetch(ctx context.Context) (edgecache.Content, error) {
	s.mutex.Lock()
	s.fetches++
	content := edgecache.Content{Code: s.code, Body: []byte(s.body + fmt.Sprint(s.fetches)), Meta: "meta"}
	fails := s.fails
	s.mutex.Unlock()
	select {
	case <-time.After(s.takes):
	case <-ctx.Done():
		return edgecache.Content{}, ctx.Err()
	}
	if fails {
		return edgecache.Content{}, errors.New("the source fails")
	}
	return content, nil
}

func joinTogether(room *peerstest.Room, name string) *fetcher {
	process := new(peers.Process)
	f := &fetcher{together: newTogether(process), mesh: room.Mesh(name)}
	f.mesh.Connect(true)
	process.Join(f.mesh)
	return f
}

// inTogether runs a test with three processes; the first one is the owner of the key.
func inTogether(t *testing.T, test func(t *testing.T, from *source, all []*fetcher)) {
	synctest.Test(t, func(t *testing.T) {
		room := peerstest.NewRoom(3)
		all := []*fetcher{joinTogether(room, "a"), joinTogether(room, "b"), joinTogether(room, "c")}
		defer func() {
			for _, f := range all {
				f.peers.Leave(f.mesh)
			}
		}()
		time.Sleep(1500 * time.Millisecond)
		owner := all[0].peers.Owner("rows key")
		for index, f := range all {
			if f.peers.Name() == owner {
				all[0], all[index] = all[index], all[0]
			}
		}
		test(t, &source{body: "body ", takes: time.Second}, all)
	})
}

const maxAge = 2500 * time.Millisecond

// get has a process fetch the key.
func (f *fetcher) get(ctx context.Context, s *source) (edgecache.Content, error) {
	take := func(*edgecache.Content) bool { return !f.refuses }
	return f.fetch(ctx, "rows key", maxAge, take, s.fetch)
}

// get has processes fetch the key at once, and returns what they have, in order: the body, or the error.
func (s *source) get(t *testing.T, all ...*fetcher) string {
	t.Helper()
	said := make([]string, len(all))
	var running sync.WaitGroup
	for index, f := range all {
		running.Go(func() {
			content, err := f.get(t.Context(), s)
			if said[index] = string(content.Body); err != nil {
				said[index] = err.Error()
			} else if content.Meta != "meta" {
				t.Errorf("its meta is %q", content.Meta)
			}
		})
	}
	running.Wait()
	synctest.Wait()
	slices.Sort(said) // any of them may be the first
	return strings.Join(said, ", ")
}

func wantSaid(t *testing.T, step, said, want string) {
	t.Helper()
	if said != want {
		t.Errorf("%s: %.200s; want %s", step, said, want)
	}
}

// wantFor has a process fetch the key, which must take so long.
func (s *source) wantFor(t *testing.T, step string, f *fetcher, want string, took time.Duration) {
	t.Helper()
	began := time.Now()
	wantSaid(t, step, s.get(t, f), want)
	if since := time.Since(began); since != took {
		t.Errorf("%s: that took %s, want %s", step, since, took)
	}
}

// answers has the owner answer claims with what a function says.
func (f *fetcher) answers(say func(ctx context.Context) (togetherAnswer, error)) {
	peers.AnswerJSON(f.peers, claimQuestion, func(ctx context.Context, _ togetherClaim) (togetherAnswer, error) { return say(ctx) })
}

func TestOneProcessFetchesForAllOfACluster(t *testing.T) {
	inTogether(t, func(t *testing.T, from *source, all []*fetcher) {
		wantSaid(t, "at once", from.get(t, all[0], all[1], all[2], all[1], all[2]), "body 1, body 1, body 1, body 1, body 1")
		wantSaid(t, "while it is young", from.get(t, all[2]), "body 1")
		time.Sleep(maxAge)
		wantSaid(t, "once it is older", from.get(t, all[1], all[2]), "body 2, body 2")
		all[0].forget("other")
		wantSaid(t, "another cache was purged", from.get(t, all[1]), "body 2")
		all[0].forget("rows")
		wantSaid(t, "it was purged", from.get(t, all[1]), "body 3")
	})
}

func TestACopyIsAsOldAsItsFetchBegan(t *testing.T) {
	inTogether(t, func(t *testing.T, from *source, all []*fetcher) {
		from.get(t, all[1])
		time.Sleep(500 * time.Millisecond)
		content, err := all[2].get(t.Context(), from)
		if err != nil || content.Age < 1500*time.Millisecond || content.Age > 1500*time.Millisecond+claimTimeout {
			t.Errorf("it is %s old, %v", content.Age, err)
		}
	})
}

func TestACopyIsNoOlderThanWhoNeedsItSays(t *testing.T) {
	inTogether(t, func(t *testing.T, from *source, all []*fetcher) {
		take := func(*edgecache.Content) bool { return true }
		from.get(t, all[1])
		content, err := all[2].fetch(t.Context(), "rows key", 900*time.Millisecond, take, from.fetch)
		if err != nil || string(content.Body) != "body 2" {
			t.Errorf("one second old is %s, %v", content.Body, err)
		}
		time.Sleep(maxAge)
		// What began before that is not waited for either.
		go func() { _, _ = all[1].get(t.Context(), from) }()
		time.Sleep(500 * time.Millisecond)
		content, err = all[2].fetch(t.Context(), "rows key", 400*time.Millisecond, take, from.fetch)
		if err != nil || string(content.Body) != "body 4" {
			t.Errorf("begun half a second ago is %s, %v", content.Body, err)
		}
		time.Sleep(maxAge)
		all[0].answers(func(context.Context) (togetherAnswer, error) {
			return togetherAnswer{Copy: &togetherCopy{Body: packer.EncodeAll([]byte("old"), nil), Meta: "meta", Age: maxAge + time.Second}}, nil
		})
		wantSaid(t, "the owner says what is older", from.get(t, all[1]), "body 5")
	})
}

func TestAProcessFetchesForItselfWhereTheOwnerIsOfNoHelp(t *testing.T) {
	inTogether(t, func(t *testing.T, from *source, all []*fetcher) {
		owner := all[0]
		copyOf := func(packed []byte, age time.Duration) func(context.Context) (togetherAnswer, error) {
			return func(context.Context) (togetherAnswer, error) {
				return togetherAnswer{Copy: &togetherCopy{Body: packed, Meta: "meta", Age: age}}, nil
			}
		}
		packed := packer.EncodeAll([]byte("copy"), nil)
		for index, step := range []struct {
			what string
			say  func(context.Context) (togetherAnswer, error)
			took time.Duration
		}{
			{"it is silent", func(ctx context.Context) (togetherAnswer, error) { <-ctx.Done(); return togetherAnswer{}, ctx.Err() }, claimTimeout},
			{"it errs", func(context.Context) (togetherAnswer, error) { return togetherAnswer{}, errors.New("no") }, 0},
			{"it says nothing", func(context.Context) (togetherAnswer, error) { return togetherAnswer{}, nil }, 0},
			{"it says again and again at once that another one fetches", func(context.Context) (togetherAnswer, error) { return togetherAnswer{Wait: true}, nil }, 0},
			{"its copy is of the future", copyOf(packed, -1), 0},
			{"its copy is not in zstd", copyOf([]byte("copy"), 1), 0},
			{"its copy is cut", copyOf(packed[:len(packed)-1], 1), 0},
			{"its copy is too large", copyOf(packer.EncodeAll(make([]byte, maxBody+1), nil), 1), 0},
		} {
			owner.answers(step.say)
			from.wantFor(t, step.what, all[1], fmt.Sprint("body ", index+1), step.took+time.Second)
		}
		owner.mesh.Tamper(func(string, []byte) []byte { return []byte("<") })
		from.wantFor(t, "it says nothing that can be read", all[1], "body 9", time.Second)
		owner.mesh.Tamper(nil)

		asked := 0
		owner.answers(func(ctx context.Context) (togetherAnswer, error) {
			if asked++; asked > 1 {
				<-ctx.Done()
			}
			return togetherAnswer{Wait: true}, nil
		})
		from.wantFor(t, "it hangs after it said that another one fetches", all[1], "body 10", claimTimeout+time.Second)
	})
}

func TestWhatIsNotBelievedOfAnotherProcessIsFetched(t *testing.T) {
	inTogether(t, func(t *testing.T, from *source, all []*fetcher) {
		from.get(t, all[1])
		all[2].refuses = true
		wantSaid(t, "one that does not believe it", from.get(t, all[2]), "body 2")
		all[2].refuses = false
		wantSaid(t, "one that does", from.get(t, all[2]), "body 1")
	})
}

func TestWhoWaitsForAFetchThatFailsOrEndsFetches(t *testing.T) {
	inTogether(t, func(t *testing.T, from *source, all []*fetcher) {
		from.fails = true
		wantSaid(t, "the source fails", from.get(t, all[1], all[2]), "the source fails, the source fails")
		from.fails = false

		// Nobody brings what b was to fetch.
		by := all[1].peers.Name()
		all[0].claimed(t.Context(), togetherClaim{"rows key", by, maxAge})
		from.wantFor(t, "the one that fetches hangs", all[2], "body 3", awaitTimeout+time.Second)
		time.Sleep(maxAge)

		all[0].claimed(t.Context(), togetherClaim{"rows key", by, maxAge})
		all[1].mesh.Connect(false)
		time.Sleep(200 * time.Millisecond)
		from.wantFor(t, "the one that fetches has gone", all[2], "body 4", time.Second)
		wantSaid(t, "and is alone", from.get(t, all[1]), "body 5")
	})
}

func TestAsOneLeavesItsKeysGoToAnotherOne(t *testing.T) {
	inTogether(t, func(t *testing.T, from *source, all []*fetcher) {
		from.get(t, all[1], all[2])
		for _, f := range all {
			f.peers.Living() // which is kept for a moment
		}
		all[0].mesh.Connect(false)
		wantSaid(t, "while it counts as living, each is alone", from.get(t, all[1], all[2]), "body 2, body 3")
		time.Sleep(200 * time.Millisecond)
		if owner := all[1].peers.Owner("rows key"); owner == all[0].peers.Name() {
			t.Fatalf("%s is still the owner", owner)
		}
		wantSaid(t, "then another one is the owner", from.get(t, all[1], all[2]), "body 4, body 4")
	})
}

func TestWhatNoCopyIsMadeOfIsFetchedByEach(t *testing.T) {
	inTogether(t, func(t *testing.T, from *source, all []*fetcher) {
		from.code = 404
		wantSaid(t, "another answer than 200", from.get(t, all[1], all[2]), "body 1, body 2")
		from.code = 200
		wantSaid(t, "200", from.get(t, all[1], all[2]), "body 3, body 3")
		time.Sleep(maxAge)
		small := from.body
		from.body = strings.Repeat("large ", maxBody/6+1)
		from.get(t, all[1], all[2])
		from.body = small
		began := time.Now()
		wantSaid(t, "what was too large", from.get(t, all[1]), "body 6")
		from.get(t, all[2])
		if from.fetches != 7 || time.Since(began) != 2*time.Second {
			t.Errorf("it is fetched by each without waiting: %d fetches, %s", from.fetches, time.Since(began))
		}
		time.Sleep(aloneFor)
		wantSaid(t, "a minute later", from.get(t, all[1], all[2]), "body 8, body 8")
	})
}

func TestOnlyWhoWasGrantedAFetchBringsIt(t *testing.T) {
	inTogether(t, func(t *testing.T, from *source, all []*fetcher) {
		owner := all[0]
		said := owner.claimed(t.Context(), togetherClaim{"rows key", all[1].peers.Name(), maxAge})
		bring := func(grant int64) {
			owner.brought(togetherBrought{Key: "rows key", Grant: grant, Copy: &togetherCopy{Body: packer.EncodeAll([]byte("brought"), nil), Meta: "meta"}})
		}
		bring(said.Grant + 1)
		if known, _ := owner.keys.Peek("rows key"); known.copy != nil {
			t.Error("another grant's is taken")
		}
		bring(said.Grant)
		wantSaid(t, "the grant's", from.get(t, all[2]), "brought")
		time.Sleep(maxAge + 1)
		bring(said.Grant)
		wantSaid(t, "once more, when it is over", from.get(t, all[2]), "body 1")
	})
}

func TestAnOwnerKnowsOfSoManyKeysAndBytes(t *testing.T) {
	inTogether(t, func(t *testing.T, _ *source, all []*fetcher) {
		owner, by := all[0], all[1].peers.Name()
		for index := range maxTogether + 1 {
			owner.claimed(t.Context(), togetherClaim{fmt.Sprint("rows ", index), by, maxAge})
		}
		if _, known := owner.keys.Peek("rows 0"); known || owner.keys.Len() != maxTogether {
			t.Errorf("it knows of %d, and of the first one: %v", owner.keys.Len(), known)
		}
		body := make([]byte, maxSentBody)
		for index := range maxCopies/maxSentBody + 3 {
			key := fmt.Sprint("large ", index)
			said := owner.claimed(t.Context(), togetherClaim{key, by, maxAge})
			owner.brought(togetherBrought{Key: key, Grant: said.Grant, Copy: &togetherCopy{Body: body}})
		}
		if owner.size != maxCopies {
			t.Errorf("its copies have %d bytes", owner.size)
		}
		said := owner.claimed(t.Context(), togetherClaim{"larger", by, maxAge})
		owner.brought(togetherBrought{Key: "larger", Grant: said.Grant, Copy: &togetherCopy{Body: make([]byte, maxSentBody+1)}})
		if known, _ := owner.keys.Peek("larger"); known.copy != nil {
			t.Error("one that is too large is taken")
		}
		owner.forget("large")
		if owner.size != 0 {
			t.Errorf("after a purge there are %d bytes", owner.size)
		}
	})
}

// Caches of three processes are each asked ten times a second, for half a minute.
func TestCachesOfThreeProcessesFetchLittleMoreOftenThanOne(t *testing.T) {
	const soft, asked, every = 2 * time.Second, 300, 100 * time.Millisecond
	count := func(shared bool) (fetches int) {
		inTogether(t, func(t *testing.T, from *source, all []*fetcher) {
			from.takes = every
			var running sync.WaitGroup
			for _, f := range all {
				config := edgecache.Config{Classes: []edgecache.ClassConfig{{Name: "posts", Soft: soft, Hard: time.Minute, Size: mebibyte}}}
				lookup := edgecache.Lookup{Key: "key", Class: "posts", Shared: true}
				if shared {
					config.Together = f.of("rows", "")
					lookup.Take = func(*edgecache.Content) bool { return true }
				}
				cache := must.Get(edgecache.New(config))(t)
				running.Go(func() {
					defer cache.Close()
					for range asked {
						if _, _, err := cache.Get(t.Context(), lookup, from.fetch); err != nil {
							t.Error(err)
						}
						time.Sleep(every)
					}
				})
			}
			running.Wait()
			fetches = from.fetches
		})
		return fetches
	}
	alone, together := count(false), count(true)
	if t.Logf("%d fetches, and %d together", alone, together); together > alone/2 {
		t.Errorf("%d fetches, and %d together", alone, together)
	}
}

func TestWithoutAClusterAProcessFetchesForItself(t *testing.T) {
	alone, from := &fetcher{together: newTogether(new(peers.Process))}, &source{body: "body "}
	synctest.Test(t, func(t *testing.T) {
		content, err := alone.get(t.Context(), from)
		if err != nil || string(content.Body) != "body 1" || content.Age != 0 {
			t.Errorf("%+v, %v", content, err)
		}
	})
}

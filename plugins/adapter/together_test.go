package adapter

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
)

// fetcher is a process of a cluster that fetches keys together with the others.
type fetcher struct {
	*together
	mesh *peerstest.Mesh
}

// source is what they fetch from. A fetch takes a second.
type source struct {
	mutex   sync.Mutex
	fetches int
	fails   bool
	body    string
}

func (s *source) fetch(ctx context.Context) (edgecache.Content, error) {
	s.mutex.Lock()
	s.fetches++
	content := edgecache.Content{Body: []byte(s.body + fmt.Sprint(s.fetches)), Tags: []string{"tag"}, Meta: "meta", Replaces: func(*edgecache.Entry) bool { return true }}
	fails := s.fails
	s.mutex.Unlock()
	select {
	case <-time.After(time.Second):
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
	f := &fetcher{newTogether(process), room.Mesh(name)}
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
		test(t, &source{body: "body "}, all)
	})
}

const maxAge = 2500 * time.Millisecond

// get has processes fetch the key at once, and returns what each has: the body, or the error.
func (s *source) get(t *testing.T, all ...*fetcher) string {
	t.Helper()
	said := make([]string, len(all))
	var running sync.WaitGroup
	for index, f := range all {
		running.Go(func() {
			content, err := f.fetch(t.Context(), "rows key", maxAge, s.fetch)
			if said[index] = string(content.Body); err != nil {
				said[index] = err.Error()
			}
			if content.Replaces == nil && (content.Meta != "meta" || len(content.Tags) != 1 || content.Age <= 0) && err == nil {
				t.Errorf("a copy is %+v", content)
			}
		})
	}
	running.Wait()
	synctest.Wait()
	return strings.Join(said, ", ")
}

func wantSaid(t *testing.T, step, said, want string) {
	t.Helper()
	if said != want {
		t.Errorf("%s: %s; want %s", step, said, want)
	}
}

func TestOneProcessFetchesForAllOfACluster(t *testing.T) {
	inTogether(t, func(t *testing.T, from *source, all []*fetcher) {
		wantSaid(t, "at once", from.get(t, all...), "body 1, body 1, body 1")
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
		content, err := all[2].fetch(t.Context(), "rows key", maxAge, from.fetch)
		if err != nil || content.Age != 1500*time.Millisecond {
			t.Errorf("it is %s old, %v", content.Age, err)
		}
	})
}

func TestAProcessFetchesForItselfWhereTheOthersAreOfNoHelp(t *testing.T) {
	inTogether(t, func(t *testing.T, from *source, all []*fetcher) {
		from.fails = true
		wantSaid(t, "the one that fetches fails", from.get(t, all[1], all[2]), "the source fails, the source fails")
		from.fails = false

		// Who has the key dies: nobody brings it.
		all[0].claimed(togetherClaim{"rows key", maxAge})
		began := time.Now()
		wantSaid(t, "the one that fetches has gone", from.get(t, all[1]), "body 3")
		if took := time.Since(began); took != awaitTimeout+time.Second {
			t.Errorf("that took %s", took)
		}
		time.Sleep(maxAge)

		from.body = strings.Repeat("large ", maxTogetherBody/6+1)
		if said := from.get(t, all[1], all[2]); from.fetches != 5 {
			t.Errorf("of what is too large for a copy there were %d fetches, and %d bytes", from.fetches-3, len(said))
		}
		from.body = "body "

		all[0].mesh.Tamper(func(string, []byte) []byte { return []byte(`{"copy":{"key":"rows key","age":-1}}`) })
		wantSaid(t, "the owner says what cannot be", from.get(t, all[1]), "body 6")
		all[0].mesh.Tamper(func(string, []byte) []byte { return []byte("<") })
		wantSaid(t, "the owner says nothing that can be read", from.get(t, all[1]), "body 7")
		all[0].mesh.Tamper(nil)

		all[0].peers.Answer(claimQuestion, func(ctx context.Context, _ []byte) ([]byte, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		began = time.Now()
		wantSaid(t, "the owner does not answer", from.get(t, all[1]), "body 8")
		if took := time.Since(began); took != claimTimeout+time.Second {
			t.Errorf("that took %s", took)
		}
		all[0].mesh.Connect(false)
		time.Sleep(200 * time.Millisecond)
		wantSaid(t, "the owner has gone, and another one is it", from.get(t, all[1], all[2]), "body 9, body 9")
		wantSaid(t, "the one that has gone is alone", from.get(t, all[0]), "body 10")
	})
}

func TestAnOwnerKnowsOfAFewKeys(t *testing.T) {
	inTogether(t, func(t *testing.T, _ *source, all []*fetcher) {
		for index := range maxTogether {
			all[0].claimed(togetherClaim{fmt.Sprint("rows ", index), maxAge})
		}
		if said := all[0].claimed(togetherClaim{"rows one more", maxAge}); said != (togetherAnswer{}) || len(all[0].keys) != maxTogether {
			t.Errorf("it answers %+v, and knows of %d", said, len(all[0].keys))
		}
	})
}

func TestWithoutAClusterAProcessFetchesForItself(t *testing.T) {
	alone, from := newTogether(new(peers.Process)), &source{body: "body "}
	synctest.Test(t, func(t *testing.T) {
		content, err := alone.fetch(t.Context(), "rows key", maxAge, from.fetch)
		if err != nil || string(content.Body) != "body 1" || content.Replaces == nil {
			t.Errorf("%+v, %v", content, err)
		}
	})
}

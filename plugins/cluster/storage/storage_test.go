package storage_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/atomicfile/step"
	"fieldhouse/plugins/cluster/storage"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
)

// process is one of a cluster, with a folder of its own.
type process struct {
	*storage.Storage
	t    *testing.T
	root string
	mesh *peerstest.Mesh
	own  *peers.Process

	mutex    sync.Mutex
	problems []error
	wanted   int // how many problems there are to be
}

func start(t *testing.T, room *peerstest.Room, name, root string) *process {
	t.Helper()
	p := &process{t: t, root: root, mesh: room.Mesh(name), own: new(peers.Process)}
	p.Storage = storage.New(storage.Config{Root: root, Index: filepath.Join(root, "cluster"), Peers: p.own, Report: func(err error) {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.problems = append(p.problems, err)
	}})
	p.mesh.Connect(true)
	p.own.Join(p.mesh)
	t.Cleanup(func() {
		p.own.Leave(p.mesh)
		p.mutex.Lock()
		defer p.mutex.Unlock()
		if len(p.problems) != p.wanted {
			t.Errorf("the process %s reported %v", name, p.problems)
		}
	})
	return p
}

func (p *process) store(key, value string) {
	p.t.Helper()
	must.Do(p.t, p.Store(p.t.Context(), key, []byte(value)))
}

// has reports whether a process has a value; an empty one is that it has none.
func (p *process) has(key, value string) bool {
	p.t.Helper()
	got, err := p.Load(p.t.Context(), key)
	if errors.Is(err, fs.ErrNotExist) {
		return value == ""
	}
	must.Do(p.t, err)
	return string(got) == value
}

func three(t *testing.T) (a, b, c *process) {
	room := peerstest.NewRoom(3)
	a, b, c = start(t, room, "a", t.TempDir()), start(t, room, "b", t.TempDir()), start(t, room, "c", t.TempDir())
	plugintest.Eventually(t, "they know of each other", func() bool { return len(a.own.Others())+len(b.own.Others())+len(c.own.Others()) == 6 })
	return a, b, c
}

const key = "certificates/ca/example.com/example.com.key"

func TestWhatOneStoresAllHaveAtOnce(t *testing.T) {
	a, b, c := three(t)
	a.store(key, "first")
	for _, p := range []*process{a, b, c} {
		if !p.has(key, "first") {
			t.Error("a process does not have it")
		}
	}
	b.store(key, "second")
	if !a.has(key, "second") || !c.has(key, "second") {
		t.Error("a process does not have what came in its place")
	}
	a.store("acme/ca/challenge_tokens/example.com.json", "token")
	if listed, err := c.List(t.Context(), "acme", true); err != nil || len(listed) == 0 {
		t.Errorf("listed are %q, %v", listed, err)
	}
	must.Do(t, c.Delete(t.Context(), "acme"))
	if !a.has("acme/ca/challenge_tokens/example.com.json", "") || a.Exists(t.Context(), "acme/ca/challenge_tokens/example.com.json") {
		t.Error("what was deleted is there")
	}
	if info, err := os.Stat(filepath.Join(b.root, filepath.FromSlash(key))); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("a key has the mode %v, %v", info.Mode(), err)
	}
}

// The folder of a site that had been given up is deleted, and the site comes back.
func TestAFolderThatWasDeletedTakesNothingAlongThatCameLater(t *testing.T) {
	a, b, c := three(t)
	a.store(key, "old")
	must.Do(t, a.Delete(t.Context(), path.Dir(key)))
	for _, p := range []*process{a, b, c} {
		if p.Exists(t.Context(), path.Dir(key)) {
			t.Error("a process has the folder still")
		}
	}
	b.store(key, "new")
	late := start(t, peerstest.NewRoom(3), "d", t.TempDir())
	for _, said := range []string{fmt.Sprintf(`{"key":%q,"modified":3,"value":"bmV3"}`, key), fmt.Sprintf(`{"key":%q,"modified":2,"deleted":true}`, path.Dir(key))} {
		must.Get(late.own.Ask(t.Context(), "d", "storage-put", []byte(said)))(t)
	}
	if !late.has(key, "new") {
		t.Error("a process that takes all does not have what came later")
	}
}

// Two can have a lock, and ask for a certificate at the same time: of its parts all have the same ones.
func TestAllHaveTheSameOfWhatSeveralStoreAtOnce(t *testing.T) {
	a, b, c := three(t)
	var storing sync.WaitGroup
	keys := make([]string, 20)
	for i := range keys {
		keys[i] = fmt.Sprint("certificates/", i)
		for _, value := range []string{"one", "another"} {
			for _, p := range []*process{a, b} {
				storing.Go(func() {
					if err := p.Store(t.Context(), keys[i], []byte(value+" of "+p.mesh.Name())); err != nil {
						t.Error(err)
					}
				})
			}
		}
	}
	storing.Wait()
	for _, key := range keys {
		plugintest.Eventually(t, "all have the same "+key, func() bool {
			value, err := c.Load(t.Context(), key)
			return err == nil && a.has(key, string(value)) && b.has(key, string(value))
		})
	}
}

func TestAProcessThatWasAwayHasWhatItMissed(t *testing.T) {
	room := peerstest.NewRoom(3)
	folder := t.TempDir()
	a, b := start(t, room, "a", t.TempDir()), start(t, room, "b", folder)
	plugintest.Eventually(t, "they know of each other", func() bool { return len(a.own.Others()) == 1 })
	a.store(key, "old")
	a.store("pki/gone", "gone")
	b.mesh.Connect(false)
	a.store(key, "new")
	a.store("pki/other", "other")
	must.Do(t, a.Delete(t.Context(), "pki/gone"))
	b.store("pki/own", "own")
	if !b.has(key, "old") || !b.has("pki/gone", "gone") {
		t.Error("a process that is cut off does not have what it had")
	}
	// It is started again: what was stored when is on its disk.
	b = start(t, room, "b", folder)
	plugintest.Eventually(t, "it has what it missed", func() bool {
		return b.has(key, "new") && b.has("pki/other", "other") && b.has("pki/gone", "") && a.has("pki/own", "own")
	})
}

func TestAProcessThatStillKnowsOfWhatWasDeletedLongAgoIsLevelWithTheOthers(t *testing.T) {
	room := peerstest.NewRoom(3)
	folder := t.TempDir()
	index := fmt.Appendf(nil, `{"pki/gone":{"modified":%d,"deleted":true}}`, time.Now().Add(-31*24*time.Hour).UnixNano())
	must.Do(t, errors.Join(os.Mkdir(filepath.Join(folder, "cluster"), 0o700), os.WriteFile(filepath.Join(folder, "cluster", "storage.json"), index, 0o600)))
	a, b := start(t, room, "a", folder), start(t, room, "b", t.TempDir())
	plugintest.Eventually(t, "they say the same of their keys", func() bool {
		ofA, ofB := a.own.Said("storage")["b"], b.own.Said("storage")["a"]
		return len(ofA) > 0 && string(ofA) == string(ofB)
	})
}

// Certificates from before are shared once they are used.
func TestWhatWasThereBeforeIsShared(t *testing.T) {
	room := peerstest.NewRoom(3)
	folder := t.TempDir()
	file := filepath.Join(folder, filepath.FromSlash(key))
	must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("from before"), 0o600), os.WriteFile(filepath.Join(folder, "instance.uuid"), []byte("own"), 0o600)))
	a, b := start(t, room, "a", folder), start(t, room, "b", t.TempDir())
	if !a.has(key, "from before") || !a.has("instance.uuid", "own") {
		t.Fatal("it is not there")
	}
	plugintest.Eventually(t, "the other one has it", func() bool { return b.has(key, "from before") })
	if !b.has("instance.uuid", "") {
		t.Error("what is one process's own is shared")
	}
}

func TestAnIndexThatCannotBeReadIsBegunAnew(t *testing.T) {
	for _, damaged := range []string{"{", "null"} {
		folder := t.TempDir()
		index := filepath.Join(folder, "cluster", "storage.json")
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(index), 0o700), os.WriteFile(index, []byte(damaged), 0o600)))
		p := start(t, peerstest.NewRoom(3), "a", folder)
		p.wanted = 1
		p.store(key, "a value")
		if !p.has(key, "a value") {
			t.Errorf("with an index that is %s nothing is stored", damaged)
		}
	}
}

func TestOneOfAllHasALock(t *testing.T) {
	a, b, c := three(t)
	var holders, most atomic.Int32
	var all sync.WaitGroup
	for _, p := range []*process{a, b, c} {
		all.Go(func() {
			if err := p.Lock(t.Context(), "issue example.com"); err != nil {
				t.Error(err)
				return
			}
			if now := holders.Add(1); now > 1 {
				most.Store(now)
			}
			if taken, err := a.TryLock(t.Context(), "issue example.com"); taken || err != nil {
				t.Errorf("another one has it at the same time: %v", err)
			}
			time.Sleep(50 * time.Millisecond)
			holders.Add(-1)
			if err := p.Unlock(t.Context(), "issue example.com"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most.Load() > 0 {
		t.Errorf("%d had it at once", most.Load())
	}
	taken, err := b.TryLock(t.Context(), "issue example.com")
	if !taken || err != nil {
		t.Errorf("a free lock: %v, %v", taken, err)
	}
	ctx, leave := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer leave()
	if err := c.Lock(ctx, "issue example.com"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a lock that another one has: %v", err)
	}
	must.Do(t, b.Unlock(t.Context(), "issue example.com"))
}

// A process that was ended with a lock does not wait for it when it is there again.
func TestALockIsOfAProcessOverItsRestart(t *testing.T) {
	a, _, _ := three(t)
	for _, test := range []struct {
		holder string
		taken  bool
	}{{"b 1", true}, {"c 1", false}, {"b 2", true}, {"b 1", true}, {"c 1", false}} {
		said := must.Get(a.own.Ask(t.Context(), "a", "storage-lock", fmt.Appendf(nil, `{"name":"x","holder":%q}`, test.holder)))(t)
		if got := strings.Contains(string(said), `"taken":true`); got != test.taken {
			t.Errorf("%s has the lock: %v, want %v (%s)", test.holder, got, test.taken, said)
		}
	}
}

// What takes the place of a process that died with a lock, under another name, does not wait for the
// whole lease.
func TestALockOfAProcessThatHasGoneIsFreeSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, _ := three(t)
		lock := func(holder string, want bool) {
			t.Helper()
			said := must.Get(a.own.Ask(t.Context(), "a", "storage-lock", fmt.Appendf(nil, `{"name":"x","holder":%q}`, holder)))(t)
			if got := strings.Contains(string(said), `"taken":true`); got != want {
				t.Errorf("%s has the lock: %v, want %v", holder, got, want)
			}
		}
		lock("b 1", true)
		time.Sleep(20 * time.Second) // it lives, and is late
		lock("c 1", false)
		b.mesh.Connect(false)
		time.Sleep(5 * time.Second)
		lock("c 1", true)
		time.Sleep(31 * time.Second)
		lock("d 1", true) // so new that nobody has heard of it
		lock("c 2", false)
	})
}

// A disk that takes its time holds up who stores, and nobody who asks what is there or for a lock.
func TestWhoAsksDoesNotWaitForASlowDisk(t *testing.T) {
	a, _, _ := three(t)
	writes, goOn := make(chan struct{}), make(chan struct{})
	step.Before(func(operation step.Operation) error {
		if strings.HasPrefix(operation.Path, a.root) {
			select {
			case writes <- struct{}{}:
			case <-goOn:
			}
			<-goOn
		}
		return nil
	})
	t.Cleanup(func() { step.Before(nil) })
	stored := make(chan error, 1)
	go func() { stored <- a.Store(t.Context(), key, []byte("slowly")) }()
	<-writes
	asked := make(chan error, 1)
	go func() {
		_, err := a.own.Ask(t.Context(), "a", "storage-index", []byte("{}"))
		_, failed := a.own.Ask(t.Context(), "a", "storage-lock", []byte(`{"name":"x","holder":"y"}`))
		asked <- errors.Join(err, failed)
	}()
	select {
	case err := <-asked:
		must.Do(t, err)
	case <-time.After(20 * time.Second):
		t.Error("who asks waits for the disk")
	}
	close(goOn)
	must.Do(t, <-stored)
}

func TestWhatIsNoKeyIsTakenOfNobody(t *testing.T) {
	a, b, _ := three(t)
	for _, bad := range []string{"../outside/it", "pki/../../outside", "locks/a.lock", "cluster/storage.json", "alone", "/etc/it", "pki//twice", `pki\it`, "pki/" + strings.Repeat("x", 300)} {
		if _, err := a.own.Ask(t.Context(), "b", "storage-put", fmt.Appendf(nil, `{"key":%q,"modified":1,"value":"eA=="}`, bad)); err == nil {
			t.Errorf("%q is taken", bad)
		}
		if _, err := a.own.Ask(t.Context(), "b", "storage-get", fmt.Appendf(nil, `{"key":%q}`, bad)); err == nil {
			t.Errorf("%q is given", bad)
		}
	}
	a.store("pki/large", strings.Repeat("x", 300<<10))
	a.wanted = 1
	if !b.has("pki/large", "") {
		t.Error("one that is too large is shared")
	}
}

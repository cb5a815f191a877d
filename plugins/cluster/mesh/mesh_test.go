package mesh

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"fieldhouse/plugins/atomicfile/powercut"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/plugintest/ports"

	"go.uber.org/zap"
)

const secret = "0123456789abcdef0123456789abcdef"

// member opens a mesh with an address of its own among all.
func member(t *testing.T, secret string, own string, all ...string) *Mesh {
	t.Helper()
	opened, err := New(Config{
		Folder: t.TempDir(), Listen: own, Secret: secret, Logger: zap.NewNop,
		Join: slices.DeleteFunc(slices.Clone(all), func(address string) bool { return address == own }),
	})
	must.Do(t, err)
	t.Cleanup(sync.OnceFunc(opened.Close))
	opened.Begin()
	return opened
}

func addresses(t *testing.T, count int) (all []string) {
	for range count {
		all = append(all, "127.0.0.1:"+ports.Free(t))
	}
	return all
}

// listed follows a mesh's list.
func listed(t *testing.T, m *Mesh) func() string {
	ctx, cancel := context.WithCancel(t.Context())
	var mutex sync.Mutex
	var all []string
	var following sync.WaitGroup
	following.Go(func() {
		m.Follow(ctx, func(sequence uint64, content []byte) {
			mutex.Lock()
			defer mutex.Unlock()
			all = append(all, fmt.Sprint(sequence, " ", string(content)))
		}, func(uint64) {})
	})
	t.Cleanup(func() {
		cancel()
		following.Wait()
	})
	return func() string {
		mutex.Lock()
		defer mutex.Unlock()
		return strings.Join(all, ", ")
	}
}

func TestMembersHaveOneListAndAskEachOther(t *testing.T) {
	all := addresses(t, 4)
	meshes := []*Mesh{member(t, secret, all[0], all[:3]...), member(t, secret, all[1], all[:3]...), member(t, secret, all[2], all[:3]...)}
	stranger := member(t, strings.ToUpper(secret), all[3], all...)
	a, b, c := meshes[0], meshes[1], meshes[2]
	lists := []func() string{listed(t, a), listed(t, b)}
	for _, m := range meshes {
		plugintest.Eventually(t, "there is a quorum", func() bool { return len(m.Others()) == 2 && (m == c || m.HasQuorum()) })
	}
	if sequence, err := a.Append(t.Context(), 0, "1", []byte("first")); sequence != 1 || err != nil {
		t.Fatalf("the first message: %d, %v", sequence, err)
	}
	if sequence, err := b.Append(t.Context(), 1, "2", []byte("second")); sequence != 2 || err != nil {
		t.Fatalf("the second message: %d, %v", sequence, err)
	}
	// The same again is the same; another in its place is refused.
	if sequence, err := b.Append(t.Context(), 1, "2", []byte("second")); sequence != 2 || err != nil {
		t.Errorf("the second message again: %d, %v", sequence, err)
	}
	if _, err := c.Append(t.Context(), 1, "other", []byte("other")); !errors.Is(err, peers.ErrOrder) {
		t.Errorf("a message that comes too late: %v", err)
	}
	if len(c.news) == 0 {
		t.Error("who comes too late does not look for what came first")
	}
	subscribed := c.connected.Load().nc.NumSubscriptions()
	t.Run("for a while", func(t *testing.T) {
		lists = append(lists, listed(t, c))
		for _, list := range lists {
			plugintest.Eventually(t, "all have the list", func() bool { return list() == "1 first, 2 second" })
		}
	})
	if now := c.connected.Load().nc.NumSubscriptions(); now != subscribed {
		t.Errorf("who follows no more has %d subscriptions left", now-subscribed)
	}

	c.Answer("greet", func(_ context.Context, content []byte) ([]byte, error) {
		switch string(content) {
		case "":
			return nil, errors.New("who are\nyou?")
		case "nobody":
			panic("nobody greets")
		}
		return append([]byte("hello "), content...), nil
	})
	if answer, err := a.Ask(t.Context(), c.Name(), "greet", []byte("a")); string(answer) != "hello a" || err != nil {
		t.Errorf("answered %q, %v", answer, err)
	}
	if _, err := a.Ask(t.Context(), c.Name(), "greet", nil); err == nil || err.Error() != c.Name()+": who are you?" {
		t.Errorf("an error is answered %v", err)
	}
	if _, err := a.Ask(t.Context(), c.Name(), "greet", []byte("nobody")); err == nil || err.Error() != c.Name()+`: answering "greet" panicked` {
		t.Errorf("a panic is answered %v", err)
	}
	if _, err := a.Ask(t.Context(), c.Name(), "greet", make([]byte, peers.MaxContent)); err == nil || !strings.Contains(err.Error(), "524288 are the most") {
		t.Errorf("too long an answer is %v", err)
	}
	if _, err := a.Ask(t.Context(), b.Name(), "greet", nil); err == nil || !strings.Contains(err.Error(), "does not know the question") {
		t.Errorf("an unknown question is answered %v", err)
	}

	if len(stranger.Others()) > 0 || stranger.HasQuorum() {
		t.Errorf("a process with another secret has joined %v", stranger.Others())
	}
	if err := a.Remove(t.Context(), b.Name()); err == nil || !strings.Contains(err.Error(), "stop it first") {
		t.Errorf("removing who is connected: %v", err)
	}

	// One is replaced: the new one has the list, and the old one counts no more.
	c.Close()
	d := member(t, secret, all[2], all[:3]...)
	plugintest.Eventually(t, "the new one is connected", func() bool { return slices.Contains(a.Others(), d.Name()) && !slices.Contains(a.Others(), c.Name()) })
	plugintest.Eventually(t, "the old one is removed", func() bool { return a.Remove(t.Context(), c.Name()) == nil })
	list := listed(t, d)
	plugintest.Eventually(t, "the new one has the list", func() bool { return list() == "1 first, 2 second" })
	if err := a.Remove(t.Context(), "nobody"); err == nil {
		t.Error("who is unknown was removed")
	}
}

func TestOneByItselfHasNoQuorumAndEnds(t *testing.T) {
	all := addresses(t, 3)
	m := member(t, secret, all[0], all...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Append(ctx, 0, "1", nil); !errors.Is(err, peers.ErrQuorum) || m.HasQuorum() || len(m.Others()) > 0 {
		t.Errorf("appending alone: %v", err)
	}
	m.Close()
}

func TestANameStaysAndABadOneIsRefused(t *testing.T) {
	all := addresses(t, 3)
	m := member(t, secret, all[0], all...)
	plugintest.Eventually(t, "the folder has its name", func() bool {
		again, isNamed, err := ownName(m.config.Folder)
		return isNamed && again == m.Name() && err == nil
	})
	m.Close()
	if other, isNamed, err := ownName(t.TempDir()); other == m.Name() || isNamed || err != nil {
		t.Errorf("another process has the name %q, %t, %v", other, isNamed, err)
	}
}

// handshake has two ends of a route greet each other.
func handshake(t *testing.T, listens, connects *tls.Config) error {
	t.Helper()
	one, other := net.Pipe()
	defer one.Close()
	defer other.Close()
	served := make(chan error, 1)
	go func() {
		server := tls.Server(one, listens)
		err := server.Handshake()
		if err == nil {
			_, err = server.Write([]byte("x"))
		}
		one.Close()
		served <- err
	}()
	client := tls.Client(other, connects)
	err := client.Handshake()
	if err == nil {
		_, err = io.ReadFull(client, make([]byte, 1))
	}
	other.Close()
	return errors.Join(err, <-served)
}

func TestCertificatesFollowFromTheSecret(t *testing.T) {
	of := func(secret string) *tls.Config {
		return must.Get(mutualTLS(secret))(t)
	}
	if err := handshake(t, of(secret), of(secret)); err != nil {
		t.Errorf("two with one secret: %v", err)
	}
	other, nothing := of("another secret of thirty-two bytes"), of(secret)
	nothing.Certificates = nil
	if err := handshake(t, of(secret), other); err == nil {
		t.Error("one with another secret connects")
	}
	trusting := of("another secret of thirty-two bytes")
	trusting.InsecureSkipVerify = true
	for who, connects := range map[string]*tls.Config{"another secret": trusting, "no certificate": nothing} {
		if err := handshake(t, of(secret), connects); err == nil {
			t.Errorf("one with %s is let in", who)
		}
	}
	one, err := password(secret)
	if two, failed := password(secret); one != two || len(one) != 64 || err != nil || failed != nil {
		t.Errorf("passwords %q and %q", one, two)
	}
}

// A name that a process has joined with is its own after a power cut as well.
func TestAPowerCutLeavesAProcessItsName(t *testing.T) {
	folder, own := t.TempDir(), ""
	named := func(folder string) string {
		name, isNamed, err := ownName(folder + "/cluster")
		if err == nil && !isNamed {
			err = keepName(folder+"/cluster", name)
		}
		if err != nil {
			t.Error(err)
		}
		return name
	}
	powercut.Each(t, folder, func() { own = named(folder) }, func(folder, when string, done bool) {
		name := named(folder)
		if again := named(folder); again != name || done && name != own {
			t.Errorf("%s: the name is %q, then %q, and was %q", when, name, again, own)
		}
	})
}

package tickets_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"math/big"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/cluster/tickets"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
	"fieldhouse/plugins/plugintest/must"
)

const rotation = 10 * time.Minute

// process is a server that is one of a cluster.
type process struct {
	t       *testing.T
	peers   *peers.Process
	mesh    *peerstest.Mesh
	tickets *tickets.Tickets
	config  *tls.Config

	mutex    sync.Mutex
	reported []string
}

func start(t *testing.T, room *peerstest.Room, name string) *process {
	t.Helper()
	p := &process{t: t, peers: new(peers.Process), mesh: room.Mesh(name), config: serverConfig(t)}
	p.tickets = tickets.New(p.peers, rotation, func(err error) {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.reported = append(p.reported, err.Error())
	})
	p.tickets.Use([]*tls.Config{p.config})
	p.mesh.Connect(true)
	p.peers.Join(p.mesh)
	return p
}

func serverConfig(t *testing.T) *tls.Config {
	t.Helper()
	secret := must.Get(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(365 * 24 * time.Hour), DNSNames: []string{"site.example"}}
	certificate := must.Get(x509.CreateCertificate(rand.Reader, template, template, secret.Public(), secret))(t)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{certificate}, PrivateKey: secret}}}
}

// browser keeps session tickets.
func browser(version uint16) *tls.Config {
	return &tls.Config{InsecureSkipVerify: true, ServerName: "site.example", ClientSessionCache: tls.NewLRUClientSessionCache(1), MinVersion: version, MaxVersion: version}
}

// resumes connects to the process, and reports whether it resumed the session of the browser.
func (p *process) resumes(browser *tls.Config) bool {
	p.t.Helper()
	listener := must.Get(tls.Listen("tcp", "127.0.0.1:0", p.config))(p.t)
	defer listener.Close()
	go func() {
		if server, err := listener.Accept(); err == nil {
			defer server.Close()
			_, _ = server.Write([]byte("x")) // after the handshake, and the ticket
		}
	}()
	client := must.Get(tls.Dial("tcp", listener.Addr().String(), browser))(p.t)
	defer client.Close()
	must.Get(io.ReadFull(client, make([]byte, 1)))(p.t)
	return client.ConnectionState().DidResume
}

// inCluster runs a test with three processes that have told each other of themselves.
func inCluster(t *testing.T, test func(t *testing.T, room *peerstest.Room, a, b, c *process)) {
	synctest.Test(t, func(t *testing.T) {
		room := peerstest.NewRoom(3)
		a, b, c := start(t, room, "a"), start(t, room, "b"), start(t, room, "c")
		defer leave(a, b, c)
		pass(3 * time.Second)
		test(t, room, a, b, c)
	})
}

func leave(all ...*process) {
	for _, p := range all {
		p.peers.Leave(p.mesh)
		if p.reported != nil {
			p.t.Errorf("%s reported %q", p.peers.Name(), p.reported)
		}
	}
}

// pass lets time pass by the clock of the bubble.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func TestASessionOfOneProcessIsResumedAtTheOthers(t *testing.T) {
	inCluster(t, func(t *testing.T, room *peerstest.Room, a, b, c *process) {
		for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
			client := browser(version)
			if a.resumes(client) {
				t.Error("a client without a ticket resumes")
			}
			for _, p := range []*process{b, c, a} {
				if !p.resumes(client) {
					t.Errorf("%s begins a new session of %s", p.peers.Name(), tls.VersionName(version))
				}
			}
		}
	})
}

func TestAProcessThatJoinsResumesAndMovesNothing(t *testing.T) {
	inCluster(t, func(t *testing.T, room *peerstest.Room, a, _, _ *process) {
		client := browser(tls.VersionTLS13)
		a.resumes(client)
		for _, name := range []string{"d", "e", "f", "g"} {
			joined := start(t, room, name)
			defer leave(joined)
			pass(3 * time.Second)
			if !joined.resumes(client) || !a.resumes(client) {
				t.Errorf("after %s joined a new session began", name)
			}
		}
	})
}

// Each key is followed by another one, whose tickets all take at once; those of the first are
// accepted for four rotations, give or take one.
func TestKeysChangeAndAreForgotten(t *testing.T) {
	inCluster(t, func(t *testing.T, room *peerstest.Room, a, b, c *process) {
		old := browser(tls.VersionTLS12)
		a.resumes(old)
		for minutes := range 50 {
			client := browser(tls.VersionTLS12)
			for _, p := range []*process{a, b, c} {
				if p.resumes(client) == (p == a) {
					t.Fatalf("after %d minutes %s resumes: %v", minutes, p.peers.Name(), p == a)
				}
			}
			pass(time.Minute)
		}
		if b.resumes(old) {
			t.Error("a ticket of five rotations before resumes")
		}
	})
}

func TestThoseWhoAreCutOffGoOnAndMeetAgain(t *testing.T) {
	inCluster(t, func(t *testing.T, room *peerstest.Room, a, b, c *process) {
		client := browser(tls.VersionTLS13)
		a.resumes(client)
		a.mesh.Connect(false)
		pass(3 * rotation)
		if !a.resumes(client) {
			t.Error("a process that is cut off begins a new session")
		}
		other := browser(tls.VersionTLS13)
		b.resumes(other)
		if !c.resumes(other) || !a.resumes(client) {
			t.Error("without one process new sessions begin")
		}
		a.mesh.Connect(true)
		pass(3 * time.Second)
		if !a.resumes(other) || !b.resumes(client) {
			t.Error("after they have met new sessions begin")
		}
	})
}

// Without others a server has the keys that it makes for itself.
func TestAProcessByItselfSharesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		alone := start(t, peerstest.NewRoom(3), "a")
		defer leave(alone)
		client := browser(tls.VersionTLS13)
		alone.resumes(client)
		pass(time.Hour)
		if !alone.resumes(client) {
			t.Error("it begins a new session")
		}
	})
}

func TestAConfigurationThatComesLaterHasTheKeys(t *testing.T) {
	inCluster(t, func(t *testing.T, room *peerstest.Room, a, b, c *process) {
		client := browser(tls.VersionTLS13)
		a.resumes(client)
		b.config = serverConfig(t) // as after a reload
		defer b.tickets.Use([]*tls.Config{b.config})()
		if !b.resumes(client) {
			t.Error("after a reload a new session begins")
		}
	})
}

// A key of a clock that is far ahead would keep all from making another one.
func TestDamagedKeysAndThoseOfAWrongClockAreNotTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room := peerstest.NewRoom(3)
		a := start(t, room, "a")
		defer a.peers.Leave(a.mesh)
		bad := room.Mesh("b")
		bad.Connect(true)
		client := browser(tls.VersionTLS13)
		a.resumes(client)
		tell := func(said string) {
			must.Do(t, bad.Tell("presence.tickets", []byte(said)))
			synctest.Wait()
		}
		tell(`[{"from":1,"secret":"eA=="}]`)
		tell(`{`)
		secret := "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
		tell(fmt.Sprintf(`[{"from":%d,"secret":%q}]`, time.Now().Add(time.Hour).UnixMilli(), secret))
		if !a.resumes(client) {
			t.Error("a key was taken")
		}
		tell(fmt.Sprintf(`[{"from":%d,"secret":%q}]`, time.Now().UnixMilli(), secret))
		if a.resumes(client) {
			t.Error("a good key was not taken")
		}
		if !slices.Equal(a.reported, []string{"what the process b says of its tickets: a key has 1 bytes, not 32", "what the process b says of its tickets: unexpected end of JSON input"}) {
			t.Errorf("it reported %q", a.reported)
		}
	})
}

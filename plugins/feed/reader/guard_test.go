package reader

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/must"

	"golang.org/x/net/dns/dnsmessage"
)

func TestARedirectStaysOnHTTPSOnUsualPortsAndLeadsToNothingPrivate(t *testing.T) {
	g := guard{private: private{"127.0.0.1:8081": true}}
	for _, test := range []struct {
		from, to string
		follows  bool
	}{
		{"https://medium.com/feed/x", "https://medium.com/feed/y", true},
		{"https://medium.com/feed/x", "https://blog.example/feed", true},
		{"https://medium.com/feed/x", "https://blog.example:443/feed", true},
		{"http://127.0.0.1:8081/feed", "http://127.0.0.1:8081/feed/fieldhouse", true},
		{"http://127.0.0.1:8081/feed", "https://blog.example/feed", true},
		{"http://127.0.0.1:8081/feed", "http://blog.example/feed", true},
		{"https://medium.com:8443/feed/x", "https://medium.com:8443/feed/y", true},

		{"https://medium.com/feed/x", "http://medium.com/feed/x", false},
		{"https://medium.com/feed/x", "http://127.0.0.1:8081/feed", false},
		{"https://medium.com/feed/x", "https://127.0.0.1:8081/feed", false},
		{"http://127.0.0.1:8082/feed", "http://127.0.0.1:8081/feed", false},
		{"https://medium.com/feed/x", "https://blog.example:6379/", false},
		{"https://medium.com/feed/x", "https://user:pass@blog.example/", false},
		{"https://medium.com/feed/x", "file:///etc/passwd", false},
		{"https://medium.com/feed/x", "gopher://blog.example/", false},
		{"https://medium.com/feed/x", "https:///feed", false},
	} {
		from, _ := url.Parse(test.from)
		to, _ := url.Parse(test.to)
		err := g.checkHop(from, to)
		if (err == nil) != test.follows || err != nil && !errors.Is(err, ErrForbidden) {
			t.Errorf("%s to %s: %v", test.from, test.to, err)
		}
		if err != nil && strings.Contains(err.Error(), "pass@") {
			t.Errorf("the error holds a password: %v", err)
		}
	}
}

func TestARedirectToAPrivateHostIsNotFollowed(t *testing.T) {
	var asked atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = w.Write([]byte(feed(1)))
	}))
	defer other.Close()
	s := newSource(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) })
	// Named or not, no redirect leads there.
	for _, named := range [][]string{{s.host}, {s.host, strings.TrimPrefix(other.URL, "http://")}} {
		r := s.reader(t, func(c *Config) { c.Private = named })
		if _, err := r.Read(context.Background()); !errors.Is(err, ErrForbidden) {
			t.Errorf("%v: %v", named, err)
		}
	}
	if asked.Load() != 0 {
		t.Error("the other host was asked")
	}
	s.want(t, Forbidden, Forbidden)
}

func TestUpToFiveRedirectsAreFollowed(t *testing.T) {
	for hops, follows := range map[int]bool{1: true, 5: true, 6: false} {
		s := newSource(t, func(w http.ResponseWriter, r *http.Request) {
			done := strings.Count(r.URL.Path, "x")
			if done < hops {
				http.Redirect(w, r, r.URL.Path+"x", http.StatusMovedPermanently)
				return
			}
			_, _ = w.Write([]byte(feed(1)))
		})
		_, err := s.reader(t).Read(context.Background())
		if (err == nil) != follows || err != nil && !errors.Is(err, ErrForbidden) {
			t.Errorf("%d redirects: %v", hops, err)
		}
	}
}

func TestHTTPSNeverBecomesHTTPByARedirect(t *testing.T) {
	var asked atomic.Int64
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer plain.Close()
	secure := httptest.NewTLSServer(http.RedirectHandler(plain.URL, http.StatusFound))
	defer secure.Close()
	host := strings.TrimPrefix(secure.URL, "https://")
	r, err := New(Config{
		Address: secure.URL, Private: []string{host}, Parse: keep, Timeout: 10 * time.Second, MaxBytes: 5 << 20, Memory: new(Memory),
		Observe: func(Outcome, time.Duration) {},
	})
	must.Do(t, err)
	r.client.Transport.(*http.Transport).TLSClientConfig = secure.Client().Transport.(*http.Transport).TLSClientConfig
	if _, err := r.Read(context.Background()); !errors.Is(err, ErrForbidden) || asked.Load() != 0 {
		t.Errorf("%v, asked %d times", err, asked.Load())
	}
}

func TestNoProxyOfTheEnvironmentIsUsedAndNoConnectionIsKept(t *testing.T) {
	transport := guard{}.client().Transport.(*http.Transport)
	if transport.Proxy != nil || !transport.DisableKeepAlives || transport.MaxResponseHeaderBytes == 0 || guardClientHasJar() {
		t.Errorf("%+v", transport)
	}
}

func guardClientHasJar() bool { return guard{}.client().Jar != nil }

func TestOnlyAddressesOfTheOpenInternetArePublic(t *testing.T) {
	for address, want := range map[string]bool{
		"1.1.1.1": true, "162.159.153.4": true, "100.63.255.255": true, "100.128.0.0": true, "172.15.0.1": true, "172.32.0.1": true, "223.255.255.255": true,
		"2606:4700::6810:1": true, "2a00:1450:4001::1": true, "::ffff:1.1.1.1": true, "64:ff9b::101:101": true,

		"0.0.0.0": false, "0.1.2.3": false, "10.0.0.1": false, "10.255.255.255": false, "100.64.0.1": false, "100.127.255.255": false,
		"127.0.0.1": false, "127.255.255.254": false, "169.254.169.254": false, "172.16.0.1": false, "172.31.255.255": false,
		"192.0.0.1": false, "192.0.2.1": false, "192.88.99.1": false, "192.168.1.1": false, "198.18.0.1": false, "198.19.255.255": false,
		"198.51.100.1": false, "203.0.113.1": false, "224.0.0.1": false, "239.255.255.255": false, "240.0.0.1": false, "255.255.255.255": false,

		"::": false, "::1": false, "::127.0.0.1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::ffff:169.254.169.254": false, "::ffff:0:127.0.0.1": false,
		"64:ff9b::127.0.0.1": false, "64:ff9b::a9fe:a9fe": false, "64:ff9b::c0a8:101": false, "64:ff9b:1::1.1.1.1": false,
		"fe80::1": false, "fe80::1%eth0": false, "2606:4700::1%eth0": false, "fec0::1": false, "fc00::1": false, "fd12:3456::1": false, "ff02::1": false, "ff0e::1": false,
		"2001:db8::1": false, "2001::1": false, "2001:2::1": false, "2001:20::1": false, "2002:7f00:1::1": false, "2002:101:101::1": false, "3fff::1": false, "100::1": false, "5f00::1": false, "4000::1": false,
	} {
		if got := isPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
	if isPublic(netip.Addr{}) {
		t.Error("no address is public")
	}
}

// answering is a resolver that answers every name with the same addresses.
func answering(t *testing.T, addresses ...string) *net.Resolver {
	t.Helper()
	server := must.Get(net.ListenPacket("udp", "127.0.0.1:0"))(t)
	done := make(chan struct{})
	go func() {
		defer close(done)
		buffer := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(buffer)
			if err != nil {
				return
			}
			if answer := resolve(buffer[:n], addresses); answer != nil {
				_, _ = server.WriteTo(answer, from)
			}
		}
	}()
	t.Cleanup(func() { _ = server.Close(); <-done })
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

// resolve answers one query.
func resolve(query []byte, addresses []string) []byte {
	var message dnsmessage.Message
	if message.Unpack(query) != nil || len(message.Questions) != 1 {
		return nil
	}
	question := message.Questions[0]
	message.Header = dnsmessage.Header{ID: message.ID, Response: true, RecursionAvailable: true}
	message.Additionals = nil
	for _, text := range addresses {
		address := netip.MustParseAddr(text)
		header := dnsmessage.ResourceHeader{Name: question.Name, Class: dnsmessage.ClassINET, TTL: 1}
		switch {
		case question.Type == dnsmessage.TypeA && address.Is4():
			message.Answers = append(message.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: address.As4()}})
		case question.Type == dnsmessage.TypeAAAA && address.Is6():
			message.Answers = append(message.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: address.As16()}})
		}
	}
	packed, err := message.Pack()
	if err != nil {
		return nil
	}
	return packed
}

func TestANameThatLeadsToAPrivateAddressIsNotConnectedTo(t *testing.T) {
	for _, answers := range [][]string{
		{"127.0.0.1"}, {"10.0.0.1"}, {"169.254.169.254"}, {"100.64.0.1"}, {"0.0.0.0"}, {"192.168.0.1"}, {"224.0.0.1"},
		{"::1"}, {"::ffff:127.0.0.1"}, {"64:ff9b::7f00:1"}, {"fe80::1"}, {"fd00::1"}, {"127.0.0.1", "::1"}, {"10.0.0.1", "192.168.0.1", "127.0.0.1"},
	} {
		g := guard{resolver: answering(t, answers...)}
		for _, address := range []string{"medium.com:443", "localhost.example:8081"} {
			connection, err := g.dial(context.Background(), "tcp", address)
			if err == nil {
				_ = connection.Close()
			}
			if !errors.Is(err, ErrForbidden) {
				t.Errorf("%s, which is %v: %v", address, answers, err)
			}
		}
	}
}

func TestAnAddressWrittenAsAHostIsCheckedAsWell(t *testing.T) {
	g := guard{resolver: answering(t, "127.0.0.1")}
	for _, address := range []string{
		"127.0.0.1:443", "localhost:443", "localhost.:443", "[::1]:443", "[::ffff:127.0.0.1]:443", "[::]:443", "0.0.0.0:443", "[fe80::1%25lo]:443", "[64:ff9b::7f00:1]:443",
		"2130706433:443", "0x7f000001:443", "0177.0.0.1:443", "127.1:443", "169.254.169.254:80", "metadata.google.internal:80",
	} {
		connection, err := g.dial(context.Background(), "tcp", address)
		if err == nil {
			_ = connection.Close()
			t.Errorf("%s was connected to", address)
		}
	}
}

func TestTheCheckRefusesWhatIsNoTCPAddress(t *testing.T) {
	for network, found := range map[string]string{"tcp4": "nothing", "udp4": "1.1.1.1:443", "unix": "/run/x.sock", "tcp6": "[::1]"} {
		if err := checkFound(network, found); !errors.Is(err, ErrForbidden) {
			t.Errorf("%s %s: %v", network, found, err)
		}
	}
	must.Do(t, checkFound("tcp4", "1.1.1.1:443"))
}

package cluster

import (
	"crypto/tls"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "fieldhouse/plugins/listeners"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/plugintest/ports"

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/caddyserver/caddy/v2/modules/caddypki/acmeserver"
	"github.com/smallstep/certificates/acme"
)

// asProcess has the tests' binary be a process of a cluster.
const asProcess = "FIELDHOUSE_TEST_AS_PROCESS"

func TestMain(m *testing.M) {
	if os.Getenv(asProcess) != "" {
		caddycmd.Main()
		return
	}
	os.Exit(m.Run())
}

type object = map[string]any

// authority is a certificate authority that asks for the answer to a challenge at a balancer before
// the processes. Its first certificate is one that is to be renewed at once.
type authority struct {
	*httptest.Server
	orders atomic.Int32

	mutex sync.Mutex
	// answers are how many processes had the same answer, for each challenge.
	answers []int
}

// renewBefore is the part of its lifetime before the end of which a certificate is renewed.
const renewBefore = 0.9

// newAuthority makes one whose balancer has the port that it asks at.
func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := new(authority)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	must.Do(t, caddy.Load([]byte(`{"admin":{"disabled":true},"apps":{"pki":{"certificate_authorities":{"local":{"install_trust":false}}}}}`), true))
	t.Cleanup(func() { _ = caddy.Stop() })
	// They begin a minute before they are made: one of 5 minutes has never more than 5 of 6 before it.
	first, later := &acmeserver.Handler{Lifetime: caddy.Duration(5 * time.Minute)}, new(acmeserver.Handler)
	for _, handler := range []*acmeserver.Handler{first, later} {
		must.Do(t, handler.Provision(caddy.ActiveContext()))
		t.Cleanup(func() { _ = handler.Cleanup() })
	}
	a.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler := later
		if strings.HasSuffix(r.URL.Path, "/new-order") {
			a.orders.Add(1)
		}
		if a.orders.Load() == 1 {
			handler = first
		}
		if err := handler.ServeHTTP(w, r, caddyhttp.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) error {
			w.WriteHeader(http.StatusNotFound)
			return nil
		})); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(a.Close)
	return a
}

// compare asks every process for the answer to a challenge, as any of them may be asked, and returns
// the one that the first has which has one.
func (a *authority) compare(addresses []string, ask func(address string) (answer string, err error)) (first string) {
	same := 0
	for _, address := range addresses {
		answer, err := ask(address)
		if err != nil || answer == "" {
			continue
		}
		if first == "" {
			first = answer
		}
		if first == answer {
			same++
		}
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.answers = append(a.answers, same)
	return first
}

// balanceHTTP has the challenge http-01 (RFC 8555, section 8.3) be answered by processes.
func (a *authority) balanceHTTP(t *testing.T, addresses []string) {
	balancer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, a.compare(addresses, func(address string) (string, error) {
			request, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://"+address+r.URL.Path, nil)
			if err != nil {
				return "", err
			}
			request.Host = "localhost"
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				return "", err
			}
			defer response.Body.Close()
			said, err := io.ReadAll(response.Body)
			if response.StatusCode != http.StatusOK {
				said = nil
			}
			return string(said), err
		}))
	}))
	t.Cleanup(balancer.Close)
	acme.InsecurePortHTTP01 = balancer.Listener.Addr().(*net.TCPAddr).Port
}

// balanceTLS has the challenge tls-alpn-01 (RFC 8737) be answered by processes: each connection goes
// to the next of them.
func (a *authority) balanceTLS(t *testing.T, addresses []string) {
	t.Helper()
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	var running sync.WaitGroup
	t.Cleanup(func() {
		listener.Close()
		running.Wait()
	})
	running.Go(func() {
		for turn := 0; ; turn++ {
			incoming, err := listener.Accept()
			if err != nil {
				return
			}
			a.compare(addresses, answerOverTLS)
			outgoing, err := net.Dial("tcp", addresses[turn%len(addresses)])
			if err != nil {
				incoming.Close()
				continue
			}
			for from, to := range map[net.Conn]net.Conn{incoming: outgoing, outgoing: incoming} {
				running.Go(func() {
					_, _ = io.Copy(to, from)
					to.Close()
				})
			}
		}
	})
	acme.InsecurePortTLSALPN01 = listener.Addr().(*net.TCPAddr).Port
}

// answerOverTLS is what a process answers the challenge tls-alpn-01.
func answerOverTLS(address string) (string, error) {
	connection, err := tls.DialWithDialer(new(net.Dialer), "tcp", address, &tls.Config{ServerName: "localhost", NextProtos: []string{"acme-tls/1"}, InsecureSkipVerify: true})
	if err != nil {
		return "", err
	}
	defer connection.Close()
	for _, extension := range connection.ConnectionState().PeerCertificates[0].Extensions {
		if extension.Id.String() == "1.3.6.1.5.5.7.1.31" { // id-pe-acmeIdentifier
			return string(extension.Value), nil
		}
	}
	return "", nil
}

// certified is a process that has to have a certificate for localhost.
type certified struct {
	folder, plain, secure string
	config                object
	process               *exec.Cmd
}

func (c *certified) start(t *testing.T) {
	t.Helper()
	file := filepath.Join(c.folder, "config.json")
	text, err := json.Marshal(c.config)
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	must.Do(t, err)
	executable := must.Get(os.Executable())(t)
	said := must.Get(os.Create(filepath.Join(c.folder, "log")))(t)
	defer said.Close()
	c.process = exec.Command(executable, "run", "--config", file)
	c.process.Env = append(os.Environ(), asProcess+"=1", "XDG_DATA_HOME="+c.folder, "XDG_CONFIG_HOME="+c.folder)
	c.process.Stdout, c.process.Stderr = said, said
	must.Do(t, c.process.Start())
	t.Cleanup(func() {
		c.kill()
		if t.Failed() {
			said, _ := os.ReadFile(said.Name())
			t.Logf("a process said %.6000s", said)
		}
	})
}

func (c *certified) kill() {
	_ = c.process.Process.Kill()
	_ = c.process.Wait() // the second time it has ended
}

// serial is that of the renewed certificate that a process serves; empty for none.
func (c *certified) serial() string {
	connection, err := tls.DialWithDialer(new(net.Dialer), "tcp", c.secure, &tls.Config{ServerName: "localhost", InsecureSkipVerify: true})
	if err != nil {
		return ""
	}
	defer connection.Close()
	served := connection.ConnectionState().PeerCertificates[0]
	if served.NotAfter.Sub(served.NotBefore) < time.Hour {
		return ""
	}
	return fmt.Sprint(served.SerialNumber)
}

func newCertified(t *testing.T, ca, roots, without, plain, secure, listen string, join []string) *certified {
	t.Helper()
	issuer := object{"module": "acme", "ca": ca, "trusted_roots_pem_files": []string{roots}, "challenges": object{without: object{"disabled": true}}}
	return &certified{folder: t.TempDir(), plain: plain, secure: secure, config: object{
		"admin": object{"disabled": true, "config": object{"persist": false}}, "storage": object{"module": "cluster"},
		"apps": object{
			"cluster": object{"listen": listen, "join": join, "secret": strings.Repeat("a secret of tests ", 2)},
			"http": object{"http_port": portOf(t, plain), "https_port": portOf(t, secure), "servers": object{
				"plain":  object{"listen": []string{"shared/" + plain}, "automatic_https": object{"disable": true}},
				"secure": object{"listen": []string{"shared/" + secure}, "protocols": []string{"h1", "h2"}, "tls_connection_policies": []object{{}}, "automatic_https": object{"disable": true}},
			}},
			"pki": object{"certificate_authorities": object{"local": object{"install_trust": false}}},
			"tls": object{
				"certificates": object{"automate": []string{"localhost"}},
				"automation": object{
					"renew_interval": "1s", "policies": []object{{"subjects": []string{"localhost"}, "issuers": []object{issuer}, "renewal_window_ratio": renewBefore}},
				},
			},
		},
	}}
}

func portOf(t *testing.T, address string) int {
	t.Helper()
	_, port, _ := net.SplitHostPort(address)
	return must.Get(strconv.Atoi(port))(t)
}

func TestThreeProcessesOrderACertificateOnceAndAnyAnswersTheChallenge(t *testing.T) {
	for challenge, test := range map[string]struct {
		without string
		balance func(a *authority, t *testing.T, plain, secure []string)
	}{
		"http-01":     {"tls-alpn", func(a *authority, t *testing.T, plain, _ []string) { a.balanceHTTP(t, plain) }},
		"tls-alpn-01": {"http", func(a *authority, t *testing.T, _, secure []string) { a.balanceTLS(t, secure) }},
	} {
		t.Run(challenge, func(t *testing.T) {
			var plain, secure, listen [3]string
			for index := range 3 {
				plain[index], secure[index], listen[index] = "127.0.0.1:"+ports.Free(t), "127.0.0.1:"+ports.Free(t), "127.0.0.1:"+ports.Free(t)
			}
			ca := newAuthority(t)
			test.balance(ca, t, plain[:], secure[:])
			roots := filepath.Join(t.TempDir(), "roots.pem")
			must.Do(t, os.WriteFile(roots, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: ca.Certificate().Raw}), 0o600))
			var all []*certified
			for index := range 3 {
				join := []string{listen[(index+1)%3], listen[(index+2)%3]}
				all = append(all, newCertified(t, ca.URL+"/acme/local/directory", roots, test.without, plain[index], secure[index], listen[index], join))
			}
			for _, c := range all {
				c.start(t)
			}
			serial := ""
			plugintest.Eventually(t, "all have the same certificate, which was renewed", func() bool {
				serial = all[0].serial()
				return serial != "" && all[1].serial() == serial && all[2].serial() == serial
			})
			// One that begins with nothing finds the certificate at the others.
			late := all[2]
			late.kill()
			late.folder = t.TempDir()
			late.start(t)
			plugintest.Eventually(t, "one that starts later has it", func() bool { return late.serial() == serial })
			ca.mutex.Lock()
			defer ca.mutex.Unlock()
			if orders := ca.orders.Load(); orders != 2 || !slices.Equal(ca.answers, []int{3, 3}) {
				t.Errorf("it was ordered %d times, and the challenges were answered by %v", orders, ca.answers)
			}
		})
	}
}

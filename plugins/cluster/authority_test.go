package cluster

import (
	"bytes"
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
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"fieldhouse/plugins/plugintest"
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

// authority is a certificate authority that asks for the answer to a challenge by HTTP (RFC 8555,
// section 8.3), at a balancer before the processes.
type authority struct {
	*httptest.Server
	orders atomic.Int32

	mutex sync.Mutex
	// answers are how many processes had the same answer, for each challenge.
	answers []int
}

// newAuthority makes one whose challenges go to these addresses.
func newAuthority(t *testing.T, addresses []string) *authority {
	t.Helper()
	a := new(authority)
	balancer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.balance(w, r, addresses) }))
	t.Cleanup(balancer.Close)
	acme.InsecurePortHTTP01 = balancer.Listener.Addr().(*net.TCPAddr).Port
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	if err := caddy.Load([]byte(`{"admin":{"disabled":true},"apps":{"pki":{"certificate_authorities":{"local":{"install_trust":false}}}}}`), true); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = caddy.Stop() })
	handler := new(acmeserver.Handler)
	if err := handler.Provision(caddy.ActiveContext()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = handler.Cleanup() })
	a.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/new-order") {
			a.orders.Add(1)
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

// balance asks every process for the answer to a challenge: any of them may be asked.
func (a *authority) balance(w http.ResponseWriter, r *http.Request, addresses []string) {
	var first []byte
	same := 0
	for _, address := range addresses {
		request, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://"+address+r.URL.Path, nil)
		if err != nil {
			continue
		}
		request.Host = "localhost"
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			continue
		}
		said, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK || len(said) == 0 {
			continue
		}
		if first == nil {
			first = said
		}
		if bytes.Equal(first, said) {
			same++
		}
	}
	a.mutex.Lock()
	a.answers = append(a.answers, same)
	a.mutex.Unlock()
	_, _ = w.Write(first)
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
	if err != nil {
		t.Fatal(err)
	}
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	said, err := os.Create(filepath.Join(c.folder, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	c.process = exec.Command(executable, "run", "--config", file)
	c.process.Env = append(os.Environ(), asProcess+"=1", "XDG_DATA_HOME="+c.folder, "XDG_CONFIG_HOME="+c.folder)
	c.process.Stdout, c.process.Stderr = said, said
	if err := c.process.Start(); err != nil {
		t.Fatal(err)
	}
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

// serial is that of the certificate that a process serves; empty for none.
func (c *certified) serial() string {
	connection, err := tls.DialWithDialer(new(net.Dialer), "tcp", c.secure, &tls.Config{ServerName: "localhost", InsecureSkipVerify: true})
	if err != nil {
		return ""
	}
	defer connection.Close()
	return fmt.Sprint(connection.ConnectionState().PeerCertificates[0].SerialNumber)
}

func newCertified(t *testing.T, ca string, roots string, plain string, listen string, join []string) *certified {
	t.Helper()
	secure := "127.0.0.1:" + ports.Free(t)
	_, port, _ := net.SplitHostPort(plain)
	number, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	issuer := object{"module": "acme", "ca": ca, "trusted_roots_pem_files": []string{roots}, "challenges": object{"tls-alpn": object{"disabled": true}}}
	return &certified{folder: t.TempDir(), plain: plain, secure: secure, config: object{
		"admin": object{"disabled": true, "config": object{"persist": false}}, "storage": object{"module": "cluster"},
		"apps": object{
			"cluster": object{"listen": listen, "join": join, "secret": strings.Repeat("a secret of tests ", 2)},
			"http": object{"http_port": number, "servers": object{
				"plain":  object{"listen": []string{plain}, "automatic_https": object{"disable": true}},
				"secure": object{"listen": []string{secure}, "protocols": []string{"h1", "h2"}, "tls_connection_policies": []object{{}}, "automatic_https": object{"disable": true}},
			}},
			"pki": object{"certificate_authorities": object{"local": object{"install_trust": false}}},
			"tls": object{
				"certificates": object{"automate": []string{"localhost"}},
				"automation":   object{"policies": []object{{"subjects": []string{"localhost"}, "issuers": []object{issuer}}}},
			},
		},
	}}
}

func TestThreeProcessesOrderACertificateOnceAndAnyAnswersTheChallenge(t *testing.T) {
	var plain, listen [3]string
	for index := range 3 {
		plain[index], listen[index] = "127.0.0.1:"+ports.Free(t), "127.0.0.1:"+ports.Free(t)
	}
	ca := newAuthority(t, plain[:])
	roots := filepath.Join(t.TempDir(), "roots.pem")
	if err := os.WriteFile(roots, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: ca.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	var all []*certified
	for index := range 3 {
		join := []string{listen[(index+1)%3], listen[(index+2)%3]}
		all = append(all, newCertified(t, ca.URL+"/acme/local/directory", roots, plain[index], listen[index], join))
	}
	for _, c := range all {
		c.start(t)
	}
	plugintest.Eventually(t, "all have the same certificate", func() bool {
		serial := all[0].serial()
		return serial != "" && all[1].serial() == serial && all[2].serial() == serial
	})
	// One that begins with nothing finds the certificate at the others.
	serial := all[0].serial()
	late := all[2]
	late.kill()
	late.folder = t.TempDir()
	late.start(t)
	plugintest.Eventually(t, "one that starts later has it", func() bool { return late.serial() == serial })
	ca.mutex.Lock()
	defer ca.mutex.Unlock()
	if orders := ca.orders.Load(); orders != 1 || len(ca.answers) != 1 || ca.answers[0] != 3 {
		t.Errorf("it was ordered %d times, and the challenge was answered by %v", orders, ca.answers)
	}
}

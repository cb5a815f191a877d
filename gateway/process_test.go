package gateway

import (
	"bufio"
	"crypto/tls"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"fieldhouse/gateway/skew"
	"fieldhouse/plugins/atomicfile/powercut"
	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/ports"
)

// asProcess has the tests' binary be the gateway.
const asProcess = "FIELDHOUSE_TEST_AS_PROCESS"

// diskIsSlow has each sync of a process's own files take a second while there is a file of that name.
const diskIsSlow = "FIELDHOUSE_TEST_DISK_IS_SLOW"

// clockIsLater has a process believe that it is so much later.
const clockIsLater = "FIELDHOUSE_TEST_CLOCK_IS_LATER"

func TestMain(m *testing.M) {
	if os.Getenv(asProcess) != "" {
		if later, err := time.ParseDuration(os.Getenv(clockIsLater)); err == nil {
			if err := skew.Set(later); err != nil {
				panic(err)
			}
		}
		if slow := os.Getenv(diskIsSlow); slow != "" {
			powercut.Slow(func(string) {
				if _, err := os.Stat(slow); err == nil {
					time.Sleep(time.Second)
				}
			})
		}
		Main()
		return
	}
	os.Exit(m.Run())
}

// times is by how much the times of the shipped Caddyfile are shortened.
const times = 10

// process is the gateway in a process of its own, with the shipped Caddyfile.
type process struct {
	*testSite
	admin  string // host:port
	file   string
	secret string // a token for everything; empty for none
	log    logFile
	exited chan struct{}
	code   int
	*exec.Cmd
}

// gatewayCommand is a command of the gateway, which the tests' binary carries out.
func gatewayCommand(t *testing.T, line ...string) *exec.Cmd {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(executable, line...)
	command.Env = append(os.Environ(), asProcess+"=1")
	return command
}

// logFile is what a process said. Those that it starts say it there as well.
type logFile string

func (f logFile) String() string {
	said, err := os.ReadFile(string(f))
	if err != nil {
		return err.Error()
	}
	return string(said)
}

// newProcess starts the process on http, before nodes of the test's own and
// believing no proxy on loopback. All its times are a tenth.
func newProcess(t *testing.T, rows func(chaintest.Request) string, change ...func(config object)) *process {
	t.Helper()
	return newProcessWith(t, func(*process) {}, rows, change...)
}

// newProcessWith lets a test change the command before it starts.
func newProcessWith(t *testing.T, prepare func(*process), rows func(chaintest.Request) string, change ...func(config object)) *process {
	t.Helper()
	return newProcessIn(t, nil, prepare, rows, change...)
}

// newProcessIn has the Caddyfile adapted, and the process run, with these variables.
func newProcessIn(t *testing.T, environment map[string]string, prepare func(*process), rows func(chaintest.Request) string, change ...func(config object)) *process {
	t.Helper()
	p := &process{testSite: newTestSite(t, rows), admin: freeAddress(t), exited: make(chan struct{})}
	p.file = filepath.Join(t.TempDir(), "config.json")
	_, port, _ := net.SplitHostPort(p.address)
	maps.Copy(p.environment, map[string]string{
		"SITE_ADDRESS": "http://127.0.0.1:" + port, "TRUSTED_PROXIES": "203.0.113.0/24", "FIELDHOUSE_STORE": p.store,
	})
	maps.Copy(p.environment, environment)
	p.write(change...)
	p.Cmd = p.gatewayCommand("run", "--config", p.file)
	p.log = logFile(filepath.Join(t.TempDir(), "log"))
	prepare(p)
	p.begin()
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			said := p.log.String()
			t.Logf("the process said at last: %s", said[max(0, len(said)-4000):])
		}
	})
	p.awaitConfig()
	return p
}

// gatewayCommand is a command of the gateway in the process's environment.
func (p *process) gatewayCommand(line ...string) *exec.Cmd {
	command := gatewayCommand(p.t.(*testing.T), line...)
	for name, value := range p.environment {
		command.Env = append(command.Env, name+"="+value)
	}
	return command
}

// begin starts the command, whose log goes on with what was said before.
func (p *process) begin() {
	p.t.Helper()
	written, err := os.OpenFile(string(p.log), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		p.t.Fatal(err)
	}
	defer written.Close()
	p.Stdout, p.Stderr = written, written
	if err := p.Start(); err != nil {
		p.t.Fatal(err)
	}
	go func() {
		_ = p.Wait()
		p.code = p.ProcessState.ExitCode()
		close(p.exited)
	}()
}

// kill ends the process at once.
func (p *process) kill() {
	_ = p.Process.Kill()
	<-p.exited
}

// terminate has the process end by itself, and waits for that.
func (p *process) terminate() {
	p.t.Helper()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	<-p.exited
}

// again starts a process that has ended, with what it left on its disk.
func (p *process) again() {
	p.t.Helper()
	before := p.Cmd
	p.Cmd, p.exited = exec.Command(before.Path, before.Args[1:]...), make(chan struct{})
	p.Env, p.ExtraFiles = before.Env, before.ExtraFiles
	p.begin()
	p.awaitConfig()
}

func (p *process) awaitConfig() {
	t := p.t.(*testing.T)
	t.Helper()
	plugintest.Eventually(t, "the configuration is in force", func() bool {
		// Visitors are served a moment earlier. Caddy answers this once it is loaded.
		got, err := exchange(http.DefaultClient, http.MethodGet, "http://"+p.admin+"/config/", "")
		return err == nil && got.status == http.StatusOK
	})
}

// freeAddress is one on loopback that nobody listens on.
func freeAddress(t testing.TB) string {
	t.Helper()
	return "127.0.0.1:" + ports.Free(t)
}

type object = map[string]any

// write writes the configuration of the shipped Caddyfile.
func (p *process) write(change ...func(config object)) []byte {
	p.t.Helper()
	adapted := adaptIn(p.t.(*testing.T), p.environment, "Caddyfile")
	var config object
	if err := json.Unmarshal(adapted, &config); err != nil {
		p.t.Fatal(err)
	}
	config["admin"] = object{"listen": p.admin, "config": object{"persist": false}}
	apps := config["apps"].(object)
	apps["site"] = object{"network": "devchain"}
	apps["chain"] = object{"nodes": []string{p.nodes[0].URL}}
	apps["admission"].(object)["leave_after"] = shorter(apps["admission"].(object)["leave_after"])
	web := apps["http"].(object)
	web["grace_period"] = shorter(web["grace_period"])
	server := web["servers"].(object)["srv0"].(object)
	server["listen"] = []string{"shared/" + p.address}
	for _, name := range []string{"read_header_timeout", "read_idle_timeout", "write_idle_timeout"} {
		server[name] = shorter(server[name])
	}
	server["read_min_rate"] = server["read_min_rate"].(float64) * times
	for _, apply := range change {
		apply(config)
	}
	return p.save(config)
}

func (p *process) save(config object) []byte {
	p.t.Helper()
	text, err := json.Marshal(config)
	if err == nil {
		err = os.WriteFile(p.file, text, 0o600)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return text
}

// change changes the configuration that is written, before the process starts.
func (p *process) change(change func(config object)) {
	p.t.Helper()
	content, err := os.ReadFile(p.file)
	var config object
	if err == nil {
		err = json.Unmarshal(content, &config)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	change(config)
	p.save(config)
}

// keepState has a process keep what people did in its store.
func keepState(config object) {
	handlerOf(config, "editions", func(handler object) {
		config["apps"].(object)["site"].(object)["state"] = handler["store"]
	})
}

func shorter(nanoseconds any) int64 { return int64(nanoseconds.(float64)) / times }

// dial connects from a loopback address.
func (p *process) dial(from string) net.Conn {
	p.t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 20 * time.Second}
	connection, err := dialer.Dial("tcp", p.address)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { connection.Close() })
	return connection
}

// drip posts a body that is said to be longer, byte by byte, and tells when the
// connection ends.
func (p *process) drip(from, path string, every time.Duration) (ended <-chan time.Duration) {
	p.t.Helper()
	connection := p.dial(from)
	began := time.Now()
	fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{", path, p.address)
	over := make(chan time.Duration, 1)
	go func() {
		for {
			if _, err := io.WriteString(connection, " "); err != nil {
				over <- time.Since(began)
				return
			}
			time.Sleep(every)
		}
	}()
	go io.Copy(io.Discard, connection)
	return over
}

// stare asks for much and reads nothing.
func (p *process) stare(from string) (ended <-chan time.Duration) {
	p.t.Helper()
	connection := p.dial(from)
	if err := connection.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		p.t.Fatal(err)
	}
	began := time.Now()
	over := make(chan time.Duration, 1)
	go func() {
		request := fmt.Sprintf("GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", drops, p.address)
		for {
			if _, err := io.WriteString(connection, request); err != nil {
				over <- time.Since(began)
				return
			}
		}
	}()
	return over
}

// overTLS has the site be on https, with a certificate of the process's own
// authority.
func overTLS(config object) {
	server := config["apps"].(object)["http"].(object)["servers"].(object)["srv0"].(object)
	serveOverTLS(config, server, "127.0.0.1")
}

// serveOverTLS gives a server such a certificate, which is for host and which everybody gets.
func serveOverTLS(config, server object, host string) {
	apps := config["apps"].(object)
	apps["pki"] = object{"certificate_authorities": object{"local": object{"install_trust": false}}}
	apps["tls"] = object{"automation": object{"policies": []object{{"issuers": []object{{"module": "internal"}}}}}, "certificates": object{"automate": []string{host}}}
	server["tls_connection_policies"] = []object{{"fallback_sni": host}}
	server["automatic_https"] = object{"disable": true}
}

// streams is an HTTP/2 connection that gives the other end so much room to answer in on each
// stream.
func (p *process) streams(from string, window uint32) *tls.Conn {
	p.t.Helper()
	var connection *tls.Conn
	plugintest.Eventually(p.t.(*testing.T), "it has a certificate", func() bool {
		connection = tls.Client(p.dial(from), &tls.Config{InsecureSkipVerify: true, ServerName: "localhost", NextProtos: []string{"h2"}})
		return connection.Handshake() == nil
	})
	connection.SetDeadline(time.Now().Add(60 * time.Second))
	// SETTINGS_INITIAL_WINDOW_SIZE (RFC 9113, section 6.5.2).
	settings := []byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x04")
	if _, err := connection.Write(binary.BigEndian.AppendUint32(settings, window)); err != nil {
		p.t.Fatal(err)
	}
	return connection
}

// ask begins a stream (RFC 9113, section 6.2; RFC 7541, appendix A), and ends it
// when nothing more is to come.
func (p *process) ask(connection net.Conn, stream byte, method, path string, end bool) {
	p.t.Helper()
	_, port, _ := net.SplitHostPort(p.address)
	host := "127.0.0.1:" + port
	block := method + "\x87\x04" + string(rune(len(path))) + path + "\x01" + string(rune(len(host))) + host
	flags := "\x04"
	if end {
		flags = "\x05"
	}
	if _, err := io.WriteString(connection, "\x00\x00"+string(rune(len(block)))+"\x01"+flags+"\x00\x00\x00"+string([]byte{stream})+block); err != nil {
		p.t.Fatal(err)
	}
}

// awaitReset reads frames until the one that resets stream 1 or answers it with
// an error of the client's.
func awaitReset(t *testing.T, connection net.Conn) <-chan time.Duration {
	began := time.Now()
	over := make(chan time.Duration, 1)
	go func() {
		header := make([]byte, 9)
		for {
			if _, err := io.ReadFull(connection, header); err != nil {
				t.Errorf("the connection ends before the stream: %v", err)
				return
			}
			length := int64(header[0])<<16 | int64(header[1])<<8 | int64(header[2])
			if _, err := io.CopyN(io.Discard, connection, length); err != nil {
				t.Error(err)
				return
			}
			const headers, resetStream = 1, 3
			if stream := header[8]; stream == 1 && (header[3] == resetStream || header[3] == headers && header[4]&1 != 0) {
				over <- time.Since(began)
				return
			}
		}
	}()
	return over
}

func TestWhoSendsOrReadsTooSlowlyOverHTTP2IsCutOff(t *testing.T) {
	p := newProcess(t, manyRows, overTLS)
	reads := p.streams("127.0.0.2", 0)
	p.ask(reads, 1, "\x82", drops, true)
	within(t, "a stream whose answer nobody reads is reset", awaitReset(t, reads))
	sends := p.streams("127.0.0.3", 0)
	p.ask(sends, 1, "\x83", "/v1/chain/get_account", false)
	ended := awaitReset(t, sends)
	for {
		select {
		case took := <-ended:
			t.Logf("a stream whose body drips is ended after %s", took.Round(time.Millisecond))
			return
		case <-time.After(50 * time.Millisecond):
			if _, err := io.WriteString(sends, "\x00\x00\x01\x00\x00\x00\x00\x00\x01 "); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A header is in memory for as long as its request, and over HTTP/2 what is repeated in it costs a byte.
func TestARequestWithALongHeaderIsRefused(t *testing.T) {
	p := newProcess(t, ofRows, overTLS)
	p.streams("127.0.0.1", 0) // which waits for its certificate
	for _, protocol := range []string{"HTTP/1.1", "HTTP/2.0"} {
		ask := clientOver(t, protocol)
		for length, taken := range map[int]bool{24 << 10: true, 40 << 10: false} {
			request := p.request(http.MethodGet, drops, nil)
			request.Header.Set("Cookie", strings.Repeat("a="+strings.Repeat("x", 1020)+"; ", length>>10))
			response, err := ask(request) // one of HTTP/2 may be told the most before it asks
			if err == nil {
				response.Body.Close()
			}
			if got := err == nil && response.StatusCode == http.StatusOK; got != taken || err == nil && !got && response.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
				t.Errorf("%s: a header of %d bytes is answered %v, %v", protocol, length, response, err)
			}
		}
	}
}

// Caddy resets streams, and has no bound for the connection that a frame is written to.
func TestAnHTTP2ConnectionOfWhichNothingIsReadIsReset(t *testing.T) {
	p := newProcess(t, manyRows, overTLS)
	connection := p.streams("127.0.0.6", 1<<31-1)
	if err := connection.NetConn().(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	// A window of 2 GiB for all streams (RFC 9113, section 6.9), and 20 MiB to write.
	if _, err := io.WriteString(connection, "\x00\x00\x04\x08\x00\x00\x00\x00\x00\x7f\x00\x00\x00"); err != nil {
		t.Fatal(err)
	}
	for stream := range byte(40) {
		p.ask(connection, 2*stream+1, "\x82", drops, true)
	}
	began, ended := time.Now(), make(chan time.Duration, 1)
	go func() {
		// PING (RFC 9113, section 6.7): a connection that was reset takes none.
		for ping := "\x00\x00\x08\x06\x00\x00\x00\x00\x0012345678"; ; time.Sleep(50 * time.Millisecond) {
			if _, err := io.WriteString(connection, ping); err != nil {
				ended <- time.Since(began)
				return
			}
		}
	}()
	within(t, "a connection of which nothing is read is reset", ended)
}

// manyRows are rows of half a MiB.
func manyRows(r chaintest.Request) string {
	return `{"rows":[{"table":"` + r.Table + `","text":"` + strings.Repeat("abcdefgh", 60_000) + `"}],"more":false,"next_key":""}`
}

// within waits for something that takes seconds at most.
func within(t *testing.T, what string, ended <-chan time.Duration) {
	t.Helper()
	select {
	case took := <-ended:
		t.Logf("%s after %s", what, took.Round(time.Millisecond))
	case <-time.After(30 * time.Second):
		t.Errorf("it does not come that %s", what)
	}
}

func TestWhoSendsOrReadsTooSlowlyIsCutOff(t *testing.T) {
	p := newProcess(t, manyRows)
	p.want(newClient(t, false), drops)
	ended := map[string]<-chan time.Duration{
		"a report that drips is cut off":              p.drip("127.0.0.2", "/_report", 50*time.Millisecond),
		"a call that drips is cut off":                p.drip("127.0.0.2", "/v1/chain/get_account", 50*time.Millisecond),
		"a body nobody asked for that drips, too":     p.drip("127.0.0.2", "/api/v1/rows/drops", 50*time.Millisecond),
		"a client that reads none of its answers":     p.stare("127.0.0.2"),
		"another one that reads none of its answers":  p.stare("127.0.0.3"),
		"a message that drips to the link service":    p.drip("127.0.0.2", "/link/a-channel-of-someone", 50*time.Millisecond),
		"a push that drips is cut off like any other": p.drip("127.0.0.2", "/v1/chain/push_transaction", 50*time.Millisecond),
	}
	for what, over := range ended {
		within(t, what, over)
	}
}

func TestOneAddressCannotTakeAllConnections(t *testing.T) {
	const flood = 4000
	p := newProcess(t, ofRows)
	var opened sync.Map
	var attempts sync.WaitGroup
	for i := range 8 {
		attempts.Go(func() {
			for n := range flood / 8 {
				connection, err := net.DialTimeout("tcp", p.address, 20*time.Second)
				if err != nil {
					continue
				}
				t.Cleanup(func() { connection.Close() })
				// Half of them begin a request and never end it.
				if n%2 == 0 {
					_, _ = io.WriteString(connection, "GET / HTTP/1.1\r\nHost: ")
				}
				opened.Store(i*flood+n, connection)
			}
		})
	}
	visitor := func(from string) (status string) {
		connection := p.dial(from)
		connection.SetDeadline(time.Now().Add(20 * time.Second))
		fmt.Fprintf(connection, "GET /readyz HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", p.address)
		line, err := bufio.NewReader(connection).ReadString('\n')
		if err != nil {
			return err.Error()
		}
		return strings.TrimSpace(line)
	}
	for i := range 20 {
		if got := visitor(fmt.Sprintf("127.0.1.%d", i+1)); got != "HTTP/1.1 200 OK" {
			t.Errorf("beside the flood a visitor is answered %s", got)
		}
	}
	attempts.Wait()
	// One that is refused is reset, once the process has come to it.
	staying := func() (stay int) {
		var looking sync.WaitGroup
		var mu sync.Mutex
		opened.Range(func(key, value any) bool {
			looking.Go(func() {
				connection := value.(net.Conn)
				connection.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
				_, err := connection.Read(make([]byte, 1))
				if timeout, ok := err.(net.Error); !ok || !timeout.Timeout() {
					opened.Delete(key)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				stay++
			})
			return true
		})
		looking.Wait()
		return stay
	}
	stay := flood
	plugintest.Eventually(t, "at most 500 of one address stay", func() bool { stay = staying(); return stay <= 500 })
	if stay == 0 {
		t.Errorf("of %d connections from one address none stays", flood)
	}
	t.Logf("of %d connections from one address %d stay", flood, stay)
}

func TestAtItsEndTheProcessSaysSoAndLeavesWithinItsGrace(t *testing.T) {
	p := newProcess(t, manyRows)
	client := newClient(t, false)
	p.want(client, drops)
	for _, from := range []string{"127.0.0.2", "127.0.0.3"} {
		// They send just enough to stay.
		p.drip(from, "/_report", time.Millisecond/2)
		p.stare(from)
	}
	poll := make(chan int, 1)
	go func() {
		got, err := p.get(client, "/link/a-channel-of-someone")
		if err != nil {
			got.status = -1
		}
		poll <- got.status
	}()
	plugintest.Eventually(t, "the poll waits", func() bool {
		return strings.Contains(p.adminAnswer("/metrics"), "\nfieldhouse_link_listeners 1\n")
	})
	began := time.Now()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	plugintest.Eventually(t, "/readyz says that the process ends", func() bool {
		got, err := p.get(client, "/readyz")
		return err == nil && got.status == http.StatusServiceUnavailable && strings.Contains(got.body, "ending")
	})
	if got := p.want(client, "/football"); got.status != http.StatusOK {
		t.Errorf("meanwhile a page is answered %d", got.status)
	}
	select {
	case <-p.exited:
	case <-time.After(60 * time.Second):
		t.Fatal("it does not end")
	}
	took := time.Since(began)
	// half a second of leaving, two of grace; the rest is a busy machine's.
	if took < 500*time.Millisecond || took > 10*time.Second {
		t.Errorf("it took %s, want half a second and at most two more", took)
	}
	if p.code != 0 {
		t.Errorf("it ended with %d", p.code)
	}
	if status := <-poll; status != http.StatusServiceUnavailable {
		t.Errorf("a long poll was answered %d, want 503 at once", status)
	}
	t.Logf("it ended after %s", took.Round(time.Millisecond))
}

// adminAnswer is what the admin endpoint says.
func (p *process) adminAnswer(path string) string {
	p.t.Helper()
	return answered(p.t, http.MethodGet, "http://"+p.admin+path, "").body
}

func TestTheShippedAccessLogIsShortAndHasNoCookies(t *testing.T) {
	p := newProcess(t, ofRows)
	p.want(newClient(t, false), drops)
	answered(t, http.MethodGet, "http://"+p.address+drops+"?"+strings.Repeat("long", 1000), "",
		"Cookie", "language=secret", "User-Agent", strings.Repeat("secret", 500))
	p.terminate() // all is written
	lines := 0
	for line := range strings.Lines(p.log.String()) {
		if strings.Contains(line, `"uri":"`+drops) {
			lines++
			if len(line) > 400 || strings.Contains(line, "secret") || !strings.Contains(line, `"status":`) {
				t.Errorf("%d bytes: %s", len(line), line)
			}
		}
	}
	if lines != 2 {
		t.Errorf("two requests have %d lines", lines)
	}
}

func TestAReloadLosesNobodyWhoIsSlow(t *testing.T) {
	p := newProcess(t, manyRows)
	p.want(newClient(t, false), drops)
	for _, from := range []string{"127.0.0.2", "127.0.0.3"} {
		p.drip(from, "/_report", 10*time.Millisecond)
		p.stare(from)
	}
	// Both are slower than the grace, and get on.
	reader := p.dial("127.0.0.4")
	if err := reader.(*net.TCPConn).SetReadBuffer(16 << 10); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(reader, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", drops, p.address)
	answer := bufio.NewReader(reader)
	if _, err := answer.Peek(1); err != nil {
		t.Fatal(err)
	}
	writer := p.dial("127.0.0.5")
	report := `{"kind":"uncaught","message":"` + strings.Repeat("x", 6000) + `"}`
	fmt.Fprintf(writer, "POST /_report HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		p.address, len(report), report[:2000])

	p.write(func(config object) {
		config["apps"].(object)["admission"].(object)["connections"] = 400
	})
	began := time.Now()
	p.reload()
	t.Logf("the reload took %s", time.Since(began).Round(time.Millisecond))
	if got := p.want(newClient(t, false), "/readyz"); got.status != http.StatusOK {
		t.Errorf("/readyz is answered %d", got.status)
	}
	for rest := report[2000:]; rest != ""; rest = rest[min(len(rest), 1000):] {
		time.Sleep(700 * time.Millisecond) // slower than the grace, faster than what is too slow
		if _, err := io.WriteString(writer, rest[:min(len(rest), 1000)]); err != nil {
			t.Fatalf("the report is cut off: %v", err)
		}
	}
	if line, err := bufio.NewReader(writer).ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 204") {
		t.Errorf("the report is answered %q (%v)", line, err)
	}
	got, err := http.ReadResponse(answer, nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(got.Body)
	if err != nil || len(body) < 480_000 {
		t.Errorf("the slow reader has %d bytes (%v)", len(body), err)
	}
}

package rehearse

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"fieldhouse/gateway/crowd"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/paths"
)

const (
	// restartAfter is how long a supervisor waits, as the shipped unit has it.
	restartAfter = time.Second
	// startWithin is how long a process may take until it answers, stopWithin until it has ended.
	startWithin = 60 * time.Second
	stopWithin  = 30 * time.Second
)

// process runs the binary with a configuration, and again when it ends, until it is stopped.
type process struct {
	name string
	args []string
	env  []string
	log  *os.File
	// ended is told each time that it ended by itself or was killed, again that it was started anew.
	ended, again func()

	// isUp: it has answered once. One that ends before is not started again.
	isUp, stopping atomic.Bool
	mu             sync.Mutex
	running        *exec.Cmd
	over           chan struct{}
}

func (p *process) start() error {
	binary, err := os.Executable()
	if err != nil {
		return err
	}
	command := exec.Command(binary, p.args...)
	command.Env, command.Stdout, command.Stderr = p.env, p.log, p.log
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // it outlives an interrupt of ours, which ends it when all is said
	if err := command.Start(); err != nil {
		return fmt.Errorf("starting the %s: %w", p.name, err)
	}
	p.mu.Lock()
	p.running = command
	p.mu.Unlock()
	return nil
}

// supervise keeps it running.
func (p *process) supervise() {
	defer close(p.over)
	for {
		p.mu.Lock()
		running := p.running
		p.mu.Unlock()
		_ = running.Wait()
		if p.stopping.Load() || !p.isUp.Load() {
			return
		}
		p.ended()
		for {
			time.Sleep(restartAfter)
			if p.stopping.Load() {
				return
			}
			if p.start() == nil {
				break
			}
		}
		if p.again(); p.stopping.Load() { // while it was started
			_ = p.kill()
		}
	}
}

// kill ends the process at once, as a power cut does.
func (p *process) kill() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.running.Process.Kill()
}

// stop ends it for good.
func (p *process) stop() {
	p.stopping.Store(true)
	p.mu.Lock()
	_ = p.running.Process.Signal(os.Interrupt)
	p.mu.Unlock()
	select {
	case <-p.over:
	case <-time.After(stopWithin):
		_ = p.kill()
		<-p.over
	}
}

// own is a site that is started here, on a development chain in another process, which stays when the gateway is killed.
type own struct {
	folder         string
	chain, gateway *process
	site           crowd.Site
	node, admin    string
	// token ships to it.
	token string
}

// startOwn starts both, and answers once the site can be visited.
func startOwn(ctx context.Context, p *Plan, ended, again func()) (site *own, err error) {
	folder, err := os.MkdirTemp("", "fieldhouse-rehearsal-")
	if err != nil {
		return nil, err
	}
	o := &own{folder: folder}
	defer func() {
		if err != nil {
			err = fmt.Errorf("%w%s", err, o.lastWords())
			o.stop()
		}
	}()
	store := filepath.Join(folder, "store")
	if err := os.CopyFS(store, os.DirFS(p.Store)); err != nil {
		return nil, fmt.Errorf("copying the releases of %s: %w: name a store that has some by --store, such as that of `npm start`, .fieldhouse/store", p.Store, err)
	}
	names, err := editionsIn(store)
	if err != nil {
		return nil, err
	}
	editions := ""
	for _, name := range names {
		editions += fmt.Sprintf("\t\tedition %[1]s %[1]s\n", name)
	}
	p.Drop = cmp.Or(p.Drop, names[0])
	// The copy may have tokens of the same name that hold.
	o.token, _, err = token.New(store, time.Now).Make(fmt.Sprint("rehearsal-", time.Now().Unix()), token.All, p.tokenLifetime(time.Now()))
	if err != nil {
		return nil, err
	}
	free, err := freeAddresses(3)
	if err != nil {
		return nil, err
	}
	chain, admin, address := free[0], free[1], free[2]
	_, port, _ := net.SplitHostPort(address)
	o.node, o.admin = "http://"+chain, admin
	nodes := make([]string, p.Nodes)
	for i := range nodes {
		nodes[i] = fmt.Sprintf("%s/node/%d", o.node, i+1)
	}
	configs := map[string]string{
		"chain":   fmt.Sprintf(chainCaddyfile, chain, p.Buyers, p.Nodes),
		"gateway": fmt.Sprintf(gatewayCaddyfile, admin, store, strings.Join(nodes, " "), chain, port, editions),
	}
	env := append(os.Environ(), "XDG_DATA_HOME="+filepath.Join(folder, "data"), "XDG_CONFIG_HOME="+filepath.Join(folder, "config"), "FIELDHOUSE_STORE="+store, "CADDY_ADMIN=")
	for name, text := range configs {
		file := filepath.Join(folder, name+".caddyfile")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return nil, err
		}
		log, err := os.Create(filepath.Join(folder, name+".log"))
		if err != nil {
			return nil, err
		}
		made := &process{
			name: name, args: []string{"run", "--config", file, "--adapter", "caddyfile"}, env: env, log: log,
			over: make(chan struct{}), ended: func() {}, again: func() {},
		}
		if name == "gateway" {
			made.ended, made.again, o.gateway = ended, again, made
		} else {
			o.chain = made
		}
		if err := made.start(); err != nil {
			return nil, err
		}
		go made.supervise()
	}
	o.site = crowd.Site{Address: "https://localhost:" + port, Connect: address}
	return o, o.await(ctx)
}

// await waits until the chain and the site answer.
func (o *own) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	for {
		_, err := crowd.Node{Address: o.node}.Head(ctx)
		if err == nil {
			err = o.trust()
		}
		var got crowd.Answer
		if err == nil {
			got, err = o.site.Client(crowd.Address(10, 0), new(crowd.Cost)).Get(ctx, paths.Ready)
		}
		if err == nil && got.Status == http.StatusOK {
			o.chain.isUp.Store(true)
			o.gateway.isUp.Store(true)
			return nil
		}
		select {
		case <-time.After(200 * time.Millisecond):
			continue
		case <-o.chain.over:
		case <-o.gateway.over:
		case <-ctx.Done():
		}
		return fmt.Errorf("the site does not come up: %w", cmp.Or(err, errors.New(string(got.Body))))
	}
}

// trust has visitors trust the authority that the gateway makes for itself.
func (o *own) trust() error {
	root, err := os.ReadFile(filepath.Join(o.folder, "data", "caddy", "pki", "authorities", "local", "root.crt"))
	if err != nil {
		return err
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(root)
	o.site.TLS = &tls.Config{RootCAs: pool}
	return nil
}

// lastWords are the end of the gateway's log.
func (o *own) lastWords() string {
	text, err := os.ReadFile(filepath.Join(o.folder, "gateway.log"))
	if err != nil || len(text) == 0 {
		return ""
	}
	return "; the end of its log: " + string(text[max(0, len(text)-2000):])
}

// stop ends both, and removes what they wrote.
func (o *own) stop() {
	for _, one := range []*process{o.gateway, o.chain} {
		if one != nil && one.running != nil {
			one.stop()
		}
		if one != nil {
			one.log.Close()
		}
	}
	_ = os.RemoveAll(o.folder) // it is a temporary folder's
}

// editionsIn are the editions that a store has releases of.
func editionsIn(store string) (names []string, err error) {
	entries, err := os.ReadDir(store)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		name := entry.Name()
		if _, err := os.Stat(filepath.Join(store, name, "releases")); errors.Is(err, fs.ErrNotExist) || !paths.IsEdition(name) || name == release.Host || name == release.Shell {
			continue
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, errors.New("the store has no release of an edition: name one that has by --store, such as that of `npm start`, .fieldhouse/store")
	}
	return names, nil
}

// freeAddresses are addresses on loopback that nobody listens on.
func freeAddresses(count int) (all []string, err error) {
	for range count {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer listener.Close()
		all = append(all, listener.Addr().String())
	}
	return all, nil
}

const chainCaddyfile = `{
	admin off
	persist_config off
	devchain {
		listen %s
		buyers 0
		fans %d
		nodes %d
	}
}
`

// gatewayCaddyfile has the bounds and rates of the shipped Caddyfile. Visitors say by X-Forwarded-For who they are.
const gatewayCaddyfile = `{
	admin %[1]s
	persist_config off
	skip_install_trust
	auto_https disable_redirects
	releases
	metrics
	servers {
		protocols h1 h2
		trusted_proxies static 127.0.0.1/32
	}
	admission
	site {
		network devchain
		state %[2]q
	}
	chain {
		node %[3]s
	}
	assets {
		endpoint http://%[4]s/atomicassets/v1
	}
	feed {
		feed http://%[4]s/feed/fieldhouse
		private_addresses %[4]s
	}
}

https://localhost:%[5]s {
	bind 127.0.0.1
	tls internal
	admission
	rows
	feed
	assets
	chain_api
	editions {
%[6]s		origin https://localhost:%[5]s
	}
}
`

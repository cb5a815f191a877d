// Package cluster is the Caddy app by which several processes are one site: they share the
// journal of the lineup and the releases. Without its block nothing of it starts.
package cluster

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/cluster/mesh"
	"fieldhouse/plugins/cluster/tickets"
	"fieldhouse/plugins/peers"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/caddyserver/caddy/v2/modules/caddytls"
	"go.uber.org/zap"
)

func init() {
	adapter.RegisterApp[App]("a process is in one cluster")
	adapter.RegisterAdmin("cluster", adminRoutes(func() (*App, error) { return adapter.Running[*App]("cluster") })...)
}

// App is the Caddy app `cluster`. A cluster is one process, or three and more.
type App struct {
	// The address of the port by which the other processes connect, such as 10.0.0.1:7946.
	Listen string `json:"listen,omitempty"`

	// The addresses of the other processes, two at least. Default: none, which is a cluster of this
	// process alone: nothing is started.
	Join []string `json:"join,omitempty"`

	// The secret that all processes have, of 32 bytes or more. The keys and certificates by which
	// they know each other follow from it. Placeholders are replaced, such as
	// {env.CLUSTER_SECRET} and {file./run/secrets/cluster}.
	Secret string `json:"secret,omitempty"`

	state *adapter.State[*mesh.Mesh]
	ctx   caddy.Context
	// leaveTickets ends the use of the shared keys of session tickets; nil without them.
	leaveTickets func()
}

// meshes are the living ones over reloads; there is one at most, but for a moment.
var meshes = adapter.NewStates(func(m *mesh.Mesh) {
	leave(m)
	m.Close()
})

// begun are those of configurations that have started, the newest last: it is the one that the process
// is in, and the one before is again when a reload fails.
var begun struct {
	sync.Mutex
	meshes []*mesh.Mesh
}

func begin(m *mesh.Mesh) {
	begun.Lock()
	defer begun.Unlock()
	if !slices.Contains(begun.meshes, m) {
		begun.meshes = append(begun.meshes, m)
		adapter.Peers.Join(m)
	}
	m.Begin()
}

func leave(m *mesh.Mesh) {
	begun.Lock()
	defer begun.Unlock()
	begun.meshes = slices.DeleteFunc(begun.meshes, func(other *mesh.Mesh) bool { return other == m })
	adapter.Peers.Leave(m)
	if before := len(begun.meshes) - 1; before >= 0 && adapter.Peers.Name() == "" {
		adapter.Peers.Join(begun.meshes[before])
	}
}

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo { return adapter.ModuleInfo[App]("cluster") }

// Provision stays in the cluster, or has what joins it: what is only provisioned, as by `validate`,
// never does.
func (a *App) Provision(ctx caddy.Context) error {
	a.ctx = ctx
	secret := strings.TrimSpace(caddy.NewReplacer().ReplaceAll(a.Secret, ""))
	if err := a.validate(secret); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	if err := adapter.Register(ctx.GetMetricsRegistry(), collected); err != nil {
		return err
	}
	if len(a.Join) == 0 {
		return nil
	}
	// What cannot change in a living server is the key; of two the later waits for the port.
	key := [3]string{a.Listen, strings.Join(a.Join, " "), secret}
	var err error
	a.state, err = meshes.Join(key, func() (*mesh.Mesh, error) {
		m, err := mesh.New(mesh.Config{Folder: filepath.Join(caddy.AppDataDir(), "cluster"), Listen: a.Listen, Join: slices.Clone(a.Join), Secret: secret, Logger: logger})
		// Certificates wait for the others from the first moment on.
		if err == nil && adapter.Peers.Name() == "" {
			adapter.Peers.Join(m)
		}
		return m, err
	})
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	return nil
}

// validate refuses what cannot be a cluster.
func (a *App) validate(secret string) error {
	if a.Listen == "" {
		return errors.New("it has no `listen`: give the address of the port by which the other processes connect, such as 10.0.0.1:7946")
	}
	seen := map[string]bool{}
	for _, address := range append([]string{a.Listen}, a.Join...) {
		if err := checkAddress(address); err != nil {
			return err
		}
		if seen[address] {
			return fmt.Errorf("the address %s stands twice: `listen` is this process's own, and `join` has each other one once", address)
		}
		seen[address] = true
	}
	if len(a.Join) == 1 {
		return errors.New("two processes are no cluster: when one of them fails the other has no majority; name at least two others in `join`, or none")
	}
	if secret == "" && a.Secret != "" { // so that it is none that could be told
		return fmt.Errorf("there is nothing in %s: set the variable, or have this user read the file", a.Secret)
	}
	if len(secret) < mesh.MinSecret {
		return fmt.Errorf("the secret has %d bytes: it needs %d or more, the same for all processes, such as of `openssl rand -hex 32`", len(secret), mesh.MinSecret)
	}
	return nil
}

func checkAddress(address string) error {
	host, port, err := net.SplitHostPort(address)
	if err == nil && (host == "" || strings.ContainsAny(host, "/@ ")) {
		err = errors.New("it has no host")
	}
	if err == nil {
		if number, failed := net.LookupPort("tcp", port); failed != nil || number == 0 {
			err = fmt.Errorf("%q is no port", port)
		}
	}
	if err != nil {
		return fmt.Errorf("the address %.100q: %w: write host and port, such as 10.0.0.1:7946", address, err)
	}
	return nil
}

// sharedTickets are the keys of session tickets, over reloads.
var sharedTickets = sync.OnceValue(func() *tickets.Tickets {
	return tickets.New(adapter.Peers, tickets.Rotation, func(err error) { logger().Warn("session tickets", zap.Error(err)) })
})

// Start joins the cluster, and waits for nobody. It has the servers resume TLS sessions of the other
// processes, unless the configuration says where keys of session tickets come from
// (`session_tickets` of the app `tls`).
func (a *App) Start() error {
	if a.state == nil {
		return nil
	}
	begin(a.state.Value)
	certificates, found, err := adapter.Configured[*caddytls.TLS](a.ctx, "cluster", "tls")
	if err != nil || found && certificates.SessionTickets != nil {
		return err
	}
	sites, found, err := adapter.Configured[*caddyhttp.App](a.ctx, "cluster", "http")
	if err != nil || !found {
		return err
	}
	var configs []*tls.Config
	for _, server := range sites.Servers {
		for _, policy := range server.TLSConnPolicies {
			configs = append(configs, policy.TLSConfig)
		}
	}
	a.leaveTickets = sharedTickets().Use(configs)
	return nil
}

// Stop implements caddy.App.
func (a *App) Stop() error {
	if a.leaveTickets != nil {
		a.leaveTickets()
	}
	return nil
}

// Cleanup lets go of the server; the last configuration that has it ends it.
func (a *App) Cleanup() error { return a.state.Leave() }

// Mesh is what connects the processes; nil for one by itself.
func (a *App) Mesh() peers.Mesh {
	if a.state == nil {
		return nil
	}
	return a.state.Value
}

// logger is of the configuration that runs now: the server outlasts reloads.
func logger() *zap.Logger { return caddy.Log().Named("cluster") }

// remove takes a process out for good.
func (a *App) remove(ctx context.Context, process string) error {
	if a.state == nil {
		return errors.New("this process is a cluster by itself: there is nobody to remove")
	}
	return a.state.Value.Remove(ctx, process)
}

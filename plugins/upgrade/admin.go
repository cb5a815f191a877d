// Package upgrade has the command of that name: the binary that stands where the running one
// stood takes its place, on the same sockets and the same store, without a lost request. What
// the two say to each other is package handover.
package upgrade

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/handover"
	"fieldhouse/plugins/listeners"
	"fieldhouse/plugins/strictjson"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/notify"
	"go.uber.org/zap"
)

// certificatesWithin is how long a process that could serve waits for certificates that cannot be
// read, which it then serves without.
const certificatesWithin = 10 * time.Second

// startWithin is how long a successor may take until it could serve.
const startWithin = 2 * time.Minute

func init() {
	adapter.RegisterAdmin("upgrade", adminRoute(), environmentRoute(), variablesRoute())
	go succeed()
}

// succeed takes the place of the process that started this one, if one did.
func succeed() {
	succeeded, err := handover.Succeed(adapter.Version(), func() {
		for caddy.ActiveContext().Context == nil { // this process ends if that does not come
			time.Sleep(10 * time.Millisecond)
		}
		awaitCertificates(caddy.ActiveContext())
	})
	switch log := caddy.Log().Named("upgrade"); {
	case err != nil:
		log.Error("something of the process before was not taken over", zap.Error(err))
	case succeeded:
		log.Info("the process before has ended")
	}
}

// awaitCertificates has nobody's handshake fail for a certificate that is still being read when the
// configuration is in force.
func awaitCertificates(ctx caddy.Context) {
	site, found, err := adapter.Configured[interface{ AwaitCertificates(context.Context) error }](ctx, "upgrade", "site")
	if err == nil && found {
		patience, cancel := context.WithTimeout(context.Background(), certificatesWithin)
		defer cancel()
		err = site.AwaitCertificates(patience)
	}
	if err != nil {
		caddy.Log().Named("upgrade").Error("this process serves without certificates: "+
			"see whether its storage can be read", zap.Error(err))
	}
}

// Upgraded is what an upgrade came to.
type Upgraded struct {
	// PID is the process that serves now, and Version its.
	PID     int    `json:"pid"`
	Version string `json:"version"`
	// Before is the one that ends.
	Before        int    `json:"before"`
	VersionBefore string `json:"version_before"`
}

// adminRoute adds upgrades to Caddy's admin API:
//
//	POST /upgrade  starts the binary that stands where this process's stood, and lets it take
//	               over; see Upgraded. 409 when there is nothing that could be, or this process
//	               is a container's first, 502 when the other did not start: then this process
//	               goes on as before
func adminRoute() caddy.AdminRoute {
	return adapter.AdminRoute("POST /upgrade", func(r *http.Request) (any, error) {
		done, err := upgrade(r.Context())
		entry := audit.Entry{Action: "upgrade", On: executable(), Before: adapter.Version()}
		if err == nil {
			entry.After = done.Version
		}
		adapter.AuditAdmin(r, entry, err)
		if err != nil {
			return nil, err
		}
		return done, syscall.Kill(os.Getpid(), syscall.SIGTERM) // this answer is waited for
	})
}

// environmentRoute takes the environment that the next process is started in:
//
//	PUT /upgrade/environment  ["NAME=value", ...]
func environmentRoute() caddy.AdminRoute {
	return adapter.AdminRoute("PUT /upgrade/environment", func(r *http.Request) (answer any, err error) {
		// The values may be secrets: the line has their number.
		entry := audit.Entry{Action: "environment", On: executable()}
		defer func() { adapter.AuditAdmin(r, entry, err) }()
		var given []string
		if err := strictjson.Read(http.MaxBytesReader(nil, r.Body, maxEnvironment), &given); err != nil {
			return nil, adapter.Refuse(http.StatusBadRequest, fmt.Errorf(`reading an environment, such as ["NAME=value"], of at most %d bytes: %w`, maxEnvironment, err))
		}
		entry.After = len(given)
		environment.Store(&given)
		return map[string]int{"variables": len(given)}, nil
	})
}

// variablesRoute says which variables that environment has, and no values, which may be secrets:
//
//	GET /upgrade/environment  ["NAME", ...]
func variablesRoute() caddy.AdminRoute {
	return adapter.AdminRoute("GET /upgrade/environment", func(*http.Request) (any, error) {
		names := nextEnvironment()
		for i, variable := range names {
			names[i], _, _ = strings.Cut(variable, "=")
		}
		return names, nil
	})
}

// maxEnvironment bounds an environment, in bytes of JSON.
const maxEnvironment = 1 << 20

// environment is what the next process is started in; nil for this one's.
var environment atomic.Pointer[[]string]

// nextEnvironment is the environment that was given, or this process's. What a service manager
// says to the process that it follows is not the command's, which that manager ran as well.
func nextEnvironment() []string {
	given := environment.Load()
	if given == nil {
		return os.Environ()
	}
	next := slices.DeleteFunc(slices.Clone(*given), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return name == "MAINPID" || slices.Contains(managers, name)
	})
	for _, name := range managers {
		if value, said := os.LookupEnv(name); said {
			next = append(next, name+"="+value)
		}
	}
	return next
}

// managers are the variables that systemd sets for one process; sd_listen_fds(3)'s are handover's.
var managers = []string{"NOTIFY_SOCKET", "INVOCATION_ID", "JOURNAL_STREAM", "SYSTEMD_EXEC_PID", "WATCHDOG_PID", "WATCHDOG_USEC"}

// isFirst reports whether a container ends with this process: it is the container's first, or what only starts
// that one and passes signals on is (`docker run --init`).
func isFirst(pid, parent int, first string) bool {
	inits := []string{"tini", "docker-init", "dumb-init", "catatonit", "podman-init"}
	return pid == 1 || parent == 1 && slices.Contains(inits, strings.TrimSpace(first))
}

// ownPID is this process's number.
var ownPID = os.Getpid()

// firstName is what the process with the number 1 is called; empty where the system does not say.
func firstName() string {
	name, _ := os.ReadFile("/proc/1/comm")
	return string(name)
}

// upgrading is held while a successor starts, and from then on when it took over.
var upgrading sync.Mutex

func upgrade(ctx context.Context) (done Upgraded, err error) {
	if isFirst(ownPID, os.Getppid(), firstName()) {
		return done, adapter.Refuse(http.StatusConflict, errors.New("this process is the first of its container, which would end with it, and the next one too: start a container of the other image"))
	}
	if !upgrading.TryLock() {
		return done, adapter.Refuse(http.StatusConflict, errors.New("an upgrade is under way"))
	}
	defer func() {
		if err != nil {
			upgrading.Unlock()
		}
	}()
	select {
	case <-handover.Accept():
	default:
		return done, adapter.Refuse(http.StatusConflict, errors.New("this process has not taken over yet from the one before"))
	}
	if caddy.Exiting() {
		return done, adapter.Refuse(http.StatusConflict, errors.New("this process ends"))
	}
	sockets, err := listeners.Files()
	defer func() {
		for _, socket := range sockets {
			socket.Close()
		}
	}()
	if err != nil {
		return done, err
	}
	if len(sockets) == 0 {
		return done, adapter.Refuse(http.StatusConflict, errors.New("no site listens on the network `shared`: there is nothing to hand over. Write `bind shared/` into each site and restart"))
	}
	command := exec.Command(executable(), arguments(os.Args[1:])...)
	command.Args[0], command.Env = os.Args[0], nextEnvironment()
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	if os.Getenv("NOTIFY_SOCKET") != "" {
		command.SysProcAttr = ofSameParent // systemd waits for its own children alone
	}
	successor, err := handover.Start(command, sockets)
	if err != nil {
		return done, fails(err)
	}
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), startWithin, fmt.Errorf("it did not serve within %s", startWithin))
	defer cancel()
	if err := successor.Serves(ctx); err != nil {
		return done, fails(err)
	}
	listeners.Rest()
	if err := successor.HandOver(); err != nil {
		listeners.Resume()
		return done, fails(err)
	}
	// systemd is told which process is the service's now: it comes from this one.
	_ = notify.Status(fmt.Sprintf("upgraded\nMAINPID=%d", successor.PID()))
	return Upgraded{PID: successor.PID(), Version: successor.Version, Before: os.Getpid(), VersionBefore: adapter.Version()}, nil
}

func fails(err error) error {
	return adapter.Refuse(http.StatusBadGateway, fmt.Errorf("%s did not take over, and this process goes on (its log says why): %w", executable(), err))
}

// executable is where this process's binary stood when it began: another one may stand there
// since. A link is not followed before it is used.
var executable = sync.OnceValue(func() string {
	path, err := exec.LookPath(os.Args[0])
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		path, _ = os.Executable() // "" cannot be started, which is told
	}
	return path
})

// arguments are those of a process that is started again: nobody waits for its word that it
// runs.
func arguments(of []string) []string {
	at := slices.Index(of, "--pingback")
	if at < 0 {
		return of
	}
	return slices.Concat(of[:at], of[min(at+2, len(of)):])
}

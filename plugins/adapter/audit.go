package adapter

import (
	"cmp"
	"errors"
	"net/http"
	"time"

	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/handover"

	"github.com/caddyserver/caddy/v2"
	_ "github.com/caddyserver/caddy/v2/caddyconfig" // registers admin.api.load
	"go.uber.org/zap"
)

// AdminEndpoint is who does what comes by the admin endpoint without a token.
const AdminEndpoint = "the admin endpoint"

// Audit is the log of what people did, of the whole process: Caddy's logger `audit`.
var Audit = audit.New(auditLogger, time.Now)

// auditName is the logger's name, as Caddy takes names of loggers from modules.
type auditName struct{}

// CaddyModule returns the Caddy module information.
func (auditName) CaddyModule() caddy.ModuleInfo { return caddy.ModuleInfo{ID: "audit"} }

// auditLogger is that of the configuration in force. caddy.Log writes to the default log alone,
// which is what a command has.
func auditLogger() *zap.Logger {
	if running := caddy.ActiveContext(); running.Context != nil {
		return running.Logger(auditName{})
	}
	return caddy.Log().Named("audit")
}

// AuditAdmin writes what a request of the admin endpoint did, or did not because of err.
func AuditAdmin(r *http.Request, entry audit.Entry, err error) {
	entry.By, entry.From, entry.Outcome = AdminEndpoint, Client(r), audit.Done
	if err != nil {
		entry.Outcome, entry.Reason = audit.Failed, err.Error()
		var refused caddy.APIError
		if errors.As(err, &refused) && refused.HTTPStatus < http.StatusInternalServerError {
			entry.Outcome = audit.Refused
		}
	}
	Audit.Write(entry)
}

func init() { RegisterAdmin("audit", auditedLoad()) }

// auditedLoad is Caddy's own POST /load, which is how a configuration is reloaded, with a line
// in the audit log: its pattern goes before Caddy's, which names no method. While another process starts
// that is to take this one's place it is refused: what that one has read would hold after it.
func auditedLoad() caddy.AdminRoute {
	return caddy.AdminRoute{Pattern: "POST /load", Handler: caddy.AdminHandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
		if handover.IsStarting() {
			return Refuse(http.StatusServiceUnavailable, errors.New("an upgrade is under way: reload again once it is over"))
		}
		info, err := caddy.GetModule("admin.api.load")
		if err != nil {
			return err
		}
		for _, route := range info.New().(caddy.AdminRouter).Routes() {
			if route.Pattern == "/load" {
				file := cmp.Or(r.Header.Get("Caddy-Config-Source-File"), "configuration")
				err := route.Handler.ServeHTTP(w, r)
				AuditAdmin(r, audit.Entry{Action: "reload", On: file}, err)
				return err
			}
		}
		return Refuse(http.StatusNotFound, errors.New("this build of Caddy has no /load"))
	})}
}

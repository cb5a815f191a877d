package visit

import (
	"errors"
	"io"
	"mime"
	"net/http"

	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/unread"

	"go.uber.org/zap"
)

// serveReport takes what a browser reports: it logs an error, with its places in the sources,
// and groups it by its message, and counts a view.
func (s *Server) serveReport(w http.ResponseWriter, r *http.Request) {
	defer unread.Begin(w, r)()
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		plain(w, http.StatusMethodNotAllowed, "this address takes POST\n")
		return
	}
	// A browser says where a request comes from (Fetch Metadata); other sites have
	// nothing to report here.
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" {
		plain(w, http.StatusForbidden, "reports come from this site's pages\n")
		return
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		plain(w, http.StatusUnsupportedMediaType, "a report is application/json\n")
		return
	}
	client, limits := s.config.Client(r), s.config.Releases.reportLimits
	if ok, _ := limits.Clients.Allow(client); !ok {
		tooMany(w)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, health.MaxBody))
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			plain(w, http.StatusRequestEntityTooLarge, "a report has at most 8 KiB\n")
			return
		}
		plain(w, http.StatusBadRequest, "the report ends early\n")
		return
	}
	failed, view, err := health.Read(body)
	switch {
	case err != nil:
		plain(w, http.StatusBadRequest, err.Error()+"\n")
		return
	case view != nil && limits.Views.Allow(client):
		s.config.Releases.Report(r, client, view)
	case failed != nil && limits.Errors.Allow(client):
		s.places.Translate(failed.Release, failed.Stack, func(stack string) {
			failed.Stack = stack
			s.log(failed)
			s.config.Releases.Reports().AddError(failed, clients.Widest(client))
		})
	default:
		tooMany(w)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func tooMany(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "10")
	plain(w, http.StatusTooManyRequests, "there are too many reports right now\n")
}

func (s *Server) log(failed *health.Error) {
	if entry := s.config.Logger.Check(zap.WarnLevel, "a browser reports"); entry != nil {
		entry.Write(
			zap.String("kind", string(failed.Kind)),
			zap.String("message", failed.Message),
			zap.String("edition", failed.Edition),
			zap.String("release", failed.Release),
			zap.String("path", failed.Path),
			zap.String("stack", failed.Stack),
		)
	}
}

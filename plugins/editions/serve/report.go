package serve

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"slices"
	"strings"

	"go.uber.org/zap"
)

// Bounds of what browsers report. The rate is the whole site's: reports are a
// sample, and the log is not to be filled by one.
const (
	maxReport        = 8 << 10
	reportsPerSecond = 10
	ReportsAtOnce    = 50
)

// Longest fields of a report, in bytes; what is longer is cut.
const (
	maxReportMessage = 1000
	maxReportName    = 64
	maxReportPath    = 300
	maxReportStack   = 4000
)

var reportKinds = []string{"recoverable", "uncaught", "remote", "integrity"}

// report is the contract's Report.
type report struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Edition string `json:"edition"`
	Release string `json:"release"`
	Path    string `json:"path"`
	Stack   string `json:"stack"`
}

// serveReport logs what a browser reports and keeps nothing of it.
func (s *Server) serveReport(w http.ResponseWriter, r *http.Request) {
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
	if !s.reports.Allow() {
		w.Header().Set("Retry-After", "10")
		plain(w, http.StatusTooManyRequests, "there are too many reports right now\n")
		return
	}
	var received report
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxReport)).Decode(&received); err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			plain(w, http.StatusRequestEntityTooLarge, "a report has at most 8 KiB\n")
			return
		}
		plain(w, http.StatusBadRequest, "the report is no JSON of the contract's Report\n")
		return
	}
	if !slices.Contains(reportKinds, received.Kind) {
		plain(w, http.StatusBadRequest, "kind: it is recoverable, uncaught, remote or integrity\n")
		return
	}
	if entry := s.config.Logger.Check(zap.WarnLevel, "a browser reports"); entry != nil {
		entry.Write(
			zap.String("kind", received.Kind),
			zap.String("message", cut(received.Message, maxReportMessage)),
			zap.String("edition", cut(received.Edition, maxReportName)),
			zap.String("release", cut(received.Release, maxReportName)),
			zap.String("path", cut(received.Path, maxReportPath)),
			zap.String("stack", cut(received.Stack, maxReportStack)),
		)
	}
	w.WriteHeader(http.StatusNoContent)
}

// cut shortens a text to so many bytes, at a character's boundary.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

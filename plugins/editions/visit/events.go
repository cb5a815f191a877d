package visit

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/page"
)

// NewRelease is the data of an event of /_dev/events.
type NewRelease struct {
	Edition string           `json:"edition"`
	Entry   page.LineupEntry `json:"entry"`
	// Menu says that the site's menu, or which pages are a visitor's own, is another: a page
	// has both from when it was loaded.
	Menu bool `json:"menu,omitempty"`
	// SignedLineup is what the page's lineup is called from now on.
	SignedLineup string `json:"signedLineup"`
}

// serveEvents tells an open page of each edition that has a new live release, as
// server-sent events (HTML, section 9.2), so that the host mounts it in place. An
// event's id is the lineup: a page that comes back hears what it has missed.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) error {
	changes, leave := s.config.Releases.Changes()
	defer leave()
	shown := s.config.Releases.Choose(r)
	sent, before := shown.Names, shown
	if last := r.Header.Get("Last-Event-Id"); last != "" {
		sent = lineup.NamesOf(last)
	}
	asEvents(w.Header())
	w.WriteHeader(http.StatusOK)
	// The id alone is no event, and is remembered all the same.
	if _, err := fmt.Fprintf(w, "retry: 500\nid: %s\n\n", shown.ID); err != nil {
		return nil
	}
	for {
		if err := writeEvents(w, shown, before, sent); err != nil {
			// The page is gone.
			return nil
		}
		if err := http.NewResponseController(w).Flush(); err != nil {
			return fmt.Errorf("sending events: %w", err)
		}
		sent, before = shown.Names, shown
		select {
		case <-changes:
			shown = s.config.Releases.Choose(r)
		case <-r.Context().Done():
			return nil
		case <-s.ended.Done():
			return nil
		}
	}
}

func asEvents(header http.Header) {
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
}

func writeEvents(w http.ResponseWriter, shown, before *page.Lineup, sent map[string]string) error {
	for _, edition := range slices.Sorted(maps.Keys(shown.Releases)) {
		if sent[edition] == shown.Names[edition] {
			continue
		}
		data, err := json.Marshal(NewRelease{edition, shown.Releases[edition].Entry(), hasOtherMenu(shown.Releases[edition], before.Releases[edition]), shown.Signed})
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "id: %s\ndata: %s\n\n", shown.ID, data); err != nil {
			return err
		}
	}
	return nil
}

// hasOtherMenu reports whether a release gives the site's menu other entries than the one
// before, or has other pages that are a visitor's own.
func hasOtherMenu(now, before *page.Edition) bool {
	if before == nil {
		return true
	}
	own := func(of *page.Edition) (found []string) {
		for _, route := range of.Manifest.Routes {
			if route.NoIndex {
				found = append(found, route.Path)
			}
		}
		return found
	}
	return !reflect.DeepEqual(now.Manifest.Navigation, before.Manifest.Navigation) || !slices.Equal(own(now), own(before))
}

package api

import (
	"fmt"
	"net/http"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/store"
)

// report is what was checked, and refuses what must not be shown.
func (s *Server) report(state journal.State, incoming *store.Incoming, want shipping) (*Shipped, error) {
	manifest := incoming.Manifest
	report := &Shipped{
		Edition: manifest.Edition, Release: incoming.Name, Version: manifest.Version, Build: incoming.Build, As: want.as,
		New: !s.config.Store.Has(manifest.Edition, incoming.Name), Size: sizeOf(incoming.Folder),
		Fits: s.fits(state, map[string]*release.Manifest{manifest.Edition: manifest}),
		Checked: []string{
			fmt.Sprintf("manifest of contract %d, %d files with their hashes", manifest.Contract, len(manifest.Files)),
			fmt.Sprintf("%d pages in %d languages, their fragments and marks", len(manifest.Routes), len(release.Languages)),
			"style sheets stay at home", "budgets of script",
		},
	}
	if origin := s.config.Origin(); origin != "" && manifest.Edition != release.Host && want.as != Preview {
		report.See = origin + "/"
		if manifest.Edition != release.Shell {
			report.See += manifest.Edition
		}
	}
	if part := state.Editions[manifest.Edition]; want.as == Live && part.Canary != nil && part.Live != incoming.Name && part.Canary.Release != incoming.Name {
		report.EndsCanary = part.Canary.Release
	}
	if name := state.Editions[manifest.Edition].Live; name != "" {
		if live, err := s.config.Store.Open(manifest.Edition, name); err == nil {
			size := sizeOf(live)
			report.LiveSize, report.RemovedRoutes = &size, live.Manifest.RoutesWithout(manifest)
		}
	}
	report.Checked = append(report.Checked, fmt.Sprintf("runs with %d releases that are live, canary or preview", len(report.Fits)))
	if want.as != Stored {
		if err := unfit(report.Fits); err != nil {
			return nil, err
		}
	}
	if want.as == Live || want.as == Canary {
		return report, goesWithout(report.RemovedRoutes, want.removedRoutes)
	}
	return report, nil
}

// unfit refuses what does not run with something that is shown.
func unfit(fits []Fit) error {
	for _, fit := range fits {
		if !fit.Fits {
			refused := problem(http.StatusUnprocessableEntity, CodeUnfit, "make what needs each other live in one step, build it for what is shown, or withdraw what it does not run with", "it does not run with what is shown: %s", fit.Why)
			refused.Fits = fits
			return refused
		}
	}
	return nil
}

// goesWithout refuses that pages go, unless somebody said yes.
func goesWithout(routes []string, allowed bool) error {
	if len(routes) == 0 || allowed {
		return nil
	}
	refused := problem(http.StatusUnprocessableEntity, CodeRemovedRoutes, "keep the pages, or say yes: allow_removed_routes, --allow-removed-routes", "%d pages of the live release would go: %q", len(routes), routes)
	refused.RemovedRoutes = routes
	return refused
}

// fits compares releases, by their editions, that are to be shown with each other one
// that is.
func (s *Server) fits(state journal.State, coming map[string]*release.Manifest) []Fit {
	fits := []Fit{}
	for _, shown := range shownIn(state) {
		if coming[shown.Edition] != nil {
			continue
		}
		held, err := s.config.Store.Open(shown.Edition, shown.Release)
		if err != nil {
			continue // It is shown to nobody.
		}
		shown.Version, shown.Fits = held.Manifest.Version, true
		for _, manifest := range coming {
			if err := manifest.RunsBeside(held.Manifest); err != nil {
				shown.Fits, shown.Why = false, err.Error()
			}
		}
		fits = append(fits, shown)
	}
	return fits
}

func sizeOf(folder *release.Folder) Size {
	files, bytes, firstPage := folder.Weight()
	return Size{files, bytes, firstPage}
}

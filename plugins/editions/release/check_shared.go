package release

import (
	"fmt"
	"slices"

	"fieldhouse/plugins/paths"

	"github.com/Masterminds/semver/v3"
)

// Runtime is the part of the federation runtime that runs a container. Each asks the
// host for it; one that was built for a runtime of its own would need more of the host.
const Runtime = "@module-federation/webpack-bundler-runtime"

func (m *Manifest) checkShared(files) error {
	if !slices.ContainsFunc(m.Shared, func(library SharedLibrary) bool { return library.Name == Runtime }) {
		return fmt.Errorf("shared: it does not ask for %s, which runs every container: build %s anew", Runtime, m.Edition)
	}
	for index, library := range m.Shared {
		if err := checkLibrary(library.Name, library.Version); err != nil {
			return fmt.Errorf("shared: %w", err)
		}
		accepted, err := semver.NewConstraint(library.Range)
		if err != nil {
			return fmt.Errorf("shared: %s: range %q is no semantic version range", library.Name, library.Range)
		}
		if !accepted.Check(semver.MustParse(library.Version)) {
			return fmt.Errorf("shared: %s: it was built with %s, which its range %q leaves out: change `ranges` in its fieldhouse.config.mjs, or install a version that the range has; building it again alone changes nothing", library.Name, library.Version, library.Range)
		}
		if slices.ContainsFunc(m.Shared[:index], func(other SharedLibrary) bool { return other.Name == library.Name }) {
			return fmt.Errorf("shared: %s is there twice", library.Name)
		}
	}
	if len(m.Provides)+len(m.Imports) > 0 || m.Worker != "" {
		return fmt.Errorf("provides, imports, worker: they are the host's, which is a release of its own: build host and %s anew and take both", m.Edition)
	}
	return nil
}

func checkLibrary(name, version string) error {
	if name == "" || len(name) > maxPath {
		return fmt.Errorf("library %q: it needs a name of at most %d bytes", name, maxPath)
	}
	if _, err := semver.StrictNewVersion(version); err != nil {
		return fmt.Errorf("%s: version %q is no semantic version", name, version)
	}
	return nil
}

// RunsOn reports why a release does not run on a host: a shared library that it
// asks for is not provided, or not in a version that it accepts. In the browser
// the container would refuse to start. Both manifests were checked.
func (m *Manifest) RunsOn(host *Manifest) error {
	for _, library := range m.Shared {
		at := slices.IndexFunc(host.Provides, func(provided ProvidedLibrary) bool { return provided.Name == library.Name })
		if at < 0 {
			return fmt.Errorf("%s %s asks for %s, which host %s does not provide", m.Edition, m.Version, library.Name, host.Version)
		}
		accepted, err := semver.NewConstraint(library.Range)
		if err != nil {
			return err
		}
		version, err := semver.StrictNewVersion(host.Provides[at].Version)
		if err != nil {
			return err
		}
		if !accepted.Check(version) {
			return fmt.Errorf("%s %s asks for %s %s, and host %s provides %s: accept that in `ranges` of the fieldhouse.config.mjs of %s and build it, or make a host live first that provides what it asks for",
				m.Edition, m.Version, library.Name, library.Range, host.Version, version, m.Edition)
		}
	}
	return nil
}

// RunsBeside reports why a release cannot be shown together with one of another edition:
// one of them does not run on the other, which is the host's, or the shell has a page of
// an edition's.
func (m *Manifest) RunsBeside(other *Manifest) error {
	for _, pair := range [][2]*Manifest{{m, other}, {other, m}} {
		one, two := pair[0], pair[1]
		switch {
		case two.Edition == Host:
			if err := one.RunsOn(two); err != nil {
				return err
			}
		case one.Edition == Shell && two.Edition != Host:
			for _, route := range one.Routes {
				if paths.Under(route.Path, "/"+two.Edition) {
					return fmt.Errorf("the page %s of %s %s belongs to %s %s", route.Path, one.Edition, one.Version, two.Edition, two.Version)
				}
			}
		}
	}
	return nil
}

// RoutesWithout are the paths of the release's pages that another one does not have.
func (m *Manifest) RoutesWithout(other *Manifest) (gone []string) {
	has := map[string]bool{}
	for _, route := range other.Routes {
		has[route.Path] = true
	}
	for _, route := range m.Routes {
		if !has[route.Path] {
			gone = append(gone, route.Path)
		}
	}
	return gone
}

package release

import (
	"fmt"
	"slices"

	"github.com/Masterminds/semver/v3"
)

func (m *Manifest) checkShared(files) error {
	for index, library := range m.Shared {
		if err := checkLibrary(library.Name, library.Version); err != nil {
			return fmt.Errorf("shared: %w", err)
		}
		accepted, err := semver.NewConstraint(library.Range)
		if err != nil {
			return fmt.Errorf("shared: %s: range %q is no semantic version range", library.Name, library.Range)
		}
		if !accepted.Check(semver.MustParse(library.Version)) {
			return fmt.Errorf("shared: %s: it was built with %s, which its range %q leaves out", library.Name, library.Version, library.Range)
		}
		if slices.ContainsFunc(m.Shared[:index], func(other SharedLibrary) bool { return other.Name == library.Name }) {
			return fmt.Errorf("shared: %s is there twice", library.Name)
		}
	}
	if (m.Host == "") != (len(m.Provides) == 0) {
		return fmt.Errorf("provides: the release with the host, and no other, says which shared libraries it provides")
	}
	for index, library := range m.Provides {
		if err := checkLibrary(library.Name, library.Version); err != nil {
			return fmt.Errorf("provides: %w", err)
		}
		if slices.ContainsFunc(m.Provides[:index], func(other ProvidedLibrary) bool { return other.Name == library.Name }) {
			return fmt.Errorf("provides: %s is there twice", library.Name)
		}
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
			return fmt.Errorf("%s %s asks for %s, which the host of %s %s does not provide", m.Edition, m.Version, library.Name, host.Edition, host.Version)
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
			return fmt.Errorf("%s %s asks for %s %s, and the host of %s %s provides %s: make one of them live first that fits both, or build %s with what is provided",
				m.Edition, m.Version, library.Name, library.Range, host.Edition, host.Version, version, m.Edition)
		}
	}
	return nil
}

package page

import (
	"fmt"

	"fieldhouse/plugins/editions/release"
)

// Edition is a release of an edition, compiled: what pages are joined from.
type Edition struct {
	*release.Folder
	entry    LineupEntry
	styles   []style
	routes   map[string]*route
	partials map[release.Language]partials
	// The shell's only.
	header, footer map[release.Look]map[release.Language]*fragment
	notFound       map[release.Language]*fragment
}

type route struct {
	release.Route
	main map[release.Language]*fragment
}

// Compile compiles everything of a release that pages need. It fails on a mark
// that the gateway cannot fill and on markup that a page's policy refuses; the
// error says in which file.
func Compile(opened *release.Folder) (*Edition, error) {
	manifest := opened.Manifest
	base := opened.Base()
	edition := &Edition{
		Folder: opened,
		entry: LineupEntry{
			Release: opened.Name,
			Base:    base,
			Entry:   base + manifest.Entry,
			Mount:   manifest.Mount,
			Styles:  addresses(base, manifest.Styles),
		},
		routes:   make(map[string]*route, len(manifest.Routes)),
		partials: map[release.Language]partials{},
	}
	var err error
	if edition.styles, err = compileStyles(opened); err != nil {
		return nil, err
	}
	for _, language := range release.Languages {
		compiled, err := compilePartials(manifest, base, language)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", release.ManifestFile, err)
		}
		edition.partials[language] = compiled
	}
	for _, declared := range manifest.Routes {
		compiled := &route{Route: declared}
		if compiled.main, err = edition.fragments(declared.Fragment); err != nil {
			return nil, err
		}
		edition.routes[declared.Path] = compiled
	}
	if manifest.Frame == nil {
		return edition, nil
	}
	edition.header, edition.footer = map[release.Look]map[release.Language]*fragment{}, map[release.Look]map[release.Language]*fragment{}
	for _, look := range release.Looks {
		if edition.header[look], err = edition.fragments(manifest.Frame.Header[look]); err != nil {
			return nil, err
		}
		if edition.footer[look], err = edition.fragments(manifest.Frame.Footer[look]); err != nil {
			return nil, err
		}
	}
	edition.notFound, err = edition.fragments(manifest.Frame.NotFound)
	return edition, err
}

// Check is Compile for a release that is about to be taken.
func Check(opened *release.Folder) error {
	_, err := Compile(opened)
	return err
}

func (e *Edition) fragments(paths release.Texts) (map[release.Language]*fragment, error) {
	compiled := map[release.Language]*fragment{}
	for _, language := range release.Languages {
		markup, err := e.ReadFile(paths[language])
		if err != nil {
			return nil, err
		}
		fragment, err := compile(string(markup), grammar{base: e.Base(), lists: markedLists, slots: slotLists})
		if err == nil {
			err = e.partials[language].complete(fragment)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", paths[language], err)
		}
		compiled[language] = fragment
	}
	return compiled, nil
}

func addresses(base string, paths []string) []string {
	full := make([]string, len(paths))
	for index, path := range paths {
		full[index] = base + path
	}
	return full
}

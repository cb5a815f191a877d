package page

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"fieldhouse/plugins/editions/release"
)

// Edition is a release of an edition, compiled: what pages are joined from.
type Edition struct {
	*release.Folder
	entry  LineupEntry
	styles []style
	// routes are those of one path, and patterns the others, the most specific first.
	routes   map[string]*route
	patterns []*route
	partials map[release.Language]partials
	traffic  Traffic
	// storey is nil for an edition without one, as host and shell are.
	storey *storey
	// The shell's only.
	header, footer map[release.Look]map[release.Language]*fragment
	notFound       map[release.Language]*fragment
	notFoundTitle  release.Texts
}

// CheckClosed refuses a release that is about to be taken for markup in which something is not
// closed. One that was taken before it was looked at is shown as it is.
func (e *Edition) CheckClosed() error {
	var fragments []release.Texts
	for _, route := range e.Manifest.Routes {
		fragments = append(fragments, route.Fragment)
	}
	if frame := e.Manifest.Frame; frame != nil {
		fragments = append(fragments, frame.NotFound)
		fragments = slices.AppendSeq(fragments, maps.Values(frame.Header))
		fragments = slices.AppendSeq(fragments, maps.Values(frame.Footer))
	}
	if storey := e.Manifest.Storey; storey != nil {
		fragments = append(fragments, storey.Floor, storey.Painted)
	}
	for _, language := range release.Languages {
		for _, paths := range fragments {
			markup, err := e.ReadFile(paths[language])
			if err != nil {
				return err
			}
			if !isClosed(string(markup)) {
				return notClosed(paths[language])
			}
		}
		for list, variants := range e.partials[language] {
			for variant := range variants {
				if !isClosed(e.Manifest.Partials[list][variant][language]) {
					return notClosed(fmt.Sprintf("partials: list %q, variant %q, %s", list, variant, language))
				}
			}
		}
	}
	return nil
}

func notClosed(where string) error {
	return fmt.Errorf("%s: something in the markup is not closed, such as a comment or an element, or it closes what is around it: what comes after it in the page would stand elsewhere", where)
}

type route struct {
	release.Route
	pattern release.Pattern
	main    map[release.Language]*fragment
	// sheet has the styles of main alone; nil where the page has all of the release.
	sheet *style
	// named is About.Named of its list.
	named func(name string) Subject
}

// itemKey is the parameter of a path of the pattern that names its item.
func (r *route) itemKey(path string) (key string, matches bool) {
	matches = r.pattern.Match(path, func(name, value string) {
		if name == release.Items[r.Item].Key {
			key = value
		}
	})
	return key, matches
}

// Compile compiles everything of a release that pages with these contents need. It fails on a mark
// that the gateway cannot fill and on markup that a page's policy refuses; the
// error says in which file.
func Compile(opened *release.Folder, contents Contents) (*Edition, error) {
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
	if edition.styles, err = compileStyles(opened, manifest.Styles...); err != nil {
		return nil, err
	}
	for _, language := range release.Languages {
		compiled, err := contents.compilePartials(opened, language)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", release.ManifestFile, err)
		}
		edition.partials[language] = compiled
	}
	for _, declared := range manifest.Routes {
		compiled := &route{Route: declared, pattern: declared.Pattern(), named: contents.about(declared.Item).Named}
		allowed := contents.mainGrammar(manifest.Edition, &declared)
		head := grammar{fields: allowed.fields, unknown: opened.Unknown}
		if compiled.Title, err = head.head(declared.Title); err == nil {
			compiled.Description, err = head.head(declared.Description)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: routes: %s: %w", release.ManifestFile, declared.Path, err)
		}
		if compiled.main, err = edition.fragments(contents, declared.Fragment, allowed, &declared); err != nil {
			return nil, err
		}
		if compiled.sheet, err = compileSheet(opened, declared.Sheet); err != nil {
			return nil, err
		}
		if declared.Item == "" {
			edition.routes[declared.Path] = compiled
		} else {
			edition.patterns = append(edition.patterns, compiled)
		}
	}
	// Of two that match one path admission leaves those of which one is narrower,
	// which has fewer parameters.
	slices.SortStableFunc(edition.patterns, func(a, b *route) int {
		return cmp.Compare(len(a.pattern.Parameters()), len(b.pattern.Parameters()))
	})
	if err := edition.compileStorey(contents); err != nil {
		return nil, err
	}
	if manifest.Frame == nil {
		return edition, nil
	}
	allowed := contents.mainGrammar(manifest.Edition, nil)
	inHeader := allowed
	inHeader.fields = headerFields
	edition.header, edition.footer = map[release.Look]map[release.Language]*fragment{}, map[release.Look]map[release.Language]*fragment{}
	for look := range manifest.Frame.Header {
		if edition.header[look], err = edition.fragments(contents, manifest.Frame.Header[look], inHeader, nil); err != nil {
			return nil, err
		}
		if edition.footer[look], err = edition.fragments(contents, manifest.Frame.Footer[look], allowed, nil); err != nil {
			return nil, err
		}
	}
	if edition.notFound, err = edition.fragments(contents, manifest.Frame.NotFound, allowed, nil); err != nil {
		return nil, err
	}
	head := grammar{unknown: opened.Unknown}
	if edition.notFoundTitle, err = head.head(manifest.Frame.NotFoundTitle); err != nil {
		return nil, fmt.Errorf("%s: frame: %w", release.ManifestFile, err)
	}
	return edition, nil
}

// RunsOn reports why the release does not run on a host's (release.Manifest.RunsOn).
func (e *Edition) RunsOn(host *Edition) error { return e.Manifest.RunsOn(host.Manifest) }

// fragments compiles one in each language: that of a route's main, or one that is
// of no route.
func (e *Edition) fragments(contents Contents, paths release.Texts, allowed grammar, of *release.Route) (map[release.Language]*fragment, error) {
	allowed.base, allowed.unknown = e.Base(), e.Unknown
	compiled := map[release.Language]*fragment{}
	for _, language := range release.Languages {
		markup, err := e.ReadFile(paths[language])
		if err != nil {
			return nil, err
		}
		fragment, err := compile(string(markup), allowed)
		if err == nil {
			err = contents.complete(e.partials[language], fragment)
		}
		if err == nil && of != nil {
			err = contents.checkNeeds(fragment, of)
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

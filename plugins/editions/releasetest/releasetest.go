// Package releasetest writes small release folders for tests.
package releasetest

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site/settings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// The editions of the tests' sites besides the shell, and their looks.
const (
	Football   = "football"
	Basketball = "basketball"
)

// Editions are those of a test's site, as its settings name them.
var Editions = []settings.Edition{
	{Name: Football, NameEN: "Football", NameSP: "Fútbol americano"},
	{Name: Basketball, NameEN: "Basketball", NameSP: "Baloncesto"},
}

// Draft is a release that is not yet written. A test changes it before Write, or
// changes the folder after it.
type Draft struct {
	Manifest release.Manifest
	// Content by path, without the compressed forms, which Write adds. Write names a
	// file by its content, in the manifest too.
	Content map[string]string
}

// Name is the name that Write gives the file of this path.
func (d *Draft) Name(path string) string { return Named(path, []byte(d.Content[path])) }

// Named is a file's name when it has this content: the hash stands before the
// extension, and no folder is left.
func Named(path string, content []byte) string {
	digest := sha256.Sum256(content)
	extension := filepath.Ext(path)
	stem := strings.ReplaceAll(strings.TrimSuffix(path, extension), "/", "-")
	return fmt.Sprintf("%s.%.10x%s", stem, digest[:], extension)
}

// Address is where a release's file of this path is served.
func Address(manifest *release.Manifest, path string) string {
	extension := filepath.Ext(path)
	stem := strings.ReplaceAll(strings.TrimSuffix(path, extension), "/", "-") + "."
	for _, file := range manifest.Files {
		if rest, found := strings.CutPrefix(file.Path, stem); found && len(rest) == 20+len(extension) && strings.HasSuffix(rest, extension) {
			return "/_r/" + manifest.Edition + "/" + file.Path
		}
	}
	return "/_r/" + manifest.Edition + "/no " + path
}

// Find is the name of the one file in a folder that has this path but for its hash.
func Find(t testing.TB, folder, path string) string {
	t.Helper()
	extension := filepath.Ext(path)
	pattern := strings.TrimSuffix(path, extension) + "." + strings.Repeat("[0-9a-f]", 20) + extension
	found, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s is there as %q (%v)", path, found, err)
	}
	return filepath.Base(found[0])
}

// Both is the same text in both languages.
func Both(text string) release.Texts {
	return release.Texts{release.English: text, release.Spanish: text}
}

// script is long enough to have compressed forms.
func script(name string) string {
	return "export const name = '" + name + "';\n" + strings.Repeat("// the same line again, so that it packs well\n", 12)
}

func draft(edition string) *Draft {
	return &Draft{
		Manifest: release.Manifest{
			Contract:   release.ContractVersion,
			Minor:      release.ContractMinor,
			Edition:    edition,
			Version:    "1.0.0",
			Entry:      "remoteEntry.js",
			Mount:      "./mount",
			Federation: "2.9.2",
			Shared: []release.SharedLibrary{
				{Name: "react", Version: "19.3.1", Range: "^19.0.0"},
				{Name: release.Runtime, Version: "2.9.2", Range: "^2.9.0"},
			},
			Preload:  []string{"remoteEntry.js", "mount.js"},
			Styles:   []string{"styles.css"},
			Fonts:    []string{"fonts/text.woff2"},
			Partials: map[string]map[string]release.Texts{},
		},
		Content: map[string]string{
			"remoteEntry.js":   script(edition + " entry"),
			"mount.js":         script(edition + " mount"),
			"styles.css":       "." + edition + "-main{color:red}",
			"fonts/text.woff2": "wOF2 " + edition,
		},
	}
}

// Fragment adds a prerendered fragment and answers its paths.
func (d *Draft) Fragment(name, english, spanish string) release.Texts {
	paths := release.Texts{}
	for language, markup := range map[release.Language]string{release.English: english, release.Spanish: spanish} {
		path := fmt.Sprintf("fragments/%s.%s.html", name, language)
		d.Content[path] = markup
		paths[language] = path
	}
	return paths
}

// Route adds a route with a fragment.
func (d *Draft) Route(path string, header, footer release.Look, english, spanish string, data ...string) {
	name := strings.NewReplacer("/", "-", ":", "~").Replace(strings.Trim(path, "/"))
	if name == "" {
		name = "home"
	}
	d.Manifest.Routes = append(d.Manifest.Routes, release.Route{
		Path: path, Header: header, Footer: footer,
		Title:       release.Texts{release.English: "Title of " + path, release.Spanish: "Título de " + path},
		Description: Both("About " + path),
		Fragment:    d.Fragment("main/"+name, english, spanish),
		Data:        data,
	})
}

const art = `<svg xmlns="http://www.w3.org/2000/svg"></svg>`

// Host is a host that provides React and the runtime.
func Host() *Draft {
	return &Draft{
		Manifest: release.Manifest{
			Contract: release.ContractVersion,
			Minor:    release.ContractMinor,
			Edition:  release.Host,
			Version:  "1.0.0",
			Entry:    "host.js",
			Provides: []release.ProvidedLibrary{{Name: "react", Version: "19.3.1"}, {Name: release.Runtime, Version: "2.9.2"}},
			Styles:   []string{"host.css"},
		},
		Content: map[string]string{"host.js": script("host"), "host.css": ".fh-notice{color:red}"},
	}
}

// Shell is a shell with a home, all headers and footers, and the lists of the settings.
func Shell() *Draft {
	d := draft(release.Shell)
	d.Route("/", release.DefaultLook, Basketball,
		`<h1>Welcome to @setting/product@</h1><img src="@release/`+Named("art.svg", []byte(art))+`" alt="">`,
		`<h1>Te damos la bienvenida a @setting/product@</h1>`)
	d.Content["art.svg"] = art
	frame := &release.Frame{Header: map[release.Look]release.Texts{}, Footer: map[release.Look]release.Texts{}}
	d.Manifest.Frame = frame
	for _, look := range []release.Look{release.DefaultLook, Football, Basketball} {
		d.Look(look)
	}
	frame.NotFound = d.Fragment("not-found", "<h1>Not found</h1>", "<h1>No encontrado</h1>")
	frame.NotFoundTitle = release.Texts{release.English: "Not found", release.Spanish: "No encontrado"}
	links := map[string]release.Texts{
		"link":     Both(`<li><a href="@item/link@">@item/name@</a></li>`),
		"external": Both(`<li><a href="@item/link@" target="_blank">@item/name@</a></li>`),
		"current":  Both(`<li><a href="@item/link@" aria-current="page">@item/name@</a></li>`),
		"within":   Both(`<li><a href="@item/link@" aria-current="true">@item/name@</a></li>`),
	}
	grouped := maps.Clone(links)
	grouped["group"] = Both(`<li data-index="@item/index@">@item/name@<ul>@list/navigation.content@</ul></li>`)
	grouped["group-current"] = Both(`<li class="current">@item/name@<ul>@list/navigation.content@</ul></li>`)
	d.Manifest.Partials = map[string]map[string]release.Texts{
		"navigation":         grouped,
		"navigation.content": links,
		"navigation.flat":    links,
		"editions":           {"link": links["link"], "current": links["current"]},
		"socials": {
			"link": Both(`<li><a href="@item/link@">@item/name@</a></li>`),
			"wide": Both(`<li class="wide"><a href="@item/link@">@item/name@</a></li>`),
		},
	}
	return d
}

// Look adds a look to the shell's frame.
func (d *Draft) Look(look release.Look) {
	header := fmt.Sprintf(`<header class="%s"><ul>@list/editions@</ul><ul>@list/navigation.flat@</ul><ul>@list/navigation@</ul></header>`, look)
	d.Manifest.Frame.Header[look] = d.Fragment("header/"+string(look), header, header)
	footer := fmt.Sprintf(`<footer class="%s"><a href="@setting/developer.link@">@setting/developer.name@</a><ul>@list/socials@</ul></footer>`, look)
	d.Manifest.Frame.Footer[look] = d.Fragment("footer/"+string(look), footer, footer)
}

// Sport is an edition with a landing page that shows its drops and has an island,
// and a page of markup alone, that needs no data.
func Sport(edition string) *Draft {
	d := draft(edition)
	look := release.Look(edition)
	landing := `<h1>` + edition + `</h1><div class="drops" data-slot="drops"></div>`
	d.Route("/"+edition, look, look, landing, landing, release.NeedDrops, release.NeedMedian)
	d.Manifest.Routes[0].Scripts = []string{"remoteEntry.js", "mount.js"}
	d.Route("/"+edition+"/faq", look, look, "<h1>Questions</h1>", "<h1>Preguntas</h1>")
	item := `<article data-state="%s"><h3>@item/name@</h3><p lang="@item/descriptionLanguage@" title="@item/description@">@item/usd@ USD, @item/wax@ WAX, @item/left@ of @item/total@, <time datetime="@item/endsAt@">@item/endsText@</time></p></article>`
	variants := map[string]release.Texts{"empty": Both("<p>Nothing is on sale.</p>")}
	for _, variant := range []string{"live", "live-open", "soon", "soldout", "ended"} {
		variants[variant] = Both(fmt.Sprintf(item, variant))
		variants[variant+"-lead"] = Both(fmt.Sprintf(item, variant+" lead"))
	}
	d.Manifest.Partials["drops"] = variants
	return d
}

// Storey adds a floor to a sport, with sheets of its own.
func (d *Draft) Storey() *Draft {
	edition := d.Manifest.Edition
	d.Content["storey.css"] = fmt.Sprintf(`[data-floor="%s"]{--ink:red}.%[1]s-grass{color:red}`, edition)
	d.Content["floor.css"] = "." + edition + "-floor{color:red}"
	floor := `<section id="floor-` + edition + `" data-base="@release/">@item/number@ %s@setting/product@</section>`
	d.Manifest.Storey = &release.Storey{
		Sheet: "storey.css", FloorSheet: "floor.css",
		Floor:   d.Fragment("floor", fmt.Sprintf(floor, "in "), fmt.Sprintf(floor, "en ")),
		Painted: d.Fragment("painted", `<i class="`+edition+`-grass">grass</i>`, `<i class="`+edition+`-grass">hierba</i>`),
		Sport:   release.Texts{release.English: edition, release.Spanish: "i" + edition},
		Ground:  release.Texts{release.English: "a " + edition + " ground", release.Spanish: "un campo de " + edition},
	}
	return d
}

// House is a shell that has no look but the default's, and shows the floors of the editions.
func House() *Draft {
	d := Shell()
	home := &d.Manifest.Routes[0]
	home.Footer = release.DefaultLook
	home.Title = Both("@setting/product@ · @item/sports@")
	home.Description = Both("@item/floors@ floors: @item/grounds@")
	main := `<h1>@list/floors.count@</h1><nav>@list/floors.lift@</nav><a href="@item/home@">@item/sports@</a><a href="@item/blog@">@item/grounds@</a>@list/floors@`
	home.Fragment = d.Fragment("main/home", main, main)
	frame := d.Manifest.Frame
	frame.NotFound = d.Fragment("not-found", "<h1>Not found</h1>@list/floor@", "<h1>No encontrado</h1>@list/floor@")
	frame.Header, frame.Footer = map[release.Look]release.Texts{}, map[release.Look]release.Texts{}
	header, footer := `<header class="default"><a href="@item/home@">home</a></header>`, `<footer>@list/floor@</footer>`
	frame.Header[release.DefaultLook] = d.Fragment("header/default", header, header)
	frame.Footer[release.DefaultLook] = d.Fragment("footer/default", footer, footer)
	counts := map[string]release.Texts{}
	for _, count := range []string{"none", "one", "two", "three", "four"} {
		counts[count] = Both(count)
	}
	d.Manifest.Partials["floors.count"] = counts
	d.Manifest.Partials["floors.lift"] = map[string]release.Texts{"floor": Both(`<a href="#floor-@item/edition@">@item/number@ @item/name@</a>`)}
	return d
}

// Next is a football with a text more in a script.
func Next(text string) *Draft {
	d := Sport(Football)
	d.Content["mount.js"] += "// " + text
	return d
}

// Items adds the pages of items to a sport: a blog with its posts, and a page for
// each drop.
func (d *Draft) Items() *Draft {
	look := release.Look(d.Manifest.Edition)
	home := "/" + d.Manifest.Edition
	d.Route(home+"/blog", look, look, "<h1>Blog</h1><ul>@list/posts@</ul>", "<h1>Blog</h1><ul>@list/posts@</ul>", release.NeedPosts)
	post := `<h1>@item/title@</h1><p>@item/author@, <time datetime="@item/publishedAt@">@item/publishedText@</time>, @item/day@ @item/month@ @item/year@, @item/minutes@, @item/category@</p>` +
		`<div data-slot="content"></div><nav>@list/posts.neighbours@</nav><a href="@item/link@">there</a>`
	d.item("posts", home+"/blog/:slug", post, "@item/title@ · @setting/product@", "@item/excerpt@", release.NeedPosts)
	drop := `<h1>@item/name@</h1><div data-slot="drop"></div>`
	d.item("drops", home+"/drops/:id", drop, "@item/name@ · @setting/product@", "@item/name@: @item/description@", release.NeedDrops, release.NeedMedian)
	link := `<li class="%s"><a href="` + home + `/blog/@item/slug@">@item/title@</a>: @item/excerpt@</li>`
	d.Manifest.Partials["posts"] = map[string]release.Texts{
		"post": Both(fmt.Sprintf(link, "post")), "post-lead": Both(fmt.Sprintf(link, "lead")),
		"empty": Both("<li>Nothing was written.</li>"), "unread": Both("<li>Nothing could be read.</li>"),
	}
	d.Manifest.Partials["posts.neighbours"] = map[string]release.Texts{
		"older": Both(fmt.Sprintf(link, "older")), "newer": Both(fmt.Sprintf(link, "newer")),
	}
	states := map[string]release.Texts{}
	for _, variant := range []string{"live", "live-wax", "soon", "soldout", "ended"} {
		states[variant] = Both(`<p class="` + variant + `">@item/usd@ USD, @item/wax@ WAX, @item/left@ left</p>`)
	}
	d.Manifest.Partials["drop"] = states
	return d
}

func (d *Draft) item(list, path, main, title, description string, needs ...string) {
	look := release.Look(d.Manifest.Edition)
	d.Route(path, look, look, main, main, needs...)
	added := &d.Manifest.Routes[len(d.Manifest.Routes)-1]
	added.Item, added.Title, added.Description = list, Both(title), Both(description)
}

// Write writes the release into a new folder and answers it.
func (d *Draft) Write(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	d.WriteTo(t, folder)
	return folder
}

// WriteTo writes the release: the files, their compressed forms and release.json.
func (d *Draft) WriteTo(t testing.TB, folder string) {
	t.Helper()
	manifest := d.Manifest
	var renamed []string
	for _, path := range slices.Sorted(maps.Keys(d.Content)) {
		content, name := []byte(d.Content[path]), d.Name(path)
		manifest.Files = append(manifest.Files, Listed(name, content))
		renamed = append(renamed, strconv.Quote(path), strconv.Quote(name))
		PutFile(t, folder, name, content)
		if len(content) >= 256 && !strings.HasSuffix(path, ".woff2") {
			for _, coding := range store.Codings {
				PutFile(t, folder, store.Encoded(name, coding), Pack(t, content, coding.String()))
			}
		}
	}
	content := must.Get(json.Marshal(manifest))(t)
	content = []byte(strings.NewReplacer(renamed...).Replace(string(content)))
	PutFile(t, folder, release.ManifestFile, content)
	PutFile(t, folder, release.BuildFile, []byte(`{"revision":"abc","builtAt":"2026-11-21T04:00:00.000Z"}`))
}

// SetLive makes releases live in a store, by their editions, and answers the state.
func SetLive(t testing.TB, store string, names map[string]string) journal.State {
	t.Helper()
	return must.Get(journal.Open(store, journal.Options{}).SetLive(journal.Change{By: "a test"}, names, journal.Checks{}))(t)
}

// State is the state of a store's journal.
func State(t testing.TB, store string) journal.State {
	t.Helper()
	return must.Get(journal.Open(store, journal.Options{}).Read())(t)
}

// Listed is a file as a manifest lists it.
func Listed(path string, content []byte) release.File {
	digest := sha512.Sum384(content)
	return release.File{Path: path, SHA384: "sha384-" + base64.StdEncoding.EncodeToString(digest[:]), Size: int64(len(content))}
}

// PutFile writes one file of a folder.
func PutFile(t testing.TB, folder, path string, content []byte) {
	t.Helper()
	full := filepath.Join(folder, filepath.FromSlash(path))
	must.Do(t, os.MkdirAll(filepath.Dir(full), 0o755))
	must.Do(t, os.WriteFile(full, content, 0o644))
}

// ChangeManifest rewrites release.json of a written release as a tree of JSON.
func ChangeManifest(t testing.TB, folder string, change func(manifest map[string]any)) {
	t.Helper()
	path := filepath.Join(folder, release.ManifestFile)
	var manifest map[string]any
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile(path))(t), &manifest))
	change(manifest)
	PutFile(t, folder, release.ManifestFile, must.Get(json.Marshal(manifest))(t))
}

// Pack compresses content in a coding.
func Pack(t testing.TB, content []byte, encoding string) []byte {
	t.Helper()
	var packed bytes.Buffer
	switch encoding {
	case "br":
		writer := brotli.NewWriter(&packed)
		writer.Write(content)
		writer.Close()
	case "zstd":
		writer := must.Get(zstd.NewWriter(&packed))(t)
		writer.Write(content)
		writer.Close()
	case "gzip":
		writer := gzip.NewWriter(&packed)
		writer.Write(content)
		writer.Close()
	default:
		t.Fatalf("content coding %q is unknown", encoding)
	}
	return packed.Bytes()
}

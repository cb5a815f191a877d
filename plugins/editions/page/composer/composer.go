// Package composer composes the pages of a release that stands in no store, from data that
// somebody else has read: what a development server asks for with JSON. It is built to
// WebAssembly (gateway/cmd/composer), and has no other code for pages than the gateway.
package composer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"runtime/debug"
	"strings"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/site/settings"
)

// Composer has one release at a time. It is not safe for concurrent use.
type Composer struct {
	edition *page.Edition
	// settings are those that the site was made of, and rows what was read, each kept while
	// nothing else comes.
	settings json.RawMessage
	site     *page.Composer
	rows     map[string]held
}

type held struct {
	body json.RawMessage
	rows *page.Rows
}

// New is a composer without a release.
func New() *Composer { return &Composer{rows: map[string]held{}} }

// Call does what the JSON of a request asks for, and answers with JSON: the result as
// `value`, or as `error` why there is none.
func (c *Composer) Call(request []byte) []byte {
	value, err := c.call(request)
	answer := struct {
		Value any    `json:"value"`
		Error string `json:"error,omitempty"`
	}{Value: value}
	if err != nil {
		answer.Value, answer.Error = nil, err.Error()
	}
	// Marshal fails on nothing that is answered here.
	content, err := json.Marshal(answer)
	if err != nil {
		panic(fmt.Sprintf("composer: the answer to a call is no JSON: %v", err))
	}
	return content
}

func (c *Composer) call(request []byte) (value any, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			value, err = nil, fmt.Errorf("the composer panicked: %v\n%s", panicked, debug.Stack())
		}
	}()
	var asked struct {
		Take    *taking
		Find    *string
		Compose *composing
	}
	if err := json.Unmarshal(request, &asked); err != nil {
		return nil, fmt.Errorf("reading the request: %w", err)
	}
	switch {
	case asked.Take != nil:
		return c.take(asked.Take)
	case c.edition == nil:
		return nil, fmt.Errorf("no release was taken")
	case asked.Find != nil:
		if route, found := c.edition.RouteOf(*asked.Find); found {
			return route, nil
		}
		return nil, nil
	case asked.Compose != nil:
		return c.compose(asked.Compose)
	}
	return nil, fmt.Errorf("the request asks for nothing: write take, find or compose")
}

// taking is a release: its release.json, and those of its files that pages are made of.
type taking struct {
	Manifest string
	Files    files
}

type files map[string]string

func (f files) Open(name string) (io.ReadCloser, error) {
	content, found := f[name]
	if !found {
		return nil, fmt.Errorf("%s: it is not among the files that were given: %w", name, fs.ErrNotExist)
	}
	return io.NopCloser(strings.NewReader(content)), nil
}

func (f files) Size(name string) (int64, error) {
	content, found := f[name]
	if !found {
		return 0, fs.ErrNotExist
	}
	return int64(len(content)), nil
}

// take replaces the release, after the checks that a gateway would take it by. The one before
// stays where it does not pass them.
func (c *Composer) take(given *taking) (page.LineupEntry, error) {
	parsed, err := release.Parse([]byte(given.Manifest))
	if err != nil {
		return page.LineupEntry{}, err
	}
	folder := release.NewFolder(parsed, given.Files)
	if err := release.CheckStyles(folder); err != nil {
		return page.LineupEntry{}, err
	}
	edition, err := items.Compile(folder)
	if err == nil {
		err = edition.CheckClosed()
	}
	if err != nil {
		return page.LineupEntry{}, err
	}
	c.edition = edition
	return edition.Entry(), nil
}

// composing is a page that is wanted, with all that it is made of.
type composing struct {
	Path     string
	Language release.Language
	// Time is the gateway's clock, epoch milliseconds.
	Time int64
	// Settings are the contract's SiteSettings, as a page of the gateway has them.
	Settings json.RawMessage
	// Data are what the gateway's API answers, by need; none for what cannot be read.
	Data map[string]json.RawMessage
}

// compose composes a page; nil where the data does not have its item.
func (c *Composer) compose(wanted *composing) (*page.Part, error) {
	if wanted.Language != release.English && wanted.Language != release.Spanish {
		return nil, fmt.Errorf("language %q: it is %s or %s", wanted.Language, release.English, release.Spanish)
	}
	if err := c.use(wanted.Settings); err != nil {
		return nil, err
	}
	rows := map[string]*page.Rows{}
	for need, body := range wanted.Data {
		read, err := c.read(need, body)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", need, err)
		}
		rows[need] = read
	}
	return c.site.Part(c.edition, wanted.Path, wanted.Language, rows, time.UnixMilli(wanted.Time))
}

func (c *Composer) use(given json.RawMessage) error {
	if c.site != nil && bytes.Equal(given, c.settings) {
		return nil
	}
	var read settings.Settings
	if err := json.Unmarshal(given, &read); err != nil {
		return fmt.Errorf("reading the settings: %w", err)
	}
	var editions []settings.Edition
	for _, entry := range read.Editions {
		editions = append(editions, settings.Edition{Name: strings.TrimPrefix(entry.Link, "/"), NameEN: entry.NameEN, NameSP: entry.NameSP})
	}
	c.settings = given
	c.site = page.NewComposer(page.Options{Site: page.NewSite(&read, editions...)}, items.Contents, func(string) *page.Rows { return nil })
	return nil
}

// read is the data of a need, which is read once while it is the same.
func (c *Composer) read(need string, body json.RawMessage) (*page.Rows, error) {
	if kept := c.rows[need]; kept.rows != nil && bytes.Equal(kept.body, body) {
		return kept.rows, nil
	}
	rows, err := items.Contents.ReadRows(need, body, "")
	if err == nil {
		c.rows[need] = held{body, rows}
	}
	return rows, err
}

package page

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/site/settings"
)

// Contents are all that data says in pages: pages know it by them alone.
type Contents []Content

// Content is what pages show of the data of some needs, as its owner describes it.
type Content struct {
	// Needs are those whose data it reads (release.Needs).
	Needs []string
	// Read reads the data of a need.
	Read func(need string, body []byte) (Data, error)
	// Lists are those that it fills, by name.
	Lists map[string]List
	// About are what pages of a pattern can be about, by the list that says which of them exist
	// (release.Items).
	About map[string]About
	// Differs says what the settings and the data tell differently; empty for nothing. It may be
	// nil.
	Differs func(site *settings.Settings, rows map[string]*Rows, now time.Time) string
}

// About is what the page of an item can hold of it.
type About struct {
	Fields []string
	// Lists are those that only its page has.
	Lists []string
	// HasText says that its page has a slot `content`, for the item's text.
	HasText bool
	// Named is the item of a name, where names alone say which of the pages exist
	// (release.Item); nil for a name that none can have.
	Named func(name string) Subject
}

// Data is what was read of a need.
type Data interface {
	// Script is the data as a page carries it, which can stand inside a script element; of a
	// page about an item with its key, else it is empty. It is nil where pages carry none.
	Script(item string) json.RawMessage
}

// Subjects is data in which pages find what they are about.
type Subjects interface {
	Data
	// Subject is the item with this key, if it is the edition's; nil for none.
	Subject(key, edition string) Subject
	// Subjects are all that are the edition's, in a stable order.
	Subjects(edition string) []Subject
}

// Rows is the data of one need.
type Rows struct {
	// Version changes with the data.
	Version string
	Data    Data
}

// ReadRows reads the data of a need.
func (c Contents) ReadRows(need string, body []byte, version string) (*Rows, error) {
	for _, content := range c {
		if slices.Contains(content.Needs, need) {
			data, err := content.Read(need, body)
			if err != nil {
				return nil, err
			}
			return &Rows{version, data}, nil
		}
	}
	return nil, fmt.Errorf("nothing in pages is made of it")
}

func (c Contents) lookUp(name string) (List, bool) {
	if list, known := settingLists[name]; known {
		return list, true
	}
	for _, content := range c {
		if list, known := content.Lists[name]; known {
			return list, true
		}
	}
	return List{}, false
}

func (c Contents) list(name string) List {
	list, _ := c.lookUp(name)
	return list
}

func (c Contents) about(list string) About {
	for _, content := range c {
		if about, known := content.About[list]; known {
			return about
		}
	}
	return About{}
}

func (c Contents) differs(site *settings.Settings, rows map[string]*Rows, now time.Time) string {
	for _, content := range c {
		if content.Differs == nil {
			continue
		}
		if found := content.Differs(site, rows, now); found != "" {
			return found
		}
	}
	return ""
}

// Context is the page that data is shown in.
type Context struct {
	Rows     map[string]*Rows
	Language release.Language
	Site     *Site
	Now      time.Time
	// Edition is the one whose page it is.
	Edition string
	// Holds reports whether its main has a place for a list.
	Holds func(list string) bool
	// PageOf is where an item of a list is at home: its own page where its edition has them, else
	// the edition's home.
	PageOf func(list, edition, key string) string
	// OwnPageOf is that of an item that is of all editions: its page in the page's own edition, on
	// the shell's pages in the first edition of the settings that has them.
	OwnPageOf func(list string, item Subject) string
}

// SameRows reports whether two readings have the same needs in the same versions.
func SameRows(a, b map[string]*Rows) bool {
	return maps.EqualFunc(a, b, func(one, other *Rows) bool { return one.Version == other.Version })
}

// Package items is what the data of the game and of the blog says in pages: drops, prices, what the
// price was, and posts, as items of lists and as what a page is about.
package items

import (
	"encoding/json"
	"fmt"
	"sync"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
)

// Bounds of the data of pages.
const (
	// maxRows is the largest body that a page carries; above it the browser asks itself.
	maxRows = 512 << 10
	// maxFeed bounds the posts that are read; a page carries few of their texts.
	maxFeed = 4 << 20
)

// Contents are those of this package.
var Contents = page.Contents{
	{Needs: []string{release.NeedDrops, release.NeedMedian, release.NeedPartners}, Read: readTable, Lists: dropLists, About: aboutDrops, Differs: saleDiffers},
	{Needs: []string{release.NeedHistory}, Read: readHistory, Lists: historyLists},
	{About: aboutAccounts},
	{Needs: []string{release.NeedPosts}, Read: readPosts, Lists: postLists, About: aboutPosts},
}

// Compile compiles a release with the lists of this package (page.Compile).
func Compile(opened *release.Folder) (*page.Edition, error) { return page.Compile(opened, Contents) }

// Compiles is the check of a release that another process has taken.
func Compiles(opened *release.Folder) error {
	_, err := Compile(opened)
	return err
}

// Check is the check of a release that is about to be taken.
func Check(opened *release.Folder) error {
	compiled, err := Compile(opened)
	if err != nil {
		return err
	}
	return compiled.CheckClosed()
}

// unread stands in a list whose data could not be read.
var unread = []page.Item{{Variants: []string{"unread"}}}

type table struct {
	script []byte
	rows   []json.RawMessage
	// paused has the editions whose sale is.
	paused pauses
	// drops are the rows as drops, by id.
	drops func() map[string]*drop
}

func (t *table) Script(string) json.RawMessage { return t.script }

func tableOf(rows map[string]*page.Rows, need string) *table {
	if held := rows[need]; held != nil {
		read, _ := held.Data.(*table)
		return read
	}
	return nil
}

func readPosts(_ string, body []byte) (page.Data, error) {
	if len(body) > maxFeed {
		return nil, fmt.Errorf("%d bytes are too many for a feed, at most %d", len(body), maxFeed)
	}
	return readFeed(body)
}

func readTable(_ string, body []byte) (page.Data, error) {
	if len(body) > maxRows {
		return nil, fmt.Errorf("%d bytes are too many for a page, at most %d", len(body), maxRows)
	}
	var envelope struct {
		Rows   []json.RawMessage `json:"rows"`
		Paused pauses            `json:"paused"`
	}
	if err := json.Unmarshal(body, &envelope); err != nil {
		return nil, fmt.Errorf("the answer is no envelope of rows: %w", err)
	}
	script, err := page.ScriptJSON(body)
	if err != nil {
		return nil, err
	}
	read := &table{script: script, rows: envelope.Rows, paused: envelope.Paused}
	read.drops = sync.OnceValue(func() map[string]*drop { return readDrops(read.rows) })
	return read, nil
}

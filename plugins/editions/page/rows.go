package page

import (
	"encoding/json"
	"fmt"
	"sync"

	"fieldhouse/plugins/editions/release"
)

// Bounds of the data of pages.
const (
	// maxRows is the largest body that a page carries; above it the browser asks itself.
	maxRows = 512 << 10
	// maxFeed bounds the posts that are read; a page carries few of their texts.
	maxFeed = 4 << 20
)

// Rows is the data of one need.
type Rows struct {
	// Version changes with the data.
	Version string
	// script can stand inside a script element; nil for a feed, which is cut for
	// each page.
	script []byte
	rows   []json.RawMessage
	// paused has the editions whose sale is.
	paused pauses
	// drops are the rows as drops, by id.
	drops func() map[string]*drop
	// feed is the posts; nil for rows.
	feed *feed
	// history is what the price was; nil but for that need.
	history []pricePoint
}

// ReadRows reads the data of a need: the node's envelope, the feed's answer, or the history
// of the median.
func ReadRows(need string, body []byte, version string) (*Rows, error) {
	if need == release.NeedPosts {
		return newFeed(body, version)
	}
	if need == release.NeedHistory {
		// Pages have its line in their markup.
		points, err := readHistory(body)
		return &Rows{Version: version, history: points}, err
	}
	return newRows(body, version)
}

func newFeed(body []byte, version string) (*Rows, error) {
	if len(body) > maxFeed {
		return nil, fmt.Errorf("%d bytes are too many for a feed, at most %d", len(body), maxFeed)
	}
	read, err := readFeed(body)
	if err != nil {
		return nil, err
	}
	return &Rows{Version: version, feed: read}, nil
}

func newRows(body []byte, version string) (rows *Rows, err error) {
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
	script, err := scriptJSON(body)
	if err != nil {
		return nil, err
	}
	rows = &Rows{Version: version, script: script, rows: envelope.Rows, paused: envelope.Paused}
	rows.drops = sync.OnceValue(func() map[string]*drop { return readDrops(rows.rows) })
	return rows, nil
}

// SameRows reports whether two readings have the same needs in the same versions.
func SameRows(a, b map[string]*Rows) bool {
	if len(a) != len(b) {
		return false
	}
	for need, rows := range a {
		if other := b[need]; other == nil || other.Version != rows.Version {
			return false
		}
	}
	return true
}

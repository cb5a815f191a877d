package serve

import (
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/edgecache/answer"
)

// The headers that an answer has besides those of the cache.
const (
	// TimeHeader is when the index answered, RFC 3339: the assets are as it knew
	// them then. The body's query_time is that of the newest change.
	TimeHeader = "X-Index-Time"
	// CutHeader says why an answer ends before the last asset: pages or bytes.
	// It is absent when it does not. The body's member "cut" says the same.
	CutHeader = "X-Assets-Cut"
)

// contentType is an index's own.
const contentType = "application/json; charset=utf-8"

// timeLayout is RFC 3339 with the milliseconds that an index counts.
const timeLayout = "2006-01-02T15:04:05.000Z07:00"

// formatMeta writes what goes into the headers as an entry's Meta.
func formatMeta(listing *index.Listing) string {
	return strconv.FormatInt(listing.QueryTime, 10) + " " + string(listing.Cut)
}

// Prepare makes an entry ready to be answered; for the engine's Config.
func Prepare(entry, previous *edgecache.Entry) any {
	ready := answer.Prepare(entry, previous, contentType)
	moment, cut, _ := strings.Cut(entry.Meta, " ")
	if milliseconds, err := strconv.ParseInt(moment, 10, 64); err == nil && milliseconds > 0 {
		ready.With(TimeHeader, time.UnixMilli(milliseconds).UTC().Format(timeLayout))
	}
	if cut != "" {
		ready.With(CutHeader, cut)
	}
	return ready
}

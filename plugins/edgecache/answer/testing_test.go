package answer

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/plugintest/asking"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const contentType = "application/json"

// noon is the tests' moment.
var noon = time.Date(2024, 8, 13, 12, 0, 0, 0, time.UTC)

// text is a body that compresses well.
func text(bytes int) []byte {
	const line = `{"drop_id":1,"name":"Starter Pack","listing_price":"10.00 USD"},`
	return []byte(strings.Repeat(line, bytes/len(line)+1)[:bytes])
}

// newEntry is a fresh entry as an engine makes it, prepared.
func newEntry(body []byte) *edgecache.Entry {
	entry := &edgecache.Entry{
		Code: 200, Body: body, ETag: `"tag"`, Kept: true,
		Stored: noon.Add(-3 * time.Second), Soft: noon.Add(2 * time.Second), Hard: noon.Add(time.Hour),
	}
	entry.Prepared = Prepare(entry, nil, contentType)
	return entry
}

// write answers a request by GET with headers in pairs.
func write(entry *edgecache.Entry, header ...string) *httptest.ResponseRecorder {
	return writeTo(httptest.NewRecorder(), http.MethodGet, entry, header...)
}

func writeTo(w *httptest.ResponseRecorder, method string, entry *edgecache.Entry, header ...string) *httptest.ResponseRecorder {
	r := asking.Request(method, "/", header...)
	Write(w, r, entry, entry.Prepared.(*Prepared), edgecache.Hit, noon)
	return w
}

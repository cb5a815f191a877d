package answer

import (
	"net/http"
	"strconv"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/representation"
)

// codings are those that an entry is sent in. For rows of 2 to 512 KiB zstd is as
// small as br at the levels used, and takes a quarter of the time.
var codings = []representation.Coding{representation.Zstd, representation.Brotli, representation.Gzip}

// Write answers a request with an entry: 304 when the client has it already,
// else its status and, but for HEAD, its body in the encoding that the client
// wants most. It sets ETag, Age, Cache-Status, Cache-Control: no-cache, Vary and
// X-Content-Type-Options; Cache-Control, Content-Type and other headers that
// were set before stay. now is the engine's clock.
func Write(w http.ResponseWriter, r *http.Request, entry *edgecache.Entry, ready *Prepared, status edgecache.Status, now time.Time) {
	answer := ready.For(r, entry.Code, entry.Body, codings)
	h := representation.NewHeader(w, 3+len(ready.fields))
	h.Set("Age", seconds(int64(now.Sub(entry.Stored)/time.Second)))
	h.Set("Cache-Status", cacheStatus(status, entry, now))
	h.SetDefault("Cache-Control", "no-cache")
	for _, field := range ready.fields {
		h.Set(field.name, field.value)
	}
	answer.Write(w, r, &h, ready.contentType)
}

// smallNumbers are the ages of almost all answers, written out once.
var smallNumbers = func() (numbers [600]string) {
	for i := range numbers {
		numbers[i] = strconv.Itoa(i)
	}
	return numbers
}()

func seconds(n int64) string {
	if n < 0 {
		n = 0
	}
	if n < int64(len(smallNumbers)) {
		return smallNumbers[n]
	}
	return strconv.FormatInt(n, 10)
}

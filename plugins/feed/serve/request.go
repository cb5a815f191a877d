package serve

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"fieldhouse/plugins/edgecache/answer"
	"fieldhouse/plugins/feed/reader"
	"fieldhouse/plugins/parameter"
	"fieldhouse/plugins/paths"
)

const rssURL = "rss_url"

// find returns the feed of a query, or what is wrong with the query.
func (s *Server) find(query string) (f *feed, code int, message string) {
	values, err := parameter.Read(query, "there is", rssURL)
	if err != nil {
		return nil, http.StatusBadRequest, err.Error() + "; write " + s.example()
	}
	given := values.Get(rssURL)
	if given == "" {
		return nil, http.StatusBadRequest, `parameter "rss_url" is missing: write ` + s.example()
	}
	address, err := reader.Normalise(given)
	if err != nil {
		return nil, http.StatusBadRequest, fmt.Sprintf(`parameter "rss_url" is %.80q, which is no address of a feed; write %s`, given, s.example())
	}
	if f = s.byAddress[address]; f == nil {
		return nil, http.StatusForbidden, fmt.Sprintf("the feed %.80q is not one of this site; ask for %s", given, s.example())
	}
	return f, 0, ""
}

// example is a valid request.
func (s *Server) example() string {
	if len(s.feeds) == 0 {
		return paths.Feed + "?rss_url= and the address of a feed, once one is configured: feed { feed <url> } in the Caddyfile"
	}
	return paths.Feed + "?rss_url=" + url.QueryEscape(s.feeds[0].reader.Address())
}

// fail answers a request whose feed could not be read, when none is cached. What exactly
// went wrong is for the log and not for the answer.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody waits for it any more
	}
	code, retryAfter, message := answer.Failure(err, source)
	var later *reader.LaterError
	if errors.As(err, &later) {
		code, message = http.StatusServiceUnavailable, source+" asked to be left alone for a time; try again later"
		retryAfter = max(retryAfter, later.Until.Sub(s.config.Now()))
	}
	answer.SetFailureStatus(w, err)
	refuse(w, code, retryAfter, message)
}

// refuse writes an error in the feed-to-JSON form.
func refuse(w http.ResponseWriter, code int, retryAfter time.Duration, message string) {
	answer.RefuseWith(w, code, retryAfter, contentType, struct {
		Status  string `json:"status"`
		Message string `json:"message"`
	}{"error", message})
}

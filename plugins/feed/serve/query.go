package serve

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"fieldhouse/plugins/feed/reader"
	"fieldhouse/plugins/paths"
)

// find says which feed a query asks for, or what is wrong with it.
func (s *Server) find(query string) (f *feed, code int, message string) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, http.StatusBadRequest, "the query cannot be read; write " + s.example()
	}
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if name != "rss_url" {
			return nil, http.StatusBadRequest, fmt.Sprintf("parameter %q is not known; write %s", clip(name), s.example())
		}
	}
	asked := values["rss_url"]
	if len(asked) != 1 || asked[0] == "" {
		return nil, http.StatusBadRequest, `parameter "rss_url" must be given once: write ` + s.example()
	}
	address, err := reader.Normalise(asked[0])
	if err != nil {
		return nil, http.StatusBadRequest, fmt.Sprintf(`parameter "rss_url" is %q, which is no address of a feed; write %s`, clip(asked[0]), s.example())
	}
	if f = s.byAddress[address]; f == nil {
		return nil, http.StatusForbidden, fmt.Sprintf("the feed %q is not one of this site; ask for %s", clip(asked[0]), s.example())
	}
	return f, 0, ""
}

// example is a request that is answered.
func (s *Server) example() string {
	if len(s.feeds) == 0 {
		return paths.Feed + "?rss_url= and the address of a feed, once one is configured: feed { feed <url> } in the Caddyfile"
	}
	return paths.Feed + "?rss_url=" + url.QueryEscape(s.feeds[0].reader.Address())
}

// clip bounds what of a request is repeated in an answer.
func clip(text string) string {
	if runes := []rune(text); len(runes) > 80 {
		return string(runes[:80]) + "…"
	}
	return text
}

package serve

import (
	"fmt"
	"net/http"
	"net/url"

	"fieldhouse/plugins/feed/reader"
	"fieldhouse/plugins/parameter"
	"fieldhouse/plugins/paths"
)

const rssURL = "rss_url"

// find says which feed a query asks for, or what is wrong with it.
func (s *Server) find(query string) (f *feed, code int, message string) {
	values, err := parameter.Read(query, "there is", rssURL)
	if err != nil {
		return nil, http.StatusBadRequest, err.Error() + "; write " + s.example()
	}
	asked := values.Get(rssURL)
	if asked == "" {
		return nil, http.StatusBadRequest, `parameter "rss_url" is missing: write ` + s.example()
	}
	address, err := reader.Normalise(asked)
	if err != nil {
		return nil, http.StatusBadRequest, fmt.Sprintf(`parameter "rss_url" is %.80q, which is no address of a feed; write %s`, asked, s.example())
	}
	if f = s.byAddress[address]; f == nil {
		return nil, http.StatusForbidden, fmt.Sprintf("the feed %.80q is not one of this site; ask for %s", asked, s.example())
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

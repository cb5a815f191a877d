package editions

import (
	"fmt"
	"slices"
	"strings"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// sites are the routes of a configuration that have pages or the API of releases.
type sites struct{ pages, api []site }

// site is a handler where it answers.
type site struct {
	server, host string
	// handler is that of pages; nil for the API.
	handler *Handler
}

// anyHost is that of a route that matches none.
const anyHost = "*:*"

func sitesOf(app *caddyhttp.App) *sites {
	found := new(sites)
	for name, server := range app.Servers {
		found.add(name, server.Routes, []string{anyHost})
	}
	return found
}

func (s *sites) add(server string, routes caddyhttp.RouteList, within []string) {
	for _, route := range routes {
		hosts := within
		if own := matched(route); len(own) > 0 {
			hosts = own
		}
		for _, handler := range route.Handlers {
			switch handler := handler.(type) {
			case *Handler:
				for _, host := range hosts {
					s.pages = append(s.pages, site{server, host, handler})
				}
			case *adapter.Handler[App, *App]:
				for _, host := range hosts {
					s.api = append(s.api, site{server, host, nil})
				}
			case *caddyhttp.Subroute:
				s.add(server, handler.Routes, hosts)
			}
		}
	}
}

// apart refuses that pages and the API have one origin: scripts of every edition run there.
func (s *sites) apart() error {
	for _, api := range s.api {
		for _, pages := range s.pages {
			if api.server == pages.server && meet(api.host, pages.host) {
				return fmt.Errorf("the sites %s and %s of server %s have the directives `releases` and `editions`, and one origin: every edition's script could ship there; give releases a host or a port of its own", api.host, pages.host, api.server)
			}
		}
	}
	return nil
}

func matched(route caddyhttp.Route) (hosts []string) {
	for _, set := range route.MatcherSets {
		of := []string{anyHost}
		for _, matcher := range set {
			if named, is := matcher.(*caddyhttp.MatchHost); is && len(*named) > 0 {
				of = *named
			}
		}
		hosts = append(hosts, of...)
	}
	if slices.Contains(hosts, anyHost) {
		return nil
	}
	return hosts
}

// meet reports whether a name is one of both hosts, of which labels may be wildcards.
func meet(a, b string) bool {
	if a == anyHost || b == anyHost {
		return true
	}
	one, two := strings.Split(strings.ToLower(a), "."), strings.Split(strings.ToLower(b), ".")
	if len(one) != len(two) {
		return false
	}
	for index := range one {
		if one[index] != two[index] && !strings.Contains(one[index], "*") && !strings.Contains(two[index], "*") {
			return false
		}
	}
	return true
}

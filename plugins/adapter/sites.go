package adapter

import (
	"slices"
	"strings"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// SiteHandler is where a handler of a configuration answers.
type SiteHandler struct {
	Server, Host string
	Handler      caddyhttp.MiddlewareHandler
}

// anyHost is the host of a route that matches none.
const anyHost = "*:*"

// SiteHandlers are the handlers of all routes, once for each of their hosts.
func SiteHandlers(app *caddyhttp.App) (found []SiteHandler) {
	for name, server := range app.Servers {
		found = appendSites(found, name, server.Routes, []string{anyHost})
	}
	return found
}

func appendSites(found []SiteHandler, server string, routes caddyhttp.RouteList, within []string) []SiteHandler {
	for _, route := range routes {
		hosts := within
		if own := matched(route); len(own) > 0 {
			hosts = own
		}
		for _, handler := range route.Handlers {
			if group, is := handler.(*caddyhttp.Subroute); is {
				found = appendSites(found, server, group.Routes, hosts)
				continue
			}
			for _, host := range hosts {
				found = append(found, SiteHandler{server, host, handler})
			}
		}
	}
	return found
}

// IsNamed reports whether the host is a name or an address, and not any host.
func (s SiteHandler) IsNamed() bool { return s.Host != anyHost }

// Meets reports whether both handlers answer at one origin. Labels of hosts may be wildcards.
func (s SiteHandler) Meets(other SiteHandler) bool {
	return s.Server == other.Server && meet(s.Host, other.Host)
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

package cluster

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/peers"

	"github.com/caddyserver/caddy/v2"
)

// View is a cluster as one of its processes sees it.
type View struct {
	// Name of the process that answers, and its lag: changes that it has not yet.
	Name string `json:"name,omitempty"`
	Lag  uint64 `json:"lag"`
	// Size is how many processes the configuration names, and Quorum whether enough are there.
	Size int `json:"size"`
	// Leader orders the changes; empty while there is none.
	Leader  string   `json:"leader,omitempty"`
	Quorum  bool     `json:"quorum"`
	Members []Member `json:"members"`
	// Advice is what to do, a sentence each.
	Advice []string `json:"advice"`
}

// Member is a process that is connected.
type Member struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	peers.Status
	// Problem is what it says is wrong, or that it did not answer; empty where all is well.
	Problem string `json:"problem,omitempty"`
}

// askTimeout is how long each process has for an answer.
const askTimeout = 2 * time.Second

// adminRoutes adds the cluster to Caddy's admin API:
//
//	GET    /cluster                 a View
//	DELETE /cluster/members/{name}  takes a process out for good that does not come back
func adminRoutes(running func() (*App, error)) []caddy.AdminRoute {
	return []caddy.AdminRoute{
		adapter.AppRoute("GET /cluster", running, func(r *http.Request, app *App) any { return app.view(r.Context()) }),
		adapter.AdminRoute("DELETE /cluster/members/{name}", func(r *http.Request) (_ any, err error) {
			name := r.PathValue("name")
			defer func() { adapter.AuditAdmin(r, audit.Entry{Action: "remove from the cluster", On: name}, err) }()
			app, err := running()
			if err != nil {
				return nil, err
			}
			ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
			defer cancel()
			if err := app.remove(ctx, name); err != nil {
				return nil, adapter.Refuse(http.StatusConflict, err)
			}
			return app.view(ctx), nil
		}),
	}
}

func (a *App) view(ctx context.Context) View {
	view := View{Size: len(a.Join) + 1, Quorum: true, Members: []Member{}, Advice: []string{}}
	if a.state == nil {
		view.Advice = append(view.Advice, "this process is a cluster by itself: name two others in `join` to share its journal and releases")
		return view
	}
	joined := a.state.Value
	view.Name, view.Lag, view.Quorum = joined.Name(), joined.Lag(), joined.HasQuorum()
	view.Leader = joined.Leader()
	names := append(joined.Others(), view.Name)
	view.Members = make([]Member, len(names))
	var asking sync.WaitGroup
	for index, name := range names {
		asking.Go(func() { view.Members[index] = a.member(ctx, name) })
	}
	asking.Wait()
	slices.SortFunc(view.Members, func(one, other Member) int { return cmp.Compare(one.Name, other.Name) })
	view.Advice = view.advice(a.Join)
	return view
}

func (a *App) member(ctx context.Context, name string) Member {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	found, joined := Member{Name: name}, a.state.Value
	said, err := joined.Ask(ctx, name, "ping", nil)
	found.Address, found.Problem, _ = strings.Cut(string(said), "\n")
	if err == nil {
		found.Status, err = peers.AskStatus(ctx, joined, name)
	}
	if err != nil {
		found.Problem = "it does not answer: " + err.Error()
	}
	return found
}

// advice is what to do about a cluster, if anything is.
func (v View) advice(join []string) (advice []string) {
	say := func(format string, about ...any) { advice = append(advice, fmt.Sprintf(format, about...)) }
	missing := slices.DeleteFunc(slices.Clone(join), func(address string) bool {
		return slices.ContainsFunc(v.Members, func(one Member) bool { return one.Address == address })
	})
	if !v.Quorum {
		say("pages are served, and what takes back holds at the process that is told; shipping waits until %d of %d processes are connected", peers.Majority(v.Size), v.Size)
	}
	if len(missing) > 0 && len(v.Members) < v.Size {
		say("start, or look at, the processes of %s; one that never comes back is replaced (docs/operating.md, Several processes)", strings.Join(missing, ", "))
	}
	if len(v.Members) > v.Size {
		say("%d processes are connected, and the configuration names %d: give all of them the same members", len(v.Members), v.Size)
	}
	for _, one := range v.Members {
		if one.Problem != "" {
			say("%s: %s", one.Name, one.Problem)
		}
		if one.Unwritten > 0 {
			say("the disk of %s refuses %d changes, which are in force there: make room on it, and they are written", one.Name, one.Unwritten)
		}
		if one.Waiting > 0 {
			say("%s has %d changes that hold there alone: they are passed on once there is a quorum", one.Name, one.Waiting)
		}
		if len(one.Lacking) > 0 {
			say("%s still fetches %s; if that lasts, its log says why", one.Name, strings.Join(one.Lacking, ", "))
		}
		for _, told := range one.Told {
			say("%s said: %s", one.Name, told)
		}
	}
	return advice
}

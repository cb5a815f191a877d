package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/token"
)

func TestTheAuditLogSaysWhoDidWhatAndHasNoToken(t *testing.T) {
	g := newGateway(t)
	secrets := []string{g.Secrets["ops"], g.Secrets["football"], "a-guess"}
	// want is that the last action has written one line that begins so.
	want := func(line string) {
		t.Helper()
		entries := g.audited.TakeAll()
		if len(entries) != 1 {
			t.Errorf("%d lines; want %s: %+v", len(entries), line, entries)
			return
		}
		fields := entries[0].ContextMap()
		written := fmt.Sprint(entries[0].Message, "|", fields["by"], "|", fields["on"], "|", fields["outcome"], "|", fields["reason"])
		if written != line || fields["from"] != "192.0.2.1:1234" {
			t.Errorf("%s from %s; want %s", written, fields["from"], line)
		}
		if (fields["outcome"] == "done") != (fields["after"] != nil || entries[0].Message == "revoke token") {
			t.Errorf("%s: after is %v", line, fields["after"])
		}
		all, _ := json.Marshal(fields)
		for _, secret := range secrets {
			if strings.Contains(string(all), secret) {
				t.Errorf("a token is in %s", all)
			}
		}
	}
	_, _, made := ask[api.MadeToken](g, question{method: "POST", path: "/releases/tokens", body: api.MakeToken{Name: "rugby-ci", Edition: "football", Days: 3}})
	secrets = append(secrets, made.Token)
	want("make token|ops|rugby-ci|done|<nil>")
	ask[api.Problem](g, question{method: "POST", path: "/releases/tokens", token: "football", body: api.MakeToken{Name: "mine", Edition: "*"}})
	want("make token|football|<nil>|refused|the token football is for football, and this is for ops")
	ask[token.Known](g, question{method: "DELETE", path: "/releases/tokens/rugby-ci"})
	want("revoke token|ops|rugby-ci|done|<nil>")
	g.refused(401, api.CodeToken, "", question{method: "GET", path: "/releases/lineup", token: made.Token})
	want("use token|rugby-ci|<nil>|refused|this token was revoked")
	g.refused(401, api.CodeToken, "", question{method: "GET", path: "/releases/lineup", token: "a-guess"})
	want("use token|<nil>|<nil>|refused|there is no such token")
	g.refused(403, api.CodeScope, "", question{method: "GET", path: "/releases/tokens", token: "football"})
	want("use token|football|GET /releases/tokens|refused|the token football is for football, and this is for ops")

	shipped := g.ship(football("two"), "?as=canary&share=5%25&reason=try", "football")
	want("ship|football|football|done|try")
	of := map[string]string{"football": shipped.Release}
	g.change(api.Change{Action: api.Confirm, Releases: of, Reason: "looked at it"}, "football")
	want("confirm|football|football|done|looked at it")
	g.change(api.Change{Action: api.Promote, Releases: of, Reason: "good"}, "football")
	want("promote|football|football|done|good")
	g.refused(403, api.CodeScope, "", question{method: "POST", path: "/releases/lineup", token: "basketball", body: api.Change{Action: api.Withdraw, Releases: of}})
	want("withdraw|basketball|football|refused|the token basketball is for basketball, not for football")
	g.change(api.Change{Action: api.Withdraw, Releases: of, Reason: "bad"}, "football")
	want("withdraw|football|football|done|bad")
	until := g.Clock.Now().AddDate(0, 0, 1)
	g.change(api.Change{Action: api.Freeze, Scope: journal.All, Until: &until, Reason: "match day"}, "ops")
	want("freeze|ops|*|done|match day")
	g.change(api.Change{Action: api.Thaw, Scope: journal.All, Reason: "it is over"}, "ops")
	want("thaw|ops|*|done|it is over")

	of = map[string]string{"football": g.ship(football("three"), "?as=stored", "football").Release}
	want("ship|football|football|done|<nil>")
	for _, change := range []api.Change{
		{Action: api.Preview}, {Action: api.EndPreview}, {Action: api.Canary, Share: "5%"}, {Action: api.Live}, {Action: api.Rollback},
	} {
		change.Releases, change.Reason = of, "why "+change.Action
		if change.Action == api.Rollback {
			change.Releases = map[string]string{"football": ""}
		}
		g.change(change, "football")
		want(change.Action + "|football|football|done|why " + change.Action)
	}
}

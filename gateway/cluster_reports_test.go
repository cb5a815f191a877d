package gateway

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"fieldhouse/gateway/crowd"
	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/plugintest"
)

// reports are what browsers have reported of football, as a process has it.
func (p *process) reports() (read health.Reading) {
	p.t.Helper()
	if err := json.Unmarshal([]byte(p.command(http.MethodGet, "/releases/editions/football/reports", "")), &read); err != nil {
		p.t.Fatal(err)
	}
	return read
}

// reload takes the same configuration again. The reports are shared then as well.
func (p *process) reload() {
	p.t.Helper()
	config, err := os.Open(p.file)
	if err != nil {
		p.t.Fatal(err)
	}
	defer config.Close()
	request, err := http.NewRequest(http.MethodPost, "http://"+p.admin+"/load", config)
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Cache-Control", "must-revalidate")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		p.t.Fatalf("a reload is answered %s", response.Status)
	}
}

// audience are visitors of a cluster in which football has a canary, each of a network of their own.
type audience struct {
	t        *testing.T
	canary   string
	visitors int
}

// send sends what a visitor's browser does.
func (a *audience) send(p *process, method, path, cookie, body string) (*http.Response, string) {
	a.t.Helper()
	request, err := http.NewRequest(method, "http://"+p.address+path, strings.NewReader(body))
	if err != nil {
		a.t.Fatal(err)
	}
	request.Header = http.Header{"X-Forwarded-For": {crowd.Address(10, a.visitors)}, "Cookie": {cookie}, "Content-Type": {"application/json"}}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		a.t.Fatal(err)
	}
	defer response.Body.Close()
	said, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 {
		a.t.Fatalf("%s is answered %s %s, %v", path, response.Status, said, err)
	}
	return response, string(said)
}

// view has new visitors load a page of one process and report its view to another one, until so many
// had the canary, which fails, and as many had live.
func (a *audience) view(at, to *process, each int) {
	a.t.Helper()
	counted := map[bool]int{}
	for counted[true] < each || counted[false] < each {
		a.visitors++
		page, body := a.send(at, http.MethodGet, "/football", "", "")
		named := releaseOf.FindStringSubmatch(body)
		if named == nil || len(page.Cookies()) == 0 {
			a.t.Fatalf("a page has %v %s", page.Header, body)
		}
		hasCanary := named[1] == a.canary
		if counted[hasCanary]++; counted[hasCanary] > each {
			continue
		}
		failures := `{}`
		if hasCanary {
			failures = `{"football":{"remote":1}}`
		}
		cookie := page.Cookies()[0]
		a.send(to, http.MethodPost, "/_report", cookie.Name+"="+cookie.Value, fmt.Sprintf(
			`{"kind":"view","path":"/football","releases":{"football":%q},"navigation":"load","errors":%s,"vitals":{"lcp":1000}}`, named[1], failures))
	}
	a.send(to, http.MethodPost, "/_report", "", fmt.Sprintf(`{"kind":"remote","message":"gone","edition":"football","release":%q,"path":"/football"}`, a.canary))
}

// awaitCounted waits until so many views of the canary, and errors, are counted at each process.
func (a *audience) awaitCounted(views, errors int, all ...*process) {
	a.t.Helper()
	type counts struct{ views, networks, erroneous, vitals, errors int }
	for _, p := range all {
		var got counts
		defer func() {
			if a.t.Failed() {
				a.t.Logf("%+v", got)
			}
		}()
		plugintest.Eventually(a.t, fmt.Sprintf("%d views are counted at each process", views), func() bool {
			for _, one := range p.reports().Releases {
				if one.Release == a.canary && len(one.Groups) == 1 {
					got = counts{one.Views, one.Networks, one.Erroneous, one.Vitals["lcp"].Views, one.Groups[0].Count}
				}
			}
			if got == (counts{views, views, views, views, errors}) {
				return true
			}
			reload(all)
			return false
		})
	}
}

func reload(all []*process) {
	for _, p := range all {
		p.reload()
	}
}

func TestOneProcessOfAClusterJudgesACanaryByWhatAllWereToldThoughTheFirstIsKilled(t *testing.T) {
	t.Parallel()
	all := byName(newCluster(t, withOneStore(t), func(_ int, p *process) {
		p.change(func(config object) {
			server := config["apps"].(object)["http"].(object)["servers"].(object)["srv0"].(object)
			server["trusted_proxies"].(object)["ranges"] = []string{"127.0.0.1/32"}
		})
	}))
	judge, next, last := all[0], all[1], all[2]
	live := last.lineupOf().Editions["football"].Live
	visitors := audience{t: t, canary: last.shipAs("a canary that fails", "?as=canary&share=50%25")}
	for _, p := range all {
		plugintest.Eventually(t, "the canary is everywhere", func() bool { return p.reports().Verdict != nil })
	}
	// Twenty networks are needed, which all processes together do not have yet.
	for index := range all {
		visitors.view(all[index], all[(index+1)%3], 6)
	}
	visitors.awaitCounted(18, 3, all...)
	for _, p := range all {
		if verdict := p.reports().Verdict; verdict.State != health.Watching || verdict.Canary.Networks != 18 || verdict.Live.Networks != 18 {
			t.Errorf("the verdict is %+v", verdict)
		}
	}

	// What the one was told that judged counts.
	judge.kill()
	visitors.view(next, last, 3)
	visitors.view(last, next, 3)
	plugintest.Eventually(t, "another one withdraws the canary", func() bool {
		reload(all[1:])
		return next.lineupOf().Editions["football"].Canary == nil
	})
	awaitLive(t, live, next, last)
	judge.again()
	awaitEqualJournals(t, all)
	visitors.awaitCounted(24, 5, all...)
	byRule, withdrawn := 0, 0
	for name, entry := range judge.journalOf() {
		if name != "lineup.json" && strings.Contains(entry, `"by":"the rule"`) {
			byRule++
		}
	}
	for _, p := range all {
		withdrawn += strings.Count(p.adminAnswer("/metrics"), `canaries_withdrawn_total{edition="football"} 1`+"\n")
		verdict := p.reports().Verdict
		if verdict == nil || verdict.State != health.Worse || verdict.Canary.Networks < 20 || verdict.Live.Networks < 20 {
			t.Errorf("the last verdict is %+v", verdict)
		}
	}
	if byRule != 1 || withdrawn != 1 {
		t.Errorf("the journal has %d withdrawals by the rule, and %d are counted", byRule, withdrawn)
	}
}

package rows

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/plugintest/admintest"
	"fieldhouse/plugins/plugintest/must"
)

func TestOpsPauseASaleAtTheAdminEndpoint(t *testing.T) {
	folder := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(folder, "football"), 0o755))
	p := newProcess(t)
	keeping := func(apps object) { apps["site"] = object{"state": folder} }
	routes := adminRoutes(func() (*App, error) { return adapter.Running[*App]("rows") })
	ask := func(method, path, body string, status int, naming string) {
		t.Helper()
		if code, said := admintest.Ask(t, routes, method, path, body); code != status || !strings.Contains(said, naming) {
			t.Errorf("%s %s %.60s: %d %s; want %d that says %s", method, path, body, code, said, status, naming)
		}
	}
	const notice = `{"en":"Back soon.","es":"Volvemos pronto."}`

	p.Load(object{})
	ask("GET", "/sales/paused", "", 409, "`state`")
	ask("PUT", "/sales/paused/football", notice, 409, "`state`")
	p.Load(object{}, keeping)
	ask("GET", "/sales/paused", "", 200, `{"paused":{}}`)
	ask("DELETE", "/sales/paused/football", "", 404, "not paused")
	ask("PUT", "/sales/paused/football", `{"en":"Back soon."}`, 400, "es is missing")
	ask("PUT", "/sales/paused/football", `{"en":"Back soon.","text":""}`, 400, `"text"`)
	ask("PUT", "/sales/paused/football", notice+"{}", 400, "there is more after")
	ask("PUT", "/sales/paused/football", `{"en":"`+strings.Repeat("x", maxPauseBytes)+`"}`, 400, "reading the notice")
	ask("PUT", "/sales/paused/hockey", notice, 400, `"hockey"`)
	ask("PUT", "/sales/paused/football", notice, 200, `"by":"the admin endpoint"`)
	p.Want(drops, 200, `"paused":{"football":{"en":"Back soon.","es":"Volvemos pronto.","since":"`, miss)
	// A reload keeps it, and another configuration that keeps nothing sells.
	p.Load(object{"max_pages": 3}, keeping)
	p.Want(drops, 200, `"paused":{"football":`, hit)
	p.Load(object{})
	if _, body, _ := p.Get(drops); strings.Contains(body, "paused") {
		t.Errorf("without a folder: %s", body)
	}
	p.Load(object{}, keeping)
	ask("DELETE", "/sales/paused/football", "", 200, `{"paused":{}}`)
	if _, body, _ := p.Get(drops); strings.Contains(body, "paused") {
		t.Errorf("the sale goes on: %s", body)
	}
}

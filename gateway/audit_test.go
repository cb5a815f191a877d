package gateway

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestTheAdminEndpointsActionsAreInTheAuditLogTheRefusedToo(t *testing.T) {
	p := newProcess(t, ofRows, keepState)
	config := p.write(keepState)
	for _, one := range []struct {
		method, path, body string
		status             int
	}{
		{"PUT", "/sales/paused/football", `{"en":"Back soon.","es":"Volvemos."}`, 200},
		{"DELETE", "/sales/paused/football", "", 200},
		{"DELETE", "/sales/paused/football", "", 404},
		{"POST", "/caches/rows/purge", `{"tags":["none"]}`, 200},
		{"POST", "/load", `{"apps"`, 400},
		{"POST", "/load", string(config), 200},
	} {
		if got := answered(t, one.method, "http://"+p.admin+one.path, one.body, "Content-Type", "application/json"); got.status != one.status {
			t.Errorf("%s %s: %d %s", one.method, one.path, got.status, got.body)
		}
	}
	p.kill() // all is written
	const by = `,"by":"the admin endpoint","from":"127.0.0.1","on":"`
	for _, line := range []string{
		`"msg":"pause sale"` + by + `football","outcome":"done","before":[],"after":["football"]}`,
		`"msg":"resume sale"` + by + `football","outcome":"done","before":["football"],"after":[]}`,
		`"msg":"resume sale"` + by + `football","outcome":"refused","reason":"`,
		`"msg":"purge cache"` + by + `rows","outcome":"done","after":{"keys":0,"purged":0,"tags":1}}`,
		`"msg":"reload"` + by + `configuration","outcome":"refused","reason":"loading config: `,
		`"msg":"reload"` + by + `configuration","outcome":"done"}`,
	} {
		if strings.Count(p.log.String(), `"logger":"audit",`+line) != 1 {
			t.Errorf("the log has no line, or several, with %s", line)
		}
	}
	if t.Failed() {
		for line := range strings.Lines(p.log.String()) {
			if strings.Contains(line, `"audit"`) {
				t.Log(line)
			}
		}
	}
}

// A file of its own has the lines alone, and without one they stand among all others, once.
func TestTheShippedAuditLogGoesToAFileOfItsOwn(t *testing.T) {
	t.Setenv("FIELDHOUSE_STORE", t.TempDir())
	for set, want := range map[string]string{"stderr": `{"output":"stderr"}`, "file /var/log/fieldhouse/audit.log": `{"filename":"/var/log/fieldhouse/audit.log","output":"file"}`} {
		t.Setenv("AUDIT_LOG", set)
		config, _ := adapt(t, "Caddyfile")
		for _, part := range []string{`"audit":{"writer":` + want + `,"encoder":{"format":"json"},"include":["audit"]}`, `"exclude":["audit"`} {
			if !strings.Contains(string(config), part) {
				t.Errorf("AUDIT_LOG=%q: %s lacks %s", set, config[:min(len(config), 600)], part)
			}
		}
	}
}

func TestTheDocumentsNameEachActionOfTheAuditLog(t *testing.T) {
	named := regexp.MustCompile(`(?:audit\.Entry\{Action: |of\(|recordLocal\()"([a-z][a-z -]+)"`)
	text, found := documents(t)["operating.md"], 0
	err := filepath.WalkDir("../plugins", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source := read(t, path)
		if !strings.Contains(source, "audit") {
			return nil
		}
		for _, action := range named.FindAllStringSubmatch(source, -1) {
			found++
			if !strings.Contains(text, "`"+action[1]+"`") {
				t.Errorf("operating.md has no %q, which %s writes", action[1], path)
			}
		}
		return nil
	})
	if err != nil || found < 8 {
		t.Errorf("%d actions were found; %v", found, err)
	}
}

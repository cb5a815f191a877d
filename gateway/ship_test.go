//go:build !race || soak

package gateway

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/editions/releasetest"
)

// team is a shell in which a team ships football to a process, with the commands of this
// binary and of the build.
type team struct {
	*process
	folder, node string
	environment  []string
}

func newTeam(t *testing.T) *team {
	t.Helper()
	node, err := filepath.Abs("../node_modules/.bin/node")
	if err == nil {
		_, err = os.Stat(node)
	}
	if err != nil {
		t.Skipf("the commands of the build need what npm installs: %v", err)
	}
	p := newProcess(t, func(chaintest.Request) string { return chaintest.Empty })
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(executable, filepath.Join(bin, "fieldhouse")); err != nil {
		t.Fatal(err)
	}
	s := &team{process: p, folder: t.TempDir(), node: node}
	s.environment = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), asProcess+"=1", "FIELDHOUSE_RELEASES=http://"+p.admin)
	return s
}

// built writes a release of football with another text, as its build would, and answers
// what its script is called.
func (s *team) built(text string) (script string) {
	s.t.Helper()
	app := filepath.Join(s.folder, "apps", "football")
	if err := os.RemoveAll(app); err != nil {
		s.t.Fatal(err)
	}
	draft := releasetest.Sport(releasetest.Football)
	draft.Content["mount.js"] += "// " + text
	draft.WriteTo(s.t, filepath.Join(app, "dist"))
	releasetest.PutFile(s.t, app, "package.json", []byte(`{"version": "1.0.0"}`))
	releasetest.PutFile(s.t, app, "fieldhouse.config.mjs", []byte(`export default { edition: 'football' }`))
	return draft.Name("mount.js")
}

// run runs lines of a shell and answers what they print.
func (s *team) run(lines string) string {
	s.t.Helper()
	command := exec.Command("bash", "-euo", "pipefail", "-c", lines)
	command.Dir, command.Env = s.folder, s.environment
	var said strings.Builder
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		s.t.Fatalf("%s\n%v: %s %s", lines, err, out, said.String())
	}
	return string(out)
}

// shows reports whether the page has a script.
func (s *team) shows(script string) bool {
	s.t.Helper()
	return strings.Contains(answered(s.t, http.MethodGet, "http://"+s.address+"/football", "").body, script)
}

// The first token is made at the admin endpoint; then the command of this binary, that of
// the build and curl, as the edition contract shows it, do the same.
func TestATeamShipsByCommandByNodeAndByCurl(t *testing.T) {
	s := newTeam(t)
	ops := strings.TrimSpace(s.run("fieldhouse token make ops all"))
	s.environment = append(s.environment, "FIELDHOUSE_TOKEN="+ops)
	s.environment = append(s.environment, "FIELDHOUSE_TOKEN="+strings.TrimSpace(s.run("fieldhouse token make football-ci football --days 1")))

	build, err := filepath.Abs("../packages/build/bin/fieldhouse-build.mjs")
	if err != nil {
		t.Fatal(err)
	}
	var answers []map[string]any
	for by, line := range map[string]string{
		"Go":   "fieldhouse ship football apps/football/dist --json",
		"Node": fmt.Sprintf("%q %q ship apps/football --json", s.node, build),
	} {
		script := s.built("by " + by)
		var answer map[string]any
		if err := json.Unmarshal([]byte(s.run(line)), &answer); err != nil {
			t.Fatal(err)
		}
		if !s.shows(script) {
			t.Errorf("shipped by %s, and the next request has not %s", by, script)
		}
		answers = append(answers, answer)
	}
	for name := range answers[0] {
		if _, both := answers[1][name]; !both || answers[0]["as"] != "live" || answers[0]["new"] != true {
			t.Errorf("they answer %v and %v", answers[0], answers[1])
		}
	}
	if out := s.run(fmt.Sprintf("%q %q ship apps/football --dry-run", s.node, build)); !strings.Contains(out, "would be live") || !strings.Contains(out, "checked: ") {
		t.Errorf("Node prints %s", out)
	}
	if out := s.run(fmt.Sprintf(`code=0; FIELDHOUSE_TOKEN=wrong %q %q ship apps/football || code=$?; echo "ends with $code"`, s.node, build)); !strings.Contains(out, "there is no such token") || !strings.Contains(out, "ends with 1") {
		t.Errorf("Node prints %s", out)
	}
	for line, code := range map[string]int{"--if-match 1": 4, "--address http://127.0.0.1:1": 3, "--address releases": 2, "--preview --stored": 2} {
		for _, command := range []string{"fieldhouse ship football apps/football/dist", fmt.Sprintf("%q %q ship apps/football", s.node, build)} {
			if out := s.run(fmt.Sprintf(`code=0; %s %s >/dev/null 2>&1 || code=$?; echo "$code"`, command, line)); strings.TrimSpace(out) != fmt.Sprint(code) {
				t.Errorf("%s %s ends with %s, want %d", command, line, out, code)
			}
		}
	}

	if _, err := exec.LookPath("curl"); err != nil {
		t.Skipf("the examples of the edition contract need it: %v", err)
	}
	examples := regexp.MustCompile("(?s)```sh\n(# ship it\n.*?)```").FindStringSubmatch(read(t, "../docs/edition-contract.md"))
	if examples == nil {
		t.Fatal("the edition contract has no examples for curl")
	}
	before, script := s.built("before"), ""
	s.run("fieldhouse ship football apps/football/dist")
	script = s.built("by curl")
	ship, rest, _ := strings.Cut(examples[1], "# what is live")
	if out := s.run(ship); !strings.Contains(out, `"as":"live"`) || !s.shows(script) {
		t.Errorf("shipped by curl: %s", out)
	}
	if out := s.run("#" + rest); !s.shows(before) || !strings.Contains(out, `"reason":"it is slow"`) || !strings.Contains(out, `"reason":"new odds"`) || !strings.Contains(out, `"by":"football-ci"`) {
		t.Errorf("then: %s", out)
	}
}

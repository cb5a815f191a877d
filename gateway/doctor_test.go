//go:build !race || soak

package gateway

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldhouse/gateway/doctor/checks"
	"fieldhouse/plugins/chain/chaintest"
)

// examined is the report of the doctor's command, and its exit code.
func examined(t *testing.T, command *exec.Cmd) (report checks.Report, code int) {
	t.Helper()
	printed, err := command.Output()
	if err := json.Unmarshal(printed, &report); err != nil {
		t.Fatalf("%v: %s", err, printed)
	}
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	return report, command.ProcessState.ExitCode()
}

func TestTheDoctorLooksAtARunningSiteAndWritesNothing(t *testing.T) {
	p := newProcess(t, func(chaintest.Request) string { return chaintest.Empty }, func(config object) {
		// Nobody listens there.
		config["apps"].(object)["assets"] = object{"endpoints": []string{"http://" + freeAddress(t) + "/atomicassets/v1"}}
	})
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	asked := p.nodes[0].Infos()
	report, code := examined(t, p.gatewayCommand("doctor", "--json", "--config", p.file))
	levels := map[string][]checks.Level{}
	for _, result := range report.Results {
		levels[result.Subject] = append(levels[result.Subject], result.Level)
	}
	for _, subject := range []string{"store", "one store", "locks", "releases", "clock", "rates", "ready", "process", "configuration"} {
		want := checks.OK
		if subject == "one store" { // the test's site keeps no state
			want = checks.Warning
		}
		if found := levels[subject]; len(found) == 0 || slices.ContainsFunc(found, func(level checks.Level) bool { return level != want }) {
			t.Errorf("%s: %v", subject, found)
		}
	}
	// One node: it is well, and alone.
	if found := levels["nodes"]; !slices.Equal(found, []checks.Level{checks.OK, checks.Warning}) {
		t.Errorf("nodes: %v", found)
	}
	if found := levels["asset index"]; !slices.Equal(found, []checks.Level{checks.Problem}) || code != 1 {
		t.Errorf("asset index: %v, exit code %d", found, code)
	}
	if now := p.nodes[0].Infos(); now != asked+1 && now != asked+2 { // the site may check it meanwhile
		t.Errorf("the node was asked %d times", now-asked)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("it left %v; %v", left, err)
	}
	if t.Failed() {
		t.Logf("%+v", report)
	}
}

func TestTheDoctorSaysThatAConfigurationIsNotValid(t *testing.T) {
	file := filepath.Join(t.TempDir(), "Caddyfile")
	if err := os.WriteFile(file, []byte("{\n\tchain {\n\t\trate none\n\t}\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	report, code := examined(t, gatewayCommand(t, "doctor", "--json", "--config", file))
	if code != 1 || report.Problems != 1 || report.Results[0].Subject != "configuration" || !strings.Contains(report.Results[0].Found, "rate") {
		t.Errorf("%d %+v", code, report)
	}
}

package gateway

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"go.yaml.in/yaml/v3"
)

// member is what one of three processes on a machine is given, and the Caddyfile has of it.
type member struct {
	environment  map[string]string
	listen       string
	join         []string
	secret       string
	config       caddy.Config
	site, stores string
}

// memberOf adapts the shipped Caddyfile in an environment.
func memberOf(t *testing.T, environment map[string]string) (m member) {
	t.Helper()
	for name, value := range environment {
		t.Setenv(name, value)
	}
	text, warnings := adapt(t, "Caddyfile")
	if len(warnings) > 0 {
		t.Errorf("warnings: %v", warnings)
	}
	var config struct {
		Storage struct{ Module string }
		Apps    struct {
			Cluster struct {
				Listen, Secret string
				Join           []string
			}
			Site struct{ State string }
			HTTP struct {
				Servers map[string]struct{ Listen []string }
			}
		}
	}
	if err := json.Unmarshal(text, &config); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &m.config); err != nil {
		t.Fatal(err)
	}
	if config.Storage.Module != "cluster" {
		t.Errorf("its storage is %q", config.Storage.Module)
	}
	if servers := config.Apps.HTTP.Servers; len(servers) != 1 {
		t.Errorf("it has %d servers", len(servers))
	}
	for _, server := range config.Apps.HTTP.Servers {
		m.site = strings.Join(server.Listen, " ")
	}
	cluster := config.Apps.Cluster
	m.environment, m.listen, m.join, m.secret, m.stores = environment, cluster.Listen, cluster.Join, cluster.Secret, config.Apps.Site.State
	return m
}

// wantOneCluster wants each of three to join the two others, and no two to have the same of what of returns.
func wantOneCluster(t *testing.T, all []member, of map[string]func(member) string) {
	t.Helper()
	if len(all) != 3 {
		t.Fatalf("there are %d processes", len(all))
	}
	for index, one := range all {
		var others []string
		for other := range all {
			if other != index {
				others = append(others, all[other].listen)
			}
		}
		if !slices.Equal(one.join, others) {
			t.Errorf("%s joins %v, want %v", one.listen, one.join, others)
		}
	}
	for what, value := range of {
		if a, b, c := value(all[0]), value(all[1]), value(all[2]); a == "" || a == b || b == c || c == a {
			t.Errorf("their %s: %q, %q and %q", what, a, b, c)
		}
	}
}

func TestThreeUnitsOnAMachineAreOneCluster(t *testing.T) {
	unit := read(t, "../deploy/package/debian/cluster.conf")
	for _, line := range []string{"EnvironmentFile=/etc/fieldhouse/environment.%i", "Environment=CLUSTER_SECRET=%d/cluster", "Environment=XDG_CONFIG_HOME=/var/lib/fieldhouse/%i", "StateDirectory=fieldhouse/%i", "StateDirectoryMode=0700"} {
		if !strings.Contains(unit, "\n"+line+"\n") {
			t.Errorf("the unit lacks %s", line)
		}
	}
	data, secret := t.TempDir(), filepath.Join(t.TempDir(), "cluster")
	if err := os.WriteFile(secret, []byte(strings.Repeat("x", 32)), 0o600); err != nil {
		t.Fatal(err)
	}
	var all []member
	for _, i := range []string{"1", "2", "3"} {
		environment := map[string]string{"CLUSTER_SECRET": secret}
		for line := range strings.Lines(read(t, "../deploy/package/debian/environment."+i)) {
			if name, value, is := strings.Cut(strings.TrimSpace(line), "="); is && !strings.HasPrefix(line, "#") {
				environment[name] = value
			}
		}
		for _, name := range []string{"FIELDHOUSE_STORE", "XDG_DATA_HOME"} {
			below, is := strings.CutPrefix(environment[name], "/var/lib/fieldhouse/"+i)
			if !is {
				t.Errorf("%s=%s is not in the unit's folder", name, environment[name])
			}
			environment[name] = filepath.Join(data, i, below)
		}
		one := memberOf(t, environment)
		if err := caddy.Validate(&one.config); err != nil {
			t.Errorf("fieldhouse@%s: %v", i, err)
		}
		all = append(all, one)
	}
	// Whoever validates may be another user than the service, which may run.
	if written, err := os.ReadDir(data); err != nil || len(written) > 0 {
		t.Errorf("validating wrote %v; %v", written, err)
	}
	wantOneCluster(t, all, map[string]func(member) string{
		"ports":   func(m member) string { return m.site },
		"stores":  func(m member) string { return m.stores },
		"admin":   func(m member) string { return m.environment["CADDY_ADMIN"] },
		"folders": func(m member) string { return m.environment["XDG_DATA_HOME"] },
	})
}

// variable is one of the environment that a Caddyfile uses.
var variable = regexp.MustCompile(`\{\$([A-Z_]+)`)

func TestThreeContainersOnAMachineAreOneCluster(t *testing.T) {
	var compose struct {
		Services map[string]struct {
			Image           string
			Environment     map[string]string
			Ports, Volumes  []string
			Secrets         []string
			ReadOnly        bool `yaml:"read_only"`
			Tmpfs           []string
			StopGracePeriod string `yaml:"stop_grace_period"`
			Healthcheck     struct{ Test []string }
		}
		Volumes map[string]any
		Secrets map[string]struct{ File string }
	}
	if err := yaml.Unmarshal([]byte(read(t, "../deploy/compose.yaml")), &compose); err != nil {
		t.Fatal(err)
	}
	var all []member
	for _, name := range []string{"arena1", "arena2", "arena3"} {
		service := compose.Services[name]
		for _, used := range variable.FindAllStringSubmatch(read(t, "../Caddyfile")+read(t, "../Caddyfile.audit")+read(t, "../Caddyfile.common"), -1) {
			// The store is the volume's, and the balancer has the certificates.
			if _, has := service.Environment[used[1]]; !has && used[1] != "FIELDHOUSE_STORE" && used[1] != "ACME_EMAIL" {
				t.Errorf("%s is not given %s", name, used[1])
			}
		}
		for variable, value := range service.Environment {
			if value == "" { // what the shell has, if it has it
				delete(service.Environment, variable)
			} else if _, after, is := strings.Cut(value, ":-"); is {
				service.Environment[variable] = strings.TrimSuffix(after, "}")
			}
		}
		service.Environment["SITE_ORIGIN"] = "https://play.example"
		service.Environment["ports"] = strings.Join(service.Ports, " ")
		one := memberOf(t, service.Environment)
		all = append(all, one)
		if one.listen != name+":7946" || !slices.Equal(service.Secrets, []string{"cluster"}) || one.secret != "{file./run/secrets/cluster}" || compose.Secrets["cluster"].File == "" {
			t.Errorf("%s listens on %s, with the secrets %v of which it reads %s", name, one.listen, service.Secrets, one.secret)
		}
		if _, is := compose.Volumes[name]; !is || !slices.Equal(service.Volumes, []string{name + ":/var/lib/fieldhouse"}) {
			t.Errorf("%s has the volumes %v", name, service.Volumes)
		}
		port := service.Environment["SITE_ADDRESS"]
		if len(service.Ports) != 1 || !strings.HasSuffix(service.Ports[0], port) || one.site != "shared/"+port {
			t.Errorf("%s serves on %s and has the ports %v", name, one.site, service.Ports)
		}
		if !strings.HasPrefix(service.Image, "localhost/fieldhouse:") || service.StopGracePeriod != "40s" {
			t.Errorf("%s is %s, which has %s to stop", name, service.Image, service.StopGracePeriod)
		}
		// The doctor has a folder of its own there, where Docker lets nothing be written of itself.
		if !service.ReadOnly || !slices.Equal(service.Tmpfs, []string{"/tmp"}) {
			t.Errorf("%s can write into %v besides its volumes; read only: %v", name, service.Tmpfs, service.ReadOnly)
		}
		if want := []string{"CMD", "/usr/bin/fieldhouse", "ready", "http://localhost" + port}; !slices.Equal(service.Healthcheck.Test, want) {
			t.Errorf("%s is looked at by %v, want %v", name, service.Healthcheck.Test, want)
		}
	}
	wantOneCluster(t, all, map[string]func(member) string{"ports": func(m member) string { return m.environment["ports"] }})
}

func TestTheCommandReadySaysWhatReadyzDoes(t *testing.T) {
	var status atomic.Int64
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			t.Errorf("it asks %s", r.URL.Path)
		}
		w.WriteHeader(int(status.Load()))
		_, _ = w.Write([]byte("football: 0123\n"))
	}))
	t.Cleanup(site.Close)
	for _, answered := range []int{http.StatusOK, http.StatusServiceUnavailable} {
		status.Store(int64(answered))
		said, err := gatewayCommand(t, "ready", site.URL).CombinedOutput()
		if (err == nil) != (answered == http.StatusOK) || !strings.HasPrefix(string(said), "football: 0123\n") {
			t.Errorf("of %d it says %q, %v", answered, said, err)
		}
	}
	site.Close()
	if said, err := gatewayCommand(t, "ready", site.URL).CombinedOutput(); err == nil {
		t.Errorf("of nobody it says %q", said)
	}
}

// read reads a file of the repository.
func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

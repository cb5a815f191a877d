package gateway

import (
	"cmp"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
)

// shipped are the two Caddyfiles of the repository's root.
var shipped = []string{"Caddyfile", "Caddyfile.dev"}

func adapt(t *testing.T, name string) ([]byte, []caddyconfig.Warning) {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	config, warnings, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(read(t, path)), map[string]any{"filename": path})
	if err != nil {
		t.Fatalf("%s does not adapt: %v", name, err)
	}
	return config, warnings
}

// adapting is locked while the environment of all tests, which adapting reads, is one test's own.
var adapting sync.Mutex

// adaptIn adapts in an environment that has these variables as well.
func adaptIn(t *testing.T, environment map[string]string, name string) []byte {
	t.Helper()
	adapting.Lock()
	defer adapting.Unlock()
	for name, value := range environment {
		before, set := os.LookupEnv(name)
		if err := os.Setenv(name, value); err != nil {
			t.Fatal(err)
		}
		defer func() {
			_ = os.Unsetenv(name)
			if set {
				_ = os.Setenv(name, before)
			}
		}()
	}
	config, _ := adapt(t, name)
	return config
}

func TestTheShippedCaddyfilesAreValidAndServeTheSameSite(t *testing.T) {
	for _, name := range shipped {
		t.Run(name, func(t *testing.T) {
			store := filepath.Join(t.TempDir(), "a store")
			t.Setenv("FIELDHOUSE_STORE", store)
			text, warnings := adapt(t, name)
			for _, warning := range warnings {
				t.Errorf("warning: %s:%d: %s", warning.File, warning.Line, warning.Message)
			}
			var config caddy.Config
			if err := json.Unmarshal(text, &config); err != nil {
				t.Fatal(err)
			}
			for _, handler := range []string{`"handler":"rows"`, `"handler":"editions"`} {
				if !strings.Contains(string(text), handler) {
					t.Errorf("it lacks %s", handler)
				}
			}
			// Certificate authorities refuse an address that cannot be, and with it the certificate.
			if strings.Contains(string(text), "@") {
				t.Errorf("it has somebody's address: %s", text)
			}
			if err := caddy.Validate(&config); err != nil {
				t.Errorf("%s is not valid: %v", name, err)
			}
			// Whoever validates may be another user than the service.
			if found, err := filepath.Glob(filepath.Join(filepath.Dir(store), "*")); err != nil || len(found) > 0 {
				t.Errorf("validating it wrote %q; %v", found, err)
			}
		})
	}
}

func TestAnImportWithoutAllItsArgumentsIsToldWhichOneIsMissing(t *testing.T) {
	folder, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for given, missing := range map[string]string{
		"":                        "{args[0]} is argument 1",
		"play.example":            "{args[1]} is argument 2",
		"play.example /var/lib/f": "{args[2]} is argument 3",
		"play.example /var/lib/f https://images.example": "",
	} {
		text := "import Caddyfile.common\n:8080 {\n\timport fieldhouse " + given + "\n}\n"
		_, _, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(text), map[string]any{"filename": filepath.Join(folder, "Caddyfile")})
		if missing == "" && err != nil || missing != "" && (err == nil || !strings.Contains(err.Error(), missing) || !strings.Contains(err.Error(), "the comment above the snippet")) {
			t.Errorf("import fieldhouse %s: %v", given, err)
		}
	}
}

func TestTheShippedCaddyfilesFitOneScreenAndSpeakToOps(t *testing.T) {
	for _, name := range append([]string{"Caddyfile.audit", "Caddyfile.cluster", "Caddyfile.common", "Caddyfile.texts"}, shipped...) {
		text := read(t, "../"+name)
		if lines := strings.Count(text, "\n"); lines > 50 {
			t.Errorf("%s has %d lines: one screen is 50", name, lines)
		}
		if !strings.HasPrefix(text, "#") {
			t.Errorf("%s does not begin by saying what it is", name)
		}
	}
}

func TestSiteAddressTakesWhatCaddyTakesAndTheOriginFollowsIt(t *testing.T) {
	for address, want := range map[string]struct{ listen, origin string }{
		"play.example":                   {":443", "https://play.example"},
		"http://play.example:8080":       {":8080", "http://play.example:8080"},
		":8080":                          {":8080", ""},
		"play.example, www.play.example": {":443", "https://play.example"},
		"http://localhost http://a.test": {":80", "http://localhost"},
	} {
		t.Run(address, func(t *testing.T) {
			t.Setenv("FIELDHOUSE_STORE", t.TempDir())
			t.Setenv("SITE_ADDRESS", address)
			for _, named := range []string{"", "https://fieldhouse.example"} {
				t.Setenv("SITE_ORIGIN", named)
				text, _ := adapt(t, "Caddyfile")
				if !strings.Contains(string(text), `"listen":["shared/`+want.listen+`"]`) {
					t.Errorf("it listens elsewhere than on %s: %s", want.listen, text)
				}
				// An authority's challenges are answered where Caddy listens by itself.
				if strings.Contains(string(text), "bind_host") {
					t.Errorf("no certificate would come: %s", text)
				}
				origin := `"origin":"` + cmp.Or(named, want.origin) + `"`
				if found := strings.Contains(string(text), origin); found != (named != "" || want.origin != "") {
					t.Errorf("with SITE_ORIGIN %q: %t that it has %s", named, found, origin)
				}
				var config caddy.Config
				if err := json.Unmarshal(text, &config); err != nil {
					t.Fatal(err)
				}
				if err := caddy.Validate(&config); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// Caddy takes the address for the host at which it answers challenges, and nobody can listen there.
func TestASocketThatIsSharedByDefaultWouldHaveNoCertificates(t *testing.T) {
	for option, site := range map[string]string{"default_bind shared/": "", "": "bind shared/\ntls ops@play.example"} {
		text := "{\nemail ops@play.example\n" + option + "\n}\nplay.example {\n" + site + "\neditions\n}\n"
		adapted, _, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		var config caddy.Config
		if err := json.Unmarshal(adapted, &config); err != nil {
			t.Fatal(err)
		}
		if err := caddy.Validate(&config); err == nil || !strings.Contains(err.Error(), "write `bind shared/` into each site") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestARowPassesNoOtherHandlerOfTheDataAPIOnItsWay(t *testing.T) {
	t.Setenv("FIELDHOUSE_STORE", t.TempDir())
	config, _ := adapt(t, "Caddyfile")
	rows := strings.Index(string(config), `"handler":"rows"`)
	for _, other := range []string{"assets", "chain_api", "feed", "link", "editions"} {
		if at := strings.Index(string(config), `"handler":"`+other+`"`); at < rows {
			t.Errorf("%s stands before rows", other)
		}
	}
}

func TestTheDevelopmentOptionIsOffUntilAsked(t *testing.T) {
	t.Setenv("FIELDHOUSE_STORE", t.TempDir())
	if config, _ := adapt(t, "Caddyfile.dev"); strings.Contains(string(config), `"dev":true`) {
		t.Error("Caddyfile.dev has the dev option without being asked")
	}
	t.Setenv("FIELDHOUSE_DEV", "dev")
	if config, _ := adapt(t, "Caddyfile.dev"); !strings.Contains(string(config), `"dev":true`) {
		t.Error("FIELDHOUSE_DEV=dev does not set the dev option")
	}
}

// A balancer appends the address that it sees to what the client wrote. Only the
// balancer's word counts: each address has a budget.
func TestBehindABalancerAClientDoesNotChooseItsOwnAddress(t *testing.T) {
	adapted, _ := adapt(t, "Caddyfile")
	var config struct {
		Apps struct {
			HTTP struct {
				Servers map[string]map[string]any `json:"servers"`
			} `json:"http"`
		} `json:"apps"`
	}
	if err := json.Unmarshal(adapted, &config); err != nil {
		t.Fatal(err)
	}
	server := config.Apps.HTTP.Servers["srv0"]
	if server == nil {
		t.Fatalf("the servers are %v", config.Apps.HTTP.Servers)
	}
	address := freeAddress(t)
	// The server as the Caddyfile sets it up, but for where it listens and what it answers.
	server["listen"] = []string{address}
	server["automatic_https"] = map[string]any{"disable": true}
	server["routes"] = []any{map[string]any{"handle": []any{map[string]any{"handler": "static_response", "body": "{http.vars.client_ip}"}}}}
	for _, name := range []string{"tls_connection_policies", "logs"} {
		delete(server, name)
	}
	running, err := json.Marshal(map[string]any{
		"admin":   map[string]any{"disabled": true, "config": map[string]any{"persist": false}},
		"logging": map[string]any{"logs": map[string]any{"default": map[string]any{"writer": map[string]any{"output": "discard"}}}},
		"apps":    map[string]any{"http": map[string]any{"servers": map[string]any{"srv0": server}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := caddy.Load(running, true); err != nil {
		t.Fatal(err)
	}
	defer caddy.Stop()
	for sentence, test := range map[string]struct{ forwarded, want string }{
		"a balancer alone":                     {"198.51.100.7", "198.51.100.7"},
		"a client that wrote an address first": {"203.0.113.99, 198.51.100.7", "198.51.100.7"},
		"two balancers in a row":               {"203.0.113.99, 198.51.100.7, 10.0.0.2", "198.51.100.7"},
	} {
		got, err := exchange(newClient(t, false), http.MethodGet, "http://"+address+"/", "", "X-Forwarded-For", test.forwarded)
		if err != nil || got.body != test.want {
			t.Errorf("%s: the client is %q (%v), want %s", sentence, got.body, err, test.want)
		}
	}
}

func TestTakeWithoutAStoreTakesIntoTheOneThatTheCaddyfileServes(t *testing.T) {
	// Both read FIELDHOUSE_STORE, the command when the process starts.
	config, _ := adapt(t, "Caddyfile")
	take := new(cobra.Command)
	caddycmd.Commands()["take"].CobraFunc(take)
	store := take.Flag("store").DefValue
	if !strings.Contains(string(config), `"store":"`+store+`"`) {
		t.Errorf("it takes into %s, which the Caddyfile does not serve", store)
	}
}

package rehearse

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/gateway/crowd"
	"fieldhouse/plugins/admission"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site/settings"
)

var noon = time.Date(2026, 11, 28, 12, 0, 0, 0, time.FixedZone("", 2*60*60))

func planned() *Plan {
	return &Plan{
		Nodes: 3, Drop: "football", Opens: noon.Add(time.Minute), Visitors: 30, Buyers: 10, Within: 10 * time.Second, Patience: time.Minute,
	}
}

func TestFaultsAreReadAndOthersRefusedWithTheirForm(t *testing.T) {
	for text, want := range map[string]Fault{
		"node:dies@+10s":               {At: 10 * time.Second, Kind: faultNode, Node: 1, How: "drop"},
		"node:3:hangs@1m":              {At: time.Minute, Kind: faultNode, Node: 3, How: "stalled"},
		"node:back@-2s":                {At: -2 * time.Second, Kind: faultNode, Node: 1},
		"process:kill@+20s":            {At: 20 * time.Second, Kind: faultProcess, Node: 1},
		"ship:football:a/b:c@d/e@+30s": {At: 30 * time.Second, Kind: faultShip, Node: 1, Edition: "football", Folder: "a/b:c@d/e"},
	} {
		want.Text = text
		if got, err := ParseFault(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "node:dies", "node@+1s", "node:0:dies@+1s", "node:10:dies@+1s", "node:sings@+1s", "process:dies@+1s", "process:1:kill@+1s", "ship:football@+1s", "ship:Foot:x@+1s", "ship:football:@+1s", "node:dies@soon", "node:dies@+3h", "disk:full@+1s"} {
		if _, err := ParseFault(text); err == nil || !strings.Contains(err.Error(), "write node[") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAnOpeningIsTheNextSuchTimeOfDayInItsZone(t *testing.T) {
	for text, want := range map[string]time.Time{
		"12:01":    noon.Add(time.Minute),
		"12:00:30": noon.Add(30 * time.Second),
		"12:00":    noon.Add(24 * time.Hour),
		"11:59":    noon.Add(24*time.Hour - time.Minute),
	} {
		if got, err := ParseAt(text, noon); err != nil || !got.Equal(want) || got.Location() != noon.Location() {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "noon", "25:00", "12", "2026-11-28T14:00:00Z"} {
		if _, err := ParseAt(text, noon); err == nil || !strings.Contains(err.Error(), "14:00") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAPlanThatCannotBeCarriedOutSaysWhatToDo(t *testing.T) {
	must.Do(t, planned().Check(noon))
	fault := func(text string) func(*Plan) {
		return func(p *Plan) {
			one := must.Get(ParseFault(text))(t)
			p.Faults = []Fault{one}
		}
	}
	for says, change := range map[string]func(*Plan){
		"scheme and host":          func(p *Plan) { p.Target = "staging.example" },
		"https://staging.example":  func(p *Plan) { p.Target = "https://staging.example/football" },
		"--visitors":               func(p *Plan) { p.Visitors = -1 },
		"--buyers is 0":            func(p *Plan) { p.Buyers = 0 },
		"--nodes is 10":            func(p *Plan) { p.Nodes = 10 },
		"rugby/12":                 func(p *Plan) { p.Drop = "football/x" },
		"--within":                 func(p *Plan) { p.Within = 0 },
		"--patience":               func(p *Plan) { p.Patience = time.Second },
		"too near":                 func(p *Plan) { p.Opens = noon.Add(time.Second) },
		"the lobby is open":        func(p *Plan) { p.Opens = time.Time{} },
		"--chain and --admin":      func(p *Plan) { p.Admin = "localhost:2019" },
		"outside of the rehearsal": fault("node:dies@+61s"),
		"the nodes 1 to 3":         fault("node:4:dies@+1s"),
		"only a process that":      func(p *Plan) { fault("process:kill@+1s")(p); p.Target = "https://staging.example" },
		"the number of --fault":    func(p *Plan) { p.Faults = make([]Fault, mostFaults+1) },
		"file descriptors":         func(p *Plan) { p.Visitors = mostVisitors; p.Buyers = mostBuyers },
	} {
		plan := planned()
		change(plan)
		err := plan.Check(noon)
		if says == "file descriptors" {
			err = plan.affordable(admission.Limits{Descriptors: 1024, Memory: 1 << 40}, 1<<20)
		}
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q in it", err, says)
		}
	}
	if err := planned().affordable(admission.Limits{Descriptors: 1 << 20, Memory: 1 << 20}, 1<<20); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Error(err)
	}
	// Each of them is connected to the same address.
	many := planned()
	many.Visitors = 30_000
	if err := many.affordable(admission.Limits{Descriptors: 1 << 20, Memory: 1 << 40}, 28_232); err == nil || !strings.Contains(err.Error(), "30010 visitors and buyers need a port each, and this machine has 28232") {
		t.Error(err)
	}
}

func TestATokenHoldsUntilARehearsalIsOver(t *testing.T) {
	for _, opens := range []time.Time{{}, noon.Add(time.Minute), noon.Add(20 * time.Hour)} {
		plan := planned()
		plan.Opens, plan.Lobby = opens, time.Minute
		if ends := noon.Add(plan.tokenLifetime(noon)); !ends.After(plan.opening(noon).Add(plan.Patience)) {
			t.Errorf("the opening is at %s, and the token ends at %s", plan.opening(noon), ends)
		}
	}
}

func TestBuyersAreReadFromAFileAndItsFaultsNameTheLineAndNoKey(t *testing.T) {
	secret := make([]byte, antelope.PrivateKeySize)
	secret[31] = 7
	key := must.Get(antelope.NewPrivateKey(antelope.K1, secret))(t)
	file := filepath.Join(t.TempDir(), "keys")
	read := func(text string, atLeast int) ([]crowd.Account, error) {
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		return readKeys(file, atLeast)
	}
	good := "# buyers\n\nann.wam " + key.String() + "\n  bob.wam\t" + key.String() + "\n"
	if got, err := read(good, 1); err != nil || len(got) != 1 || got[0].Name != "ann.wam" || got[0].Key.String() != key.String() {
		t.Errorf("%v, %v", got, err)
	}
	for text, says := range map[string]string{
		good + "ann.wam " + key.String():    "line 5: ann.wam stands there twice",
		"ann.wam":                           "line 1: write an account",
		"Ann.WAM " + key.String():           "line 1",
		"\nann.wam " + key.String() + "x":   "line 2",
		"ann.wam " + key.String() + " more": "line 1",
		key.String() + " ann.wam":           "line 1: it does not begin with the name of an account",
		good:                                "has 2 accounts, and 3 buyers need one each",
	} {
		if _, err := read(text, 3); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), key.String()) {
			t.Errorf("%v, want %q in it, and no key", err, says)
		}
	}
}

func TestALobbyFillsMoreAndMoreAndBuyersThinOut(t *testing.T) {
	for range 200 {
		count, long := 1+rand.IntN(500), time.Duration(1+rand.IntN(1000))*time.Second
		come, press := arrivals(count, long), presses(count, long)
		for name, all := range map[string][]time.Duration{"arrivals": come, "presses": press} {
			if len(all) != count || !slices.IsSorted(all) || all[0] < 0 || all[count-1] > long {
				t.Fatalf("%s: %d of %d from %s to %s within %s", name, len(all), count, all[0], all[count-1], long)
			}
		}
		if count < 10 {
			continue
		}
		half := func(all []time.Duration) (early int) {
			for _, at := range all {
				if at < long/2 {
					early++
				}
			}
			return early
		}
		// The integral of a density that grows with time: a quarter comes in the first half.
		if early := half(come); early < count/4-1 || early > count/4+1 || half(press) < count-count/4-1 {
			t.Fatalf("of %d arrivals %d are early, of presses %d", count, early, half(press))
		}
	}
}

// site answers as a gateway on a chain does, with what /readyz says.
func site(t *testing.T, chain string, ready string, asked *[]string) *crowd.Site {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked = append(*asked, r.URL.Path)
		switch r.URL.Path {
		case "/v1/chain/get_info":
			fmt.Fprintf(w, `{"chain_id":%q,"head_block_num":9}`, chain)
		case "/readyz":
			fmt.Fprint(w, ready)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return &crowd.Site{Address: server.URL}
}

func TestASiteIsRehearsedOnWhenItSaysThatItIsStagingAndNeverOnMainnet(t *testing.T) {
	var asked []string
	for _, c := range []struct{ name, chain, ready, says string }{
		{"staging", settings.TestnetChainID, "ok\nstaging\nfootball: x\n", ""},
		{"that says nothing", settings.TestnetChainID, "ok\nfootball: x\n", "put `staging` into the `site`"},
		{"with an edition of that name", settings.TestnetChainID, "ok\nstaging: x\n", "does not say that it is staging"},
		{"mainnet", settings.MainnetChainID, "ok\nstaging\n", "cost money"},
		{"mainnet in capitals", strings.ToUpper(settings.MainnetChainID), "ok\nstaging\n", "cost money"},
		{"another chain", strings.Repeat("ab", 32), "ok\nstaging\n", "does not know"},
	} {
		network, err := staging(context.Background(), site(t, c.chain, c.ready, &asked))
		if c.says == "" && (err != nil || network.Name != "testnet") || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("a site %s: %v", c.name, err)
		}
	}
}

func TestNothingIsSentToASiteOnMainnetButTheQuestionWhichChainItIsOn(t *testing.T) {
	Fans = func(count int) []crowd.Account { return make([]crowd.Account, count) }
	t.Cleanup(func() { Fans = nil })
	var asked []string
	plan := planned()
	plan.Target, plan.Opens, plan.Drop = site(t, settings.MainnetChainID, "ok\nstaging\n", &asked).Address, time.Now().Add(time.Minute), "football/1"
	if _, err := Run(context.Background(), plan, func(string) {}); err == nil || !strings.Contains(err.Error(), "nothing is signed") {
		t.Error(err)
	}
	if !slices.Equal(asked, []string{"/v1/chain/get_info"}) {
		t.Errorf("it was asked for %q", asked)
	}
}

func TestAReportThatCannotBeWrittenIsRefusedBeforeAnythingBegins(t *testing.T) {
	folder := t.TempDir()
	for report, want := range map[string]string{
		folder:                                  "is a directory",
		filepath.Join(folder, "none", "report"): "no such file or directory",
		filepath.Join(folder, "report.html"):    "--target",
	} {
		code, err := rehearse(&Plan{Target: "nowhere"}, "", nil, report, "")
		if code != exitRefused || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %d, %v; want one that says %s", report, code, err, want)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("it left %v; %v", left, err)
	}
}

func TestWhatARehearsalCameToStandsThoughItsReportCannotBeWrittenAnyMore(t *testing.T) {
	gone := filepath.Join(t.TempDir(), "none", "report")
	wrong := &Results{Chain: &Verdict{Twice: []string{"x"}}}
	if code, err := tell(wrong, gone, ""); code != exitWrong || err == nil {
		t.Errorf("of a purchase that was carried out twice: %d, %v", code, err)
	}
	if code, err := tell(&Results{Chain: new(Verdict)}, gone, ""); code != exitRefused || err == nil {
		t.Errorf("of a good one: %d, %v", code, err)
	}
}

func TestARehearsalGoesOnWhoseOutputNobodyReads(t *testing.T) {
	const isRun = "REHEARSE"
	if report := os.Getenv(isRun); report != "" {
		Fans = func(count int) []crowd.Account { return make([]crowd.Account, count) }
		code, _ := rehearse(&Plan{Nodes: 1, Buyers: 1, Within: time.Second, Patience: time.Second, Store: report + ".none"}, "", nil, report, "")
		os.Exit(code)
	}
	reads, writes, err := os.Pipe()
	must.Do(t, err)
	must.Do(t, reads.Close())
	defer writes.Close()
	command := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	command.Stdout, command.Env = writes, append(os.Environ(), isRun+"="+filepath.Join(t.TempDir(), "report"))
	if err := command.Run(); command.ProcessState.ExitCode() != exitRefused { // there is no such store
		t.Error(err)
	}
}

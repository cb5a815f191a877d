package gateway

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/cluster"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/plugintest"

	"github.com/gorilla/websocket"
)

// newCluster starts three processes, of which the first has what is live, and waits until they
// are one site.
func newCluster(t *testing.T, prepare ...func(index int, p *process)) []*process {
	t.Helper()
	addresses := []string{freeAddress(t), freeAddress(t), freeAddress(t)}
	return newClusterAt(t, addresses, func(_, to int) string { return addresses[to] }, prepare...)
}

// newClusterAt has the processes listen on addresses, and reach each other at those of join.
func newClusterAt(t *testing.T, addresses []string, join func(from, to int) string, prepare ...func(index int, p *process)) []*process {
	t.Helper()
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte(strings.Repeat("a secret of tests ", 2)), 0o600); err != nil {
		t.Fatal(err)
	}
	all := make([]*process, len(addresses))
	for index := range all {
		var others []string
		for other := range all {
			if other != index {
				others = append(others, join(index, other))
			}
		}
		all[index] = newProcessIn(t, map[string]string{
			"CLUSTER": "import Caddyfile.cluster", "CLUSTER_SECRET": secret, "CLUSTER_LISTEN": addresses[index], "CLUSTER_JOIN": strings.Join(others, " "),
		}, func(p *process) {
			if index > 0 {
				emptyFolder(t, p.store)
			}
			for _, more := range prepare {
				more(index, p)
			}
		}, func(chaintest.Request) string { return chaintest.Empty }, func(config object) {
			keepState(config)
			config["apps"].(object)["pki"] = object{"certificate_authorities": object{"local": object{"install_trust": false}}}
		})
	}
	for _, p := range all {
		p.awaitReady()
	}
	all[0].secret = all[0].makeToken("ops")
	for _, p := range all {
		p.secret = all[0].secret
		plugintest.Eventually(t, "the token of one is known to all", func() bool { return p.takes(p.secret) })
	}
	return all
}

// withOneStore has the processes of a cluster begin with a copy of the first one's store, its key
// included.
func withOneStore(t *testing.T) func(index int, p *process) {
	first := ""
	return func(index int, p *process) {
		if index == 0 {
			first = p.store
		} else if err := os.CopyFS(p.store, os.DirFS(first)); err != nil {
			t.Fatal(err)
		}
	}
}

// secured has a process serve over TLS as well, at the address that is returned.
func (p *process) secured() (address string) {
	p.t.Helper()
	address = freeAddress(p.t)
	p.change(func(config object) {
		server := object{"listen": []string{"shared/" + address}, "protocols": []string{"h1", "h2"}}
		config["apps"].(object)["http"].(object)["servers"].(object)["secure"] = server
		serveOverTLS(config, server, "localhost")
	})
	return address
}

// wantSharedSessions begins a session of TLS at each address, and goes on with it at the others.
func wantSharedSessions(t *testing.T, addresses []string) {
	t.Helper()
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		client := &tls.Config{InsecureSkipVerify: true, ServerName: "localhost", MinVersion: version, MaxVersion: version}
		connect := func(address string) (resumed bool) {
			connection, err := tls.Dial("tcp", address, client)
			if err != nil {
				t.Logf("%s: %v", address, err)
				return false
			}
			defer connection.Close()
			// A ticket of TLS 1.3 comes before the first answer.
			_, _ = io.WriteString(connection, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
			_, _ = connection.Read(make([]byte, 1))
			return connection.ConnectionState().DidResume
		}
		for first, begun := range addresses {
			plugintest.Eventually(t, "a session of TLS goes on at the other processes", func() bool {
				client.ClientSessionCache = tls.NewLRUClientSessionCache(1)
				return !connect(begun) && connect(addresses[(first+1)%3]) && connect(addresses[(first+2)%3])
			})
		}
	}
}

func emptyFolder(t *testing.T, folder string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		if err == nil {
			err = os.RemoveAll(filepath.Join(folder, entry.Name()))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// lineupOf is what a process has live.
func (p *process) lineupOf() (state journal.State) {
	p.t.Helper()
	state, err := journal.Open(p.store, journal.Options{}).Look()
	if err != nil {
		p.t.Fatal(err)
	}
	return state
}

// makeToken makes a token by the admin endpoint; who asks is nobody where there is none of ops' yet.
func (p *process) makeToken(name string) (secret string) {
	p.t.Helper()
	status, said, err := p.tryPost("/tokens", []byte(`{"name":"`+name+`","edition":"*"}`))
	if err != nil {
		p.t.Fatal(err)
	}
	var made struct{ Token string }
	if err := json.Unmarshal([]byte(said), &made); err != nil || made.Token == "" {
		p.t.Fatalf("making a token is answered %d %s", status, said)
	}
	return made.Token
}

// takes reports whether a process has a token that is of use.
func (p *process) takes(secret string) bool {
	_, err := token.New(p.store, time.Now).Find(secret)
	return err == nil
}

// wantOneStorage waits until all have the same authority for certificates: each made one at its
// start, before it knew of the others.
func wantOneStorage(t *testing.T, all []*process) {
	t.Helper()
	authority := func(p *process, file string) string {
		content, err := os.ReadFile(filepath.Join(p.environment["XDG_DATA_HOME"], "caddy", "pki", "authorities", "local", file))
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	for _, file := range []string{"root.crt", "root.key", "intermediate.crt", "intermediate.key"} {
		plugintest.Eventually(t, "the authority for certificates is the same: "+file, func() bool {
			first := authority(all[0], file)
			return !slices.ContainsFunc(all, func(p *process) bool { return authority(p, file) != first })
		})
	}
}

// wantOneSetOfTokens makes a token at one process and revokes it at another.
func wantOneSetOfTokens(t *testing.T, all []*process) {
	t.Helper()
	passing := all[0].makeToken("passing")
	for _, p := range all {
		plugintest.Eventually(t, "a token is of use at every process", func() bool { return p.takes(passing) })
	}
	request, err := http.NewRequest(http.MethodDelete, "http://"+all[2].admin+"/releases/tokens/passing", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+all[2].secret)
	revoked, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	revoked.Body.Close()
	for _, p := range all {
		plugintest.Eventually(t, "a token that one has revoked is of no use at any", func() bool { return !p.takes(passing) })
	}
}

// viewOf is the cluster as a process sees it.
func (p *process) viewOf() (view cluster.View) {
	if err := json.Unmarshal([]byte(p.adminAnswer("/cluster")), &view); err != nil {
		p.t.Fatal(err)
	}
	return view
}

// awaitReady waits until a process serves and the cluster it is in can agree.
func (p *process) awaitReady() {
	p.t.Helper()
	plugintest.Eventually(p.t.(*testing.T), "the process is ready, in a cluster with a quorum", func() bool {
		response, err := http.Get("http://" + p.address + "/readyz")
		if err != nil {
			return false
		}
		response.Body.Close()
		return response.StatusCode == http.StatusOK && p.viewOf().Quorum
	})
}

// post posts to the API for shipping, and returns the status with the answer.
func (p *process) post(path string, body []byte) (int, string) {
	p.t.Helper()
	status, said, err := p.tryPost(path, body)
	if err != nil {
		p.t.Fatal(err)
	}
	return status, said
}

func (p *process) tryPost(path string, body []byte) (int, string, error) {
	p.t.Helper()
	return p.tryCommand(http.MethodPost, "/releases"+path, bytes.NewReader(body))
}

// tryCommand asks the admin endpoint, at the API for shipping with the process's token.
func (p *process) tryCommand(method, path string, body io.Reader) (int, string, error) {
	p.t.Helper()
	request, err := http.NewRequest(method, "http://"+p.admin+path, body)
	if err != nil {
		return 0, "", err
	}
	if p.secret != "" && strings.HasPrefix(path, "/releases/") {
		request.Header.Set("Authorization", "Bearer "+p.secret)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	said, err := io.ReadAll(response.Body)
	return response.StatusCode, string(said), err
}

// archiveOf is a release of football with another text, as it is shipped.
func archiveOf(t *testing.T, text string) (archive []byte) {
	t.Helper()
	draft := releasetest.Sport(releasetest.Football)
	draft.Content["mount.js"] += "// " + text
	draft.Content["fragments/main/football.en.html"] += "<p>" + text + "</p>"
	return releasetest.Archive(t, draft.Write(t))
}

// ship ships and returns the release's name.
func (p *process) ship(text string) (name string) { return p.shipAs(text, "") }

// shipAs ships with a query of the API's.
func (p *process) shipAs(text, query string) (name string) {
	p.t.Helper()
	archive := archiveOf(p.t.(*testing.T), text)
	var answer struct{ Release, Message string }
	plugintest.Eventually(p.t.(*testing.T), "the release is taken: "+text, func() bool {
		status, said := p.post("/editions/football"+query, archive)
		if err := json.Unmarshal([]byte(said), &answer); err != nil {
			p.t.Fatalf("%d %s", status, said)
		}
		// A new leader may be elected.
		if status != http.StatusCreated && status != http.StatusOK && status != http.StatusServiceUnavailable {
			p.t.Fatalf("shipping is answered %d %s", status, said)
		}
		return status < 300
	})
	return answer.Release
}

func (p *process) rollback() {
	p.t.Helper()
	if status, said := p.post("/lineup", []byte(`{"action":"rollback","releases":{"football":""},"reason":"a test"}`)); status != http.StatusOK {
		p.t.Fatalf("a rollback is answered %d %s", status, said)
	}
}

// awaitLive waits until processes show a release of football to visitors.
func awaitLive(t *testing.T, name string, all ...*process) {
	t.Helper()
	for _, p := range all {
		plugintest.Eventually(t, "it is live everywhere", func() bool {
			response, err := http.Get("http://" + p.address + "/readyz")
			if err != nil {
				return false
			}
			defer response.Body.Close()
			said, err := io.ReadAll(response.Body)
			return err == nil && response.StatusCode == http.StatusOK && strings.Contains(string(said), "football: "+name+"\n")
		})
	}
}

// journalOf are the files of a process's journal, by their names.
func (p *process) journalOf() map[string]string {
	p.t.Helper()
	files, err := filepath.Glob(filepath.Join(p.store, "lineup.journal", "*.json"))
	if err != nil {
		p.t.Fatal(err)
	}
	all := map[string]string{}
	for _, file := range append(files, filepath.Join(p.store, "lineup.json")) {
		content, err := os.ReadFile(file)
		if err != nil {
			p.t.Fatal(err)
		}
		all[filepath.Base(file)] = string(content)
	}
	return all
}

func awaitEqualJournals(t *testing.T, all []*process) {
	t.Helper()
	plugintest.Eventually(t, "the journals are equal", func() bool {
		first := fmt.Sprint(all[0].journalOf())
		return !slices.ContainsFunc(all[1:], func(p *process) bool { return fmt.Sprint(p.journalOf()) != first })
	})
	for version := range all[0].lineupOf().Version {
		if name := fmt.Sprintf("%020d.json", version+1); all[0].journalOf()[name] == "" {
			t.Errorf("the journal has no %s", name)
		}
	}
}

// burst is that of the default rate of nodes.
const burst = 30

// awaitTokens waits until so many requests may be made at once at each node.
func (p *process) awaitTokens(least, most float64) {
	p.t.Helper()
	plugintest.Eventually(p.t.(*testing.T), "the process has its part of the nodes' rates", func() bool {
		var nodes []struct{ Tokens float64 }
		if err := json.Unmarshal([]byte(p.adminAnswer("/chain/nodes")), &nodes); err != nil || len(nodes) == 0 {
			p.t.Fatal(err, nodes)
		}
		return nodes[0].Tokens > least && nodes[0].Tokens <= most
	})
}

// leader is the process that orders the changes.
func leader(t *testing.T, all []*process) (index int) {
	t.Helper()
	plugintest.Eventually(t, "there is a leader", func() bool {
		index = slices.IndexFunc(all, func(p *process) bool { view := p.viewOf(); return view.Leader == view.Name })
		return index >= 0
	})
	return index
}

// command gives a command to the admin endpoint, and returns its answer.
func (p *process) command(method, path, body string) string {
	p.t.Helper()
	status, said, err := p.tryCommand(method, path, strings.NewReader(body))
	if err != nil || status != http.StatusOK {
		p.t.Fatalf("%s %s is answered %d %s, %v", method, path, status, said, err)
	}
	return said
}

// pauseAndPurge pauses and resumes a sale, and purges, at one process; all others do so too.
func (p *process) pauseAndPurge(others ...*process) {
	p.t.Helper()
	awaitPaused := func(paused bool) {
		p.t.Helper()
		for _, other := range others {
			plugintest.Eventually(p.t.(*testing.T), fmt.Sprint("that the sale is paused is everywhere ", paused), func() bool {
				response, err := http.Get("http://" + other.address + drops)
				if err != nil {
					p.t.Fatal(err)
				}
				defer response.Body.Close()
				said, err := io.ReadAll(response.Body)
				return err == nil && response.StatusCode == http.StatusOK && strings.Contains(string(said), `"paused":{"football":{"en":"Soon."`) == paused
			})
		}
	}
	awaitPaused(false)
	p.command("PUT", "/sales/paused/football", `{"en":"Soon.","es":"Pronto."}`)
	awaitPaused(true)
	others[0].command("DELETE", "/sales/paused/football", "")
	awaitPaused(false)
	if said := p.command("POST", "/caches/rows/purge", `{"tags":["table:drops"]}`); !strings.Contains(said, `"told":2`) {
		p.t.Errorf("a purge is answered %s", said)
	}
	for _, other := range others {
		plugintest.Eventually(p.t.(*testing.T), "the purge is everywhere", func() bool {
			return strings.Contains(other.log.String(), "purged as another process was told to")
		})
	}
}

func TestThreeProcessesAreOneSite(t *testing.T) {
	t.Parallel()
	var secured [3]string
	all := newCluster(t, func(index int, p *process) { secured[index] = p.secured() })
	a, b, c := all[0], all[1], all[2]
	first := a.lineupOf().Editions["football"].Live
	awaitLive(t, first, all...)

	for _, p := range all {
		p.awaitTokens(0, burst/3)
	}

	began := time.Now()
	second := b.ship("the second")
	awaitLive(t, second, all...)
	t.Logf("shipped by one, live everywhere after %s", time.Since(began).Round(time.Millisecond))
	began = time.Now()
	c.rollback()
	awaitLive(t, first, all...)
	t.Logf("rolled back by one, everywhere after %s", time.Since(began).Round(time.Millisecond))
	a.pauseAndPurge(b, c)
	for copied, path := range map[string]string{`cache="rows",class="drops"`: drops, `cache="chain",class="info"`: "/v1/chain/get_info"} {
		counted := regexp.MustCompile(`fieldhouse_cache_copied_total\{` + copied + `\} [1-9]`)
		plugintest.Eventually(t, "what one process has read is taken by another: "+path, func() bool {
			return slices.ContainsFunc(all, func(p *process) bool {
				p.want(http.DefaultClient, path)
				return counted.MatchString(p.adminAnswer("/metrics"))
			})
		})
	}

	wantOneStorage(t, all)
	wantSharedSessions(t, secured[:])
	wantOneSetOfTokens(t, all)
	wantLinked(t, all)
	wantOneLine(t, all)
}

func TestThreeProcessesStayOneSiteWhicheverOfThemFail(t *testing.T) {
	t.Parallel()
	all := newCluster(t)
	a, b, c := all[0], all[1], all[2]
	first := a.lineupOf().Editions["football"].Live
	awaitLive(t, first, all...)
	kept := all[2].keepsAMessage(t)

	// The leader is killed; what it missed it has after its start.
	leads := leader(t, all)
	others := slices.Delete(slices.Clone(all), leads, leads+1)
	all[leads].kill()
	bad := others[0].ship("without the leader")
	awaitLive(t, bad, others...)
	for _, channel := range kept {
		others[1].wantMessage(t, channel)
	}
	all[leads].again()
	awaitLive(t, bad, all...)
	a.awaitReady()

	plugintest.Eventually(t, "each has read the list up to the release", func() bool {
		return !slices.ContainsFunc(a.viewOf().Members, func(m cluster.Member) bool { return m.Status.Waiting > 0 })
	})

	// Two are killed: the last one serves and takes back, and does not ship.
	b.kill()
	c.kill()
	plugintest.Eventually(t, "the quorum is lost", func() bool { return !a.viewOf().Quorum })
	a.awaitTokens(burst/2, burst)
	awaitLive(t, bad, a)
	if status, said := a.post("/editions/football", archiveOf(t, "refused")); status != http.StatusServiceUnavailable || !strings.Contains(said, `"code":"quorum"`) || !strings.Contains(said, "1 of 3 processes are connected") {
		t.Errorf("without a quorum shipping is answered %d %s", status, said)
	}
	a.rollback()
	awaitLive(t, first, a)
	if view := a.viewOf(); len(view.Members) != 1 || view.Members[0].Waiting != 1 || !strings.Contains(strings.Join(view.Advice, "\n"), "shipping waits until 2 of 3 processes are connected") {
		t.Errorf("the cluster is shown as %+v", view)
	}
	// The one that is alone may be killed as well: the change is on its disk, and is made again of
	// what the others change meanwhile.
	a.kill()
	b.again()
	c.again()
	b.awaitReady()
	if status, said := b.post("/lineup", []byte(`{"action":"freeze","scope":"basketball","reason":"meanwhile"}`)); status != http.StatusOK {
		t.Fatalf("a freeze is answered %d %s", status, said)
	}
	awaitLive(t, bad, b, c)
	a.again()
	awaitLive(t, first, all...)
	awaitEqualJournals(t, all)
	if state := a.lineupOf(); !slices.Contains(state.Editions["football"].Withdrawn, bad) || state.Frozen["basketball"].Reason != "meanwhile" {
		t.Errorf("the lineup is %+v", state)
	}
	said, err := a.gatewayCommand("cluster", "--address", a.admin).CombinedOutput()
	if err != nil || !strings.HasPrefix(string(said), "3 of 3 processes; quorum\n") || !strings.Contains(string(said), "was made again") {
		t.Errorf("the command says %s, %v", said, err)
	}
}

// say posts a message to a channel of the link service.
func (p *process) say(t *testing.T, channel, message string) (became string) {
	t.Helper()
	became, err := p.trySay(channel, message)
	if err != nil {
		t.Fatal(err)
	}
	return became
}

func (p *process) trySay(channel, message string) (became string, err error) {
	response, err := http.Post("http://"+p.address+"/link/"+channel, "", strings.NewReader(message))
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	if became = response.Header.Get("X-Buoy-Delivery"); response.StatusCode != http.StatusOK || became == "" {
		return "", fmt.Errorf("a message is answered %s", response.Status)
	}
	return became, nil
}

// listen listens on a channel of the link service.
func (p *process) listen(t *testing.T, channel string) *websocket.Conn {
	t.Helper()
	page, response, err := websocket.DefaultDialer.Dial("ws://"+p.address+"/link/"+channel, nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	t.Cleanup(func() { page.Close() })
	if err := page.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return page
}

// wantMessage listens on a channel, on which the message of keepsAMessage waits.
func (p *process) wantMessage(t *testing.T, channel string) {
	t.Helper()
	page := p.listen(t, channel)
	defer page.Close()
	if _, message, err := page.ReadMessage(); err != nil || string(message) != channel {
		t.Errorf("%s has the message %q, %v", channel, message, err)
	}
}

// wantLinked has a page listen at one process while a wallet sends at another, on channels whose
// homes differ.
func wantLinked(t *testing.T, all []*process) {
	t.Helper()
	var took []time.Duration
	for number := range 9 {
		channel := fmt.Sprint("a-channel-of-a-page-", number)
		page := all[number%3].listen(t, channel)
		got := make(chan string, 2) // a page that does not read acknowledges nothing
		go func() {
			defer close(got)
			for {
				_, message, err := page.ReadMessage()
				if err != nil {
					return
				}
				got <- string(message)
			}
		}()
		wallet := all[(number+1)%3]
		// The first may be earlier than what the processes tell each other of the page.
		wallet.say(t, channel, "first")
		if message := <-got; message != "first" {
			t.Fatalf("the page gets %q", message)
		}
		for turn := range 10 {
			began, want := time.Now(), fmt.Sprint("message ", turn)
			became := make(chan string, 1)
			go func() { became <- wallet.say(t, channel, want) }()
			if message := <-got; message != want {
				t.Fatalf("the page gets %q, want %q", message, want)
			}
			took = append(took, time.Since(began))
			<-became
		}
	}
	slices.Sort(took)
	t.Logf("a link message from one process to another: p50 %s, the slowest of %d %s", took[len(took)/2], len(took), took[len(took)-1])
}

// keepsAMessage has messages wait on channels whose homes differ.
func (p *process) keepsAMessage(t *testing.T) (channels []string) {
	t.Helper()
	for number := range 6 {
		channel := fmt.Sprint("a-channel-of-the-kept-", number)
		if became := p.say(t, channel, channel); became != "buffered" {
			t.Errorf("a message for nobody is %s", became)
		}
		channels = append(channels, channel)
	}
	return channels
}

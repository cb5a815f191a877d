package anchor

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/devchain/wallets/standin/standintest"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"

	"golang.org/x/net/html"
)

// post sends a form of the wallet's own page.
func (b *bench) post(path string, fields url.Values) *http.Response {
	return standintest.Answer(b.wallet, http.MethodPost, path, fields.Encode(), func(r *http.Request) {
		r.Header = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Origin": {"http://localhost:18102"}}
	})
}

// send is post, and gives the status and where the answer leads.
func (b *bench) send(path string, fields url.Values) (int, string) {
	answer := b.post(path, fields)
	return answer.StatusCode, answer.Header.Get("Location")
}

// page is a page's HTML, which must hold the given texts.
func (b *bench) page(path string, texts ...string) string {
	b.Helper()
	status, body := standintest.Call(b.wallet, http.MethodGet, path, "")
	if status != http.StatusOK {
		b.Fatalf("%s: %d %s", path, status, body)
	}
	for _, text := range texts {
		if !strings.Contains(body, text) {
			b.Errorf("%s has no %q:\n%s", path, text, body)
		}
	}
	return body
}

func TestEverythingWorksByFormsAlone(t *testing.T) {
	b, a := newBench(t), newApp(t)
	b.page("/", "Nothing waits.", "Nothing yet.")
	status, to := b.send("/open", url.Values{"request": {b.login(a).String()}})
	if status != http.StatusSeeOther || to != "/requests/1" {
		t.Fatalf("opening: %d %s", status, to)
	}
	b.page(to, "Log in", "fieldhouse", "alice.wam", `value="sign">Sign</button>`, "Nothing is sent to the chain.")
	b.page("/", `action="/requests/1" class="buttons"`, "(1) "+device)
	if status, to = b.send("/requests/1", url.Values{"answer": {"sign"}, "account": {"bruno.wam"}}); status != http.StatusSeeOther || to != "/requests/1" {
		t.Fatalf("signing: %d %s", status, to)
	}
	if payload := b.payload(); payload["sa"] != "bruno.wam" {
		t.Errorf("answered %v", payload)
	}
	b.page(to, "Signed", "delivered")
	socket := await(t, b.link.sockets, "the wallet's channel")
	defer func() { _ = socket.Close() }()

	b.page("/", "fieldhouse, signed by bruno.wam")
	_, to = b.send("/open", url.Values{"request": {b.transfer().String()}})
	b.send(to, url.Values{"answer": {"refuse"}})
	if payload := b.payload(); payload["rejected"] == "" {
		t.Errorf("answered %v", payload)
	}
}

func TestWhatNobodySignedInTimeStandsInNobodysWay(t *testing.T) {
	b := newBench(t)
	late, expired := b.transfer(), b.transfer()
	late.Info = linkUntil(-1)
	b.hand(late)
	expired.Kind, expired.Transaction = esr.KindTransaction, ledger.Transaction{Actions: expired.Actions}
	expired.Transaction.Expiration = antelope.TimePointSecOf(start.Add(-time.Second))
	b.hand(expired)
	b.hand(b.transfer())
	b.page("/", `action="/requests/3" class="buttons"`, `<a href="/requests/1">Sign transfer</a>`, `<a href="/requests/2">Sign transfer</a>`)
	b.answer("3", "refuse", "")
	b.payload()
	b.page("/", "<title>"+device, `<a href="/requests/1">Sign transfer</a>`)
	b.page("/requests/1", "waited for an answer until", `value="refuse">`)
	b.page("/requests/2", "has expired", `value="refuse">`)
}

func TestFormsSayWhatIsWrong(t *testing.T) {
	b := newBench(t)
	b.hand(b.transfer())
	for _, c := range []struct {
		path   string
		fields url.Values
		status int
		text   string
	}{
		{"/open", url.Values{"request": {"<b>hello"}}, http.StatusBadRequest, "it must start with esr:"},
		{"/requests/1", url.Values{"answer": {"sign"}, "account": {"ALICE"}}, http.StatusUnprocessableEntity, "reading the name"},
		{"/requests/1", url.Values{"answer": {"perhaps"}}, http.StatusUnprocessableEntity, "neither sign nor refuse"},
		{"/requests/9", url.Values{"answer": {"sign"}}, http.StatusNotFound, "no such request"},
	} {
		answer := b.post(c.path, c.fields)
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != c.status || !strings.Contains(string(body), c.text) || !strings.Contains(string(body), `role="alert"`) {
			t.Errorf("%s %v: %d %s (%v)", c.path, c.fields, answer.StatusCode, body, err)
		}
	}
}

func TestAPageShowsWhatIsSigned(t *testing.T) {
	b := newBench(t)
	request := b.transfer()
	request.Info = []esr.Pair{{Key: "no_fee", Value: []byte{1}}}
	id := b.hand(request)
	b.page("/requests/"+id, "Sign transfer", "<dt>Fee</dt><dd>declined</dd>", "eosio.token", "<dt>quantity</dt><dd>1.00000000 WAX</dd>", "a &lt;gift&gt; for", "<dt>from</dt><dd>alice.wam</dd>")
	b.answer(id, "sign", "")
	b.page("/requests/"+id, "delivered")
	unknown := b.transfer()
	unknown.Actions[0].Account = antelope.MustName("nobody")
	b.page("/requests/"+b.hand(unknown), "could not say what the data means", fmt.Sprintf("%x", unknown.Actions[0].Data), "alice.wam@active")
}

func TestPagesKeepToTheirPolicy(t *testing.T) {
	b, a := newBench(t), newApp(t)
	_, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	b.hand(b.transfer())
	other := b.transfer()
	other.Callback += "-other"
	b.hand(other)
	for _, path := range []string{"/", "/requests/1", "/requests/2"} {
		header := standintest.Answer(b.wallet, http.MethodGet, path, "").Header
		policy := header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "form-action 'self'", "require-trusted-types-for 'script'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: the policy %q has no %s", path, policy, part)
			}
		}
		// A page without a referrer sends its forms as of the origin "null", which is refused.
		if referrer := header.Get("Referrer-Policy"); referrer != "same-origin" {
			t.Errorf("%s: the referrer policy is %q", path, referrer)
		}
		checkMarkup(t, path, b.page(path))
	}
	for _, file := range []string{"wallet.js", "wallet.css", "icon.svg"} {
		if answer := standintest.Answer(b.wallet, http.MethodGet, "/static/"+file, ""); answer.StatusCode != http.StatusOK || answer.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d", file, answer.StatusCode)
		}
	}
}

// checkMarkup finds inline scripts and styles, controls without label and ids
// that stand twice.
func checkMarkup(t *testing.T, path, page string) {
	t.Helper()
	root := must.Get(html.Parse(strings.NewReader(page)))(t)
	ids, labels := map[string]bool{}, map[string]bool{}
	var controls []string
	for node := range root.Descendants() {
		attributes := map[string]string{}
		for _, attribute := range node.Attr {
			attributes[attribute.Key] = attribute.Val
			if attribute.Key == "style" || strings.HasPrefix(attribute.Key, "on") {
				t.Errorf("%s: <%s %s>", path, node.Data, attribute.Key)
			}
		}
		if id := attributes["id"]; id != "" {
			if ids[id] {
				t.Errorf("%s: the id %s stands twice", path, id)
			}
			ids[id] = true
		}
		switch node.Data {
		case "script":
			if attributes["src"] == "" {
				t.Errorf("%s: an inline script", path)
			}
		case "style":
			t.Errorf("%s: an inline style", path)
		case "label":
			labels[attributes["for"]] = true
		case "input", "select", "textarea":
			controls = append(controls, attributes["id"])
		}
	}
	for _, id := range controls {
		if !labels[id] {
			t.Errorf("%s: the control %q has no label", path, id)
		}
	}
}

func TestAPageIsOfTheVersionThatItShows(t *testing.T) {
	b := newBench(t)
	versions := map[int]bool{}
	for step := range 3 {
		var state stateView
		b.must(http.StatusOK, http.MethodGet, "/api/state", nil, &state)
		b.page("/", fmt.Sprintf(`data-version="%d"`, state.Version))
		versions[state.Version] = true
		switch step {
		case 0:
			b.page("/requests/"+b.hand(b.transfer()), fmt.Sprintf(`data-version="%d"`, state.Version+1))
		case 1:
			b.answer("1", "refuse", "")
		}
	}
	if len(versions) != 3 {
		t.Errorf("a new request and its answer give the versions %v", versions)
	}
}

package wombat_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/wallets/standin/standintest"
	"fieldhouse/devchain/wallets/wombat"
	"fieldhouse/plugins/plugintest/must"
)

// newBrowser shows a site that the handler makes.
func newBrowser(t *testing.T, site http.Handler) (*ledger.Ledger, *wombat.Browser, string) {
	t.Helper()
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	chain, signer := standintest.New(t)
	browser := wombat.New(wombat.Config{Signer: signer, Site: must.Get(wombat.Site(server.URL))(t)})
	t.Cleanup(browser.Close)
	return chain, browser, server.URL
}

func setPolicy(t *testing.T, browser http.Handler, policy string) {
	t.Helper()
	if status, answer := standintest.Call(browser, http.MethodPost, "/.wombat/api/policy", policy); status != http.StatusOK {
		t.Fatalf("%s: %d %s", policy, status, answer)
	}
}

// visit asks as a browser does that shows a page.
func visit(r *http.Request) {
	r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	r.Header.Set("Accept-Encoding", "gzip, br")
	r.Header.Set("Sec-Fetch-Dest", "document")
}

func page(text string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, text)
	})
}

const (
	script   = `<script src="/.wombat/v2.js"></script>`
	mapFirst = `<!doctype html><html lang="en" data-floor="football"><head><script type="importmap">{}</script></head><body></body></html>`
)

func TestTheWalletComesBeforeEveryOtherScript(t *testing.T) {
	for text, want := range map[string]string{
		mapFirst: strings.Replace(mapFirst, "<head>", "<head>"+script, 1),
		"<!DOCTYPE html>\n<HTML>\n <HEAD class=x>\n<title>": "<!DOCTYPE html>\n<HTML>\n <HEAD class=x>" + script + "\n<title>",
		// A page without a head stays as it is.
		"<html><header>": "<html><header>",
		"just text":      "just text",
		"":               "",
	} {
		_, browser, _ := newBrowser(t, page(text))
		answer := standintest.Answer(browser, http.MethodGet, "/", "", visit)
		got, err := io.ReadAll(answer.Body)
		if err != nil || string(got) != want {
			t.Errorf("%q becomes %q (%v), want %q", text, got, err, want)
		}
		if length := answer.Header.Get("Content-Length"); length != fmt.Sprint(len(want)) {
			t.Errorf("%q: Content-Length %s, want %d", text, length, len(want))
		}
	}
}

func TestTheGenerationIsTheVisitorsChoice(t *testing.T) {
	_, browser, _ := newBrowser(t, page(mapFirst))
	for generation, want := range map[string]string{"1": "/.wombat/v1.js", "2": "/.wombat/v2.js"} {
		chosen := standintest.Answer(browser, http.MethodGet, "/.wombat/?generation="+generation, "")
		if chosen.StatusCode != http.StatusSeeOther || chosen.Header.Get("Location") != "/" || len(chosen.Cookies()) != 1 {
			t.Fatalf("choosing %s: %d %v", generation, chosen.StatusCode, chosen.Header)
		}
		_, body := standintest.Call(browser, http.MethodGet, "/", "", visit, func(r *http.Request) { r.AddCookie(chosen.Cookies()[0]) })
		if !strings.Contains(body, want) {
			t.Errorf("generation %s: %s", generation, body)
		}
	}
	if status, answer := standintest.Call(browser, http.MethodGet, "/.wombat/?generation=3", ""); status != http.StatusBadRequest {
		t.Errorf("generation 3: %d %s", status, answer)
	}
	if status, body := standintest.Call(browser, http.MethodGet, "/.wombat/", ""); status != http.StatusOK || !strings.Contains(body, "?generation=1") {
		t.Errorf("the browser's own page: %d %s", status, body)
	}
}

func TestAPageIsAskedForPlainAndWhole(t *testing.T) {
	var got http.Header
	_, browser, _ := newBrowser(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Etag", `"en-br"`)
		_, _ = io.WriteString(w, mapFirst)
	}))
	answer := standintest.Answer(browser, http.MethodGet, "/", "", visit, func(r *http.Request) { r.Header.Set("If-None-Match", `"en-br"`) })
	if got.Get("Accept-Encoding") != "identity" || got.Get("If-None-Match") != "" {
		t.Errorf("the site was asked with %v", got)
	}
	if answer.Header.Get("Etag") != "" {
		t.Error("the page with the script has the entity tag of the page without it")
	}
	head := standintest.Answer(browser, http.MethodHead, "/", "", visit)
	if head.StatusCode != http.StatusOK || head.Header.Get("Content-Length") != "" {
		t.Errorf("HEAD: %d %v", head.StatusCode, head.Header)
	}
}

func TestAllElsePassesAsItIs(t *testing.T) {
	const packed = "\x1b\x03\x00compressed"
	var got http.Header
	_, browser, _ := newBrowser(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		w.Header().Set("Content-Type", r.URL.Query().Get("type"))
		w.Header().Set("Content-Encoding", "br")
		w.Header().Set("Etag", `"script"`)
		_, _ = io.WriteString(w, packed)
	}))
	for _, kind := range []string{"text/javascript", "application/json", "text/html"} {
		answer := standintest.Answer(browser, http.MethodGet, "/_r/shell/x.js?type="+kind, "", func(r *http.Request) {
			r.Header.Set("Accept", "*/*")
			r.Header.Set("Accept-Encoding", "br")
			r.Header.Set("Sec-Fetch-Dest", "script")
			r.Header.Set("If-None-Match", `"script"`)
		})
		body, err := io.ReadAll(answer.Body)
		if err != nil || string(body) != packed || answer.Header.Get("Etag") != `"script"` || answer.Header.Get("Content-Encoding") != "br" {
			t.Errorf("%s: %q %v (%v)", kind, body, answer.Header, err)
		}
		if got.Get("Accept-Encoding") != "br" || got.Get("If-None-Match") != `"script"` {
			t.Errorf("%s was asked for with %v", kind, got)
		}
	}
}

func TestTheSiteSeesItsOwnAddressAndNoneOfTheWalletsCookies(t *testing.T) {
	var got *http.Request
	_, browser, site := newBrowser(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Clone(r.Context()) }))
	standintest.Call(browser, http.MethodPost, "/_report?a=1", "{}", func(r *http.Request) {
		r.Header.Set("Origin", "http://localhost:18102")
		r.Header.Set("Referer", "http://localhost:18102/football")
		for _, name := range []string{"language", "wombat-generation", "wombat-identity", "theme"} {
			r.AddCookie(&http.Cookie{Name: name, Value: "x"})
		}
	})
	if got == nil || "http://"+got.Host != site || got.Header.Get("Origin") != site || got.Header.Get("Referer") != site+"/football" || got.URL.RawQuery != "a=1" {
		t.Fatalf("%+v", got)
	}
	if cookies := got.Header.Get("Cookie"); cookies != "language=x; theme=x" {
		t.Errorf("cookies %q", cookies)
	}
	standintest.Call(browser, http.MethodPost, "/_report", "{}", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") })
	if origin := got.Header.Get("Origin"); origin != "https://evil.example" {
		t.Errorf("a foreign page's origin reaches the site as %q", origin)
	}
}

func TestTheSitesOwnAddressLeadsBackIntoTheBrowser(t *testing.T) {
	var site string
	_, browser, address := newBrowser(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", site+"/football")
		w.Header().Set("Content-Security-Policy", "connect-src 'self' ws"+strings.TrimPrefix(site, "http")+" "+site+"0 https://cb.anchor.link")
		http.SetCookie(w, &http.Cookie{Name: "language", Value: "SP", Path: "/"})
		w.WriteHeader(http.StatusFound)
	}))
	site = address
	answer := standintest.Answer(browser, http.MethodGet, "/start", "")
	if location := answer.Header.Get("Location"); location != "http://localhost:18102/football" {
		t.Errorf("Location %q", location)
	}
	if policy := answer.Header.Get("Content-Security-Policy"); policy != "connect-src 'self' ws://localhost:18102 "+site+"0 https://cb.anchor.link" {
		t.Errorf("policy %q", policy)
	}
	if cookies := answer.Cookies(); len(cookies) != 1 || cookies[0].Value != "SP" {
		t.Errorf("cookies %v", cookies)
	}
}

func TestAWebSocketPasses(t *testing.T) {
	_, browser, site := newBrowser(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		connection, stream, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer connection.Close()
		_, _ = fmt.Fprintf(stream, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Origin: %s\r\n\r\n", r.Header.Get("Origin"))
		_ = stream.Flush()
		line, _ := stream.ReadString('\n')
		_, _ = stream.WriteString("echo " + line)
		_ = stream.Flush()
	}))
	front := httptest.NewServer(browser)
	defer front.Close()
	connection := must.Get(net.Dial("tcp", front.Listener.Addr().String()))(t)
	defer connection.Close()
	must.Get(fmt.Fprintf(connection, "GET /link/abcdefghij HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: %s\r\n\r\n",
		front.Listener.Addr(), front.URL))(t)
	reader := bufio.NewReader(connection)
	answer, err := http.ReadResponse(reader, nil)
	if err != nil || answer.StatusCode != http.StatusSwitchingProtocols || answer.Header.Get("X-Origin") != site {
		t.Fatalf("%+v (%v)", answer, err)
	}
	must.Get(io.WriteString(connection, "hello\n"))(t)
	if line, err := reader.ReadString('\n'); err != nil || line != "echo hello\n" {
		t.Errorf("%q (%v)", line, err)
	}
}

func TestAStreamArrivesAsItIsWritten(t *testing.T) {
	more := make(chan struct{})
	_, browser, _ := newBrowser(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "first\n")
		_ = http.NewResponseController(w).Flush()
		<-more
	}))
	front := httptest.NewServer(browser)
	defer front.Close()
	defer close(more)
	answer := must.Get(http.Get(front.URL + "/_events"))(t)
	defer answer.Body.Close()
	if line, err := bufio.NewReader(answer.Body).ReadString('\n'); err != nil || line != "first\n" {
		t.Errorf("%q (%v)", line, err)
	}
}

func TestTheSiteIsAskedWhenARequestHasArrivedWhole(t *testing.T) {
	asked := make(chan string, 10)
	_, browser, _ := newBrowser(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		asked <- fmt.Sprint(string(body), err)
	}))
	for name, c := range map[string]struct {
		body   io.Reader
		length int64
		code   int
		asked  string
	}{
		"whole":             {strings.NewReader("a push"), 6, http.StatusOK, "a push<nil>"},
		"of unknown length": {strings.NewReader("a push"), -1, http.StatusOK, "a push<nil>"},
		"cut off":           {io.MultiReader(strings.NewReader("a pu"), iotest.ErrReader(io.ErrUnexpectedEOF)), 6, http.StatusBadRequest, ""},
		"too large":         {strings.NewReader(strings.Repeat("x", 2<<20)), 2 << 20, http.StatusRequestEntityTooLarge, ""},
	} {
		request := httptest.NewRequest(http.MethodPost, "/v1/chain/send_transaction", c.body)
		request.ContentLength = c.length
		answer := httptest.NewRecorder()
		browser.ServeHTTP(answer, request)
		got := ""
		select {
		case got = <-asked:
		default:
		}
		if answer.Code != c.code || got != c.asked {
			t.Errorf("%s: %d, the site gets %q, want %d and %q", name, answer.Code, got, c.code, c.asked)
		}
	}
}

func TestASiteThatDoesNotRunIsSaidSo(t *testing.T) {
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	_, signer := standintest.New(t)
	browser := wombat.New(wombat.Config{Signer: signer, Site: must.Get(wombat.Site(closed.URL))(t)})
	defer browser.Close()
	if status, body := standintest.Call(browser, http.MethodGet, "/", "", visit); status != http.StatusBadGateway || !strings.Contains(body, closed.URL) {
		t.Errorf("%d %s", status, body)
	}
}

func TestOnlySitesOnLoopbackAreShown(t *testing.T) {
	for site, want := range map[string]string{
		"https://fieldhouse.example": "not on loopback", "http://10.0.0.1:80": "not on loopback",
		"http://localhost:8080/": "must be an origin", "localhost:8080": "must be an origin", "ftp://localhost": "must be an origin", "": "must be an origin",
	} {
		if _, err := wombat.Site(site); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", site, err, want)
		}
	}
}

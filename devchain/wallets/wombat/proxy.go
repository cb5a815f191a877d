package wombat

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httputil"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Time-outs towards the site. A long-poll of the link service may keep its answer
// back for two minutes.
const (
	dialTimeout   = 5 * time.Second
	answerTimeout = 130 * time.Second
	idleTimeout   = 30 * time.Second
	maxIdle       = 32
)

// maxBody is the largest body of a request, in bytes: more than the site takes of any.
const maxBody = 1 << 20

func newTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: dialTimeout}
	return &http.Transport{
		DialContext: dialer.DialContext, ResponseHeaderTimeout: answerTimeout,
		IdleConnTimeout: idleTimeout, MaxIdleConnsPerHost: maxIdle,
		// Compressed answers pass as they are.
		DisableCompression: true,
	}
}

// proxyFor passes a visitor's request to the site, and its answer back.
func (b *Browser) proxyFor(visit *http.Request) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Transport: b.transport, Rewrite: b.rewrite, ErrorLog: b.log,
		ModifyResponse: func(response *http.Response) error { return b.modify(response, visit) },
		// Streams arrive as they are written.
		FlushInterval: -1,
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() != nil {
				return // the visitor is gone
			}
			http.Error(w, fmt.Sprintf("The site %s does not answer (%v). Is it running?", b.site, err), http.StatusBadGateway)
		},
	}
}

// show asks the site when the visitor's request has arrived whole. A site that answers
// while the transport still looks for the end of the body, which the server closes with
// the first byte of the answer, would have its connection closed, and its answer cut off.
func (b *Browser) show(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			code := http.StatusBadRequest
			if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
				code = http.StatusRequestEntityTooLarge
			}
			http.Error(w, fmt.Sprintf("The request did not arrive whole: %v.", err), code)
			return
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	b.proxyFor(r).ServeHTTP(w, r)
}

// ownOrigin is where the visitor is.
func ownOrigin(r *http.Request) string { return "http://" + r.Host }

// fromOwn are the request headers that name where the visitor is, and which the
// site compares with where it is itself.
var fromOwn = []string{"Origin", "Referer"}

// rewrite makes a request one to the site itself.
func (b *Browser) rewrite(r *httputil.ProxyRequest) {
	r.SetURL(b.site)
	r.Out.Host = b.site.Host
	for _, name := range fromOwn {
		if value := r.Out.Header.Get(name); value != "" {
			r.Out.Header.Set(name, moved(value, ownOrigin(r.In), b.site.String()))
		}
	}
	hideCookies(r.Out)
	if isDocument(r.In) {
		// Something is put into the answer, so it must be readable, and it is not
		// what the site's entity tag names.
		for _, name := range []string{"Accept-Encoding", "If-None-Match", "If-Modified-Since", "Range"} {
			r.Out.Header.Del(name)
		}
		r.Out.Header.Set("Accept-Encoding", "identity")
	}
}

// toOwn are the response headers that name where the site is, and which would
// lead the visitor out of the browser or keep the page from speaking to it.
var toOwn = []string{
	"Location", "Content-Location", "Refresh", "Link", "Reporting-Endpoints", "Access-Control-Allow-Origin",
	"Content-Security-Policy", "Content-Security-Policy-Report-Only",
}

// modify makes an answer of the site one of this browser.
func (b *Browser) modify(response *http.Response, visit *http.Request) error {
	own := ownOrigin(visit)
	for _, name := range toOwn {
		for i, value := range response.Header[name] {
			value = moved(value, b.site.String(), own)
			// The same host for a WebSocket (CSP connect-src).
			response.Header[name][i] = moved(value, socketOrigin(b.site.String()), socketOrigin(own))
		}
	}
	return b.inject(response, visit)
}

// socketOrigin is an origin as WebSockets name it: ws for http, wss for https.
func socketOrigin(origin string) string { return "ws" + strings.TrimPrefix(origin, "http") }

// moved replaces an origin by another wherever it stands whole: a port that goes
// on is another origin.
func moved(text, from, to string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, from)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		if after != "" && (after[0] >= '0' && after[0] <= '9' || after[0] == ':' || after[0] == '.') {
			out.WriteString(from)
		} else {
			out.WriteString(to)
		}
		text = after
	}
}

// hideCookies takes the wallet's own cookies out of a request.
func hideCookies(r *http.Request) {
	cookies := r.Cookies()
	r.Header.Del("Cookie")
	for _, cookie := range cookies {
		if cookie.Name != generationCookie && cookie.Name != identityCookie {
			r.AddCookie(cookie)
		}
	}
}

// isDocument tells whether a request is for a page that a browser shows. Without
// Fetch Metadata it is what says that it takes HTML, or does not say at all.
func isDocument(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || r.Header.Get("Upgrade") != "" {
		return false
	}
	if destination := r.Header.Get("Sec-Fetch-Dest"); destination != "" {
		return destination == "document" || destination == "iframe"
	}
	accept := r.Header.Get("Accept")
	return accept == "" || strings.Contains(accept, "text/html")
}

// maxPage is the largest page that something is put into, in bytes.
const maxPage = 8 << 20

// inject puts the wallet's script before every other one of a page.
func (b *Browser) inject(response *http.Response, visit *http.Request) error {
	kind, _, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if !isDocument(visit) || err != nil || kind != "text/html" {
		return nil
	}
	if coding := response.Header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return fmt.Errorf("the site compressed a page with %s, though it was asked not to", coding)
	}
	response.Header.Del("Etag")
	response.Header.Del("Last-Modified")
	response.Header.Del("Content-Length")
	if response.Request.Method == http.MethodHead {
		return nil
	}
	page, err := io.ReadAll(io.LimitReader(response.Body, maxPage+1))
	if err != nil {
		return fmt.Errorf("reading a page of the site: %w", err)
	}
	if len(page) > maxPage {
		return fmt.Errorf("a page of the site has more than %d bytes", maxPage)
	}
	if err := response.Body.Close(); err != nil {
		return err
	}
	page = withScript(page, fmt.Sprintf(`<script src="%sv%d.js"></script>`, Prefix, generation(visit)))
	response.Body = io.NopCloser(bytes.NewReader(page))
	response.ContentLength = int64(len(page))
	response.Header.Set("Content-Length", strconv.Itoa(len(page)))
	return nil
}

// headTag is where a page's head begins.
var headTag = regexp.MustCompile(`(?i)<head(\s[^>]*)?>`)

// withScript puts an element at the start of the head; a page without one stays as it is.
// The element is no module, so that an import map may still follow it.
func withScript(page []byte, element string) []byte {
	tag := headTag.FindIndex(page)
	if tag == nil {
		return page
	}
	return slices.Insert(page, tag[1], []byte(element)...)
}

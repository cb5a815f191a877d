package wombat

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"

	"golang.org/x/net/html"
)

// maxPage is the largest page that something is put into, in bytes.
const maxPage = 8 << 20

// seen is what the answer needs to know of the visitor's request.
type seen struct {
	// own is the visitor's origin.
	own        string
	document   bool
	generation int
}

type seenKey struct{}

// remember keeps with the request what its answer will need.
func remember(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), seenKey{}, seen{ownOrigin(r), isDocument(r), generation(r)}))
}

func recall(r *http.Request) seen {
	found, _ := r.Context().Value(seenKey{}).(seen)
	return found
}

// inject puts the wallet's script before every other one of a page.
func (b *Browser) inject(response *http.Response) error {
	asked := recall(response.Request)
	kind, _, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if !asked.document || err != nil || kind != "text/html" {
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
	page = withScript(page, fmt.Sprintf(`<script src="%sv%d.js"></script>`, Prefix, asked.generation))
	response.Body = io.NopCloser(bytes.NewReader(page))
	response.ContentLength = int64(len(page))
	response.Header.Set("Content-Length", strconv.Itoa(len(page)))
	return nil
}

// withScript puts an element at the start of the head. It is no module, so that
// an import map may still follow it.
func withScript(page []byte, element string) []byte {
	return slices.Insert(page, headStart(page), []byte(element)...)
}

// headStart is the place after <head>, or where a browser would begin the head
// when the tag is left out: after the doctype and <html>.
func headStart(page []byte) int {
	tokens, at, read := html.NewTokenizer(bytes.NewReader(page)), 0, 0
	for {
		kind := tokens.Next()
		read += len(tokens.Raw())
		name, _ := tokens.TagName()
		switch {
		case kind == html.DoctypeToken, kind == html.StartTagToken && string(name) == "html":
			at = read
		case kind == html.StartTagToken && string(name) == "head":
			return read
		case kind == html.TextToken && len(bytes.TrimSpace(tokens.Raw())) == 0, kind == html.CommentToken:
		default:
			return at
		}
	}
}

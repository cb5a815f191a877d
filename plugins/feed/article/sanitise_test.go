package article

import (
	"net/url"
	"strings"
	"testing"

	"fieldhouse/plugins/plugintest/must"
)

func clean(t *testing.T, source string) sanitised {
	t.Helper()
	at := must.Get(url.Parse("https://medium.com/fieldhouse/post"))(t)
	return sanitise(source, base{at: at})
}

func TestHeadingsFollowEachOtherBelowThePagesH1(t *testing.T) {
	for source, want := range map[string]string{
		"<h1>a</h1>":                                    "<h2>a</h2>",
		"<h3>a</h3><h4>b</h4><h3>c</h3>":                "<h2>a</h2><h3>b</h3><h2>c</h2>",
		"<h2>a</h2><h6>b</h6><h4>c</h4><h5>d</h5>":      "<h2>a</h2><h3>b</h3><h3>c</h3><h4>d</h4>",
		"<h5>a</h5><h2>b</h2><h3>c</h3>":                "<h2>a</h2><h2>b</h2><h3>c</h3>",
		"<h1>a<h2>b<h3>c<h4>d<h5>e<h6>f":                "<h2>a</h2><h3>b</h3><h4>c</h4><h5>d</h5><h6>e</h6><h6>f</h6>",
		"<h3> </h3><h4>a</h4>":                          "<h2>a</h2>",
		"<h3><img src=x width=1></h3><h4>a</h4>":        "<h2>a</h2>",
		"<h2>a</h3><p>b</p>":                            "<h2>a</h2><p>b</p>",
		"<h2><b>a</b></h2><h2 class=x id=y>b</h2>":      "<h2><b>a</b></h2><h2>b</h2>",
		"<blockquote><h4>a</h4></blockquote><h3>b</h3>": "<blockquote><h2>a</h2></blockquote><h2>b</h2>",
	} {
		if got := clean(t, source).HTML; got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
}

func TestBrokenMarkupIsClosedAsABrowserWould(t *testing.T) {
	for source, want := range map[string]string{
		"<p>a<p>b":                                        "<p>a</p><p>b</p>",
		"<p>a<div>b</div>c":                               "<p>a</p><div>b</div>c",
		"<b>a":                                            "<b>a</b>",
		"a</b>b</p>":                                      "ab",
		"<b>a<i>b</b>c</i>":                               "<b>a<i>b</i></b>c",
		"<p><b>a</p>b</b>":                                "<p><b>a</b></p>b",
		"<div><b>a</div>":                                 "<div><b>a</b></div>",
		"<b><p>a</b>b</p>":                                "<b><p>ab</p></b>",
		"<ul><li>a<li>b<ul><li>c</ul><li>d</ul>":          "<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>",
		"<dl><dt>a<dd>b<dt>c</dl>":                        "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>",
		"<li>a</li><td>b</td><figcaption>c":               "abc",
		"<table><tr><td>a<td>b<tr><th>c</table>":          "<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>",
		"<table><caption>a<tr><td>b</table>":              "<table><caption>a</caption><tr><td>b</td></tr></table>",
		"<table>a<p>b</p><tr>c</table>":                   "<table><tr><td>a<p>b</p></td></tr><tr><td>c</td></tr></table>",
		"<table><thead><tr><td>a<tbody><tr><td>b</table>": "<table><thead><tr><td>a</td></tr></thead><tbody><tr><td>b</td></tr></tbody></table>",
		"<table><tr><td></td><td>a</td></tr></table>":     "<table><tr><td></td><td>a</td></tr></table>",
		"<a href=/1>a<a href=/2>b</a></a>":                `<a href="https://medium.com/1" rel="noopener nofollow ugc">a</a><a href="https://medium.com/2" rel="noopener nofollow ugc">b</a>`,
		"<span>a</span> <font>b</font><center>c</center>": "a bc",
		"<section><article>a</article></section>":         "a",
		"a<br>b<br/>c<hr>":                                "a<br>b<br>c<hr>",
		"<pre>  a\n  b</pre>":                             "<pre>  a\n  b</pre>",
		`<ol start="3" type="a" reversed><li>a</ol>`:      `<ol start="3"><li>a</li></ol>`,
		`<table><td colspan=2>a</table>`:                  "<table><tr><td>a</td></tr></table>",
		`<table><tr><td colspan=2 rowspan=x width=9>a`:    `<table><tr><td colspan="2">a</td></tr></table>`,
		strings.Repeat("<div>", 100) + "a":                strings.Repeat("<div>", maxOpen) + "a" + strings.Repeat("</div>", maxOpen),
	} {
		result := clean(t, source)
		if result.HTML != want {
			t.Errorf("%s: %s, want %s", source, result.HTML, want)
		}
		if shown := textOf(t, result.HTML); shown != strings.Join(strings.Fields(result.Text), "") {
			t.Errorf("%s: a browser shows %q, the text is %q", source, shown, result.Text)
		}
	}
}

func TestWhatHoldsNothingToSeeIsTakenOut(t *testing.T) {
	for _, source := range []string{
		"", " \n ", "<p></p>", "<p> <b> </b></p>", "<figure><iframe src=x></iframe></figure>", "<a href=/x></a>", "<ul><li></li></ul>",
		`<figure><img src="https://medium.com/_/stat?event=x" width=300 height=200><figcaption> </figcaption></figure>`,
		`<p><img src="https://x.example/a.gif" width="1" height="1"></p>`, `<img src="https://x.example/a.gif" width="0">`, `<img src="https://x.example/a.gif" height="1px">`,
		`<img>`, `<img alt=x>`, `<img src="">`, `<img src="http://x.example/a.png">`, `<img src="https://b.scorecardresearch.com/p">`, `<img src="https://feeds.feedburner.com/~r/x">`,
		`<img src="https://WWW.Facebook.com./tr?id=1">`, "<br><br>",
	} {
		if result := clean(t, source); strings.ReplaceAll(result.HTML, "<br>", "") != "" || result.Image != "" {
			t.Errorf("%s: %q, image %q", source, result.HTML, result.Image)
		}
	}
}

func TestAnEmbedIsALinkToWhatItWouldShow(t *testing.T) {
	link := func(to, name string) string {
		return `<a href="` + to + `" rel="noopener nofollow ugc">` + name + `</a>`
	}
	for source, want := range map[string]string{
		`<figure><iframe src="https://www.youtube.com/embed/x1" title="The draw &amp; more" width=560 height=315></iframe></figure>`: "<figure>" + link("https://www.youtube.com/embed/x1", "The draw &amp; more (youtube.com)") + "</figure>",
		// As Medium writes them: the service's frame, and a link that it does not show.
		`<iframe src="https://cdn.embedly.com/widgets/media.html?src=https%3A%2F%2Fwww.youtube.com%2Fembed%2Fx1&amp;url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dx1&amp;type=text%2Fhtml" width="854" height="480" frameborder="0" scrolling="no"><a href="https://medium.com/media/1/href">https://medium.com/media/1/href</a></iframe>`: link("https://www.youtube.com/watch?v=x1", "youtube.com"),
		`<a href="https://a.example/">a <iframe src="https://b.example/x"></iframe> b</a>`: link("https://a.example/", "a ") + link("https://b.example/x", "b.example") + " b",
		`<table><tr><iframe src="https://b.example/x">`:                                    "<table><tr><td>" + link("https://b.example/x", "b.example") + "</td></tr></table>",
	} {
		result := clean(t, source)
		if result.HTML != want {
			t.Errorf("%s: %s, want %s", source, result.HTML, want)
		}
		if result.Prose != "" && !strings.Contains(source, "<a href=\"https://a") {
			t.Errorf("%s: an excerpt would begin with %q", source, result.Prose)
		}
	}
	for _, source := range []string{
		`<iframe src="/embed">`, `<iframe src="//b.example">`, `<iframe src="http://b.example/">`, `<iframe src="javascript:alert(1)">`, `<iframe src="https://u:p@b.example/">`, `<iframe srcdoc="<p>x</p>">`,
		`<iframe src="https://www.googletagmanager.com/ns.html?id=GTM-1" width="0" height="0">`, `<iframe src="https://www.googletagmanager.com/ns.html">`, `<iframe src="https://b.example/" width=1 height=1>`,
		`<iframe src="https://cdn.embedly.com/widgets/media.html?url=javascript:alert(1)">`, `<iframe src="https://cdn.embedly.com/widgets/media.html">`, `<iframe src="https://b.example/` + strings.Repeat("x", maxAddressBytes) + `">`,
	} {
		if result := clean(t, source); result.HTML != "" {
			t.Errorf("%.100s: %s", source, result.HTML)
		}
	}
}

func TestPicturesKeepTheirSizeLoadLateAndSayNothingOfTheReader(t *testing.T) {
	const rest = ` loading="lazy" decoding="async" referrerpolicy="no-referrer">`
	for source, want := range map[string]string{
		`<img src="/a.png" width=640 height=480 alt="A card" onload=x class=y srcset="/b.png 2x">`: `<img src="https://medium.com/a.png" alt="A card" width="640" height="480"` + rest,
		`<img src=https://x.example/a.png width=640>`:                                              `<img src="https://x.example/a.png" alt=""` + rest,
		`<img src=https://x.example/a.png width=50% height=20>`:                                    `<img src="https://x.example/a.png" alt=""` + rest,
		`<img src=//x.example/a.png loading=eager width=100000 height=3>`:                          `<img src="https://x.example/a.png" alt=""` + rest,
	} {
		if got := clean(t, source).HTML; got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
}

func TestAPlainPictureIsKeptOnlyFromThePlainFeedsOwnHost(t *testing.T) {
	at, _ := url.Parse("http://127.0.0.1:8081/feed/fieldhouse")
	from := base{at: at, plain: "http://127.0.0.1:8081"}
	for source, kept := range map[string]bool{
		"/ipfs/Qm1": true, "http://127.0.0.1:8081/ipfs/Qm1": true, "https://x.example/a.png": true,
		"http://127.0.0.1:9999/ipfs/Qm1": false, "http://x.example/a.png": false, "http://127.0.0.1:8081@x.example/a.png": false,
	} {
		result := sanitise(`<img src="`+source+`">`, from)
		if result.HTML != "" != kept {
			t.Errorf("%s: %s", source, result.HTML)
		}
		wantInert(t, result.HTML, from.plain)
	}
}

func TestLinksAreAbsoluteAndLoseMediumsSource(t *testing.T) {
	for href, want := range map[string]string{
		"/x":                                     "https://medium.com/x",
		"y#z":                                    "https://medium.com/fieldhouse/y#z",
		"#note":                                  "https://medium.com/fieldhouse/post#note",
		"//other.example/":                       "https://other.example/",
		"http://plain.example/":                  "http://plain.example/",
		"mailto:team@fieldhouse.example":         "mailto:team@fieldhouse.example",
		"https://x.example/?source=rss----1---4": "https://x.example/",
		"https://x.example/?a=1&source=rss-2&b=2": "https://x.example/?a=1&b=2",
		"https://x.example/?source=newsletter":    "https://x.example/?source=newsletter",
		"https://x.example/?q=a%2Fb&amp;r=c":      "https://x.example/?q=a%2Fb&r=c",
		"mailto:":                                 "",
		"tel:123":                                 "",
		"https://":                                "",
		"http://[::1":                             "",
		"https://x.example/" + strings.Repeat("a", 3000): "",
	} {
		got := ""
		for _, n := range nodes(t, clean(t, `<a href="`+href+`">x</a>`).HTML) {
			if n.Data == "a" {
				got = value(n, "href")
			}
		}
		if got != want {
			t.Errorf("%.60s: %q, want %q", href, got, want)
		}
	}
}

func TestSanitisingTwiceChangesNothing(t *testing.T) {
	for _, attack := range attacks {
		once := clean(t, "<h3>Title</h3><p>"+attack+"</p>").HTML
		if twice := clean(t, once).HTML; twice != once {
			t.Errorf("%q became %q and then %q", attack, once, twice)
		}
	}
}

func TestAFieldThatIsTooLongIsCutAndStaysWhole(t *testing.T) {
	result := clean(t, strings.Repeat("<p>é</p>", maxFieldBytes/8))
	wantInert(t, result.HTML, "")
	if len(result.HTML) > maxFieldBytes+16 || !strings.HasSuffix(result.HTML, "</p>") {
		t.Errorf("%d bytes, ending in %q", len(result.HTML), result.HTML[len(result.HTML)-20:])
	}
}

// What makes the tree of the HTML standard grow with the square of its input
// stays as long as it was.
func TestMarkupThatABrowserMultipliesIsNotMultiplied(t *testing.T) {
	var source strings.Builder
	for range 400 {
		source.WriteString("<b><i><u><s><code><em><strong>")
	}
	for range 20_000 {
		source.WriteString("<p>x")
	}
	result := clean(t, source.String())
	if len(result.HTML) > 4*source.Len() {
		t.Errorf("%d bytes became %d", source.Len(), len(result.HTML))
	}
}

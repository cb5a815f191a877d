package page

import (
	"strings"
	"testing"

	"fieldhouse/plugins/editions/releasetest"
)

func TestAddressesOfAStyleThatStandsInThePageAreAbsolute(t *testing.T) {
	const folder = "/_r/shell/0123/css"
	for sheet, want := range map[string]string{
		`a{b:url(fonts/x.woff2)}`:                        `a{b:url("/_r/shell/0123/css/fonts/x.woff2")}`,
		`a{b:url("x.png") url( 'y.png' )}`:               `a{b:url("/_r/shell/0123/css/x.png") url("/_r/shell/0123/css/y.png")}`,
		`a{b:url(../x.png)}`:                             `a{b:url("/_r/shell/0123/x.png")}`,
		`a{b:url(data:image/png;base64,AA) url(/x.png)}`: `a{b:url(data:image/png;base64,AA) url(/x.png)}`,
		`a{b:url(#c);c:url(https://x.example/y)}`:        `a{b:url(#c);c:url(https://x.example/y)}`,
		`a{b:"url(x.png)"}/*url(y)*/`:                    `a{b:"url(x.png)"}/*url(y)*/`,
		`@media (width>1px){a>b{c:calc(1px + 2%)}}`:      `@media (width>1px){a>b{c:calc(1px + 2%)}}`,
		`@font-face{src:local("A B"),url(x)format("y")}`: `@font-face{src:local("A B"),url("/_r/shell/0123/css/x")format("y")}`,
		// As Lightning CSS writes image-set(url(x.png) 1x).
		`a{b:url('x")}header{/*');}c{/**/d:e}`:                         `a{b:url('x")}header{/*');}c{/**/d:e}`,
		`a{b:image-set('x")}header{/*')}c{/**/d:e}`:                    `a{b:image-set(url('x")}header{/*'))}c{/**/d:e}`,
		`a{b:image-set("x.png" 1x,"/y.png" type("image/png"))"z.png"}`: `a{b:image-set(url("/_r/shell/0123/css/x.png") 1x,url("/y.png") type("image/png"))"z.png"}`,
	} {
		if text, err := inlineStyle([]byte(sheet), folder); err != nil || text != want {
			t.Errorf("%s became\n%s (%v), want\n%s", sheet, text, err, want)
		}
	}
}

func TestAStyleThatCannotStandInAPageIsLinked(t *testing.T) {
	for _, sheet := range []string{`a::after{content:"</style><script>"}`, `a{b:"</STYLE "}`, `@import "other.css";a{b:c}`, `@IMPORT url(x.css);`, `a{b:url(<//style>)}`, "a{b:c}\r\n", "a{b:'\x00'}", "a{b:'\xff'}"} {
		if text, err := inlineStyle([]byte(sheet), "/_r/shell/0123"); err != nil || text != "" {
			t.Errorf("%s was put into the page as %q (%v)", sheet, text, err)
		}
	}
	if text, err := inlineStyle([]byte(`a{b:url(x y)}`), "/"); err == nil {
		t.Errorf("an address that is none became %q", text)
	}

	draft := releasetest.Sport(releasetest.Football)
	draft.Content["styles.css"] = ".football-main{color:red}" + strings.Repeat("/*x*/", maxInlineStyle/5)
	large := compiled(t, draft)
	w := new(writer)
	w.style(&large.styles[0])
	file, _ := large.File(large.Manifest.Styles[0])
	want := `<link rel="stylesheet" href="` + large.Base() + large.Manifest.Styles[0] + `" integrity="` + file.SHA384 + `">`
	if string(w.page) != want || large.styles[0].source != "" {
		t.Errorf("a style sheet of %d bytes stands in the page as %.200s, want %s", file.Size, w.page, want)
	}
}

// FuzzInlineStyle holds that a style sheet never ends its element, and that one
// without addresses stays byte for byte what was shipped.
func FuzzInlineStyle(f *testing.F) {
	for _, sheet := range []string{`a{b:url(x)}`, `a{b:url("x`, `</style>`, `a{b:c}/*`, "\x00", `@import`, `url(`, `URL(x)`} {
		f.Add([]byte(sheet))
	}
	f.Fuzz(func(t *testing.T, sheet []byte) {
		text, err := inlineStyle(sheet, "/_r/shell/0123")
		if err != nil || text == "" {
			return
		}
		if !standsInPage(text) {
			t.Errorf("%q cannot stand in a page as %q", sheet, text)
		}
		if lower := strings.ToLower(string(sheet)); !strings.Contains(lower, "url(") && !strings.Contains(lower, "image-set(") && text != string(sheet) {
			t.Errorf("%q became %q", sheet, text)
		}
	})
}

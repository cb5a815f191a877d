package release_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

func takeStyle(t *testing.T, draft *releasetest.Draft, sheet string) error {
	t.Helper()
	draft.Content["styles.css"] = sheet
	_, err := store.NewStore(t.TempDir()).Take(draft.Write(t))
	return err
}

func TestAStyleSheetThatReachesPastItsEditionIsRefused(t *testing.T) {
	// The build refuses the same (packages/build/src/check/styles.test.ts).
	content := must.Get(os.ReadFile("../../../packages/build/testdata/style-attacks/attacks.json"))(t)
	var attacks []struct{ Name, Reason, CSS string }
	if err := json.Unmarshal(content, &attacks); err != nil || len(attacks) < 10 {
		t.Fatalf("there are %d attacks (%v)", len(attacks), err)
	}
	for _, attack := range attacks {
		t.Run(attack.Name, func(t *testing.T) {
			err := takeStyle(t, releasetest.Sport(releasetest.Football), attack.CSS)
			if err == nil || !strings.Contains(err.Error(), ".css: "+attack.Reason) {
				t.Errorf("the error is %v", err)
			}
			if err := takeStyle(t, releasetest.Shell(), attack.CSS); err != nil {
				t.Errorf("the shell's own is refused: %v", err)
			}
		})
	}
}

func TestWhatABrowserCouldReadOtherwiseIsRefused(t *testing.T) {
	for name, sheet := range map[string]string{
		"a comment of HTML before a rule":       "<!-- header{color:red} -->",
		"a block that the end closes":           ".football-a{color:red",
		"a string that the line's end closes":   ".football-a{content:'x\n}header{color:red}",
		"a brace too many":                      ".football-a{color:red}} header{color:red}",
		"a bracket in another":                  ".football-a[x=(]{color:red}",
		"a declaration without a rule":          "color:red;",
		"a rule after a semicolon":              "x;header{color:red}",
		"an own class by an escape only":        ".foot\\62 all-a{color:red}",
		"an own class in a comment":             "header/*.football-a*/{color:red}",
		"an own class in a string":              "header[title='.football-a']{color:red}",
		"an ampersand outside of a rule":        "& header{color:red}",
		"an ampersand outside of a style rule":  "@media print{& header{color:red}}",
		"a byte order mark":                     "\ufeff.football-a{color:red}",
		"another encoding":                      ".football-a{color:red}\xff",
		"a null character":                      ".football-a{color:red}\x00",
		"an import in capitals":                 "@IMPORT 'x.css';",
		"a face of two families":                "@font-face{font-family:football-x;font-family:Archivo}",
		"a face of an own name after a foreign": "@font-face{font-family:Archivo;src:url(x)}.football-a{color:red}",
		"a rule in a custom property":           ":root{--x:{.football-a}}",
		"a rule after one of two dashes":        ".football-a{--x y{} header:not(&){color:red}}",
		"a rule after two dashes alone":         ".football-a{--:{} header:not(&){color:red}}",
		"a face of another after a block":       "@font-face{font-family:football-x;a{}font-family:Archivo}",
		"an address by an escape":               `.football-a{background:u\72l(a"b)}header{color:red}.football-b{content:"x)}`,
		"more than a style sheet has":           strings.Repeat(".football-a{color:red}", 50_000),
		"blocks without end":                    strings.Repeat(".football-a{", 100_000),
		"brackets without end":                  ".football-a" + strings.Repeat(":is(", 100_000),
	} {
		t.Run(name, func(t *testing.T) {
			if err := takeStyle(t, releasetest.Sport(releasetest.Football), sheet); err == nil || !strings.Contains(err.Error(), ".css: ") {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

func TestAStyleSheetOfItsOwnIsTaken(t *testing.T) {
	for _, sheet := range []string{
		"",
		`@charset "utf-8";.football-a{color:red}`,
		"[data-floor=football] .football-a h2+p:before,.football-b:hover{color:red;--x:{a:b};background:url(data:image/svg+xml;base64,AA)}",
		".football-a>:not(.shell-x):has(img){color:red}",
		":where(.football-a, .football-b) li{color:red}",
		".football-a{color:red;&:hover,h2 &,>p{color:red}@media print{color:blue}}",
		"@media print{@supports (color:red){.football-a{color:red}}}",
		".football-a{--x : {a:b};--y:{};color:red}",
		"@keyframes football-x{0%{opacity:0}to{opacity:1}}.football-a{animation:football-x 1s}",
		"@font-face{src:url(n.woff2);font-family:'Football-Numbers'}",
		`[data-floor="football"]{--ink:red;--toast:{a:b};--paint:light-dark(red,blue)!important;}`,
		"[data-look=football]{}",
		" [data-floor='football'] , [data-look=football] {; --ink : red }",
		"@media print{@supports (color:red){[data-floor=football]{--ink:red}}}.football-a{color:red}",
		"@property --football-turn{syntax:'<angle>';inherits:false;initial-value:0deg}",
	} {
		if err := takeStyle(t, releasetest.Sport(releasetest.Football), sheet); err != nil {
			t.Errorf("%s: %v", sheet, err)
		}
	}
}

func TestTheRulesOfALookSetCustomPropertiesAlone(t *testing.T) {
	for sheet, want := range map[string]string{
		"[data-floor=basketball]{--ink:red}":                               "selector",
		"[data-floor]{--ink:red}":                                          "selector",
		"[data-floor^=football]{--ink:red}":                                "selector",
		"[data-floor=football i]{--ink:red}":                               "selector",
		"[data-theme=football]{--ink:red}":                                 "selector",
		"html[data-floor=football]{--ink:red}":                             "selector",
		"[data-floor=football] header{--ink:red}":                          "selector",
		"[data-floor=football],:root{--ink:red}":                           "selector",
		"[data-floor=football],.football-a{--ink:red}":                     "",
		".football-a{[data-floor=football]{color:red}}":                    "",
		"[data-floor=football],.football-a{color:red}":                     "custom properties",
		"[data-floor=football],main{--ink:red}":                            `is [data-floor="football"] or [data-look="football"] alone`,
		"[data-floor=football],{--ink:red}":                                "selector",
		".football-a{[data-floor=football] header{--ink:red}}":             "",
		"[data-floor=football]{--ink:red;color:red}":                       `"color:red" in a rule of [data-floor="football"] or [data-look="football"]: it has custom properties`,
		"[data-floor=football]{-ink:red}":                                  "custom properties",
		"[data-floor=football]{-\\-ink:red}":                               "custom properties",
		"[data-floor=football]{--ink}":                                     "custom properties",
		"[data-floor=football]{--ink,header{color:red}}":                   "custom properties",
		"[data-floor=football]{header{--ink:red}}":                         "custom properties",
		"[data-floor=football]{&{--ink:red}}":                              "custom properties",
		"[data-floor=football]{--ink:red;@media print{--ink:blue}}":        "custom properties",
		"[data-floor=football]{--ink:red;header{color:red}}":               "custom properties",
		"@media print{[data-look=football]{--ink:red;header{color:red}}}":  "custom properties",
		"[data-floor=football]{--ink:red":                                  "a block is not closed",
		"[data-floor=football]{--ink:red)}":                                "closes nothing",
		"[data-floor=football]{--ink:red}header{color:red}":                "selector",
		"@layer look{[data-floor=football]{--ink:red}}":                    "@layer",
		".football-a{&[data-floor=football]{color:red}}[data-look]{--x:y}": "selector",
	} {
		err := takeStyle(t, releasetest.Sport(releasetest.Football), sheet)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", sheet, err, want)
		}
	}
}

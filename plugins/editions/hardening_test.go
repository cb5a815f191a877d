package editions

import (
	"os"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/plugintest/asking"
	"fieldhouse/plugins/plugintest/must"
)

// TestAttacksOnFiles: nothing but a listed file of a release is ever served.
func TestAttacksOnFiles(t *testing.T) {
	s := run(t, "")
	file := s.fileAddress("football", "remoteEntry.js")
	const base = "/_r/football/"
	name := strings.TrimPrefix(file, base)
	page := strings.TrimPrefix(releasetest.Address(s.manifests["football"], "fragments/main/football.en.html"), base)
	must.Get(os.Stat(s.stored(base + page)))(t)
	if answer := s.ask("GET", file); answer.StatusCode != 200 {
		t.Fatalf("the file itself answers %d", answer.StatusCode)
	}
	for sentence, path := range map[string]string{
		"the manifest is asked for":                 base + s.names["football"] + ".json",
		"the manifest is asked for as a file":       base + "../releases/" + s.names["football"] + ".json",
		"the manifest is asked for, encoded":        base + "..%2freleases%2f" + s.names["football"] + ".json",
		"the manifest is asked for by its name":     base + "release." + s.names["football"] + ".json",
		"the build's origin is asked for":           base + s.names["football"] + ".build.json",
		"a fragment is opened as a page":            base + page,
		"a compressed form is named":                file + ".br",
		"the release stands before the file":        base + s.names["football"] + "/" + name,
		"dots lead out of the edition":              base + "../football/" + name,
		"encoded dots lead out of the edition":      base + "%2e%2e/football/" + name,
		"doubly encoded dots lead out":              base + "%252e%252e/" + name,
		"an encoded slash joins the segments":       base + "..%2f..%2fshell%2ffiles%2f" + name,
		"an encoded slash stands for a real one":    "/_r/football%2f" + name,
		"a backslash leads out":                     base + `..\..\lineup.json`,
		"an encoded backslash leads out":            base + "..%5c..%5clineup.json",
		"the lineup is asked for":                   "/_r/football/../lineup.json",
		"a NUL cuts the path":                       file + "%00.html",
		"the edition is a path":                     "/_r/../football/files/" + name,
		"the edition is a path, encoded":            "/_r/football%2ffiles/" + name,
		"the edition is another one":                "/_r/shell/" + name,
		"the edition does not exist":                "/_r/tennis/" + name,
		"the file does not exist":                   base + "remoteEntry.00000000000000000000.js",
		"the file has no hash":                      base + "remoteEntry.js",
		"another name has the hash":                 base + strings.Replace(name, "remoteEntry", "mount", 1),
		"another ending has the hash":               base + strings.TrimSuffix(name, "js") + "mjs",
		"a file that is being written is asked for": base + ".taking-" + name,
		"a folder is asked for":                     base + "files/",
		"the edition itself is asked for":           base,
		"a double slash stands before the file":     base + "/" + name,
		"a slash stands behind the file":            file + "/",
		"a letter is encoded":                       base + "remote%45" + strings.TrimPrefix(name, "remoteE"),
		"the prefix is asked for alone":             "/_r/",
		"another case is asked for":                 base + strings.ToUpper(name),
		"a dot segment stands before the file":      base + "./" + name,
		"a name is as long as it gets":              base + strings.Repeat("a", 4000) + name,
	} {
		answer := s.ask("GET", path)
		if answer.StatusCode != 404 || strings.Contains(answer.body, "export") || strings.Contains(answer.body, "<") {
			t.Errorf("%s: %s answers %d %.80q", sentence, path, answer.StatusCode, answer.body)
		}
		if answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: it is kept as %q", sentence, answer.Header.Get("Cache-Control"))
		}
	}
}

// TestAFileChangedAfterTheStartIsNotServedWithALie: its length is not the listed one.
func TestAFileChangedAfterTheStartIsNotServedWithALie(t *testing.T) {
	s := run(t, "")
	file := s.fileAddress("football", "remoteEntry.js")
	appendTo(t, s.stored(file), "alert(1)")
	if answer := s.ask("GET", file); answer.StatusCode != 500 || answer.body != "" || answer.Header.Get("Cache-Control") != "" {
		t.Errorf("answers %d %q %v", answer.StatusCode, answer.body, answer.Header)
	}
}

// TestAnUnknownPathNeverReachesThePage: however it is written.
func TestAnUnknownPathNeverReachesThePage(t *testing.T) {
	s := run(t, "")
	for _, path := range []string{
		"/evilpath", "/evilpath/%3Cscript%3Ealert(1)%3C/script%3E", "/football/evilpath%22onload=%22x", "/evilpath%E2%80%A8",
		"/evilpath%0d%0aSet-Cookie:%20a=b", "//evilpath.example/", "/evilpath?lang=%3Cscript%3Eevilpath", "/@setting/product@evilpath",
	} {
		answer := s.ask("GET", path)
		if answer.StatusCode != 404 || strings.Contains(answer.body, "evilpath") || answer.Header.Get("Location") != "" {
			t.Errorf("%s answers %d, Location %q: %.300s", path, answer.StatusCode, answer.Header.Get("Location"), answer.body)
		}
		for name, values := range answer.Header {
			if strings.Contains(strings.Join(values, ""), "evilpath") || name == "Set-Cookie" {
				t.Errorf("%s has the header %s: %q", path, name, values)
			}
		}
	}
}

// TestReportsAreBounded: what a browser may send is small, of one form, and not much.
func TestReportsAreBounded(t *testing.T) {
	s := run(t, "")
	const jsonType = "application/json"
	good := `{"kind":"remote","message":"it failed","edition":"football","release":"x","path":"/football"}`
	for sentence, test := range map[string]struct {
		body, contentType, site string
		want                    int
	}{
		"a report":                    {good, jsonType, "same-origin", 204},
		"a report with a charset":     {good, "application/json; charset=utf-8", "", 204},
		"a report with line breaks":   {`{"kind":"uncaught","message":"a\r\nb\u0000","stack":"` + strings.Repeat("é", 3000) + `"}`, jsonType, "", 204},
		"a form from another site":    {good, "text/plain", "", 415},
		"no content type":             {good, "", "", 415},
		"a request from another site": {good, jsonType, "cross-site", 403},
		"more than 8 KiB":             {`{"kind":"remote","message":"` + strings.Repeat("x", 9000) + `"}`, jsonType, "", 413},
		"no JSON":                     {"kind=remote", jsonType, "", 400},
		"an unknown kind":             {`{"kind":"advert"}`, jsonType, "", 400},
		"a field of another type":     {`{"kind":"remote","message":{}}`, jsonType, "", 400},
	} {
		headers := []string{"Content-Type", test.contentType}
		if test.site != "" {
			headers = append(headers, "Sec-Fetch-Site", test.site)
		}
		if answer := s.send("POST", "/_report", test.body, headers...); answer.StatusCode != test.want {
			t.Errorf("%s answers %d, want %d", sentence, answer.StatusCode, test.want)
		}
	}
	if status, _ := asking.SendFirstTo(t, s.address, "/_report", 16<<20, "Content-Type", jsonType); status != 413 {
		t.Errorf("more than 8 KiB that is sent before the answer is read answers %d, want 413", status)
	}
	refused := 0
	for range 3 * health.ErrorsAtOnce {
		if s.send("POST", "/_report", good, "Content-Type", jsonType).StatusCode == 429 {
			refused++
		}
	}
	if refused < health.ErrorsAtOnce {
		t.Errorf("of %d reports at once %d were refused", 3*health.ErrorsAtOnce, refused)
	}
}

package release_test

import (
	"os"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
)

func TestAManifestThatBreaksTheContractIsRefused(t *testing.T) {
	tree := func(node any, keys ...string) map[string]any {
		for _, key := range keys {
			node = node.(map[string]any)[key]
		}
		return node.(map[string]any)
	}
	storey := func(manifest map[string]any) map[string]any { return tree(manifest, "storey") }
	route := func(manifest map[string]any) map[string]any { return manifest["routes"].([]any)[0].(map[string]any) }
	for name, test := range map[string]struct {
		edition string
		change  func(map[string]any)
		want    string
	}{
		"a shared version outside its range":  {"football", func(m map[string]any) { m["shared"].([]any)[0].(map[string]any)["range"] = "^18.0.0" }, `its range "^18.0.0" leaves out`},
		"a shared library twice":              {"football", func(m map[string]any) { m["shared"] = append(m["shared"].([]any), m["shared"].([]any)...) }, "react is there twice"},
		"an edition that provides":            {"football", func(m map[string]any) { m["provides"] = []any{map[string]any{"name": "react", "version": "19.3.1"}} }, "provides, imports, worker: they are the host's"},
		"a host that provides nothing":        {"host", func(m map[string]any) { delete(m, "provides") }, "provides: the host says"},
		"a provided version that is none":     {"host", func(m map[string]any) { m["provides"].([]any)[0].(map[string]any)["version"] = "19" }, `version "19"`},
		"a contract that ended":               {"football", func(m map[string]any) { m["contract"] = 1 }, "contract 1: this gateway speaks 2"},
		"a contract to come":                  {"football", func(m map[string]any) { m["contract"] = 3 }, "contract 3: this gateway speaks 2"},
		"an edition that is an address":       {"football", func(m map[string]any) { m["edition"] = "link" }, `edition "link"`},
		"an edition that is a path":           {"football", func(m map[string]any) { m["edition"] = "../x" }, `edition "../x"`},
		"an edition with the look of none":    {"football", func(m map[string]any) { m["edition"] = "default" }, `edition "default"`},
		"an edition with the shared classes":  {"football", func(m map[string]any) { m["edition"] = "fh" }, `edition "fh"`},
		"an unknown field":                    {"football", func(m map[string]any) { m["rotues"] = 1 }, `unknown field "rotues"`},
		"another entry":                       {"football", func(m map[string]any) { m["entry"] = "entry.js" }, `entry "entry.js": it is not among the files`},
		"another mount":                       {"football", func(m map[string]any) { m["mount"] = "./start" }, "./mount"},
		"no version":                          {"football", func(m map[string]any) { m["version"] = "new" }, `version "new"`},
		"a shared range that is none":         {"football", func(m map[string]any) { m["shared"].([]any)[0].(map[string]any)["range"] = "newest" }, `range "newest"`},
		"a preload that is missing":           {"football", func(m map[string]any) { m["preload"] = []any{m["entry"], "gone.js"} }, `"gone.js" is not among the files`},
		"a preload without the entry":         {"football", func(m map[string]any) { m["preload"] = m["preload"].([]any)[1:] }, "starts with the entry"},
		"a page's sheet that is missing":      {"football", func(m map[string]any) { route(m)["sheet"] = "gone.css" }, `sheet "gone.css" is not among`},
		"a style that is a script":            {"football", func(m map[string]any) { m["styles"] = []any{m["entry"]} }, "as .css"},
		"no routes":                           {"football", func(m map[string]any) { m["routes"] = []any{} }, "routes: there are 0"},
		"a fragment that is missing":          {"football", func(m map[string]any) { tree(route(m), "fragment")["en"] = "fragments/gone.html" }, "fragments/gone.html"},
		"one language only":                   {"football", func(m map[string]any) { delete(tree(route(m), "title"), "es") }, "want en and es"},
		"a third language":                    {"football", func(m map[string]any) { tree(route(m), "title")["fr"] = "Titre" }, "want en and es"},
		"a look that is markup":               {"football", func(m map[string]any) { route(m)["footer"] = `"><b` }, "routes: /football: look \"\\\"><b\""},
		"an unknown need":                     {"football", func(m map[string]any) { route(m)["data"] = []any{"balance"} }, `data "balance"`},
		"a pattern of no item":                {"football", func(m map[string]any) { route(m)["path"] = "/football/:slug" }, `item "": a pattern names the list that has its pages, one of ["accounts" "drops" "posts"]`},
		"an item without a pattern":           {"football", func(m map[string]any) { route(m)["item"] = "drops" }, "told apart by :id, which the path does not have"},
		"an item that is none":                {"football", func(m map[string]any) { route(m)["path"], route(m)["item"] = "/football/:id", "cards" }, `item "cards"`},
		"a pattern that no item fills":        {"football", func(m map[string]any) { route(m)["path"], route(m)["item"] = "/football/:id/:colour", "drops" }, "parameter :colour is unknown or there twice"},
		"a parameter twice":                   {"football", func(m map[string]any) { route(m)["path"], route(m)["item"] = "/football/:id/:id", "drops" }, "parameter :id is unknown or there twice"},
		"a parameter without a name":          {"football", func(m map[string]any) { route(m)["path"], route(m)["item"] = "/football/:", "drops" }, "it has an empty segment"},
		"a parameter in a segment":            {"football", func(m map[string]any) { route(m)["path"], route(m)["item"] = "/football/drop-:id", "drops" }, "it has a character other than"},
		"an item whose data is not asked for": {"football", func(m map[string]any) { route(m)["path"], route(m)["item"] = "/football/blog/:slug", "posts" }, "its pages need PostsMedium, which is not among data"},
		"patterns that match the same paths": {"football", func(m map[string]any) {
			for index, path := range []string{"/football/blog/:slug", "/football/:slug/rules"} {
				of := m["routes"].([]any)[index].(map[string]any)
				of["path"], of["item"], of["data"] = path, "posts", []any{"PostsMedium"}
			}
		}, "the patterns /football/blog/:slug and /football/:slug/rules match the same paths, and neither is more specific"},
		"a pattern of another edition's paths":  {"football", func(m map[string]any) { route(m)["path"], route(m)["item"] = "/:slug", "posts" }, "does not belong to football"},
		"a container with a runtime of its own": {"football", func(m map[string]any) { m["shared"] = m["shared"].([]any)[:1] }, "shared: it does not ask for @module-federation/webpack-bundler-runtime, which runs every container: build football anew"},
		"a host with a page":                    {"host", func(m map[string]any) { m["routes"] = []any{map[string]any{"path": "/"}} }, "pages and what is around them"},
		"a host's sheet that is missing":        {"host", func(m map[string]any) { m["styles"] = []any{"gone.css"} }, `styles: "gone.css" is not among`},
		"a frame outside the shell":             {"football", func(m map[string]any) { m["frame"] = map[string]any{} }, "only the shell"},
		"imports outside the host":              {"football", func(m map[string]any) { m["imports"] = map[string]any{"fieldhouse/x": m["entry"]} }, "provides, imports, worker: they are the host's"},
		"a shell with a host in it":             {"shell", func(m map[string]any) { m["imports"] = map[string]any{"fieldhouse/x": m["entry"]} }, "build host and shell anew and take both"},
		"an import of the host's":               {"host", func(m map[string]any) { m["imports"] = map[string]any{"fieldhouse/host": m["entry"]} }, "fieldhouse/host"},
		"an import that is an address":          {"host", func(m map[string]any) { m["imports"] = map[string]any{"/_r/shell/x.js": m["entry"]} }, "a name is fieldhouse/"},
		"a worker that is missing":              {"host", func(m map[string]any) { m["worker"] = "gone.js" }, `worker "gone.js"`},
		"a worker outside the host":             {"football", func(m map[string]any) { m["worker"] = m["entry"] }, "provides, imports, worker: they are the host's"},
		"an import that is missing":             {"host", func(m map[string]any) { m["imports"] = map[string]any{"fieldhouse/x": "gone.js"} }, `"gone.js" is not among the files`},
		"an icon that is a script":              {"shell", func(m map[string]any) { m["icon"] = m["entry"] }, "as .svg"},
		"an icon of a football": {"football", func(m map[string]any) {
			m["icons"] = []any{map[string]any{"path": "x.png", "size": 192, "purpose": "any"}}
		}, "only the shell ships one"},
		"an icon of no size": {"shell", func(m map[string]any) {
			m["icons"] = []any{map[string]any{"path": "x.png", "size": 0, "purpose": "any"}}
		}, "want 1 to 1024 pixels"},
		"an icon for nothing": {"shell", func(m map[string]any) {
			m["icons"] = []any{map[string]any{"path": "x.png", "size": 192, "purpose": ""}}
		}, "any or maskable"},
		"an icon that is missing": {"shell", func(m map[string]any) {
			m["icons"] = []any{map[string]any{"path": "x.png", "size": 192, "purpose": "any"}}
		}, `icons: "x.png" is not among the files as .png`},
		"a picture in one language":        {"football", func(m map[string]any) { route(m)["picture"] = map[string]any{"en": "x.png"} }, "picture: there are 1 languages"},
		"a picture that is a script":       {"football", func(m map[string]any) { route(m)["picture"] = map[string]any{"en": m["entry"], "es": m["entry"]} }, "as .png"},
		"a shell without a frame":          {"shell", func(m map[string]any) { delete(m, "frame") }, "frame"},
		"a footer without a header's look": {"shell", func(m map[string]any) { delete(tree(m, "frame", "footer"), "football") }, `footer has the looks ["basketball" "default"]`},
		"a header without a footer's look": {"shell", func(m map[string]any) { delete(tree(m, "frame", "header"), "football") }, `the same as the header`},
		"a frame without the default look": {"shell", func(m map[string]any) {
			delete(tree(m, "frame", "header"), "default")
			delete(tree(m, "frame", "footer"), "default")
		}, "want default"},
		"a frame's look that is markup": {"shell", func(m map[string]any) {
			for _, part := range []string{"header", "footer"} {
				tree(m, "frame", part)["<b>"] = tree(m, "frame", part)["default"]
			}
		}, `look "<b>"`},
		"a storey of the shell":               {"shell", func(m map[string]any) { m["storey"] = map[string]any{} }, "storey: only an edition has one"},
		"a storey of the host":                {"host", func(m map[string]any) { m["storey"] = map[string]any{} }, "pages and what is around them"},
		"a storey's sheet that is missing":    {"football", func(m map[string]any) { storey(m)["sheet"] = "gone.css" }, `storey: sheet "gone.css" is not among the files as .css`},
		"a storey's sheet that is a script":   {"football", func(m map[string]any) { storey(m)["sheet"] = m["entry"] }, "as .css"},
		"a storey without its floor's sheet":  {"football", func(m map[string]any) { delete(storey(m), "floorSheet") }, `storey: floorSheet "" is not`},
		"a floor in one language":             {"football", func(m map[string]any) { delete(tree(storey(m), "floor"), "es") }, "storey: floor: fragment: there are 1 languages"},
		"a floor that is no fragment":         {"football", func(m map[string]any) { tree(storey(m), "floor")["es"] = m["entry"] }, "as .html"},
		"a painted floor that is missing":     {"football", func(m map[string]any) { delete(storey(m), "painted") }, "storey: painted: fragment: there are 0 languages"},
		"a sport without a name":              {"football", func(m map[string]any) { tree(storey(m), "sport")["es"] = "" }, "storey: sport: the text for es has 0 characters, want 1 to 60"},
		"a sport with a long name":            {"football", func(m map[string]any) { tree(storey(m), "sport")["en"] = strings.Repeat("x", 61) }, "want 1 to 60"},
		"a ground with a long name":           {"football", func(m map[string]any) { tree(storey(m), "ground")["en"] = strings.Repeat("x", 121) }, "want 1 to 120"},
		"a storey's field that is none":       {"football", func(m map[string]any) { storey(m)["roof"] = 1 }, `unknown field "roof"`},
		"a partial in one language":           {"shell", func(m map[string]any) { delete(tree(m, "partials", "socials", "link"), "es") }, `variant "link"`},
		"a page's script that is missing":     {"football", func(m map[string]any) { route(m)["scripts"] = []any{m["entry"], "gone.js"} }, `script "gone.js" is not among the files`},
		"a page's script that is there twice": {"football", func(m map[string]any) { route(m)["scripts"] = []any{m["entry"], m["entry"]} }, "or there twice"},
		"a page's scripts without the entry":  {"football", func(m map[string]any) { route(m)["scripts"] = m["preload"].([]any)[1:] }, "they start with the entry"},
		"a menu entry that leaves": {"football", func(m map[string]any) {
			m["navigation"] = []any{map[string]any{"nameEN": "x", "NameSP": "x", "link": "//evil.example"}}
		}, "navigation x link"},
	} {
		t.Run(name, func(t *testing.T) {
			draft := releasetest.Sport(releasetest.Football).Storey()
			switch test.edition {
			case release.Host:
				draft = releasetest.Host()
			case release.Shell:
				draft = releasetest.Shell()
			}
			folder := draft.Write(t)
			releasetest.ChangeManifest(t, folder, test.change)
			store := store.NewStore(t.TempDir())
			_, err := store.Take(folder)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, want one that holds %q", err, test.want)
			}
			if found, _ := os.ReadDir(store.Folder()); len(found) > 0 {
				t.Errorf("a refused release left %v in the store", found)
			}
		})
	}
}

func TestAPictureHasABound(t *testing.T) {
	for size, want := range map[int]string{300 << 10: "", 300<<10 + 1: "has 307201 bytes, at most 307200"} {
		draft := releasetest.Sport(releasetest.Football)
		draft.Content["shared.png"] = strings.Repeat("x", size)
		name := draft.Name("shared.png")
		draft.Manifest.Routes[0].Picture = release.Texts{"en": name, "es": name}
		_, err := store.NewStore(t.TempDir()).Take(draft.Write(t))
		if (err == nil) != (want == "") || (err != nil && !strings.Contains(err.Error(), want)) {
			t.Errorf("one of %d bytes: %v, want %q", size, err, want)
		}
	}
}

func TestPicturesOfPacksAreOfKindsThatDropsHave(t *testing.T) {
	for name, test := range map[string]struct{ kind, item, file, want string }{
		"a kind":               {"5-3", "drops", "shared.png", ""},
		"a sixth tier":         {"6-0", "drops", "shared.png", `"6-0" is no kind of pack`},
		"no print":             {"3", "drops", "shared.png", `"3" is no kind of pack`},
		"a file that is none":  {"3-0", "drops", "gone.png", "packPictures 3-0: "},
		"on pages of articles": {"3-0", "posts", "shared.png", "only a page of drops"},
	} {
		draft := releasetest.Sport(releasetest.Football).Items()
		draft.Content["shared.png"] = "drawn"
		drawn, file := draft.Name("shared.png"), test.file
		if file == "shared.png" {
			file = drawn
		}
		for index := range draft.Manifest.Routes {
			if route := &draft.Manifest.Routes[index]; route.Item == test.item {
				route.Picture = release.Texts{"en": drawn, "es": drawn}
				route.PackPictures = map[string]release.Texts{test.kind: {"en": drawn, "es": file}}
			}
		}
		_, err := store.NewStore(t.TempDir()).Take(draft.Write(t))
		if (err == nil) != (test.want == "") || (err != nil && !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

func TestARouteBelongsToItsEditionOnSegmentBoundaries(t *testing.T) {
	for path, test := range map[string]struct{ edition, want string }{
		"/football":          {releasetest.Football, ""},
		"/football/faq":      {releasetest.Football, ""},
		"/footballer":        {releasetest.Football, "does not belong to football"},
		"/basketball":        {releasetest.Football, "does not belong to football"},
		"/":                  {releasetest.Football, "does not belong to football"},
		"/football/":         {releasetest.Football, "ends with /"},
		"/football//faq":     {releasetest.Football, "empty segment"},
		"/football/../admin": {releasetest.Football, "begins with a dot"},
		"football":           {releasetest.Football, "does not start with /"},
		"/football/<b>":      {releasetest.Football, "a character other"},
		"/about":             {release.Shell, ""},
		"/footballers":       {release.Shell, ""},
		"/_r":                {release.Shell, "reserved"},
		"/_r/x":              {release.Shell, "reserved"},
		"/_page":             {release.Shell, "reserved"},
		"/_report":           {release.Shell, "reserved"},
		"/_releases":         {release.Shell, "reserved"},
		"/_lineup":           {release.Shell, "reserved"},
		"/api/v1/rows":       {release.Shell, "reserved"},
		"/v1/chain/get_info": {release.Shell, "reserved"},
		"/link/x":            {release.Shell, "reserved"},
		"/healthz":           {release.Shell, "reserved"},
		"/readyz":            {release.Shell, "reserved"},
		"/linked":            {release.Shell, ""},
	} {
		t.Run(test.edition+" "+path, func(t *testing.T) {
			draft := releasetest.Shell()
			if test.edition != release.Shell {
				draft = releasetest.Sport(test.edition)
			}
			draft.Manifest.Routes = draft.Manifest.Routes[:1]
			draft.Manifest.Routes[0].Path = path
			_, err := store.NewStore(t.TempDir()).Take(draft.Write(t))
			switch {
			case test.want == "" && err != nil:
				t.Errorf("it is refused: %v", err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("the error is %v, want one that holds %q", err, test.want)
			}
		})
	}
}

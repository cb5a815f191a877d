package store_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

// Each attack is a sentence; each is refused with an error that names the file,
// and leaves nothing in the store.
func TestAttacksOnTheStoreAreRefused(t *testing.T) {
	list := func(path string, content []byte) func(*testing.T, string) {
		return func(t *testing.T, folder string) {
			releasetest.ChangeManifest(t, folder, func(manifest map[string]any) {
				manifest["files"] = append(manifest["files"].([]any), releasetest.Listed(path, content))
			})
		}
	}
	listed := func(path string, content []byte) func(*testing.T, string) {
		return func(t *testing.T, folder string) {
			releasetest.PutFile(t, folder, path, content)
			list(path, content)(t, folder)
		}
	}
	for sentence, test := range map[string]struct {
		attack func(t *testing.T, folder string)
		want   string
	}{
		"a byte of a script is changed after the build": {func(t *testing.T, folder string) {
			name := releasetest.Find(t, folder, "remoteEntry.js")
			content := must.Get(os.ReadFile(filepath.Join(folder, name)))(t)
			content[0] ^= 1
			releasetest.PutFile(t, folder, name, content)
		}, ".js: its hash is"},
		"a script is changed with its listed hash, and keeps an address that is known": {func(t *testing.T, folder string) {
			relist(t, folder, releasetest.Find(t, folder, "remoteEntry.js"), []byte("evil()"))
		}, ".js: its name says another content"},
		"a script is longer than listed": {func(t *testing.T, folder string) {
			releasetest.PutFile(t, folder, releasetest.Find(t, folder, "remoteEntry.js"), bytes.Repeat([]byte("x"), 4096))
		}, ".js: it has more than"},
		"a script is cut short": {func(t *testing.T, folder string) {
			releasetest.PutFile(t, folder, releasetest.Find(t, folder, "remoteEntry.js"), []byte("x"))
		}, ".js: it has 1 bytes"},
		"a listed file is missing": {func(t *testing.T, folder string) {
			must.Do(t, os.Remove(filepath.Join(folder, releasetest.Find(t, folder, "mount.js"))))
		}, ".js: it is missing"},
		"a file is smuggled in beside the listed ones": {func(t *testing.T, folder string) {
			releasetest.PutFile(t, folder, "evil.js", []byte("x"))
		}, "evil.js: release.json does not list evil.js"},
		"a symbolic link stands for a file outside": {func(t *testing.T, folder string) {
			must.Do(t, os.Symlink("/etc/passwd", filepath.Join(folder, "passwords.txt")))
		}, "passwords.txt: it is a symbolic link"},
		"a listed file is a symbolic link inside the folder": {func(t *testing.T, folder string) {
			path := filepath.Join(folder, releasetest.Find(t, folder, "remoteEntry.js"))
			must.Do(t, os.Rename(path, filepath.Join(folder, "other")))
			must.Do(t, os.Symlink("other", path))
		}, "other: release.json does not list other"},
		"a folder is a symbolic link": {func(t *testing.T, folder string) {
			must.Do(t, os.Symlink(t.TempDir(), filepath.Join(folder, "images")))
		}, "images: it is a symbolic link"},
		"the manifest is a symbolic link": {func(t *testing.T, folder string) {
			path := filepath.Join(folder, release.ManifestFile)
			must.Do(t, os.Rename(path, path+".real"))
			must.Do(t, os.Symlink(release.ManifestFile+".real", path))
		}, "release.json: it is no plain file"},
		"a folder stands in the folder": {func(t *testing.T, folder string) {
			releasetest.PutFile(t, folder, "images/evil.svg", nil)
		}, "images: it is a folder"},
		"a name climbs out of the folder":    {list("../evil.js", nil), "a character other"},
		"a name climbs out below a folder":   {list("images/../../evil.js", nil), "a character other"},
		"a name is absolute":                 {list("/etc/evil", nil), "a character other"},
		"a name begins with two dots":        {list("..evil.js", nil), "begins with a dot"},
		"a name says nothing of its content": {list("evil.js", nil), "it is not <name>.<hash>.<extension>"},
		"a name's hash is shorter":           {list("evil.0123456789abcdef.js", nil), "it is not <name>.<hash>.<extension>"},
		"a name is a hash alone":             {list("00000000000000000000.js", nil), "it is not <name>.<hash>.<extension>"},
		"a name says another content":        {listed("evil.00000000000000000000.js", []byte("x")), "its name says another content"},
		"a name has a backslash":             {list(`images\evil.js`, nil), "a character other"},
		"a name has a line break":            {list("evil.js\nsha384", nil), "a character other"},
		"a name has markup":                  {list(`"><script>.js`, nil), "a character other"},
		"a name holds a mark":                {list("@setting/product@.js", nil), "a character other"},
		"a name is hidden":                   {list(".htaccess", nil), "begins with a dot"},
		"a name has other letters":           {list("ÄRGER.js", nil), "a character other"},
		"a name differs only in case": {func(t *testing.T, folder string) {
			list(strings.ToUpper(releasetest.Find(t, folder, "remoteEntry.js")[:11])+releasetest.Find(t, folder, "remoteEntry.js")[11:], nil)(t, folder)
		}, "the same but for case"},
		"a file is listed twice": {func(t *testing.T, folder string) {
			list(releasetest.Find(t, folder, "remoteEntry.js"), nil)(t, folder)
		}, "listed twice"},
		"the manifest lists itself":              {list("release.json", nil), "it is not <name>.<hash>.<extension>"},
		"a hash is not one":                      {hash("sha384-AAAA"), "is not `sha384-`"},
		"a weaker hash is given":                 {hash("sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="), "is not `sha384-`"},
		"a size is negative":                     {size(-1), "-1 bytes"},
		"a size is above what one file may have": {size(1 << 40), "a file has 0 to"},
		"all files together are too large": {func(t *testing.T, folder string) {
			releasetest.ChangeManifest(t, folder, func(manifest map[string]any) {
				for index := range 20 {
					file := releasetest.Listed(fmt.Sprintf("big%d.00000000000000000000.bin", index), nil)
					file.Size = 16 << 20
					manifest["files"] = append(manifest["files"].([]any), file)
				}
			})
		}, "together more than"},
		"a hundred thousand files are listed": {func(t *testing.T, folder string) {
			releasetest.ChangeManifest(t, folder, func(manifest map[string]any) {
				for range 100_000 {
					manifest["files"] = append(manifest["files"].([]any), map[string]any{"path": "x"})
				}
			})
		}, "release.json"},
		"the manifest is endless": {func(t *testing.T, folder string) {
			releasetest.PutFile(t, folder, release.ManifestFile, bytes.Repeat([]byte(" "), 3<<20))
		}, "release.json: it has more than"},
		"a compressed form holds another script": {func(t *testing.T, folder string) {
			packed := releasetest.Pack(t, []byte("alert(1)"), "br")
			releasetest.PutFile(t, folder, releasetest.Find(t, folder, "remoteEntry.js")+".br", packed)
		}, ".js.br: it does not unpack to remoteEntry."},
		"a compressed form is larger than its file": {func(t *testing.T, folder string) {
			name := releasetest.Find(t, folder, "remoteEntry.js")
			content := must.Get(os.ReadFile(filepath.Join(folder, name)))(t)
			packed := bytes.Repeat(releasetest.Pack(t, nil, "gzip"), 1000)
			releasetest.PutFile(t, folder, name+".gz", append(packed, releasetest.Pack(t, content, "gzip")...))
		}, ".js.gz: it is larger than remoteEntry."},
		"a compressed form is listed": {func(t *testing.T, folder string) {
			list("evil.00000000000000000000.br", nil)(t, folder)
		}, "it is a compressed form"},
		"a compressed form is a bomb": {func(t *testing.T, folder string) {
			packed := releasetest.Pack(t, make([]byte, 64<<20), "gzip")
			releasetest.PutFile(t, folder, releasetest.Find(t, folder, "remoteEntry.js")+".gz", packed)
		}, ".js.gz: it does not unpack to remoteEntry."},
		"a compressed form has no original": {func(t *testing.T, folder string) {
			releasetest.PutFile(t, folder, "lonely.js.br", []byte("x"))
		}, "lonely.js.br: release.json does not list lonely.js"},
	} {
		t.Run(sentence, func(t *testing.T) {
			folder := releasetest.Sport(releasetest.Football).Write(t)
			test.attack(t, folder)
			held := store.NewStore(t.TempDir())
			_, err := held.Take(folder)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, want one that holds %q", err, test.want)
			}
			nothingWritten(t, held)
		})
	}
}

func hash(value string) func(*testing.T, string) { return changeFirst("sha384", value) }

func size(value int) func(*testing.T, string) { return changeFirst("size", value) }

func changeFirst(field string, value any) func(*testing.T, string) {
	return func(t *testing.T, folder string) {
		releasetest.ChangeManifest(t, folder, func(manifest map[string]any) {
			manifest["files"].([]any)[0].(map[string]any)[field] = value
		})
	}
}

// relist replaces a file and what the manifest says of it.
func relist(t *testing.T, folder, path string, content []byte) {
	releasetest.PutFile(t, folder, path, content)
	releasetest.ChangeManifest(t, folder, func(manifest map[string]any) {
		for index, file := range manifest["files"].([]any) {
			if file.(map[string]any)["path"] == path {
				manifest["files"].([]any)[index] = releasetest.Listed(path, content)
			}
		}
	})
}

func TestARequestForAReleaseNeverLeavesTheStore(t *testing.T) {
	held := store.NewStore(t.TempDir())
	releasetest.Sport(releasetest.Football).WriteTo(t, filepath.Join(held.Folder(), "outside"))
	for _, request := range [][2]string{
		{"..", "outside"}, {"football", "../../outside"}, {"../outside", "0123456789abcdef0123"}, {"football", ""}, {"", ""},
	} {
		if _, err := held.Open(request[0], request[1]); err == nil {
			t.Errorf("%q was opened", request)
		}
	}
}

func TestOnlyListedFilesAreRead(t *testing.T) {
	held := store.NewStore(t.TempDir())
	other := releasetest.Sport(releasetest.Football)
	other.Content["other.js"] = "other"
	must.Get(held.Take(other.Write(t)))(t)
	draft := releasetest.Sport(releasetest.Football)
	opened := taken(t, held, draft)
	entry := draft.Name("remoteEntry.js")
	must.Get(opened.ReadFile(entry))(t)
	for _, path := range []string{
		other.Name("other.js"), "../releases/" + opened.Name + ".json", "release.json", "build.json", "../files/" + entry, "./" + entry, entry + ".br", "", ".",
	} {
		if _, err := opened.ReadFile(path); err == nil {
			t.Errorf("%q was read", path)
		}
	}
}

// taken takes a draft and opens it.
func taken(t *testing.T, held *store.Store, draft *releasetest.Draft) *release.Folder {
	t.Helper()
	found := must.Get(held.Take(draft.Write(t)))(t)
	return must.Get(held.Open(found.Manifest.Edition, found.Name))(t)
}

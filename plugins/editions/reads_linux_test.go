package editions

import (
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

// TestAnAddressCostsNoMoreThanTheFileThatItNames: whatever is asked for, with 200
// releases stored, no manifest is opened, and no file but the one that is named. The
// kernel tells what the process opens (inotify(7)).
func TestAnAddressCostsNoMoreThanTheFileThatItNames(t *testing.T) {
	s := run(t, "")
	store := store.NewStore(s.store)
	var manifests []*release.Manifest
	for index := range 200 {
		draft := releasetest.Sport(releasetest.Football)
		draft.Content["mount.js"] = fmt.Sprintf("export const release = %d", index)
		taken := must.Get(store.Take(draft.Write(t)))(t)
		manifests = append(manifests, taken.Manifest)
	}
	opened := watchOpening(t, filepath.Join(s.store, "football", "files"), filepath.Join(s.store, "football", "releases"),
		filepath.Join(s.store, "shell", "files"), filepath.Join(s.store, "shell", "releases"))
	ask := func(address string, status int, want ...string) {
		t.Helper()
		if answer := s.ask("GET", address, "Accept-Encoding", "br"); answer.StatusCode != status {
			t.Errorf("%s answers %d, want %d", address, answer.StatusCode, status)
		}
		if got := opened(); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s opens %q, want %q", address, got, want)
		}
	}
	for index, manifest := range manifests {
		mount := releasetest.Address(manifest, "mount.js")
		name := strings.TrimPrefix(mount, "/_r/football/")
		ask(mount, 200, name)
		ask(strings.Replace(mount, "mount", fmt.Sprintf("other%d", index), 1), 404)
		ask("/_r/shell/"+name, 404)
	}
	entry := s.fileAddress("football", "remoteEntry.js")
	ask(entry, 200, strings.TrimPrefix(entry, "/_r/football/")+".br")
	ask("/_r/football/"+s.names["football"]+"/remoteEntry.js", 404)
	ask("/_r/football/"+s.names["football"]+".json", 404)
	ask("/_r/football/00000000000000000000/remoteEntry.js", 404)
	ask("/_r/football/remoteEntry.00000000000000000000.js", 404)
	ask(releasetest.Address(s.manifests["football"], "fragments/main/football.en.html"), 404)
	ask(entry+".br", 404)
	ask("/_r/football/", 404)
	ask("/_r/", 404)
}

// TestARestartReadsWhatPagesAreMadeOfAndNothingElse: what was taken in was hashed, and
// is not read again, whatever is live.
func TestARestartReadsWhatPagesAreMadeOfAndNothingElse(t *testing.T) {
	s := newTestSite(t, "")
	s.take(releasetest.Host(), releasetest.Shell(), releasetest.Sport(releasetest.Football))
	var folders []string
	for _, edition := range []string{"host", "shell", "football"} {
		folders = append(folders, filepath.Join(s.store, edition, "files"), filepath.Join(s.store, edition, "releases"))
	}
	opened := watchOpening(t, folders...)
	s.load()
	if answer := s.ask("GET", "/football"); answer.StatusCode != 200 {
		t.Fatalf("answers %d", answer.StatusCode)
	}
	read := map[string]int{}
	for _, name := range opened() {
		read[filepath.Ext(name)]++
	}
	if read[".json"] != 3 || read[".html"] == 0 || read[".css"] != 3 || len(read) != 3 {
		t.Errorf("it reads, by ending, %v: want the manifests, fragments and style sheets", read)
	}
}

// watchOpening watches folders. What it answers are the names of the files in them
// that were opened since it was asked last.
func watchOpening(t *testing.T, folders ...string) func() []string {
	t.Helper()
	watch := must.Get(syscall.InotifyInit1(syscall.IN_NONBLOCK | syscall.IN_CLOEXEC))(t)
	t.Cleanup(func() { syscall.Close(watch) })
	for _, folder := range folders {
		must.Get(syscall.InotifyAddWatch(watch, folder, syscall.IN_OPEN))(t)
	}
	return func() (names []string) {
		events := make([]byte, 64<<10)
		for {
			size, err := syscall.Read(watch, events)
			if err != nil || size <= 0 {
				return names
			}
			for rest := events[:size]; len(rest) > 0; {
				event := (*syscall.InotifyEvent)(unsafe.Pointer(&rest[0]))
				end := syscall.SizeofInotifyEvent + int(event.Len)
				if event.Mask&syscall.IN_ISDIR == 0 {
					names = append(names, strings.TrimRight(string(rest[syscall.SizeofInotifyEvent:end]), "\x00"))
				}
				rest = rest[end:]
			}
		}
	}
}

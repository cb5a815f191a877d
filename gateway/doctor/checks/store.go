package checks

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/flock"

	"github.com/dustin/go-humanize"
)

// Stores are the folders of a site, as absolute paths.
type Stores struct {
	// Pages has the releases that are shown.
	Pages string
	// State keeps what outlasts a restart and is no release; empty: nothing is kept.
	State string
	// Commands is the one of commands without --store.
	Commands string
	// Data is where certificates and accounts are.
	Data string
	// Editions are those that the configuration names.
	Editions []string
}

// Check looks at the store and its releases.
func (s Stores) Check() Check {
	return Check{"store", func(context.Context) []Result {
		take := "fill it: fieldhouse take --store " + s.Pages + " --live FOLDER..."
		info, err := os.Stat(s.Pages)
		if err != nil {
			return []Result{problem("store", take+"; or say which one it is: FIELDHOUSE_STORE, or `store` of `editions`", "%v", err)}
		}
		found := []Result{s.mayUse(info), s.isOne(), s.locks()}
		state, err := journal.Open(s.Pages, journal.Options{}).Look()
		if err != nil {
			return append(found, problem("lineup", take+"; a running process puts the last good copy in its place", "lineup.json of the store: %v", err))
		}
		return append(found, s.releases(state, take)...)
	}}
}

// mayUse says whether this user can use the store.
func (s Stores) mayUse(info fs.FileInfo) Result {
	const do = "run this as the user that serves, and let that one read and write the store: chown -R USER STORE"
	if !info.IsDir() {
		return problem("store", "name a folder", "%s is no folder", s.Pages)
	}
	if _, err := os.ReadDir(s.Pages); err != nil {
		return problem("store", do, "it cannot be read: %v", err)
	}
	const writeAndEnter = 2 | 1 // W_OK|X_OK
	if err := syscall.Access(s.Pages, writeAndEnter); err != nil {
		return problem("store", do, "%s cannot be written: %v", s.Pages, err)
	}
	if !isOwn(info) {
		return warn("store", do, "%s can be read and written, and belongs to another user than this one", s.Pages)
	}
	return ok("store", "%s can be read and written", s.Pages)
}

// isOwn says whether a file belongs to this user.
func isOwn(info fs.FileInfo) bool {
	stat, known := info.Sys().(*syscall.Stat_t)
	return !known || int(stat.Uid) == os.Geteuid()
}

// isOne says whether all that use a store use the same.
func (s Stores) isOne() Result {
	switch {
	case s.State == "":
		return warn("one store", "give `site` a `state`, as the shipped Caddyfile does", "what outlasts a restart, such as which sales are paused, is not kept")
	case s.State != s.Pages:
		return warn("one store", "name one folder as `store` of `editions` and `state` of `site`, and in FIELDHOUSE_STORE", "pages are of %s, what outlasts a restart is in %s", s.Pages, s.State)
	case s.Commands != s.Pages:
		return warn("one store", "set FIELDHOUSE_STORE="+s.Pages+" where commands are typed", "commands without --store use %s", s.Commands)
	}
	return ok("one store", "pages, what outlasts a restart and commands use the same folder")
}

// locks says whether one process can lock out another. It makes no file: every store that has a
// lineup has its lock.
func (s Stores) locks() Result {
	path := filepath.Join(s.Pages, journal.LockName)
	if _, err := os.Stat(path); err != nil {
		return ok("locks", "not tried: the store has had no lineup yet")
	}
	first, free, err := flock.Try(path)
	if err == nil && free {
		defer first()
		var second func()
		if second, free, err = flock.Try(path); err == nil && free {
			second()
			err = errors.New("two have it at once")
		}
	}
	if err != nil {
		return problem("locks", "put the store on a file system with locks (flock), and let this user write it: without locks, processes overwrite each other's changes", "the lock of the store: %v", err)
	}
	return ok("locks", "the lock of the store keeps others out")
}

// releases says whether what is live is there and runs together.
func (s Stores) releases(state journal.State, take string) (found []Result) {
	held := store.NewStore(s.Pages)
	live := state.Live()
	for _, edition := range slices.Sorted(maps.Keys(live)) {
		name := live[edition]
		switch opened, err := held.Open(edition, name); {
		case err != nil:
			found = append(found, problem("releases", "take that release again, or go back: fieldhouse rollback "+edition, "what is live of %s: %v", edition, err))
		case slices.Contains(append(s.Editions, release.Host, release.Shell), edition):
			found = append(found, ok("releases", "%s %s (%s), contract %d", edition, name, opened.Manifest.Version, opened.Manifest.Contract))
		default:
			found = append(found, warn("releases", "add the line `edition "+edition+"` to `editions`, or withdraw the release", "%s is live and the configuration does not show it", edition))
		}
	}
	for _, edition := range append([]string{release.Host, release.Shell}, s.Editions...) {
		if live[edition] == "" {
			found = append(found, problem("releases", take, "no release of %s is live", edition))
		}
	}
	if err := journal.ChecksOf(held).Fit(live); err != nil {
		found = append(found, problem("releases", "take releases that run together in one command", "what is live does not run together: %v", err))
	}
	for scope, freeze := range state.Freezes(time.Now()) {
		until := ""
		if freeze.Until != nil {
			until = ", until " + freeze.Until.UTC().Format(time.RFC3339)
		}
		found = append(found, ok("frozen", "%s%s, by %s: %s", scope, until, freeze.By, freeze.Reason))
	}
	return found
}

// leastFree is less than what one release and a day of small files take; littleFree is little for
// what logs and further releases may take.
const (
	leastFree  = 256 << 20
	littleFree = 1 << 30
)

// Disk looks at the room for releases and certificates.
func (s Stores) Disk() Check {
	return Check{"disk", func(context.Context) (found []Result) {
		var used int64
		entries, _ := os.ReadDir(s.Pages) // what cannot be read is told of the store
		for _, entry := range entries {
			if !entry.IsDir() || strings.HasPrefix(entry.Name(), ".") {
				continue
			}
			size, _ := store.NewStore(s.Pages).Size(entry.Name())
			used += size
		}
		for _, place := range []struct {
			name, folder string
			wanted       uint64
		}{{"store", s.Pages, max(littleFree, uint64(used))}, {"data", s.Data, littleFree}} {
			space, err := store.SpaceAt(existing(place.folder))
			free := space.Free
			what := fmt.Sprintf("%s free for the %s (%s)", humanize.IBytes(free), place.name, place.folder)
			if place.name == "store" {
				what += ", whose releases take " + humanize.IBytes(uint64(used))
			}
			switch {
			case err != nil:
				found = append(found, warn("disk", "look at it by hand: df -h "+place.folder, "the room for the %s: %v", place.name, err))
			case free < leastFree:
				found = append(found, problem("disk", "make room: without it neither releases nor certificates come in; fieldhouse prune removes what nobody wants", "%s", what))
			case free < place.wanted:
				found = append(found, warn("disk", "make room for as much as the releases take, and 1 GiB at least", "%s", what))
			default:
				found = append(found, ok("disk", "%s", what))
			}
		}
		return found
	}}
}

// existing is a folder, or the one above it that is there.
func existing(folder string) string {
	for folder != filepath.Dir(folder) {
		if _, err := os.Stat(folder); err == nil {
			return folder
		}
		folder = filepath.Dir(folder)
	}
	return folder
}

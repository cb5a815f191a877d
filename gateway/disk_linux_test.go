//go:build !race || soak

package gateway

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"fieldhouse/plugins/plugintest"
)

// smallDisk has a process keep all that it keeps on a disk of its own, and returns its folder.
func (p *process) smallDisk(t *testing.T) (folder string) {
	t.Helper()
	folder = p.environment["XDG_DATA_HOME"]
	if err := syscall.Mount("none", folder, "tmpfs", 0, "size=32m"); err != nil {
		t.Skipf("a small disk is mounted, which needs the right to: %v; what the journal does on a full disk is tested in plugins/editions/lineup", err)
	}
	t.Cleanup(func() {
		p.kill()
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	store := filepath.Join(folder, "store")
	for _, err := range []error{os.Mkdir(store, 0o755), os.Remove(p.store), os.Symlink(store, p.store)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// fill leaves no room on the disk of a folder until what it returns is called: not even the room
// that is kept for what takes back.
func (p *process) fill(t *testing.T, folder string) (makeRoom func()) {
	t.Helper()
	if err := os.Remove(filepath.Join(p.store, ".reserve")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "in the way")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for size := 1 << 20; size > 0; {
		if _, err := file.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	return func() {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// What the NATS server writes is as fast as ever: only its majority waits for it.
func TestAClusterWithASlowDiskGoesOn(t *testing.T) {
	if soak(t) == 0 {
		t.Skip("FIELDHOUSE_SOAK has it run; the journal on a slow disk is tested in plugins/editions/lineup/share")
	}
	slow := filepath.Join(t.TempDir(), "slow")
	all := newCluster(t, func(index int, p *process) {
		if index == 1 {
			p.Env = append(p.Env, diskIsSlow+"="+slow)
		}
	})
	a, b, c := all[0], all[1], all[2]
	first := a.lineupOf().Editions["football"].Live
	awaitLive(t, first, all...)
	if err := os.WriteFile(slow, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for round := range 3 {
		name := a.ship(fmt.Sprint("round ", round))
		awaitLive(t, name, a, c)
		b.want(http.DefaultClient, "/football")
		c.rollback()
		awaitLive(t, first, a, c)
	}
	last := b.ship("by the slow one")
	awaitLive(t, last, all...)
	awaitEqualJournals(t, all)
}

func TestAProcessWhoseDiskIsFullShowsWhatTheOthersShowAndCatchesUp(t *testing.T) {
	t.Parallel()
	folder := ""
	all := newCluster(t, func(index int, p *process) {
		if index == 1 {
			folder = p.smallDisk(t)
		}
	})
	a, b, c := all[0], all[1], all[2]
	basketball := a.lineupOf().Editions["basketball"].Live
	second := a.ship("the second")
	awaitLive(t, second, all...)
	bad := a.ship("the bad one")
	awaitLive(t, bad, all...)
	awaitEqualJournals(t, all)
	before := a.lineupOf().Version
	makeRoom := b.fill(t, folder)
	b.wantServing(t, bad)

	// What it cannot write it refuses before the others have it.
	for path, body := range map[string]string{
		"/editions/football": string(archiveOf(t, "refused")),
		"/lineup":            fmt.Sprintf(`{"action":"live","releases":{"basketball":%q}}`, basketball),
	} {
		if status, said := b.post(path, []byte(body)); status != http.StatusInsufficientStorage || !strings.Contains(said, `"code":"full"`) || !strings.Contains(said, "make room on the store's disk") {
			t.Errorf("on a full disk %s is answered %d %s", path, status, said)
		}
	}
	if now := a.lineupOf().Version; now != before {
		t.Errorf("what was refused raised the version from %d to %d", before, now)
	}

	// What takes back holds everywhere, whoever is told.
	b.rollback()
	awaitLive(t, second, all...)
	for _, scope := range []string{"basketball", "shell", "host", "host"} {
		// Long enough for more than a page of the list.
		body := fmt.Sprintf(`{"action":"freeze","scope":%q,"reason":%q}`, scope, strings.Repeat("meanwhile", 50))
		if status, said := c.post("/lineup", []byte(body)); status != http.StatusOK {
			t.Errorf("a freeze is answered %d %s", status, said)
		}
	}
	if now := b.lineupOf().Version; now != before {
		t.Errorf("the full disk has version %d", now)
	}
	plugintest.Eventually(t, "the cluster's view says what to do", func() bool {
		advice := strings.Join(a.viewOf().Advice, "\n")
		return strings.Contains(advice, "refuses 5 changes, which are in force there: make room on it") && strings.Contains(advice, "its disk refuses the list of changes")
	})
	// The others ship; it serves what it has.
	good := c.ship("the good one")
	awaitLive(t, good, a, c)
	b.want(http.DefaultClient, "/football")

	makeRoom()
	awaitLive(t, good, all...)
	awaitEqualJournals(t, all)
	if state := b.lineupOf(); !slices.Equal(state.Editions["football"].Withdrawn, []string{bad}) || len(state.Frozen) != 3 {
		t.Errorf("the lineup is %+v", state)
	}
	plugintest.Eventually(t, "no disk refuses anything", func() bool { return !strings.Contains(strings.Join(b.viewOf().Advice, "\n"), "refuses") })
	if soak(t) == 0 {
		return // an election takes some seconds
	}
	// It counts for the majority again.
	c.kill()
	last := b.ship("by two")
	awaitLive(t, last, a, b)
}

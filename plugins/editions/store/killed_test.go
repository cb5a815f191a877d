package store_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/atomicfile/step"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

// What the tests' binary does as a process of its own.
const (
	asProcess  = "FIELDHOUSE_TEST_AS_PROCESS"
	takeAndDie = "take" // arguments: held, archive, after how many operations it dies
	beAttacked = "attacked"
)

func TestMain(m *testing.M) {
	var err error
	switch os.Getenv(asProcess) {
	case takeAndDie:
		err = dieTaking(os.Args[1], os.Args[2], os.Args[3])
	case beAttacked:
		err = measureAttacks()
	default:
		os.Exit(m.Run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// self runs the tests' binary as a process.
func self(t *testing.T, as string, arguments ...string) *exec.Cmd {
	t.Helper()
	executable := must.Get(os.Executable())(t)
	command := exec.Command(executable, arguments...)
	command.Env = append(os.Environ(), asProcess+"="+as)
	return command
}

func take(held *store.Store, archive io.Reader) error {
	incoming, err := held.Receive(context.Background(), releasetest.Football, archive)
	if err != nil {
		return err
	}
	return errors.Join(incoming.Keep(), incoming.Close())
}

func dieTaking(folder, archive, after string) error {
	left, err := strconv.Atoi(after)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(archive)
	if err != nil {
		return err
	}
	held := store.NewStore(folder)
	// Files are written by several goroutines.
	operations := make(chan int, 1)
	operations <- left
	step.Before(func(step.Operation) error {
		left := <-operations
		if left == 0 {
			return errors.Join(syscall.Kill(os.Getpid(), syscall.SIGKILL), errors.New("it goes on"))
		}
		operations <- left - 1
		return nil
	})
	if err := take(held, bytes.NewReader(content)); err != nil {
		return err
	}
	// What is left are moments of going live, which has no seam to count.
	names, err := newest(held)
	if err != nil {
		return err
	}
	step.Before(nil)
	time.AfterFunc(time.Duration(<-operations)*500*time.Microsecond, func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL) })
	if _, err := goLive(held, names); err != nil {
		return err
	}
	select {}
}

func goLive(held *store.Store, names map[string]string) (journal.State, error) {
	return journal.Open(held.Folder(), journal.Options{}).SetLive(journal.Change{By: "test"}, names, journal.ChecksOf(held))
}

// newest is the release of football that was taken in last.
func newest(held *store.Store) (map[string]string, error) {
	listed, err := held.List(releasetest.Football, 1)
	if err != nil || len(listed) == 0 {
		return nil, fmt.Errorf("of the last release: %v (%w)", listed, err)
	}
	return map[string]string{releasetest.Football: listed[0].Name}, nil
}

// update is the archive of a release of football with another text, without what the
// releases before it brought.
func update(t *testing.T, number int) []byte {
	t.Helper()
	draft := releasetest.Next(fmt.Sprint("text ", number))
	folder := draft.Write(t)
	var leave []string
	for _, name := range names(t, folder) {
		if name != release.ManifestFile && name != release.BuildFile && !strings.HasPrefix(name, draft.Name("mount.js")) {
			leave = append(leave, name)
		}
	}
	return releasetest.Archive(t, folder, leave...)
}

// operations are how many change the store while an update is taken in.
func operations(t *testing.T) (count int) {
	t.Helper()
	held := store.NewStore(t.TempDir())
	must.Get(held.Take(releasetest.Sport(releasetest.Football).Write(t)))(t)
	counted := make(chan int, 1)
	counted <- 0
	step.Before(func(step.Operation) error { counted <- <-counted + 1; return nil })
	defer step.Before(nil)
	must.Do(t, take(held, bytes.NewReader(update(t, -1))))
	return <-counted
}

// A process is killed at twenty random points of taking a release in and making it live;
// in the soak at 200.
func TestAKilledShipLeavesTheStoreWholeAndTheNextOneWorks(t *testing.T) {
	rounds := 20
	if soak, err := strconv.Atoi(os.Getenv("FIELDHOUSE_SOAK")); err == nil {
		rounds = 200 * soak
	}
	held := store.NewStore(t.TempDir())
	must.Get(held.Take(releasetest.Sport(releasetest.Football).Write(t)))(t)
	most, archive := operations(t), filepath.Join(t.TempDir(), "release.tar")
	for round := range rounds {
		content := update(t, round)
		must.Do(t, os.WriteFile(archive, content, 0o600))
		// A third of the points are in going live.
		after, before := rand.IntN(most+most/2), releasetest.State(t, held.Folder())
		printed, err := self(t, takeAndDie, held.Folder(), archive, strconv.Itoa(after)).CombinedOutput()
		var ended *exec.ExitError
		if !errors.As(err, &ended) || ended.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("after %d of %d operations it was not killed: %v %s", after, most, err, printed)
		}
		count, damaged := verified(t, held)
		if count != 1+round && count != 2+round || len(damaged) > 0 {
			t.Fatalf("killed after %d operations, of %d releases %q are damaged, want %d or one more", after, count, damaged, 1+round)
		}
		state, live := releasetest.State(t, held.Folder()), before.Editions[releasetest.Football].Live
		next := before.Version + 1
		if before.Version == 0 && state.Version == 2 {
			// Killed before its file was there, the first lineup is restored from its copy.
			next = 2
		}
		if now := state.Editions[releasetest.Football].Live; state.Version != before.Version && (state.Version != next || now == live || after < most) || state.Version == before.Version && now != live {
			t.Fatalf("killed after %d of %d operations, the lineup went from %+v to %+v", after, most, before, state)
		}
		if err := take(held, bytes.NewReader(content)); err != nil {
			t.Fatalf("after a kill after %d operations: %v", after, err)
		}
		names, err := newest(held)
		if err == nil {
			_, err = goLive(held, names)
		}
		if err != nil {
			t.Fatalf("after a kill after %d operations: going live: %v", after, err)
		}
		if count, damaged := verified(t, held); count != 2+round || len(damaged) > 0 {
			t.Fatalf("taken again, of %d releases %q are damaged", count, damaged)
		}
	}
}

// Each operation that changes the store fails once.
func TestAFullDiskLeavesTheStoreWholeAndSaysSo(t *testing.T) {
	content, most := update(t, 0), operations(t)
	if most < 30 {
		t.Fatalf("an update has %d operations", most)
	}
	whole := store.NewStore(t.TempDir())
	must.Get(whole.Take(releasetest.Sport(releasetest.Football).Write(t)))(t)
	for failing := range most {
		held := store.NewStore(t.TempDir())
		must.Do(t, os.CopyFS(held.Folder(), os.DirFS(whole.Folder())))
		counted := make(chan int, 1)
		counted <- 0
		var what string
		step.Before(func(operation step.Operation) error {
			at := <-counted
			counted <- at + 1
			// The name of the archive's own folder need not outlast anything.
			if at == failing && (operation.What != step.SyncFolder || operation.Path != held.Folder()) {
				what = operation.What + " " + filepath.Base(operation.Path)
				return syscall.ENOSPC
			}
			return nil
		})
		err := take(held, bytes.NewReader(content))
		step.Before(nil)
		var disk *store.DiskError
		if what == "" {
			continue
		}
		if !errors.Is(err, syscall.ENOSPC) || !errors.As(err, &disk) {
			t.Fatalf("%s fails: %v", what, err)
		}
		if count, damaged := verified(t, held); count > 2 || len(damaged)+len(leftovers(t, held)) > 0 {
			t.Errorf("%s failed: of %d releases %q are damaged, %q is left", what, count, damaged, leftovers(t, held))
		}
		if err := take(held, bytes.NewReader(content)); err != nil {
			t.Errorf("after %s failed: %v", what, err)
		}
		if count, damaged := verified(t, held); count != 2 || len(damaged) > 0 {
			t.Errorf("%s failed: after the next take, of %d releases %q are damaged", what, count, damaged)
		}
	}
}

func TestHostileArchivesTakeLessThan64MiBOfMemory(t *testing.T) {
	if printed, err := self(t, beAttacked).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, printed)
	} else {
		t.Logf("%s", printed)
	}
}

// measureAttacks has a process of its own, so that what its heap had at most is known.
func measureAttacks() error {
	folder, err := os.MkdirTemp("", "fieldhouse-attacked-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	debug.SetGCPercent(20) // as the gateway's: what the heap has been is garbage too, the more the busier the machine is
	for sentence, attack := range map[string]struct {
		write func(*tar.Writer) error
		level int
		want  string
	}{
		"a bomb of 1000:1": {func(to *tar.Writer) error {
			for number := range 4096 {
				if err := putZeros(to, fmt.Sprintf("f.%020x.bin", number), 16<<20); err != nil {
					return err
				}
			}
			return nil
		}, gzip.BestSpeed, "to more than 100 times its size"},
		"a million files": {func(to *tar.Writer) error {
			for number := range 1_000_000 {
				if err := putZeros(to, fmt.Sprintf("%0200d.%020x.bin", 0, number), 0); err != nil {
					return err
				}
			}
			return nil
		}, gzip.NoCompression, "more than 16388 entries"},
		"headers of a megabyte": {func(to *tar.Writer) error {
			for number := range 4096 {
				header := &tar.Header{Typeflag: tar.TypeReg, Name: fmt.Sprintf("f.%020x.bin", number), PAXRecords: map[string]string{"FIELDHOUSE.x": strings.Repeat("x", 1<<20-100)}}
				if err := to.WriteHeader(header); err != nil {
					return err
				}
			}
			return nil
		}, gzip.BestSpeed, "100 times its size"},
		"a manifest of two megabytes of files": {func(to *tar.Writer) error {
			manifest := `{"contract":2,"edition":"football","files":[` + strings.Repeat(`{},`, 690_000) + `{}]}`
			if err := to.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: release.ManifestFile, Size: int64(len(manifest)), Mode: 0o644}); err != nil {
				return err
			}
			_, err := io.WriteString(to, manifest)
			return err
		}, gzip.NoCompression, "more than 65536 members and elements"},
	} {
		debug.FreeOSMemory()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		held := store.NewStore(filepath.Join(folder, "store"), items.Check)
		from, to := io.Pipe()
		go func() {
			packer, _ := gzip.NewWriterLevel(to, attack.level)
			archive := tar.NewWriter(packer)
			to.CloseWithError(errors.Join(attack.write(archive), archive.Close(), packer.Close()))
		}()
		err := take(held, from)
		from.Close()
		if err == nil || !strings.Contains(err.Error(), attack.want) {
			return fmt.Errorf("%s: the error is %.400v, want one that holds %q", sentence, err, attack.want)
		}
		// HeapSys is the largest that the heap has been.
		runtime.ReadMemStats(&after)
		grown := int64(after.HeapSys) - int64(before.HeapAlloc)
		fmt.Printf("%s: %d KiB\n", sentence, grown>>10)
		if grown > 64<<20 {
			return fmt.Errorf("%s: the heap grew by %d bytes", sentence, grown)
		}
	}
	return nil
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func putZeros(to *tar.Writer, name string, size int64) error {
	if err := to.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o644}); err != nil {
		return err
	}
	_, err := io.CopyN(to, zeros{}, size)
	return err
}

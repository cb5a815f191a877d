package gateway

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"fieldhouse/gateway/bench/proc"
)

// restoreCollector has the collector be after a test as it was before.
func restoreCollector(t *testing.T) {
	standard := debug.SetGCPercent(100)
	t.Cleanup(func() {
		debug.SetGCPercent(standard)
		clear(reserve[:])
	})
}

func TestTheCollectorsShareIsOursUnlessTheEnvironmentSaysOtherwise(t *testing.T) {
	restoreCollector(t)
	t.Setenv("GOGC", "150")
	if limitGarbage(); debug.SetGCPercent(100) != 100 || reserve[0] != nil {
		t.Error("GOGC of the environment does not hold")
	}
	t.Setenv("GOGC", "")
	if limitGarbage(); debug.SetGCPercent(100) != heapGrowth || slices.Contains(reserve[:], nil) {
		t.Error("the share is not ours")
	}
}

// isFresh says in the environment that a process has just started.
const isFresh = "FIELDHOUSE_TEST_FRESH"

func TestTheReserveTakesNoMemory(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("it reads /proc, which only Linux has")
	}
	// The reserve is made at the start of a process. What the runtime has had before, and be it the
	// reserve of this test's last run, it writes zeros into when it gives it again.
	if os.Getenv(isFresh) == "" {
		executable, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		fresh := exec.CommandContext(t.Context(), executable, "-test.run=^"+t.Name()+"$", "-test.count=1", "-test.cpu=1", "-test.timeout=1m")
		fresh.Env = append(os.Environ(), isFresh+"=1")
		if said, err := fresh.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, said)
		}
		return
	}
	restoreCollector(t)
	t.Setenv("GOGC", "")
	// A little was there and is free again, as after the packages' own beginnings.
	used := make([]byte, heapReserve/8)
	clear(used)
	runtime.KeepAlive(used)
	runtime.GC()
	before, _, err := proc.Memory(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	limitGarbage()
	runtime.GC() // it does not look into it either
	after, _, err := proc.Memory(os.Getpid())
	if err != nil || after-before > heapReserve/2 {
		t.Errorf("it takes %d bytes; %v", after-before, err)
	}
}

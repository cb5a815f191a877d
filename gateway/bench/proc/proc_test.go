package proc

import (
	"os"
	"testing"
)

func TestMemoryIsThatOfAProcess(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("this system has no /proc")
	}
	if resident, most, err := Memory(os.Getpid()); err != nil || resident < 1<<20 || most < resident {
		t.Errorf("%d of at most %d bytes, %v", resident, most, err)
	}
	if _, _, err := Memory(1 << 30); err == nil {
		t.Error("a process that is not there has memory")
	}
}

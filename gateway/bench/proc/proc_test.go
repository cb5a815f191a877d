package proc

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
	"time"
)

func TestTicksAreUserAndSystemTimeWhateverTheName(t *testing.T) {
	stat := "4242 (a) b (c) S 1 4242 4242 0 -1 4194560 100 0 0 0 123 45 7 8 20 0 9 0 100 200 300"
	ticks, err := parseTicks([]byte(stat))
	if err != nil || ticks != 168 {
		t.Errorf("read %d ticks and %v, want 168", ticks, err)
	}
}

func TestRefusesWhatIsNoStatus(t *testing.T) {
	for _, stat := range []string{"", "1 (a) S 1", "1 (a) S 1 1 1 0 -1 1 1 0 0 0 x 45 7"} {
		if ticks, err := parseTicks([]byte(stat)); err == nil {
			t.Errorf("read %d ticks from %q", ticks, stat)
		}
	}
}

func TestCPUTimeGrowsWithWork(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("this system has no /proc")
	}
	group, err := Family(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	before, err := group.Spent()
	if err != nil {
		t.Fatal(err)
	}
	// The unit is 10 ms: work until it shows, which ends with the test's own time limit.
	for work := bytes.Repeat([]byte("x"), 1<<20); ; {
		bytes.Count(work, []byte("y"))
		after, err := group.Spent()
		if err != nil {
			t.Fatal(err)
		}
		if after >= before+20*time.Millisecond {
			return
		}
	}
}

func TestTheFamilyOfAProcessIsItAndItsChildren(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("this system has no /proc")
	}
	child := exec.Command("sleep", "60")
	if err := child.Start(); err != nil {
		t.Skip("this system has no sleep: ", err)
	}
	defer func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	}()
	found, err := Family(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	has := func(pid int) bool { _, has := found.spent[pid]; return has }
	if !has(os.Getpid()) || !has(child.Process.Pid) || has(os.Getppid()) {
		t.Errorf("the family of %d, child %d and parent %d is %v", os.Getpid(), child.Process.Pid, os.Getppid(), found.spent)
	}
	if found, err := Family(1 << 30); err == nil {
		t.Errorf("a process that is not there has the family %v", found)
	}
}

func TestWhatAnEndedProcessTookStays(t *testing.T) {
	group := &Group{spent: map[int]time.Duration{1 << 30: 3 * time.Second}}
	for range 2 {
		if spent, err := group.Spent(); err != nil || spent != 3*time.Second {
			t.Errorf("%s, %v; want 3s", spent, err)
		}
	}
}

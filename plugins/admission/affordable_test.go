package admission

import (
	"math"
	"strings"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// machine is what the process may take, until the test ends.
func machine(t *testing.T, files int, bytes int64) {
	beforeDescriptors, beforeMemory := descriptors, memory
	t.Cleanup(func() { descriptors, memory = beforeDescriptors, beforeMemory })
	descriptors, memory = func() int { return files }, func() int64 { return bytes }
}

func TestConnectionsFollowDescriptorsAndMemory(t *testing.T) {
	const plenty = 1 << 20
	for name, c := range map[string]struct {
		descriptors int
		memory      int64
		asked       int
		taken       int
		warns       string // a part of what the log says
	}{
		"no descriptors to speak of":           {10, math.MaxInt64, 0, 1, "LimitNOFILE"},
		"few descriptors":                      {70, math.MaxInt64, 0, 6, "LimitNOFILE"},
		"a shell's":                            {256, math.MaxInt64, 0, 192, "LimitNOFILE"},
		"the usual soft limit":                 {1024, math.MaxInt64, 0, 768, "LimitNOFILE"},
		"plenty of both":                       {plenty, 16 << 30, 0, 131_072, ""},
		"no limit of either":                   {math.MaxInt32, math.MaxInt64, 0, most, ""},
		"a small machine":                      {plenty, 512 << 20, 0, 4096, "MemoryMax"},
		"no memory to speak of":                {plenty, 1, 0, 1, "MemoryMax"},
		"fewer are asked for":                  {plenty, 16 << 30, 600, 600, ""},
		"more are asked for than memory holds": {plenty, 16 << 30, 200_000, 131_072, "MemoryMax"},
		"more are asked for than descriptors":  {40_000, 16 << 30, 200_000, 30_000, "LimitNOFILE"},
	} {
		t.Run(name, func(t *testing.T) {
			machine(t, c.descriptors, c.memory)
			core, logged := observer.New(zap.WarnLevel)
			app := App{MaxConnections: c.asked, logger: zap.New(core)}
			if err := app.complete(); err != nil {
				t.Fatal(err)
			}
			if got, _, _ := app.Taken(OwnLimits()); got != c.taken {
				t.Errorf("%d connections are taken, want %d", got, c.taken)
			}
			app.warn()
			said := logged.All()
			if c.warns == "" && len(said) > 0 || c.warns != "" && (len(said) != 1 || !strings.Contains(said[0].Message, c.warns)) {
				t.Errorf("the log says %v, want %q", said, c.warns)
			}
		})
	}
}

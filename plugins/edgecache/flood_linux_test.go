package edgecache

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// BenchmarkFlood compares a hit while one address invents accounts with a hit of
// an engine that nothing else asks: the median of 7 alternating rounds. Ten
// thousand invented keys a second are one for every 0.1 ms, in which one
// processor answers some 800 hits; here it is one for every 200. Only the hits
// are timed, by the processor time of the thread.
func BenchmarkFlood(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	calm, lookups, fetch := newBusyEngine(b)
	flooded, _, _ := newBusyEngine(b)
	var invented, missed int
	flood := func() {
		invented++
		lookup := Lookup{Key: fmt.Sprint("invented ", invented), Class: rows, Client: "192.0.2.1"}
		_, _, _ = flooded.Get(context.Background(), lookup, fetch)
	}
	hits := func(engine *Engine, before func()) float64 {
		const batch, batches = 200, 2000
		var took int64
		for range batches {
			before()
			began := threadTime(b)
			for i := range batch {
				if _, status, _ := engine.Get(context.Background(), lookups[i%hotKeys], fetch); status != Hit {
					missed++
				}
			}
			took += threadTime(b) - began
		}
		return float64(took) / (batch * batches)
	}
	const rounds = 7
	for b.Loop() {
		var alone, under, ratios []float64
		for range rounds {
			alone = append(alone, hits(calm, func() {}))
			under = append(under, hits(flooded, flood))
			ratios = append(ratios, under[len(under)-1]/alone[len(alone)-1])
		}
		for _, figures := range [][]float64{alone, under, ratios} {
			slices.Sort(figures)
		}
		b.ReportMetric(alone[rounds/2], "cpu-ns/hit")
		b.ReportMetric(under[rounds/2], "cpu-ns/hit-flooded")
		b.ReportMetric(ratios[rounds/2], "ratio")
	}
	b.ReportMetric(float64(missed), "hot-misses")
	b.ReportMetric(0, "ns/op")
}

// threadTime is the processor time of this thread, in nanoseconds.
func threadTime(b *testing.B) int64 {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now); err != nil {
		b.Fatal(err)
	}
	return now.Nano()
}

package pool

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
)

// BenchmarkMisses reads from three nodes that take 20 ms, of which the first is
// wrong in some way, with 8 clients, and reports the median and the slowest of
// a hundred. The medians stand for what a visitor's miss takes: with one node
// stalled, behind or lying, at most twice that of three good ones.
func BenchmarkMisses(b *testing.B) {
	const usual = 20 * time.Millisecond
	for _, test := range []struct {
		name  string
		wrong func(*chaintest.State)
	}{
		{"all well", func(*chaintest.State) {}},
		{"stalled", wrongs["stalled"]},
		{"stalled for rows", wrongs["stalled for rows"]},
		{"behind", wrongs["behind"]},
		{"another chain", wrongs["on another chain"]},
		{"ahead in blocks", wrongs["ahead in blocks"]},
		{"dropping", wrongs["dropping"]},
		{"ten times slower", func(s *chaintest.State) { s.FailRows = after(10*usual, rowsFrom("a")) }},
	} {
		b.Run(test.name, func(b *testing.B) {
			var nodes []string
			for i := range 3 {
				n := chaintest.New(b, nil)
				n.Set(func(s *chaintest.State) {
					s.FailRows = after(usual, rowsFrom("any"))
					if i == 0 {
						test.wrong(s)
					}
				})
				nodes = append(nodes, n.URL)
			}
			p := newPool(b, Config{Nodes: nodes, Rate: 1e5, Burst: 1e5})
			var mu sync.Mutex
			var took []time.Duration
			next := make(chan struct{})
			var done sync.WaitGroup
			for range 8 {
				done.Go(func() {
					for range next {
						began := time.Now()
						if _, err := p.TableRows(context.Background(), request); err != nil {
							b.Error(err)
						}
						d := time.Since(began)
						mu.Lock()
						took = append(took, d)
						mu.Unlock()
					}
				})
			}
			for b.Loop() {
				next <- struct{}{}
			}
			close(next)
			done.Wait()
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2])/1e6, "ms/median")
			b.ReportMetric(float64(took[len(took)*99/100])/1e6, "ms/p99")
		})
	}
}

// BenchmarkRead is what the pool itself costs, beside HTTP.
func BenchmarkRead(b *testing.B) {
	n := chaintest.New(b, nil)
	p := newPool(b, Config{Nodes: []string{n.URL}, Rate: 1e5, Burst: 1e5})
	for b.Loop() {
		if _, err := p.TableRows(context.Background(), request); err != nil {
			b.Fatal(err)
		}
	}
}

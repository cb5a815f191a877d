package representation

import (
	"fmt"
	"testing"
)

func BenchmarkCompress(b *testing.B) {
	for _, size := range []int{2 << 10, 16 << 10, 512 << 10} {
		for c := Identity + 1; c < codings; c++ {
			b.Run(fmt.Sprintf("%d KiB %s", size>>10, c), func(b *testing.B) {
				body := text(size)
				b.SetBytes(int64(size))
				b.ReportAllocs()
				var made []byte
				for b.Loop() {
					made = compress(c, body)
				}
				b.ReportMetric(float64(len(made)), "bytes")
			})
		}
	}
}

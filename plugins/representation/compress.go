package representation

import (
	"bytes"
	"io"
	"runtime"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

const (
	// What is compressed here lives for some seconds, so it must be cheap: at these
	// levels 16 KiB of rows take a tenth (zstd, gzip) to a millisecond (br).
	brotliLevel = 5
	gzipLevel   = 5
	zstdLevel   = zstd.SpeedDefault

	// Windows bound an encoder's memory. What repeats in our bodies, the members of
	// rows and assets, does so within a few KiB; decoders need only support 8 MiB
	// of zstd's (RFC 9659).
	brotliWindow = 21 // its binary logarithm: 2 MiB
	zstdWindow   = 2 << 20
)

// encoder is a compressor that can be used again.
type encoder interface {
	io.WriteCloser
	Reset(io.Writer)
}

// encoders keep their memory, some hundred KiB each, between bodies.
var encoders = [codings]sync.Pool{
	Brotli: {New: func() any {
		return brotli.NewWriterOptions(nil, brotli.WriterOptions{Quality: brotliLevel, LGWin: brotliWindow})
	}},
	Zstd: {New: func() any {
		made, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstdLevel), zstd.WithEncoderConcurrency(1),
			zstd.WithWindowSize(zstdWindow), zstd.WithLowerEncoderMem(true), zstd.WithEncoderCRC(false))
		if err != nil {
			panic(err) // its options are constants
		}
		return made
	}},
	Gzip: {New: func() any {
		made, err := gzip.NewWriterLevel(nil, gzipLevel)
		if err != nil {
			panic(err) // its level is a constant
		}
		return made
	}},
}

// compressing bounds the encoders that work at once: more than processors would
// only take memory.
var compressing = make(chan struct{}, runtime.GOMAXPROCS(0))

// compress is a body in a coding, or nil when that is not smaller.
func compress(c Coding, body []byte) []byte {
	compressing <- struct{}{}
	defer func() { <-compressing }()
	e := encoders[c].Get().(encoder)
	defer encoders[c].Put(e)
	var compressed bytes.Buffer
	compressed.Grow(len(body) / 2)
	e.Reset(&compressed)
	// Writing to a buffer cannot fail.
	_, _ = e.Write(body)
	_ = e.Close()
	if compressed.Len() >= len(body) {
		return nil
	}
	// What is kept has no room to spare.
	return append(make([]byte, 0, compressed.Len()), compressed.Bytes()...)
}

// Decompress reads a body of a coding, of which the decoder may take so many
// bytes of memory.
func Decompress(c Coding, from io.Reader, maxMemory uint64) (io.ReadCloser, error) {
	switch c {
	case Brotli:
		return io.NopCloser(brotli.NewReader(from)), nil
	case Gzip:
		return gzip.NewReader(from)
	case Zstd:
		reader, err := zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxMemory))
		if err != nil {
			return nil, err
		}
		return reader.IOReadCloser(), nil
	}
	return io.NopCloser(from), nil
}

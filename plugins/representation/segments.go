package representation

import (
	"bytes"
	"encoding/binary"
	"sync"

	"github.com/klauspost/compress/flate"
)

// GzipHead begins a body in gzip (RFC 1952, section 2.3): Segments follow it, and where there is
// an end to them a GzipTail.
var GzipHead = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255}

// GzipTail ends a body in gzip whose texts together have this CRC-32 and size (RFC 1952, section 2.3.1).
func GzipTail(sum uint32, size int) []byte {
	tail := binary.LittleEndian.AppendUint32([]byte{1, 0, 0, 255, 255}, sum) // after a last block of nothing
	return binary.LittleEndian.AppendUint32(tail, uint32(size))
}

// segments keep their memory between texts.
var segments = sync.Pool{New: func() any {
	made, err := flate.NewWriter(nil, gzipLevel)
	if err != nil {
		panic(err) // its level is a constant
	}
	return made
}}

// Segment is a part of a body that goes on, in gzip: it needs nothing of what was sent before
// it (RFC 1951, section 2), ends at a whole byte and can be read at once. So one of them is
// made for all who are sent the same text, each at another place of what they get.
func Segment(text []byte) []byte {
	if len(text) < minCompressed {
		// A block of what is not compressed: its length, and the complement of that; then an empty
		// one, as a flush leaves it, without which some readers wait for more.
		size := uint16(len(text))
		block := append([]byte{0, byte(size), byte(size >> 8), byte(^size), byte(^size >> 8)}, text...)
		return append(block, 0, 0, 0, 255, 255)
	}
	compressing <- struct{}{}
	defer func() { <-compressing }()
	writer := segments.Get().(*flate.Writer)
	defer segments.Put(writer)
	var segment bytes.Buffer
	writer.Reset(&segment)
	// Writing to a buffer cannot fail.
	_, _ = writer.Write(text)
	_ = writer.Flush()
	return segment.Bytes()
}

package edgecache

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"fieldhouse/plugins/monotonic"
)

// The envelope is how an entry lies in bigcache. All widths are fixed and big
// endian, so that an entry has exactly one encoding:
//
//	version  1 byte
//	code     2 bytes
//	stored, soft, hard   8 bytes each, nanoseconds that are monotonic
//	class, etag, meta    2 bytes length, then the string
//	tags     1 byte count, then each as a string
//	body     4 bytes length, then the rest
const (
	envelopeVersion = 1

	maxTags      = 16
	maxTagBytes  = 256
	maxMetaBytes = 1024
	maxKeyBytes  = 1024
	// maxEnvelopeHead is the most that an envelope takes besides its body.
	maxEnvelopeHead = 1 + 2 + 3*8 + 3*2 + maxClassBytes + etagBytes + maxMetaBytes + 1 + maxTags*(2+maxTagBytes) + 4
	etagBytes       = 26
	maxClassBytes   = 64
)

var errEnvelope = errors.New("the envelope is damaged")

// encodeEnvelope appends the entry's envelope to a new slice.
func encodeEnvelope(class Class, entry *Entry) []byte {
	size := 64 + len(class) + len(entry.ETag) + len(entry.Meta) + len(entry.Body)
	for _, tag := range entry.Tags {
		size += 2 + len(tag)
	}
	b := make([]byte, 0, size)
	b = append(b, envelopeVersion)
	b = binary.BigEndian.AppendUint16(b, uint16(entry.Code))
	for _, moment := range []time.Time{entry.Stored, entry.Soft, entry.Hard} {
		b = binary.BigEndian.AppendUint64(b, uint64(monotonic.Nanoseconds(moment)))
	}
	b = appendString(b, string(class))
	b = appendString(b, entry.ETag)
	b = appendString(b, entry.Meta)
	b = append(b, byte(len(entry.Tags)))
	for _, tag := range entry.Tags {
		b = appendString(b, tag)
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(entry.Body)))
	return append(b, entry.Body...)
}

func appendString(b []byte, s string) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(s)))
	return append(b, s...)
}

// decodeEnvelope reads an envelope whole or not at all. The entry's body is a
// part of b.
func decodeEnvelope(b []byte) (Class, *Entry, error) {
	r := reader{rest: b}
	if version := r.byte(); version != envelopeVersion {
		return "", nil, fmt.Errorf("%w: version %d is not %d", errEnvelope, version, envelopeVersion)
	}
	entry := &Entry{Cacheable: true}
	entry.Code = int(binary.BigEndian.Uint16(r.take(2)))
	entry.Stored = r.time()
	entry.Soft = r.time()
	entry.Hard = r.time()
	class := Class(r.string(maxClassBytes))
	entry.ETag = r.string(etagBytes)
	entry.Meta = r.string(maxMetaBytes)
	if count := int(r.byte()); count > maxTags {
		r.failed = true
	} else {
		for range count {
			entry.Tags = append(entry.Tags, r.string(maxTagBytes))
		}
	}
	length := binary.BigEndian.Uint32(r.take(4))
	if r.failed || uint64(length) != uint64(len(r.rest)) {
		return "", nil, errEnvelope
	}
	entry.Body = r.rest
	return class, entry, nil
}

// reader takes an envelope apart; once something was missing it is failed and
// gives zeros.
type reader struct {
	rest   []byte
	failed bool
}

var zeros [8]byte

func (r *reader) take(n int) []byte {
	if r.failed || n > len(r.rest) {
		r.failed = true
		return zeros[:min(n, len(zeros))]
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) byte() byte { return r.take(1)[0] }

func (r *reader) time() time.Time {
	return monotonic.Time(int64(binary.BigEndian.Uint64(r.take(8))))
}

func (r *reader) string(limit int) string {
	n := int(binary.BigEndian.Uint16(r.take(2)))
	if n > limit {
		r.failed = true
	}
	if r.failed {
		return ""
	}
	return string(r.take(n))
}

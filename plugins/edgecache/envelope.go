package edgecache

import (
	"encoding/binary"
	"time"

	"fieldhouse/plugins/monotonic"
)

// The envelope is how an entry lies in the bigcache of its class. It never leaves the process, and
// bigcache compares the whole key: what is opened was closed here. Numbers are big endian:
//
//	code     2 bytes, of which the first bit says that it was purged
//	stored, soft, hard   8 bytes each, nanoseconds that are monotonic
//	etag, meta           2 bytes length, then the string
//	tags     2 bytes count, then each as a string
//	body     the rest
const (
	maxTags      = 16
	maxTagBytes  = 256
	maxMetaBytes = 1024
	maxKeyBytes  = 1024
	// maxEnvelopeHead is the most that an envelope takes besides its body.
	maxEnvelopeHead = 2 + 3*8 + 3*2 + etagBytes + maxMetaBytes + maxTags*(2+maxTagBytes)
	etagBytes       = 26
	// purgedBit is in no code, of which 999 is the last.
	purgedBit = 1 << 15
)

// encodeEnvelope is the entry's envelope, in a new slice.
func encodeEnvelope(entry *Entry) []byte {
	size := 64 + len(entry.ETag) + len(entry.Meta) + len(entry.Body)
	for _, tag := range entry.Tags {
		size += 2 + len(tag)
	}
	code := uint16(entry.Code)
	if entry.purged {
		code |= purgedBit
	}
	b := binary.BigEndian.AppendUint16(make([]byte, 0, size), code)
	for _, moment := range []time.Time{entry.Stored, entry.Soft, entry.Hard} {
		b = binary.BigEndian.AppendUint64(b, uint64(monotonic.Nanoseconds(moment)))
	}
	b = appendString(b, entry.ETag)
	b = appendString(b, entry.Meta)
	b = binary.BigEndian.AppendUint16(b, uint16(len(entry.Tags)))
	for _, tag := range entry.Tags {
		b = appendString(b, tag)
	}
	return append(b, entry.Body...)
}

func appendString(b []byte, s string) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(s)))
	return append(b, s...)
}

// decodeEnvelope is the entry of an envelope, whose end is its body.
func decodeEnvelope(envelope []byte) *Entry {
	r := reader(envelope)
	code := r.number()
	entry := &Entry{
		Code: code &^ purgedBit, Stored: r.time(), Soft: r.time(), Hard: r.time(), ETag: r.string(), Meta: r.string(), Cacheable: true,
		purged: code&purgedBit != 0,
	}
	for range r.number() {
		entry.Tags = append(entry.Tags, r.string())
	}
	entry.Body = r
	return entry
}

// reader is what is left of an envelope.
type reader []byte

func (r *reader) take(n int) []byte {
	taken := (*r)[:n]
	*r = (*r)[n:]
	return taken
}

func (r *reader) number() int { return int(binary.BigEndian.Uint16(r.take(2))) }

func (r *reader) time() time.Time {
	return monotonic.Time(int64(binary.BigEndian.Uint64(r.take(8))))
}

func (r *reader) string() string { return string(r.take(r.number())) }

package antelope

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrShort says that binary data ended before the value did.
var ErrShort = errors.New("the data ends too early")

// Reader takes values from binary data, front to back.
type Reader struct {
	rest []byte
}

// NewReader reads from the given bytes, which it does not copy.
func NewReader(data []byte) *Reader { return &Reader{rest: data} }

// Len is the number of bytes not read yet.
func (r *Reader) Len() int { return len(r.rest) }

// Take returns the next n bytes. They are part of the data, not a copy.
func (r *Reader) Take(n int) ([]byte, error) {
	if n < 0 || n > len(r.rest) {
		return nil, ErrShort
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken, nil
}

// Uint reads a little-endian unsigned integer of 1, 2, 4 or 8 bytes.
func (r *Reader) Uint(size int) (uint64, error) {
	raw, err := r.Take(size)
	if err != nil {
		return 0, err
	}
	var padded [8]byte
	copy(padded[:], raw)
	return binary.LittleEndian.Uint64(padded[:]), nil
}

// Varuint32 reads a variable-length unsigned integer of at most 32 bits.
func (r *Reader) Varuint32() (uint32, error) {
	value, err := r.Uvarint()
	if err != ErrShort && (err != nil || value > 0xffffffff) {
		err = errors.New("a length of more than 32 bits")
	}
	return uint32(value), err
}

// Uvarint reads a variable-length unsigned integer of at most 64 bits.
func (r *Reader) Uvarint() (uint64, error) {
	value, size := binary.Uvarint(r.rest)
	if size == 0 {
		return 0, ErrShort
	}
	if size < 0 {
		return 0, errors.New("a number of more than 64 bits")
	}
	r.rest = r.rest[size:]
	return value, nil
}

// Count reads the length of a list whose elements take at least one byte each,
// so that a forged length cannot make the reader allocate.
func (r *Reader) Count() (int, error) {
	count, err := r.Varuint32()
	if err != nil {
		return 0, err
	}
	if int64(count) > int64(len(r.rest)) {
		return 0, fmt.Errorf("a list of %d elements: %w", count, ErrShort)
	}
	return int(count), nil
}

// Bytes reads a length and that many bytes, not copied.
func (r *Reader) Bytes() ([]byte, error) {
	count, err := r.Count()
	if err != nil {
		return nil, err
	}
	return r.Take(count)
}

// AppendUint adds a little-endian unsigned integer of 1, 2, 4 or 8 bytes.
func AppendUint(data []byte, size int, value uint64) []byte {
	var raw [8]byte
	binary.LittleEndian.PutUint64(raw[:], value)
	return append(data, raw[:size]...)
}

// AppendBytes adds a length and the bytes.
func AppendBytes(data, value []byte) []byte {
	data = binary.AppendUvarint(data, uint64(len(value)))
	return append(data, value...)
}

package representation

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"testing"

	"fieldhouse/plugins/plugintest/must"
)

func TestASegmentIsReadBeforeTheNextOneComes(t *testing.T) {
	for _, length := range []int{1, minCompressed, 5000} {
		one := text(length)
		incoming, sending := io.Pipe()
		go func() { _, _ = sending.Write(append(bytes.Clone(GzipHead), Segment(one)...)) }()
		reader, err := gzip.NewReader(incoming)
		must.Do(t, err)
		read := make([]byte, length)
		if _, err := io.ReadFull(reader, read); err != nil || !bytes.Equal(read, one) {
			t.Errorf("%d bytes: %v", length, err)
		}
		incoming.Close()
	}
}

func TestSegmentsAreOneBodyInAnyOrderAndOfAnyLength(t *testing.T) {
	var body bytes.Buffer
	body.Write(GzipHead)
	var whole bytes.Buffer
	for _, length := range []int{0, 1, minCompressed - 1, minCompressed, 70_000, 3} {
		one := text(length)
		whole.Write(one)
		body.Write(Segment(one))
	}
	reader, err := gzip.NewReader(&body)
	must.Do(t, err)
	read, err := io.ReadAll(reader)
	if !errors.Is(err, io.ErrUnexpectedEOF) || !bytes.Equal(read, whole.Bytes()) {
		t.Errorf("%d bytes of %d are read, then %v", len(read), whole.Len(), err)
	}
}

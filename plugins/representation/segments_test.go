package representation

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"testing"
)

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
	if err != nil {
		t.Fatal(err)
	}
	read, err := io.ReadAll(reader)
	if !errors.Is(err, io.ErrUnexpectedEOF) || !bytes.Equal(read, whole.Bytes()) {
		t.Errorf("%d bytes of %d are read, then %v", len(read), whole.Len(), err)
	}
}

package antelope

import (
	"bytes"
	"testing"
)

// either writes its own form: one byte that says which, then the value.
type either struct {
	text   string
	number uint64
}

func (e either) AppendPacked(data []byte) []byte {
	if e.text != "" {
		return AppendBytes(append(data, 1), []byte(e.text))
	}
	return AppendUint(append(data, 0), 8, e.number)
}

func (e *either) ReadPacked(r *Reader) error {
	which, err := r.Uint(1)
	if err != nil {
		return err
	}
	if which == 0 {
		e.number, err = r.Uint(8)
		return err
	}
	raw, err := r.Bytes()
	e.text = string(raw)
	return err
}

type place struct {
	Row uint8 `abi:"row"`
}

type seat struct {
	ID uint16 `abi:"id"`
	place
	Bytes   []uint8  `abi:"bytes"`
	Choices []either `abi:"choices"`
	Ignored int
	Length  uint32 `abi:"length,varuint32"`
	Beside  *place `abi:"beside"`
	Behind  *place `abi:"behind"`
}

func TestStructsMayWriteThemselvesAndEmbedOthers(t *testing.T) {
	given := seat{ID: 0x0201, place: place{3}, Bytes: []byte{4, 5}, Choices: []either{{text: "x"}, {number: 6}}, Length: 300, Behind: &place{7}}
	packed := Marshal(given)
	want := []byte{1, 2, 3, 2, 4, 5, 2, 1, 1, 'x', 0, 6, 0, 0, 0, 0, 0, 0, 0, 0xac, 2, 0, 1, 7}
	if !bytes.Equal(packed, want) {
		t.Errorf("packed %v, want %v", packed, want)
	}
	var read seat
	if err := Unmarshal(packed, &read); err != nil || !bytes.Equal(Marshal(read), want) || read.Row != 3 || read.Choices[0].text != "x" || read.Length != 300 || read.Beside != nil || read.Behind.Row != 7 {
		t.Errorf("read %+v, %v", read, err)
	}
	for short := range packed {
		if Unmarshal(packed[:short], &read) == nil {
			t.Errorf("the first %d bytes were enough", short)
		}
	}
}

func TestBytesThatWereReadAreACopy(t *testing.T) {
	packed := Marshal(seat{Bytes: []byte{7}})
	var read seat
	if err := Unmarshal(packed, &read); err != nil {
		t.Fatal(err)
	}
	packed[4] = 9
	if read.Bytes[0] != 7 {
		t.Error("the row's bytes changed with the data they were read from")
	}
}

func TestBase58KeepsLeadingZeros(t *testing.T) {
	for _, raw := range [][]byte{{}, {0}, {0, 0, 1}, {0x12, 0x20, 0xff}, bytes.Repeat([]byte{0xff}, 34)} {
		read, err := DecodeBase58(EncodeBase58(raw))
		if err != nil || !bytes.Equal(read, raw) {
			t.Errorf("%v became %v, %v", raw, read, err)
		}
	}
}

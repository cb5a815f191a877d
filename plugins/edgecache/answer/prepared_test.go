package answer

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net/http/httptest"
	"sync"
	"testing"

	"fieldhouse/plugins/edgecache"
)

func TestEachEncodingIsTheBodyAndHasItsOwnTag(t *testing.T) {
	for _, size := range []int{minCompressed, 5000, 300_000, maxCompressed} {
		entry := newEntry(text(size))
		for encoding, tag := range map[string]string{"br": `"tag-br"`, "zstd": `"tag-zst"`, "gzip": `"tag-gz"`, "": `"tag"`} {
			w := write(entry, "Accept-Encoding", encoding)
			h := w.Header()
			if h.Get("Content-Encoding") != encoding || h.Get("ETag") != tag || h.Get("Content-Length") != fmt.Sprint(w.Body.Len()) {
				t.Fatalf("%d bytes, %s: %v with %d bytes", size, encoding, h, w.Body.Len())
			}
			if encoding != "" && w.Body.Len() >= size/2 {
				t.Errorf("%d bytes, %s: %d bytes", size, encoding, w.Body.Len())
			}
			if !bytes.Equal(decoded(t, encoding, w.Body.Bytes()), entry.Body) {
				t.Errorf("%d bytes, %s: not the body", size, encoding)
			}
		}
	}
}

func TestSmallAndVeryLargeBodiesAreNotCompressed(t *testing.T) {
	for _, size := range []int{0, 1, minCompressed - 1, maxCompressed + 1} {
		w := write(newEntry(text(size)), "Accept-Encoding", "gzip, br, zstd")
		if w.Header().Get("Content-Encoding") != "" || w.Body.Len() != size || w.Header().Get("ETag") != `"tag"` || w.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%d bytes: %v", size, w.Header())
		}
	}
}

func TestAFormThatIsNotSmallerIsNotAnswered(t *testing.T) {
	random := make([]byte, 4000)
	_, _ = rand.Read(random)
	for _, encoding := range []string{"br", "zstd", "gzip"} {
		w := write(newEntry(random), "Accept-Encoding", encoding)
		if w.Header().Get("Content-Encoding") != "" || w.Header().Get("ETag") != `"tag"` || !bytes.Equal(w.Body.Bytes(), random) {
			t.Errorf("%s: %v", encoding, w.Header())
		}
	}
}

func TestTheFormsOfAnEntryTakeAtMostAsMuchAsItsBody(t *testing.T) {
	random := make([]byte, 10_000)
	_, _ = rand.Read(random)
	body := []byte(hex.EncodeToString(random)) // to be had for half the size, so that only one form fits
	entry := newEntry(body)
	plain := 0
	for _, encoding := range []string{"br", "zstd", "gzip"} {
		for range 2 {
			w := write(entry, "Accept-Encoding", encoding)
			if !bytes.Equal(decoded(t, w.Header().Get("Content-Encoding"), w.Body.Bytes()), body) {
				t.Errorf("%s: not the body", encoding)
			}
			if w.Header().Get("Content-Encoding") == "" {
				plain++
			}
		}
	}
	ready := entry.Prepared.(*Prepared)
	kept := 0
	for i := range ready.made {
		kept += len(ready.made[i].body)
	}
	if kept > len(body) || kept != len(body)-ready.spare || plain == 0 || plain == 6 {
		t.Errorf("%d bytes of forms for a body of %d, %d spare, %d answers as they are", kept, len(body), ready.spare, plain)
	}
}

func TestAFormIsMadeOnceForAnyNumberOfReaders(t *testing.T) {
	entry := newEntry(text(100_000))
	bodies := make([]*httptest.ResponseRecorder, 200)
	var readers sync.WaitGroup
	for i := range bodies {
		readers.Go(func() { bodies[i] = write(entry, "Accept-Encoding", "br") })
	}
	readers.Wait()
	made := entry.Prepared.(*Prepared).made[brotliCoding].body
	if len(made) == 0 || entry.Prepared.(*Prepared).spare != len(entry.Body)-len(made) {
		t.Fatalf("%d bytes were kept, %d are spare", len(made), entry.Prepared.(*Prepared).spare)
	}
	for _, w := range bodies {
		if w.Header().Get("Content-Encoding") != "br" || !bytes.Equal(w.Body.Bytes(), made) {
			t.Fatalf("a reader got something else: %v", w.Header())
		}
	}
}

// embedded is how a plugin adds its own to what is prepared.
type embedded struct {
	*Prepared
	more int
}

func TestTheFormsOfAnUnchangedBodyAreTakenOver(t *testing.T) {
	for name, wrap := range map[string]func(*Prepared) any{
		"as it is": func(p *Prepared) any { return p },
		"embedded": func(p *Prepared) any { return &embedded{p, 1} },
		"by value": func(p *Prepared) any { return embedded{p, 1} },
	} {
		t.Run(name, func(t *testing.T) {
			before := newEntry(text(1000))
			first := write(before, "Accept-Encoding", "zstd")
			before.Prepared = wrap(before.Prepared.(*Prepared))
			confirmed := *before
			ready := Prepare(&confirmed, before, contentType)
			if len(ready.made[zstdCoding].body) == 0 || &ready.made[zstdCoding].body[0] != &ready.of(zstdCoding, confirmed.Body).body[0] {
				t.Error("the form was not taken over")
			}
			confirmed.Prepared = ready
			if second := write(&confirmed, "Accept-Encoding", "zstd"); !bytes.Equal(first.Body.Bytes(), second.Body.Bytes()) {
				t.Error("the form differs")
			}
		})
	}
	foreign := newEntry(text(1000))
	foreign.Prepared = 5
	if ready := Prepare(foreign, foreign, contentType); ready.forms == nil {
		t.Error("what another Prepare made was taken over")
	}
}

func TestFieldsOfAConfirmedEntryAreItsOwn(t *testing.T) {
	before := newEntry(text(10))
	before.Prepared.(*Prepared).With("X-Chain-Head", "1")
	confirmed := *before
	confirmed.Prepared = Prepare(&confirmed, before, contentType).With("X-Chain-Head", "2")
	for entry, want := range map[*edgecache.Entry]string{before: "1", &confirmed: "2"} {
		if got := write(entry).Header()["X-Chain-Head"]; len(got) != 1 || got[0] != want {
			t.Errorf("%q, want %s", got, want)
		}
	}
}

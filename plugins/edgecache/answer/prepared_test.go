package answer

import (
	"bytes"
	"testing"

	"fieldhouse/plugins/edgecache"
)

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
			made := before.Prepared.(*Prepared).forms
			before.Prepared = wrap(before.Prepared.(*Prepared))
			confirmed := *before
			ready := Prepare(&confirmed, before, contentType)
			if ready.forms != made {
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

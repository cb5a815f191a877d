package visit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/parameter"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/representation"
)

// usualAge is how old what is followed may be: a page that asks seldom waits once for the
// refresh that its question began, for refreshWithin, and is answered as it is else.
const (
	usualAge      = 3 * time.Second
	refreshWithin = rereadAfter
)

// maxFollowed bounds the answers that are kept: thousands of tabs follow the same, and were
// told the same.
const maxFollowed = 16

// following answers open pages, in one request, what has changed of all that they follow:
//
//	GET /_page/data?rowDrops=<version>&medianPrice=
//
//	{"rowDrops":{"version":"…","at":1700000000123,"block":12},
//	 "medianPrice":{"version":"…","at":1700000000123,"block":12,"value":{"rows":[…]}}}
//
// A parameter is a need with the version that the page has, empty for none. `at` is when the
// gateway read it, in Unix milliseconds, and `block` the chain's head then; both are left
// out where they are not known. `value` is what rows or the feed answer, and left out for
// who has that version. What cannot be read now is left out.
type following struct {
	data *Data

	mutex sync.Mutex
	// kept are the last answers, by what they hold, and values those of each need that were told last.
	kept   map[string]*followed
	values map[string]value
}

// followed is an answer in parts, and the changes that it tells.
type followed struct {
	changes []change
	parts   []part

	// The answer as an event of a stream, in gzip and as it is.
	segment, event func() []byte
}

// part is a text of an answer, and it in gzip.
type part struct {
	text    []byte
	segment func() []byte
}

// value is a version of a need, which is large beside all else: it is made and compressed once for
// all answers that tell it.
type value struct {
	version string
	part
}

type versions map[string]string

// change is what an answer says of one need.
type change struct {
	need    string
	Version string          `json:"version"`
	At      int64           `json:"at,omitempty"`
	Block   uint64          `json:"block,omitempty"`
	Value   json.RawMessage `json:"value,omitempty"` // of who has another version
}

func newFollowing(data *Data) *following {
	return &following{data: data, kept: map[string]*followed{}, values: map[string]value{}}
}

func (f *following) serve(w http.ResponseWriter, r *http.Request, streams *Streams, client string) {
	query, err := parameter.Read(r.URL.RawQuery, "pages follow", release.Needs[:]...)
	if err == nil && len(query) == 0 {
		err = errors.New("the query names nothing to follow")
	}
	if err != nil {
		plain(w, http.StatusBadRequest, err.Error()+"; ask for each with the version that is there, as "+paths.Data+"?"+release.Needs[0]+"=\n")
		return
	}
	has := make(versions, len(query))
	for need := range query {
		has[need] = query.Get(need)
	}
	if streams != nil && r.Method == http.MethodGet && wantsStream(r) {
		streams.serve(w, r, client, f, has)
		return
	}
	made := f.make(f.read(r.Context(), has), has)
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Type", "application/json")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Vary", "Accept-Encoding")
	gzip := acceptsGzip(r)
	if gzip {
		header.Set("Content-Encoding", "gzip")
	}
	made.write(w, gzip)
}

func acceptsGzip(r *http.Request) bool {
	return representation.Negotiate(r.Header.Values("Accept-Encoding"), []representation.Coding{representation.Gzip}) == representation.Gzip
}

// read is what is followed, as it is now.
func (f *following) read(ctx context.Context, has versions) map[string]needs.Answer {
	wanted := slices.Collect(maps.Keys(has))
	answers := f.data.Answers(ctx, wanted)
	if !f.isOld(answers) {
		return answers
	}
	select {
	case <-time.After(refreshWithin):
		return f.data.Answers(ctx, wanted)
	case <-ctx.Done():
		return answers
	}
}

// isOld reports whether one of the answers is of the chain and older than usual.
func (f *following) isOld(answers map[string]needs.Answer) bool {
	isOld := func(answer needs.Answer) bool { return answer.Block > 0 && f.data.now().Sub(answer.ReadAt) > usualAge }
	return slices.ContainsFunc(slices.Collect(maps.Values(answers)), isOld)
}

// make is the answer to who has these versions, that of another page where it is the same.
func (f *following) make(answers map[string]needs.Answer, has versions) *followed {
	var changes []change
	name := ""
	for _, need := range release.Needs {
		version, wanted := has[need]
		answer, known := answers[need]
		if !wanted || !known {
			continue
		}
		told := change{need: need, Version: answer.Version, Block: answer.Block}
		if !answer.ReadAt.IsZero() {
			told.At = answer.ReadAt.UnixMilli()
		}
		name += need + " "
		if version != answer.Version {
			told.Value = answer.Body
			name += "changed "
		}
		changes = append(changes, told)
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	made := f.kept[name]
	if made != nil && slices.EqualFunc(made.changes, changes, same) {
		return made
	}
	made = &followed{changes: changes}
	before := []byte("{")
	for _, told := range changes {
		whole := told.Value
		told.Value = nil
		written, _ := json.Marshal(told) // numbers and a version always have a form
		before = fmt.Appendf(before, "%q:%s", told.need, bytes.TrimSuffix(written, []byte("}")))
		if whole != nil {
			made.parts = append(made.parts, newPart(append(before, `,"value":`...)), f.partOf(told.need, told.Version, whole))
			before = nil
		}
		before = append(before, "},"...)
	}
	made.parts = append(made.parts, newPart(append(bytes.TrimSuffix(before, []byte(",")), '}')))
	for other := range f.kept {
		if len(f.kept) < maxFollowed {
			break
		}
		delete(f.kept, other)
	}
	made.segment, made.event = sync.OnceValue(made.asSegment), sync.OnceValue(made.asEvent)
	f.kept[name] = made
	return made
}

func same(a, b change) bool {
	return a.Version == b.Version && a.At == b.At && a.Block == b.Block
}

// partOf is the part of a value, that of the answers before while it is the same; the mutex is held.
func (f *following) partOf(need, version string, whole json.RawMessage) part {
	if f.values[need].version != version {
		var line bytes.Buffer
		_ = json.Compact(&line, whole) // pages are made of these values: they are JSON
		f.values[need] = value{version, newPart(line.Bytes())}
	}
	return f.values[need].part
}

func newPart(text []byte) part {
	return part{text, sync.OnceValue(func() []byte { return representation.Segment(text) })}
}

// texts are those of the parts, in gzip or as they are.
func (f *followed) texts(gzip bool) (all [][]byte) {
	for _, part := range f.parts {
		if gzip {
			all = append(all, part.segment())
		} else {
			all = append(all, part.text)
		}
	}
	return all
}

// write writes the answer by itself, in gzip or as it is.
func (f *followed) write(w io.Writer, gzip bool) {
	texts := f.texts(gzip)
	if gzip {
		sum, size := uint32(0), 0
		for _, part := range f.parts {
			sum, size = crc32.Update(sum, crc32.IEEETable, part.text), size+len(part.text)
		}
		texts = slices.Concat([][]byte{representation.GzipHead}, texts, [][]byte{representation.GzipTail(sum, size)})
	}
	for _, text := range texts {
		_, _ = w.Write(text) // a client that left is no error of ours
	}
}

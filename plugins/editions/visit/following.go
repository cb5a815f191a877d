package visit

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/store"
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
	// kept are the last answers, by what they hold.
	kept map[string]*followed
}

// followed is an answer, and the changes that it tells.
type followed struct {
	changes []change
	body    []byte
	forms   *representation.Forms

	// The answer as an event of a stream, in gzip and as it is.
	segmentOnce, eventOnce sync.Once
	segment, event         []byte
}

// versions are those that a page has, by need.
type versions map[string]string

// change is what an answer says of one need.
type change struct {
	need    string
	Version string          `json:"version"`
	At      int64           `json:"at,omitempty"`
	Block   uint64          `json:"block,omitempty"`
	Value   json.RawMessage `json:"value,omitempty"`
}

func newFollowing(data *Data) *following {
	return &following{data: data, kept: map[string]*followed{}}
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
	answer := made.forms.For(r, http.StatusOK, made.body, store.Codings)
	h := representation.NewHeader(w, 1)
	h.Set("Cache-Control", "no-store")
	answer.Write(w, r, &h, "application/json")
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
	for _, answer := range answers {
		if answer.Block > 0 && f.data.now().Sub(answer.ReadAt) > usualAge {
			return true
		}
	}
	return false
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
	content := make(map[string]change, len(changes))
	for _, told := range changes {
		content[told.need] = told
	}
	made = &followed{changes: changes}
	made.body, _ = json.Marshal(content) // pages are made of these values: they are JSON
	made.forms = representation.NewForms(made.body, "")
	for other := range f.kept {
		if len(f.kept) < maxFollowed {
			break
		}
		delete(f.kept, other)
	}
	f.kept[name] = made
	return made
}

// same reports whether two changes of one need are the same.
func same(a, b change) bool {
	return a.Version == b.Version && a.At == b.At && a.Block == b.Block
}

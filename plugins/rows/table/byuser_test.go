package table

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/plugintest/must"
)

// ledger is a chain whose claims lie as a node's do: by id, and by user and
// then id. A page ends after pageSize rows, as of a node that ran out of time.
type ledger struct {
	claims   []claim // by id
	pageSize int
	hex      map[uint64]bool // rows that the node cannot read
	asked    []pool.Request
	// isForward: it does not heed reverse.
	isForward bool
}

func (l *ledger) TableRows(_ context.Context, request pool.Request) (pool.Answer, error) {
	l.asked = append(l.asked, request)
	var found []claim
	for _, c := range l.claims {
		switch request.IndexPosition {
		case 2:
			if request.KeyType != "name" || request.LowerBound != request.UpperBound {
				return pool.Answer{}, fmt.Errorf("%+v is not for one user", request)
			}
			if c.user == request.LowerBound {
				found = append(found, c)
			}
		case 0:
			lower, upper := uint64(0), uint64(math.MaxUint64)
			if request.LowerBound != "" {
				lower, _ = strconv.ParseUint(request.LowerBound, 10, 64)
			}
			if request.UpperBound != "" {
				upper, _ = strconv.ParseUint(request.UpperBound, 10, 64)
			}
			if c.id >= lower && c.id <= upper {
				found = append(found, c)
			}
		}
	}
	if request.Reverse && !l.isForward {
		slices.Reverse(found)
	}
	answer := pool.Answer{Head: pool.Head{Block: uint64(1000 - len(l.asked))}}
	for i, c := range found {
		if i == min(l.pageSize, request.Limit) {
			answer.More, answer.NextKey = true, strconv.FormatUint(c.id, 10)
			if request.IndexPosition == 2 {
				answer.NextKey = "3773036822876127232" // the user's name, whatever the row
			}
			break
		}
		if l.hex[c.id] {
			answer.Rows = append(answer.Rows, json.RawMessage(`"00ff"`))
			continue
		}
		answer.Rows = append(answer.Rows, c.row)
	}
	return answer, nil
}

// newLedger has n claims, of which every share-th is alice's.
func newLedger(n, share, pageSize int) *ledger {
	l := &ledger{pageSize: pageSize, hex: make(map[uint64]bool)}
	for i := range n {
		l.add(uint64(i+1), map[bool]string{true: "alice", false: "bob"}[i%share == 0])
	}
	return l
}

func (l *ledger) add(id uint64, user string) {
	written := strconv.FormatUint(id, 10)
	if id > math.MaxUint32 { // trap 2
		written = `"` + written + `"`
	}
	l.claims = append(l.claims, claim{id, user, json.RawMessage(fmt.Sprintf(`{"claim_id":%s,"claimer":%q}`, written, user))})
}

// of are the rows of a user as an answer has them.
func (l *ledger) of(user string) string {
	var rows []string
	for _, c := range l.claims {
		if c.user == user && !l.hex[c.id] {
			rows = append(rows, string(c.row))
		}
	}
	return strings.Join(rows, ",")
}

func readClaims(t *testing.T, l *ledger, bounds Bounds) Result {
	t.Helper()
	query := must.Get(site.Parse(Claims, "index=alice"))(t)
	return must.Get(query.Read(context.Background(), l, bounds))(t)
}

func TestAUserWithMoreThanAPageOfClaimsGetsThemAll(t *testing.T) {
	for name, test := range map[string]struct {
		n, share, pageSize, pages int
	}{
		"one page":                            {10, 1, 10, 1},
		"two pages that meet":                 {20, 1, 10, 2},
		"two pages that overlap":              {15, 1, 10, 2},
		"one row between":                     {21, 1, 10, 3},
		"a few pages between":                 {60, 1, 10, 6},
		"others' claims between":              {200, 7, 10, 14},
		"others' claims and pages of one row": {40, 4, 1, 37},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLedger(test.n, test.share, test.pageSize)
			result := readClaims(t, l, Bounds{MaxPages: 50, MaxBytes: 1 << 20})
			if want := `{"rows":[` + l.of("alice") + `],"more":false,"next_key":""}`; string(result.Body) != want || result.Cut != "" {
				t.Errorf("body %s, cut %q; want %s", result.Body, result.Cut, want)
			}
			if len(l.asked) > test.pages {
				t.Errorf("%d pages were read, want at most %d", len(l.asked), test.pages)
			}
			if result.Head.Block != uint64(1000-len(l.asked)) {
				t.Errorf("head %d after %d pages: not the oldest", result.Head.Block, len(l.asked))
			}
		})
	}
}

func TestWhatLiesBetweenIsAskedForByTheRangeOfItsIds(t *testing.T) {
	l := newLedger(30, 1, 10)
	readClaims(t, l, wide)
	last := l.asked[len(l.asked)-1]
	if len(l.asked) != 3 || last.LowerBound != "11" || last.UpperBound != "20" || last.IndexPosition != 0 || last.KeyType != "" || last.Reverse {
		t.Errorf("asked %+v", l.asked)
	}
	if second := l.asked[1]; !second.Reverse || second.LowerBound != "alice" || second.UpperBound != "alice" {
		t.Errorf("the second page was asked for by %+v", second)
	}
}

func TestClaimsOfANodeThatAnswersTheOldestFirstAreNotAll(t *testing.T) {
	l := newLedger(100, 1, 10)
	l.isForward = true
	if result := readClaims(t, l, wide); !strings.Contains(string(result.Body), `"more":true`) || !strings.Contains(result.Cut, "newest first") {
		t.Errorf("cut %q: %s", result.Cut, result.Body)
	}
}

// Claim n was created at second n.
func TestAPageOfTheNewestClaimsHasAllThatWereCreatedSinceAMomentThatItReaches(t *testing.T) {
	// By its place from the oldest on.
	change := func(at int, row string) func(*ledger) {
		return func(l *ledger) { l.claims[at-1].row = json.RawMessage(row) }
	}
	// All in the same second.
	all := func(created string) func(*ledger) {
		return func(l *ledger) {
			for i, c := range l.claims {
				l.claims[i].row = json.RawMessage(fmt.Sprintf(`{"claim_id":%d,"claimer":"alice","created_at":%s}`, c.id, created))
			}
		}
	}
	for name, test := range map[string]struct {
		n, since int
		changed  func(*ledger)
		bytes    int
		whole    bool
		pages    int
	}{
		"it goes back to one of before":             {n: 100, since: 92, whole: true, pages: 1},
		"its oldest one is of that second":          {n: 100, since: 91, pages: 3},
		"it does not go back so far":                {n: 100, since: 50, pages: 3},
		"what does not fit is of before":            {n: 100, since: 98, bytes: 300, whole: true, pages: 1},
		"what does not fit may be meant":            {n: 100, since: 93, bytes: 300, pages: 2},
		"it has all":                                {n: 10, since: 1, whole: true, pages: 1},
		"it has none":                               {n: 0, since: 1, whole: true, pages: 1},
		"others tell the rest":                      {n: 25, since: 5, whole: true, pages: 4},
		"the node does not turn the order":          {n: 100, since: 92, changed: func(l *ledger) { all("1")(l); l.isForward = true }, pages: 3},
		"one row alone shows no order":              {n: 100, since: 92, changed: func(l *ledger) { l.isForward, l.pageSize = true, 1 }, pages: 3},
		"nor does one that is there twice":          {n: 100, since: 92, changed: func(l *ledger) { l.isForward, l.pageSize, l.claims = true, 2, append(l.claims[:1:1], l.claims...) }, pages: 3},
		"one does not say when it was created":      {n: 100, since: 92, changed: change(96, `{"claim_id":96,"claimer":"alice"}`), pages: 3},
		"none says when it was created":             {n: 100, since: 92, changed: all("0"), pages: 3},
		"an older one has a higher id":              {n: 100, since: 95, changed: change(98, `{"claim_id":98,"claimer":"alice","created_at":1}`), pages: 3},
		"one of before cannot be read":              {n: 100, since: 99, changed: func(l *ledger) { l.hex[97] = true }, whole: true, pages: 1},
		"the first that may be meant is unreadable": {n: 100, since: 99, changed: func(l *ledger) { l.hex[98] = true }, pages: 1},
		"one row is read and no order shown":        {n: 2, since: 2, changed: func(l *ledger) { l.isForward, l.hex[2] = true, true }, pages: 1},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLedger(test.n, 1, 10)
			for i, c := range l.claims {
				l.claims[i].row = json.RawMessage(fmt.Sprintf(`{"claim_id":%d,"claimer":"alice","created_at":%d}`, c.id, c.id))
			}
			if test.changed != nil {
				test.changed(l)
			}
			query := must.Get(site.Parse(Claims, fmt.Sprint("index=alice&nodes=2&since=", test.since)))(t)
			result := must.Get(query.Read(context.Background(), l, Bounds{MaxPages: test.pages, MaxBytes: cmp.Or(test.bytes, 1<<20)}))(t)
			whole := strings.HasSuffix(string(result.Body), `"more":false,"next_key":""}`) && result.LeftOut == 0
			if whole != test.whole || len(l.asked) != test.pages {
				t.Errorf("%d pages, %d left out, cut %q: %s", len(l.asked), result.LeftOut, result.Cut, result.Body)
			}
			for id := test.since; id <= test.n && whole; id++ {
				if !strings.Contains(string(result.Body), fmt.Sprintf(`"claim_id":%d,`, id)) {
					t.Errorf("claim %d is not among %s", id, result.Body)
				}
			}
		})
	}
}

func TestOneClaimIsReadByItsIDHoweverManyTheUserHas(t *testing.T) {
	for id, want := range map[string]string{"51": `{"claim_id":51,"claimer":"alice"}`, "101": ""} {
		l := newLedger(100, 1, 10)
		query := must.Get(site.Parse(Claims, "index=alice&id="+id))(t)
		result := must.Get(query.Read(context.Background(), l, Bounds{MaxPages: 1, MaxBytes: 1 << 20}))(t)
		if string(result.Body) != `{"rows":[`+want+`],"more":false,"next_key":""}` || len(l.asked) != 1 {
			t.Errorf("claim %s after %d pages: %s", id, len(l.asked), result.Body)
		}
	}
	// That it is somebody else's does not mean that it is not there.
	l := newLedger(100, 2, 10)
	query := must.Get(site.Parse(Claims, "index=alice&id=52"))(t)
	if result, err := query.Read(context.Background(), l, wide); !errors.Is(err, ErrUnreadable) {
		t.Errorf("%s, %v", result.Body, err)
	}
}

func TestTheLargestIdsAreIdsToo(t *testing.T) {
	l := newLedger(3, 1, 2)
	l.add(math.MaxUint32+1, "alice")
	l.add(math.MaxUint64-1, "alice")
	l.add(math.MaxUint64, "alice")
	result := readClaims(t, l, wide)
	if want := `{"rows":[` + l.of("alice") + `],"more":false,"next_key":""}`; string(result.Body) != want {
		t.Errorf("body %s, want %s", result.Body, want)
	}
}

func TestPagesOfClaimsAreBoundedAndTheAnswerHasTheOldestAndTheNewest(t *testing.T) {
	for maxPages, want := range map[int]string{
		1: `{"rows":[{"claim_id":1,"claimer":"alice"},{"claim_id":2,"claimer":"alice"}],"more":true,"next_key":""}`,
		2: `{"rows":[{"claim_id":1,"claimer":"alice"},{"claim_id":2,"claimer":"alice"},{"claim_id":99,"claimer":"alice"},{"claim_id":100,"claimer":"alice"}],"more":true,"next_key":""}`,
		3: `{"rows":[{"claim_id":1,"claimer":"alice"},{"claim_id":2,"claimer":"alice"},{"claim_id":3,"claimer":"alice"},{"claim_id":4,"claimer":"alice"},{"claim_id":99,"claimer":"alice"},{"claim_id":100,"claimer":"alice"}],"more":true,"next_key":""}`,
	} {
		l := newLedger(100, 1, 2)
		result := readClaims(t, l, Bounds{MaxPages: maxPages, MaxBytes: 1 << 20})
		if string(result.Body) != want || len(l.asked) != maxPages || !strings.Contains(result.Cut, fmt.Sprintf("%d pages", maxPages)) {
			t.Errorf("%d pages: body %s, cut %q after %d", maxPages, result.Body, result.Cut, len(l.asked))
		}
	}
}

func TestBytesOfClaimsAreBounded(t *testing.T) {
	for bytes := len(none); bytes < 1500; bytes += 37 {
		result := readClaims(t, newLedger(60, 2, 10), Bounds{MaxPages: 20, MaxBytes: bytes})
		var envelope struct {
			Rows []json.RawMessage
			More bool
		}
		if err := json.Unmarshal(result.Body, &envelope); err != nil || len(result.Body) > bytes {
			t.Fatalf("%d bytes: %d, %v", bytes, len(result.Body), err)
		}
		if whole := len(envelope.Rows) == 30; envelope.More == whole || (result.Cut == "") != whole {
			t.Errorf("%d bytes: %d rows, more %v, cut %q", bytes, len(envelope.Rows), envelope.More, result.Cut)
		}
	}
}

// Traps 2 and 4.
func TestUnreadableClaimsAreLeftOutOfAnyPage(t *testing.T) {
	l := newLedger(50, 1, 10)
	for _, id := range []uint64{1, 5, 25, 45, 50} {
		l.hex[id] = true
	}
	result := readClaims(t, l, wide)
	if want := `{"rows":[` + l.of("alice") + `],"more":false,"next_key":""}`; string(result.Body) != want || result.LeftOut != 5 {
		t.Errorf("%d left out, body %s", result.LeftOut, result.Body)
	}
	// At the edges of the pages, where they hide how far a page went; those are
	// read and counted once more with what lies between.
	l.hex[10], l.hex[41] = true, true
	result = readClaims(t, l, wide)
	if want := `{"rows":[` + l.of("alice") + `],"more":false,"next_key":""}`; string(result.Body) != want || result.LeftOut < 7 {
		t.Errorf("%d left out, body %s", result.LeftOut, result.Body)
	}
	// Rows without an id cannot be put in order.
	strange := &script{t: t, answers: []string{
		`{"rows":[{"claim_id":1,"claimer":"alice"},{"id":2}],"more":true,"next_key":"5"}`,
		`{"rows":[{"claim_id":"3","claimer":"alice"},{"claim_id":-1},{"claim_id":"x"},{"claim_id":1,"claimer":"alice"}],"more":false,"next_key":""}`}}
	query, _ := site.Parse(Claims, "index=alice")
	result, err := query.Read(context.Background(), strange, wide)
	if want := `{"rows":[{"claim_id":1,"claimer":"alice"},{"claim_id":"3","claimer":"alice"}],"more":false,"next_key":""}`; err != nil || string(result.Body) != want || result.LeftOut != 3 {
		t.Errorf("body %s, %d left out, %v", result.Body, result.LeftOut, err)
	}
}

// A cache that goes by the address alone has one answer for all.
func TestClaimsOfSomebodyElseAreLeftOutAndProveNothing(t *testing.T) {
	const bobs = `{"claim_id":1,"claimer":"bob"}`
	result, _ := read(t, Claims, "index=alice", wide, `{"rows":[`+bobs+`,{"claim_id":2,"claimer":"alice"},{"claim_id":3}],"more":false,"next_key":""}`)
	if want := `{"rows":[{"claim_id":2,"claimer":"alice"}],"more":false,"next_key":""}`; string(result.Body) != want || result.LeftOut != 2 {
		t.Errorf("body %s, %d left out", result.Body, result.LeftOut)
	}
	result, _ = read(t, Claims, "index=alice", wide,
		`{"rows":[{"claim_id":1,"claimer":"alice"}],"more":true,"next_key":"5"}`,
		`{"rows":[{"claim_id":3,"claimer":"bob"},{"claim_id":2,"claimer":"alice"}],"more":false,"next_key":""}`)
	if want := `{"rows":[{"claim_id":1,"claimer":"alice"},{"claim_id":2,"claimer":"alice"}],"more":false,"next_key":""}`; string(result.Body) != want || result.LeftOut != 1 {
		t.Errorf("body %s, %d left out", result.Body, result.LeftOut)
	}
	for _, asked := range []string{"index=alice", "index=alice&limit=5&isLimited=true"} {
		query, _ := site.Parse(Claims, asked)
		chain := &script{t: t, answers: []string{`{"rows":[` + bobs + `],"more":false,"next_key":""}`}}
		if result, err := query.Read(context.Background(), chain, wide); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: body %s, error %v: bob's claims do not mean that alice has none", asked, result.Body, err)
		}
	}
}

func TestAnyClaimsInAnyPagesComeOnceAndInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		l := &ledger{pageSize: 1 + random.IntN(8)}
		id := uint64(random.IntN(3))
		for range random.IntN(60) {
			l.add(id, []string{"alice", "bob", "carol"}[random.IntN(3)])
			id += uint64(1 + random.IntN(5))
		}
		result := readClaims(t, l, Bounds{MaxPages: 100, MaxBytes: 1 << 20})
		if want := `{"rows":[` + l.of("alice") + `],"more":false,"next_key":""}`; string(result.Body) != want {
			t.Fatalf("pages of %d: body %s, want %s", l.pageSize, result.Body, want)
		}
	}
}

// A node can answer anything; the answer is still JSON, within its bounds, and
// has no claim twice.
func FuzzClaimPages(f *testing.F) {
	f.Add([]byte(`{"rows":[{"claim_id":1,"claimer":"alice"}],"more":true,"next_key":"5"}`), []byte(`{"rows":[{"claim_id":9,"claimer":"alice"}],"more":true,"next_key":"5"}`), []byte(`{"rows":[{"claim_id":5,"claimer":"alice"},"00"],"more":true,"next_key":"7"}`))
	f.Add([]byte(`{"rows":[],"more":true,"next_key":""}`), []byte(`{"rows":[{"claim_id":"18446744073709551615"}],"more":true}`), []byte(none))
	f.Fuzz(func(t *testing.T, first, second, rest []byte) {
		var pages []pool.Answer
		for _, raw := range [][]byte{first, second, rest} {
			answer, err := decode(raw)
			if err != nil {
				return
			}
			pages = append(pages, answer)
		}
		query, _ := site.Parse(Claims, "index=alice")
		chain := &turns{pages: pages}
		result, err := query.Read(context.Background(), chain, Bounds{MaxPages: 5, MaxBytes: 5000})
		if err != nil {
			return
		}
		var envelope struct{ Rows []json.RawMessage }
		if err := json.Unmarshal(result.Body, &envelope); err != nil || len(result.Body) > 5000+20 || chain.asked > 5 {
			t.Fatalf("%v: %d bytes after %d pages", err, len(result.Body), chain.asked)
		}
		var before *uint64
		for _, row := range envelope.Rows {
			c, ok := readClaim(row)
			if !ok || c.user != "alice" {
				t.Errorf("%s in %s is no claim of alice's", row, result.Body)
			}
			if chain.asked > 1 && before != nil && c.id <= *before { // the order of one page is the node's
				t.Errorf("%s is out of order in %s", row, result.Body)
			}
			before = &c.id
		}
	})
}

// turns answers with one page after another, and then always with the last.
type turns struct {
	pages []pool.Answer
	asked int
}

func (c *turns) TableRows(context.Context, pool.Request) (pool.Answer, error) {
	c.asked++
	return c.pages[min(c.asked, len(c.pages))-1], nil
}

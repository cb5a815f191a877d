package adapter

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/peers"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/klauspost/compress/zstd"
)

const (
	// claimTimeout is how long the owner of a key has to say who fetches it. It says it anew
	// every renewEvery while somebody else does: an owner that hangs costs claimTimeout.
	claimTimeout = 50 * time.Millisecond
	renewEvery   = claimTimeout / 2
	// awaitTimeout is how long who fetches has before the others fetch for themselves.
	awaitTimeout = 2 * time.Second
	// aloneFor is how long each process fetches a key for itself whose content is too large.
	aloneFor = time.Minute
	// maxTogether bounds the keys that a process knows of as their owner, and maxCopies their
	// copies as they are sent, in bytes; the one that was asked for longest ago goes.
	maxTogether = 1024
	maxCopies   = 32 << 20
	// maxBody bounds a body, and maxSentBody its compressed form, in bytes: as JSON that must be
	// shorter than peers.MaxContent.
	maxBody     = 8 << 20
	maxSentBody = 256 << 10
)

// The questions to the owner of a key: a togetherClaim is answered with a togetherAnswer, and a
// togetherBrought with an empty one.
const (
	claimQuestion   = "fetch-claim"
	broughtQuestion = "fetch-brought"
)

// togetherClaim is that the process By needs what was fetched MaxAge ago or later, in nanoseconds.
type togetherClaim struct {
	Key    string        `json:"key"`
	By     string        `json:"by"`
	MaxAge time.Duration `json:"max_age"`
}

// togetherAnswer is a copy, or says who fetches the key: the one who asks, by the number of the
// grant, another one for whom it may wait, or, without any of these, each for itself.
type togetherAnswer struct {
	Copy  *togetherCopy `json:"copy,omitempty"`
	Grant int64         `json:"grant,omitempty"`
	Wait  bool          `json:"wait,omitempty"`
}

// togetherCopy is what was fetched for a key. Its body is in zstd.
type togetherCopy struct {
	Body []byte        `json:"body"`
	Meta string        `json:"meta,omitempty"`
	Age  time.Duration `json:"age,omitempty"` // since its fetch was granted; said by the owner
}

// togetherBrought says what became of a fetch that was granted: a copy, nothing, or what is too
// large for one.
type togetherBrought struct {
	Key   string        `json:"key"`
	Grant int64         `json:"grant"`
	Copy  *togetherCopy `json:"copy,omitempty"`
	Large bool          `json:"large,omitempty"`
}

// together has each key fetched by one process of a cluster at a time, as the key's owner says.
type together struct {
	peers *peers.Process

	mutex sync.Mutex
	keys  *simplelru.LRU[string, *togetherKey] // of which this process is the owner, or was
	size  int                                  // of their copies
}

// togetherKey is what the owner knows of a key.
type togetherKey struct {
	copy    *togetherCopy // the last one; nil for none
	fetched time.Time     // when its fetch was granted
	// by is who fetches it, since when, and over is closed at the end of that; nil while nobody does.
	by      string
	granted time.Time
	over    chan struct{}
	// aloneUntil: it was too large for a copy.
	aloneUntil time.Time
}

var fetches = newTogether(Peers)

func newTogether(process *peers.Process) *together {
	t := &together{peers: process}
	t.keys, _ = simplelru.NewLRU(maxTogether, func(_ string, known *togetherKey) { // fails for a size of 0
		t.size -= known.copy.size()
		known.copy = nil
		known.end()
	})
	peers.AnswerJSON(process, claimQuestion, func(ctx context.Context, claim togetherClaim) (togetherAnswer, error) {
		return t.claimed(ctx, claim), nil
	})
	peers.AnswerJSON(process, broughtQuestion, func(_ context.Context, what togetherBrought) (togetherAnswer, error) {
		t.brought(what)
		return togetherAnswer{}, nil
	})
	return t
}

// of is edgecache.Config.Together of a cache. What caches have to agree in is part of their keys.
func (t *together) of(name, agreed string) edgecache.Together {
	return func(ctx context.Context, class edgecache.Class, key string, maxAge time.Duration, take func(*edgecache.Content) bool, fetch edgecache.Fetch) (edgecache.Content, error) {
		return t.fetch(ctx, strings.Join([]string{name, agreed, string(class), key}, " "), maxAge, take, fetch)
	}
}

// fetch fetches a key once for all processes that need it at the same time. A copy is taken that
// was fetched at most maxAge before this call, if take takes it. Whatever goes wrong between the
// processes ends in a fetch of one's own.
func (t *together) fetch(ctx context.Context, key string, maxAge time.Duration, take func(*edgecache.Content) bool, fetch edgecache.Fetch) (edgecache.Content, error) {
	owner := t.peers.Owner(key)
	if owner == "" {
		return fetch(ctx)
	}
	called := time.Now()
	asked := called
	said := t.claim(ctx, owner, togetherClaim{key, t.peers.Name(), maxAge})
	for range awaitTimeout / renewEvery { // an owner that answers at once is not asked for ever
		if !said.Wait || time.Since(called) >= awaitTimeout {
			break
		}
		asked = time.Now()
		said = t.claim(ctx, owner, togetherClaim{key, t.peers.Name(), maxAge + asked.Sub(called)})
	}
	if copy := said.Copy; copy != nil && copy.Age >= 0 && copy.Age <= maxAge+time.Since(called) {
		// What the way took makes it older.
		content := edgecache.Content{Meta: copy.Meta, Age: copy.Age + max(time.Since(asked), 1)}
		var err error
		if content.Body, err = unpacker.DecodeAll(copy.Body, nil); err == nil && take(&content) {
			return content, nil
		}
	}
	content, err := fetch(ctx)
	if said.Grant != 0 {
		what := togetherBrought{Key: key, Grant: said.Grant}
		if err == nil && (content.Code == 0 || content.Code == http.StatusOK) {
			what.Copy, what.Large = &togetherCopy{Body: content.Body, Meta: content.Meta}, len(content.Body) > maxBody
		}
		go t.bring(context.WithoutCancel(ctx), owner, what) // whoever asked waits for none of this
	}
	return content, err
}

// bring tells the owner of a key what its fetch brought. What does not arrive the others fetch for themselves.
func (t *together) bring(ctx context.Context, owner string, what togetherBrought) {
	ctx, cancel := context.WithTimeout(ctx, awaitTimeout)
	defer cancel()
	if what.Copy != nil && !what.Large {
		what.Copy.Body = packer.EncodeAll(what.Copy.Body, nil)
		what.Large = len(what.Copy.Body) > maxSentBody
	}
	if what.Large {
		what.Copy = nil
	}
	_, _ = peers.AskJSON[togetherAnswer](ctx, t.peers, owner, broughtQuestion, what)
}

// claim asks the owner of a key, which may be this process. Whatever goes wrong is an empty answer.
func (t *together) claim(ctx context.Context, owner string, claim togetherClaim) togetherAnswer {
	ctx, cancel := context.WithTimeout(ctx, claimTimeout)
	defer cancel()
	said, err := peers.AskJSON[togetherAnswer](ctx, t.peers, owner, claimQuestion, claim)
	if err != nil {
		return togetherAnswer{}
	}
	return said
}

// claimed answers a claim as the owner of its key. While another process fetches it the answer
// waits a little for the end of that.
func (t *together) claimed(ctx context.Context, claim togetherClaim) togetherAnswer {
	said, over := t.answer(claim)
	if !said.Wait {
		return said
	}
	asked := time.Now()
	timer := time.NewTimer(renewEvery)
	defer timer.Stop()
	select {
	case <-over:
		claim.MaxAge += time.Since(asked)
		said, _ = t.answer(claim)
	case <-timer.C:
	case <-ctx.Done():
	}
	return said
}

// answer answers a claim at once. Who may wait waits until over is closed.
func (t *together) answer(claim togetherClaim) (said togetherAnswer, over chan struct{}) {
	living := t.peers.Living()
	t.mutex.Lock()
	defer t.mutex.Unlock()
	now := time.Now()
	known, _ := t.keys.Get(claim.Key)
	if known == nil {
		known = &togetherKey{}
		t.keys.Add(claim.Key, known)
	}
	switch {
	case known.copy != nil && now.Sub(known.fetched) <= claim.MaxAge:
		copy := *known.copy
		copy.Age = now.Sub(known.fetched)
		return togetherAnswer{Copy: &copy}, nil
	case now.Before(known.aloneUntil):
		return togetherAnswer{}, nil
	case known.over == nil || now.Sub(known.granted) >= awaitTimeout || !slices.Contains(living, known.by):
		known.end()
		known.by, known.granted, known.over = claim.By, now, make(chan struct{})
		return togetherAnswer{Grant: now.UnixNano()}, nil
	case now.Sub(known.granted) > claim.MaxAge:
		return togetherAnswer{}, nil // what it brings would be too old
	}
	return togetherAnswer{Wait: true}, known.over
}

// end lets those go on who wait.
func (k *togetherKey) end() {
	if k.over != nil {
		close(k.over)
		k.over = nil
	}
}

// size is what a copy counts for.
func (c *togetherCopy) size() int {
	if c == nil {
		return 0
	}
	return len(c.Body) + len(c.Meta)
}

// brought takes what a fetch brought, as the owner of the key. Only the last grant counts: of an
// earlier one it is not known any more when it was.
func (t *together) brought(what togetherBrought) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	known, _ := t.keys.Peek(what.Key)
	if known == nil || known.over == nil || known.granted.UnixNano() != what.Grant {
		return
	}
	if copy := what.Copy; copy != nil && len(copy.Body) <= maxSentBody {
		t.size += copy.size() - known.copy.size()
		known.copy, known.fetched = copy, known.granted
	}
	if what.Large {
		known.aloneUntil = time.Now().Add(aloneFor)
	}
	known.end()
	for t.size > maxCopies {
		t.keys.RemoveOldest()
	}
}

// forget lets go of the copies of a cache, and of what is being fetched for them: it was purged.
func (t *together) forget(cache string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, key := range t.keys.Keys() {
		if strings.HasPrefix(key, cache+" ") {
			t.keys.Remove(key)
		}
	}
}

// packer and unpacker are of the bodies as they are sent. Making them fails for unknown options alone.
var (
	packer, _   = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	unpacker, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBody))
)

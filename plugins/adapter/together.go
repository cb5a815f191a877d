package adapter

import (
	"context"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/peers"
)

const (
	// claimTimeout is how long the owner of a key has to say who fetches it, and awaitTimeout how
	// long who fetches has before the others fetch for themselves.
	claimTimeout = 50 * time.Millisecond
	awaitTimeout = 2 * time.Second
	// maxTogether bounds the keys that a process knows of as their owner, and maxTogetherBody the
	// body of each copy, in bytes: as JSON it must be shorter than peers.MaxContent.
	maxTogether     = 256
	maxTogetherBody = 256 << 10
)

// The questions to the owner of a key: a togetherClaim is answered with a togetherAnswer, which
// "fetch-await" gives when the copy is there; a togetherCopy has no answer.
const (
	claimQuestion   = "fetch-claim"
	awaitQuestion   = "fetch-await"
	broughtQuestion = "fetch-brought"
)

// togetherClaim asks for a copy that is younger than MaxAge, in nanoseconds.
type togetherClaim struct {
	Key    string        `json:"key"`
	MaxAge time.Duration `json:"max_age"`
}

// togetherAnswer is a copy, or says who fetches the key: the one who asks, another one for whom it
// may wait, or, without any of these, whoever wants to.
type togetherAnswer struct {
	Copy  *togetherCopy `json:"copy,omitempty"`
	Yours bool          `json:"yours,omitempty"`
	Wait  bool          `json:"wait,omitempty"`
}

// togetherCopy is what was fetched for a key. Brought is false if the fetch failed.
type togetherCopy struct {
	Key     string        `json:"key"`
	Brought bool          `json:"brought"`
	Code    int           `json:"code,omitempty"`
	Body    []byte        `json:"body,omitempty"`
	Tags    []string      `json:"tags,omitempty"`
	Meta    string        `json:"meta,omitempty"`
	Soft    time.Duration `json:"soft,omitempty"`
	Age     time.Duration `json:"age"` // since the fetch began
}

// together has each key fetched by one process of a cluster at a time, as the key's owner says.
type together struct {
	peers *peers.Process

	mutex sync.Mutex
	keys  map[string]*togetherKey // of which this process is the owner, or was
}

// togetherKey is what the owner knows of a key.
type togetherKey struct {
	copy    *togetherCopy // the last one; nil for none
	fetched time.Time     // when its fetch began
	until   time.Time     // until when somebody fetches it
	over    chan struct{} // closed at the end of that; nil while nobody does
}

var fetches = newTogether(Peers)

// FetchTogether fetches the content of a key that visitors of every process request, under a name
// that all processes have for it: once for all that need it at the same time, in a cluster. Content
// of another process has an Age, and no Replaces. A copy that is older than maxAge is not taken.
// Whatever goes wrong between the processes ends in a fetch of one's own.
func FetchTogether(ctx context.Context, key string, maxAge time.Duration, fetch edgecache.Fetch) (edgecache.Content, error) {
	return fetches.fetch(ctx, key, maxAge, fetch)
}

func newTogether(process *peers.Process) *together {
	t := &together{peers: process, keys: map[string]*togetherKey{}}
	peers.AnswerJSON(process, claimQuestion, func(_ context.Context, claim togetherClaim) (togetherAnswer, error) { return t.claimed(claim), nil })
	peers.AnswerJSON(process, awaitQuestion, func(ctx context.Context, claim togetherClaim) (togetherAnswer, error) {
		return t.awaited(ctx, claim), nil
	})
	peers.AnswerJSON(process, broughtQuestion, func(_ context.Context, copy togetherCopy) (togetherAnswer, error) {
		t.brought(copy)
		return togetherAnswer{}, nil
	})
	return t
}

func (t *together) fetch(ctx context.Context, key string, maxAge time.Duration, fetch edgecache.Fetch) (edgecache.Content, error) {
	owner := t.peers.Owner(key)
	if owner == "" {
		return fetch(ctx)
	}
	claim := togetherClaim{key, maxAge}
	asked := time.Now()
	said := t.ask(ctx, owner, claimQuestion, claimTimeout, claim)
	if said.Wait {
		asked = time.Now()
		said = t.ask(ctx, owner, awaitQuestion, awaitTimeout, claim)
	}
	if copy := said.Copy; copy != nil {
		// What the way took makes it older.
		return edgecache.Content{Code: copy.Code, Body: copy.Body, Tags: copy.Tags, Meta: copy.Meta, Soft: copy.Soft, Age: copy.Age + time.Since(asked)}, nil
	}
	began := time.Now()
	content, err := fetch(ctx)
	if said.Yours {
		copy := togetherCopy{Key: key}
		if err == nil && len(content.Body) <= maxTogetherBody {
			copy = togetherCopy{key, true, content.Code, content.Body, content.Tags, content.Meta, content.Soft, time.Since(began)}
		}
		// Who asked waits for none of this.
		go t.ask(context.WithoutCancel(ctx), owner, broughtQuestion, awaitTimeout, copy)
	}
	return content, err
}

// ask asks the owner of a key, which may be this process. Whatever goes wrong is an empty answer.
func (t *together) ask(ctx context.Context, owner, question string, timeout time.Duration, content any) togetherAnswer {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	said, err := peers.AskJSON[togetherAnswer](ctx, t.peers, owner, question, content)
	if err != nil {
		return togetherAnswer{}
	}
	if copy := said.Copy; copy != nil && (!copy.Brought || copy.Age < 0 || len(copy.Body) > maxTogetherBody) {
		return togetherAnswer{}
	}
	return said
}

// claimed answers a claim as the owner of its key.
func (t *together) claimed(claim togetherClaim) togetherAnswer {
	now := time.Now()
	t.mutex.Lock()
	defer t.mutex.Unlock()
	known := t.keys[claim.Key]
	switch {
	case known == nil && len(t.keys) >= maxTogether:
		return togetherAnswer{}
	case known == nil:
		known = &togetherKey{}
		t.keys[claim.Key] = known
	}
	if answer := known.answer(claim, now); answer.Copy != nil {
		return answer
	}
	if known.over != nil && now.Before(known.until) {
		return togetherAnswer{Wait: true}
	}
	known.end()
	known.until, known.over = now.Add(awaitTimeout), make(chan struct{})
	return togetherAnswer{Yours: true}
}

// answer has the copy of a key, if it is young enough.
func (k *togetherKey) answer(claim togetherClaim, now time.Time) togetherAnswer {
	if k.copy == nil || now.Sub(k.fetched) > claim.MaxAge {
		return togetherAnswer{}
	}
	copy := *k.copy
	copy.Age = now.Sub(k.fetched)
	return togetherAnswer{Copy: &copy}
}

// end lets those go on who wait.
func (k *togetherKey) end() {
	if k.over != nil {
		close(k.over)
		k.over = nil
	}
}

// awaited answers as soon as the fetch that is under way has ended.
func (t *together) awaited(ctx context.Context, claim togetherClaim) togetherAnswer {
	t.mutex.Lock()
	known := t.keys[claim.Key]
	if known == nil {
		t.mutex.Unlock()
		return togetherAnswer{}
	}
	over, left := known.over, time.Until(known.until)
	t.mutex.Unlock()
	if over != nil {
		timer := time.NewTimer(left)
		defer timer.Stop()
		select {
		case <-over:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return known.answer(claim, time.Now())
}

// brought takes what a fetch brought, as the owner of the key.
func (t *together) brought(copy togetherCopy) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	known := t.keys[copy.Key]
	if known == nil || copy.Age < 0 || len(copy.Body) > maxTogetherBody {
		return
	}
	if fetched := time.Now().Add(-copy.Age); copy.Brought && fetched.After(known.fetched) {
		known.copy, known.fetched = &copy, fetched
	}
	known.end()
}

// forget lets go of the copies of a cache: it was purged.
func (t *together) forget(cache string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for key, known := range t.keys {
		if strings.HasPrefix(key, cache+" ") {
			known.copy = nil
		}
	}
}

package adapter

import (
	"math"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"
)

// slowAnswer is one that its client takes as slowly as it likes.
type slowAnswer struct {
	*httptest.ResponseRecorder
	isCut bool
	end   func()
}

// SetWriteDeadline implements what http.ResponseController looks for.
func (a *slowAnswer) SetWriteDeadline(at time.Time) error {
	a.isCut = at.Before(time.Now())
	return nil
}

// answer begins an answer of so many bytes to a client.
func (s *sending) answer(client, method string, bytes int) *slowAnswer {
	r := httptest.NewRequest(method, "/", nil)
	r.RemoteAddr = client + ":443"
	a := &slowAnswer{ResponseRecorder: httptest.NewRecorder()}
	w, end := s.bound(a, r)
	a.end = end
	w.Header().Set("Content-Length", strconv.Itoa(bytes))
	w.Header().Set("Content-Encoding", "zstd")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write([]byte("the body"))
	return a
}

func TestLargeAnswersThatNobodyTakesHoldABoundedMemory(t *testing.T) {
	const large = leastSending / 4
	s := newSending(2 * leastSending * sendingPart)
	var first []*slowAnswer
	for range 4 {
		a := s.answer("192.0.2.1", http.MethodGet, large)
		if a.Code != http.StatusOK || a.Body.String() != "the body" {
			t.Fatalf("%d %s", a.Code, a.Body)
		}
		first = append(first, a)
	}
	refused := s.answer("192.0.2.1", http.MethodGet, large)
	if refused.Code != http.StatusTooManyRequests || refused.Header().Get("Retry-After") != "1" || refused.Header().Get("Content-Encoding") != "" || refused.Body.String() == "the body" {
		t.Errorf("one more is answered %d %v %s", refused.Code, refused.Header(), refused.Body)
	}
	for _, free := range []*slowAnswer{s.answer("192.0.2.1", http.MethodGet, largeAnswer-1), s.answer("192.0.2.1", http.MethodHead, large)} {
		if free.Code != http.StatusOK {
			t.Errorf("what holds nothing is answered %d", free.Code)
		}
	}

	// Others find room: at the end of it in the place of who has most.
	for range 4 {
		if a := s.answer("198.51.100.1", http.MethodGet, large); a.Code != http.StatusOK {
			t.Errorf("another client is answered %d", a.Code)
		}
	}
	cut := 0
	if a := s.answer("203.0.113.1", http.MethodGet, large); a.Code != http.StatusOK {
		t.Errorf("a third one is answered %d", a.Code)
	}
	for _, a := range first {
		if a.isCut {
			cut++
		}
		a.end()
	}
	if cut > 1 || s.held.Held() != int64(4+cut)*large {
		t.Errorf("%d of the first are cut, and %d bytes held", cut, s.held.Held())
	}
	if a := s.answer("192.0.2.1", http.MethodGet, large); a.Code != http.StatusOK {
		t.Errorf("after its end the first client is answered %d", a.Code)
	}
	if a := newSending(math.MaxInt64).answer("[2001:db8::1]", http.MethodGet, large); a.Code != http.StatusOK {
		t.Errorf("of a process without a limit it is answered %d", a.Code)
	}
}

package webhook_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/ship/webhook"
	"fieldhouse/plugins/plugintest/must"
)

const secret = "0123456789abcdef"

var football = webhook.Target{Edition: releasetest.Football, URL: "https://ci.example/hook?token=hidden", Secret: secret}

// receiver answers as it is told, and keeps what it was told.
type receiver struct {
	mutex  sync.Mutex
	answer func(try int) (*http.Response, error)
	got    []received
	said   []string
}

type received struct {
	at     time.Time
	header http.Header
	body   string
}

func status(code int) func(int) (*http.Response, error) {
	return func(int) (*http.Response, error) { return answered(code), nil }
}

func answered(code int) *http.Response {
	return &http.Response{StatusCode: code, Header: http.Header{"Location": {"https://elsewhere.example/"}}, Body: io.NopCloser(strings.NewReader(strings.Repeat("x", 1<<20)))}
}

// RoundTrip implements http.RoundTripper.
func (r *receiver) RoundTrip(request *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	r.mutex.Lock()
	r.got = append(r.got, received{time.Now(), request.Header, string(body)})
	try, answering := len(r.got), r.answer
	r.mutex.Unlock()
	answer, err := answering(try)
	if answer == nil && err == nil {
		<-request.Context().Done()
		return nil, request.Context().Err()
	}
	return answer, err
}

func (r *receiver) sender(targets ...webhook.Target) *webhook.Sender {
	sender := webhook.New(webhook.Options{Transport: r, Report: func(err error) {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.said = append(r.said, err.Error())
	}})
	sender.SetTargets(targets)
	return sender
}

func live(version int) journal.Entry {
	return journal.Entry{
		Version: uint64(version), At: time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC), By: "anna", Action: journal.Live,
		Editions: map[string]journal.Move{releasetest.Football: {Release: fmt.Sprint(version), Before: journal.Shown{Live: fmt.Sprint(version - 1)}, After: journal.Shown{Live: fmt.Sprint(version)}}},
	}
}

// versionOf is the edition and the version of a delivery, without the time.
func versionOf(header http.Header) string {
	delivery := header.Get("Fieldhouse-Delivery")
	return delivery[:strings.LastIndex(delivery, "-")]
}

func TestATargetIsToldOfItsEditionSigned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &receiver{answer: status(204)}
		other := webhook.Target{Edition: releasetest.Basketball, URL: "https://other.example/", Secret: secret}
		sender := r.sender(football, other)
		defer sender.Close()
		sender.Send(live(2))
		synctest.Wait()
		if len(r.got) != 1 || len(r.said) != 0 {
			t.Fatalf("it was told %+v, and said %q", r.got, r.said)
		}
		got := r.got[0]
		if got.header.Get("Fieldhouse-Signature") != webhook.Sign(secret, []byte(got.body)) || versionOf(got.header) != "football-2" || got.header.Get("Content-Type") != "application/json" {
			t.Errorf("its headers are %v", got.header)
		}
		if want := `{"edition":"football","action":"live","version":2,"at":"2026-11-01T12:00:00Z","by":"anna","release":"2","before":{"live":"1"},"after":{"live":"2"}}`; got.body != want {
			t.Errorf("it was told %s, want %s", got.body, want)
		}
		// openssl dgst -sha256 -hmac 0123456789abcdef
		if got := webhook.Sign(secret, []byte("{}")); got != "sha256=f91e3e9f05cc2df64ac1c26f8adccdffda8d1e4a7a8c50a1a08eeadac6ddfec5" {
			t.Errorf("a signature is %s", got)
		}
	})
}

func TestOnlyWhatVisitorsMayGetIsTold(t *testing.T) {
	shown := func(live, canary string, previews ...string) journal.Shown {
		shown := journal.Shown{Live: live, Previews: previews}
		if canary != "" {
			shown.Canary = &journal.Canary{Release: canary, Share: 5}
		}
		return shown
	}
	for what, test := range map[string]struct {
		move journal.Move
		want bool
	}{
		"another live one":   {journal.Move{Before: shown("1", ""), After: shown("2", "")}, true},
		"the first":          {journal.Move{After: shown("2", "")}, true},
		"a canary":           {journal.Move{Before: shown("1", ""), After: shown("1", "2")}, true},
		"none any more":      {journal.Move{Before: shown("1", "2"), After: shown("1", "")}, true},
		"an old one's end":   {journal.Move{Before: shown("1", ""), After: shown("1", ""), Withdrawn: []string{"0"}}, true},
		"a preview":          {journal.Move{Before: shown("1", ""), After: shown("1", "", "2")}, false},
		"the same once more": {journal.Move{Release: "1", Before: shown("1", ""), After: shown("1", "")}, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := &receiver{answer: status(200)}
			sender := r.sender(football)
			defer sender.Close()
			sender.Send(journal.Entry{Version: 2, Editions: map[string]journal.Move{releasetest.Football: test.move}})
			synctest.Wait()
			if told := len(r.got) == 1; told != test.want {
				t.Errorf("%s is told: %v", what, told)
			}
		})
	}
}

func TestATargetThatFailsIsTriedAgainForAWhileInOrder(t *testing.T) {
	failing := errors.New("no route to host")
	for what, test := range map[string]struct {
		answer func(int) (*http.Response, error)
		// rests are the seconds between the tries.
		rests []int
		said  string
	}{
		"for good": {status(503), []int{1, 4, 16, 60, 300}, "version 2: it was answered 503"},
		"until it is there": {func(try int) (*http.Response, error) {
			if try < 3 {
				return nil, failing
			}
			return answered(200), nil
		}, []int{1, 4}, ""},
		"too often": {func(try int) (*http.Response, error) {
			if try < 2 {
				return answered(429), nil
			}
			return answered(200), nil
		}, []int{1}, ""},
		"and does not answer": {func(try int) (*http.Response, error) {
			if try < 2 {
				return nil, nil
			}
			return answered(200), nil
		}, []int{11}, ""},
		"and refuses":         {status(403), nil, "version 2: it was refused: it was answered 403"},
		"and sends elsewhere": {status(307), nil, "version 2: it was refused: it was answered 307"},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := &receiver{answer: test.answer}
			sender := r.sender(football)
			defer sender.Close()
			sender.Send(live(2))
			time.Sleep(time.Hour) // of the bubble's clock
			synctest.Wait()
			var rests []int
			for index := range r.got[1:] {
				rests = append(rests, int(r.got[index+1].at.Sub(r.got[index].at).Seconds()))
				if r.got[index+1].body != r.got[0].body || r.got[index+1].header.Get("Fieldhouse-Delivery") != r.got[0].header.Get("Fieldhouse-Delivery") {
					t.Errorf("%s: another try tells %+v", what, r.got[index+1])
				}
			}
			if !slices.Equal(rests, test.rests) {
				t.Errorf("%s: it was tried after %v seconds, want %v", what, rests, test.rests)
			}
			said := strings.Join(r.said, "\n")
			if (test.said == "") != (said == "") || !strings.Contains(said, test.said) || strings.Contains(said, "hidden") {
				t.Errorf("%s: it said %q", what, said)
			}
		})
	}
}

func TestWhatWaitsIsBoundedAndComesInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &receiver{answer: func(try int) (*http.Response, error) {
			if try == 1 {
				return nil, nil
			}
			return answered(200), nil
		}}
		sender := r.sender(football)
		defer sender.Close()
		sender.Send(live(1))
		synctest.Wait()
		// The first is being told.
		for version := 2; version <= 111; version++ {
			sender.Send(live(version))
		}
		time.Sleep(time.Hour) // of the bubble's clock
		synctest.Wait()
		var versions []uint64
		for _, got := range r.got[1:] {
			var message webhook.Message
			must.Do(t, json.Unmarshal([]byte(got.body), &message))
			versions = append(versions, message.Version)
		}
		if len(versions) != 101 || versions[0] != 1 || versions[1] != 12 || versions[100] != 111 || !slices.IsSorted(versions) {
			t.Errorf("it was told of %v", versions)
		}
		if len(r.said) != 10 || !strings.Contains(r.said[0], "version 2: 100 messages wait already") {
			t.Errorf("it said %q", r.said)
		}
	})
}

func TestATargetThatHangsHoldsUpNobodyElseAndEndsWithItsLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hanging := &receiver{answer: func(int) (*http.Response, error) { return nil, nil }}
		quick := football
		quick.URL = "https://quick.example/"
		told := 0
		transport := roundTrip(func(request *http.Request) (*http.Response, error) {
			if request.URL.Host == "quick.example" {
				told++
				return answered(200), nil
			}
			return hanging.RoundTrip(request)
		})
		sender := webhook.New(webhook.Options{Transport: transport, Report: func(err error) { t.Errorf("it said %v", err) }})
		sender.SetTargets([]webhook.Target{football, quick})
		sender.Send(live(2))
		sender.Send(live(3))
		synctest.Wait()
		if told != 2 || len(hanging.got) != 1 {
			t.Errorf("beside one that hangs %d were told", told)
		}
		// A reload without it.
		sender.SetTargets([]webhook.Target{quick})
		sender.Send(live(4))
		time.Sleep(time.Hour) // of the bubble's clock
		synctest.Wait()
		if told != 3 || len(hanging.got) != 1 {
			t.Errorf("without it %d were told, and it %d times", told, len(hanging.got))
		}
		sender.Close()
		sender.Send(live(5))
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

// RoundTrip implements http.RoundTripper.
func (r roundTrip) RoundTrip(request *http.Request) (*http.Response, error) { return r(request) }

func TestATargetThatCannotBeToldIsRefused(t *testing.T) {
	if err := football.Validate(); err != nil {
		t.Error(err)
	}
	if err := (webhook.Target{Edition: "football", URL: "http://10.0.0.7:9000/", Secret: secret}).Validate(); err != nil {
		t.Errorf("in a private network: %v", err)
	}
	for sentence, target := range map[string]webhook.Target{
		"no edition":     {Edition: "../x", URL: football.URL, Secret: secret},
		"no address":     {Edition: "football", URL: "", Secret: secret},
		"no host":        {Edition: "football", URL: "https:///x", Secret: secret},
		"another scheme": {Edition: "football", URL: "file:///etc/passwd", Secret: secret},
		"a password":     {Edition: "football", URL: "https://a:b@ci.example/", Secret: secret},
		"a short secret": {Edition: "football", URL: football.URL, Secret: "0123456789abcde"},
		"no secret":      {Edition: "football", URL: football.URL},
	} {
		if err := target.Validate(); err == nil {
			t.Errorf("%s is taken", sentence)
		}
	}
}

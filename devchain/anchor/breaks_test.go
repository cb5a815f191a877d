package anchor

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/anchor/esr"
	"fieldhouse/devchain/genesis"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// broken gives the answers of a wallet that behaves and of one that does not to
// the same request.
func (b *bench) broken(as string, request *esr.Request) (good, bad esr.Payload) {
	b.Helper()
	for _, name := range []string{"", as} {
		b.breakAs(name)
		id := b.hand(request)
		b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"}, nil)
		good, bad = bad, b.payload()
	}
	return good, bad
}

// returned is the request that an answer gives back.
func (b *bench) returned(payload esr.Payload) *esr.Request {
	b.Helper()
	request, err := esr.Parse(payload["req"])
	if err != nil {
		b.Fatal(err)
	}
	return request
}

func TestEveryBreakBreaksItsRuleAndNoOther(t *testing.T) {
	for as, check := range map[string]func(b *bench, good, bad esr.Payload) string{
		"changed-no-modify": func(b *bench, _, bad esr.Payload) string {
			resolved, key := b.resolve(bad)
			if len(resolved.Transaction.Actions) != 2 || key != genesis.PublicKeyOf("alice.wam") || !resolved.Request.NoModify() {
				return "req"
			}
			return "req sig tx"
		},
		"wrong-cid": func(*bench, esr.Payload, esr.Payload) string { return "cid" },
		"no-cid": func(_ *bench, _, bad esr.Payload) string {
			if _, there := bad["cid"]; there {
				return "nothing"
			}
			return "cid"
		},
		"wrong-signer": func(b *bench, _, bad esr.Payload) string {
			if _, key := b.resolve(bad); bad["sa"] != "bruno.wam" || key != genesis.PublicKeyOf("bruno.wam") {
				return "nothing"
			}
			return "sa sig tx"
		},
		"wrong-key": func(b *bench, _, bad esr.Payload) string {
			if _, key := b.resolve(bad); key != genesis.PublicKeyOf("bruno.wam") {
				return "nothing"
			}
			return "sig"
		},
		"wrong-permission": func(_ *bench, _, bad esr.Payload) string {
			if bad["sp"] != "owner" {
				return "nothing"
			}
			return "sig sp tx"
		},
		"broadcast-flag": func(b *bench, _, bad esr.Payload) string {
			if b.returned(bad).Flags != esr.Background|esr.Broadcast {
				return "nothing"
			}
			return "req"
		},
		"foreground-flag": func(b *bench, _, bad esr.Payload) string {
			if b.returned(bad).Flags != 0 {
				return "nothing"
			}
			return "req"
		},
		"mismatched-callback": func(b *bench, good, bad esr.Payload) string {
			if b.returned(bad).Callback == b.returned(good).Callback {
				return "nothing"
			}
			return "req"
		},
		"no-signatures": func(_ *bench, _, bad esr.Payload) string {
			if _, there := bad["sig"]; there {
				return "nothing"
			}
			return "sig"
		},
		"bad-signature": func(_ *bench, _, bad esr.Payload) string {
			if _, err := antelope.ParseSignature(bad["sig"]); err == nil {
				return "nothing"
			}
			return "sig"
		},
		"two-signatures": func(b *bench, _, bad esr.Payload) string {
			resolved, _ := b.resolve(bad)
			if key, err := mustSignature(b.T, bad["sig0"]).Recover(resolved.Digest()); err != nil || key != genesis.PublicKeyOf("bruno.wam") {
				return "nothing"
			}
			return "sig0"
		},
		"wrong-transaction": func(*bench, esr.Payload, esr.Payload) string { return "tx" },
		"expired": func(b *bench, _, bad esr.Payload) string {
			if resolved, _ := b.resolve(bad); !resolved.Transaction.Expiration.Time().Before(start) {
				return "nothing"
			}
			return "ex sig tx"
		},
		"empty": func(_ *bench, _, bad esr.Payload) string {
			if len(bad) != 0 {
				return "nothing"
			}
			return "cid ex rbn req rid sa sig sp tx"
		},
	} {
		t.Run(as, func(t *testing.T) {
			b := newBench(t, nil)
			request := b.transfer()
			request.SetInfo("no_modify", []byte{1})
			good, bad := b.broken(as, request)
			if want, got := check(b, good, bad), strings.Join(differences(good, bad), " "); got != want {
				t.Errorf("it changes %q, want %q: %v", got, want, bad)
			}
		})
	}
}

// differences are the fields that differ, sorted.
func differences(one, two esr.Payload) (fields []string) {
	for _, field := range []string{"cid", "ex", "rbn", "req", "rid", "sa", "sig", "sig0", "sp", "tx"} {
		if one[field] != two[field] {
			fields = append(fields, field)
		}
	}
	return fields
}

func TestALoginToAnotherAppIsAChangedRequest(t *testing.T) {
	b := newBench(t, nil)
	request := b.login(newApp(t))
	request.Info = nil
	_, bad := b.broken("changed-no-modify", request)
	if scope := b.returned(bad).Identity.Scope.String(); scope != "another.app" {
		t.Errorf("it is a login to %s", scope)
	}
}

func TestAnExpiredTransactionThatHadItsOwnHeader(t *testing.T) {
	b := newBench(t, nil)
	request := b.transfer()
	request.Kind = esr.KindTransaction
	request.Transaction = ledger.Transaction{Expiration: 1_900_000_000, RefBlockNum: 7, RefBlockPrefix: 8, Actions: request.Actions}
	good, bad := b.broken("expired", request)
	if good["ex"] != "2030-03-17T17:46:40" || bad["ex"] != "2026-03-01T11:59:00" || bad["rbn"] != "7" {
		t.Errorf("it expires at %s and at %s", good["ex"], bad["ex"])
	}
}

func TestLoginsWithoutAChannelThatWorks(t *testing.T) {
	b := newBench(t, nil)
	b.policy(Sign)
	b.breakAs(breakNoChannel)
	b.hand(b.login(newApp(t)))
	payload := b.payload()
	for field := range payload {
		if strings.HasPrefix(field, "link_") {
			t.Errorf("without a session it answers %s", field)
		}
	}
	if len(b.state().Sessions) != 0 {
		t.Error("a session was made")
	}
	b.breakAs(breakUnreachable)
	b.hand(b.login(newApp(t)))
	if payload := b.payload(); payload["link_ch"] != b.link.URL+"/link/gone" {
		t.Errorf("the channel is %s", payload["link_ch"])
	}
	_ = await(t, b.link.sockets, "the wallet's own channel").Close()
}

func TestAnAnswerThatIsNoJSON(t *testing.T) {
	b := newBench(t, nil)
	b.breakAs(breakJSON)
	id := b.hand(b.transfer())
	b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"}, nil)
	if got := await(t, b.link.answers, "the answer"); json.Valid([]byte(got.Body)) {
		t.Errorf("answered %s", got.Body)
	}
}

func TestASlowWalletAnswersLater(t *testing.T) {
	b := newBench(t, nil)
	waited, due := make(chan time.Duration, 1), make(chan time.Time)
	b.wallet.after = func(length time.Duration) <-chan time.Time {
		if length > 0 {
			waited <- length
			return due
		}
		return time.After(0)
	}
	b.must(http.StatusOK, http.MethodPost, "/api/break", Break{As: breakSlow, Seconds: 90}, nil)
	id := b.hand(b.transfer())
	var view RequestView
	b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"}, &view)
	if length := await(t, waited, "the wait"); length != 90*time.Second || view.State != Working || len(b.link.answers) != 0 {
		t.Errorf("it is %s and waits %s", view.State, length)
	}
	close(due)
	b.payload()
	eventually(t, "the end", func() bool { return b.view(id).State == Signed })
}

func TestAWalletThatNeverAnswers(t *testing.T) {
	b := newBench(t, nil)
	b.breakAs(breakNever)
	id := b.hand(b.transfer())
	b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"}, nil)
	if view := b.view(id); view.State != Signed || view.Result.Delivered || len(b.link.answers) != 0 {
		t.Errorf("it became %+v", view)
	}
}

func TestABreakCanBeForSomeAnswers(t *testing.T) {
	b := newBench(t, nil)
	b.must(http.StatusOK, http.MethodPost, "/api/break", Break{As: "no-cid", Times: 2}, nil)
	for i, want := range []bool{false, false, true} {
		id := b.hand(b.transfer())
		b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"}, nil)
		if _, there := b.payload()["cid"]; there != want {
			t.Errorf("answer %d has a cid: %v", i+1, there)
		}
	}
	if state := b.state(); state.Break != (Break{}) {
		t.Errorf("it still breaks %+v", state.Break)
	}
}

func TestBreaksThatThereAreNot(t *testing.T) {
	b := newBench(t, nil)
	for _, set := range []Break{{As: "everything"}, {As: breakSlow, Seconds: -1}, {As: breakSlow, Seconds: maxSlowSeconds + 1}, {As: "no-cid", Times: -1}} {
		if status, text := b.call(http.MethodPost, "/api/break", set); status != http.StatusBadRequest {
			t.Errorf("%+v: %d %s", set, status, text)
		}
	}
	var set Break
	b.must(http.StatusOK, http.MethodPost, "/api/break", Break{As: breakSlow}, &set)
	if time.Duration(set.Seconds)*time.Second != slowSeconds*time.Second {
		t.Errorf("it waits %d s", set.Seconds)
	}
}

package token_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/atomicfile/powercut"
	"fieldhouse/plugins/atomicfile/step"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/sharedfile"
)

var start = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// tokens of a store of their own, and the clock that they have.
func tokens(t *testing.T) (*token.Tokens, *clock.Clock, string) {
	now, folder := clock.New(start), t.TempDir()
	return token.New(folder, now.Now), now, folder
}

func TestATokenIs32RandomBytesAndKeptAsItsHash(t *testing.T) {
	tokens, _, folder := tokens(t)
	secret := releasetest.Secret(t, tokens, "ci", "football", 0)
	random, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(secret, token.Prefix))
	if err != nil || len(random) != 32 || !strings.HasPrefix(secret, token.Prefix) {
		t.Errorf("%q has %d bytes (%v)", secret, len(random), err)
	}
	path := filepath.Join(folder, "tokens.json")
	content, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(content), strings.TrimPrefix(secret, token.Prefix)) {
		t.Errorf("the store has %s (%v)", content, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v (%v)", info.Mode(), err)
	}
	if other := releasetest.Secret(t, tokens, "ci2", "football", 0); other == secret {
		t.Error("two tokens are the same")
	}
}

func TestATokenShipsItsEditionAndOpsShipAll(t *testing.T) {
	tokens, _, _ := tokens(t)
	football, err := tokens.Find(releasetest.Secret(t, tokens, "team", "football", 0))
	if err != nil || !football.Ships("football") || football.Ships("basketball") || football.Ships(token.All) {
		t.Errorf("%+v: %v", football, err)
	}
	ops, err := tokens.Find(releasetest.Secret(t, tokens, "ops", token.All, 0))
	if err != nil || !ops.Ships("football") || !ops.Ships("host") || !ops.Ships(token.All) {
		t.Errorf("%+v: %v", ops, err)
	}
}

func TestATokenEndsWithItsTimeOrWhenItIsRevoked(t *testing.T) {
	tokens, now, folder := tokens(t)
	short, long := releasetest.Secret(t, tokens, "short", "football", time.Hour), releasetest.Secret(t, tokens, "long", token.All, 2*time.Hour)
	want := func(secret string, want error) {
		t.Helper()
		if _, err := tokens.Find(secret); !errors.Is(err, want) {
			t.Errorf("the error is %v, want %v", err, want)
		}
	}
	ops := func(want bool) {
		t.Helper()
		if has, err := tokens.HasOps(); err != nil || has != want {
			t.Errorf("ops have a token: %v (%v)", has, err)
		}
	}
	want(short, nil)
	now.Move(time.Hour)
	want(short, token.ErrExpired)
	want(long, nil)
	ops(true)
	// Another process revokes it.
	must.Get(token.New(folder, now.Now).Revoke("long"))(t)
	want(long, token.ErrRevoked)
	ops(false)
	want(token.Prefix+"invented", token.ErrUnknown)
	want("", token.ErrUnknown)
	if _, err := tokens.Revoke("nobody"); !errors.Is(err, token.ErrName) {
		t.Errorf("revoking nobody: %v", err)
	}
}

func TestANameIsTakenWhileItsTokenIsOfUse(t *testing.T) {
	tokens, now, _ := tokens(t)
	releasetest.Secret(t, tokens, "ci", "football", time.Hour)
	if _, _, err := tokens.Make("ci", "football", 0); err == nil || !strings.Contains(err.Error(), "revoke it") {
		t.Errorf("a second one: %v", err)
	}
	now.Move(2 * time.Hour)
	releasetest.Secret(t, tokens, "ci", "football", time.Hour)
	if listed, err := tokens.List(); err != nil || len(listed) != 1 {
		t.Errorf("%+v: %v", listed, err)
	}
}

func TestWhatIsNoTokenIsRefused(t *testing.T) {
	tokens, _, _ := tokens(t)
	for _, test := range []struct {
		name, edition string
		lifetime      time.Duration
		want          string
	}{
		{"", "football", 0, "1 to 64"}, {"a b", "football", 0, "1 to 64"}, {strings.Repeat("a", 65), "football", 0, "1 to 64"},
		{"ci", "Football", 0, "edition"}, {"ci", "", 0, "edition"}, {"ci", "link", 0, "edition"},
		{"ci", "football", time.Second, "a minute"}, {"ci", "football", -time.Hour, "a minute"}, {"ci", "football", 800 * 24 * time.Hour, "a minute"},
	} {
		if _, _, err := tokens.Make(test.name, test.edition, test.lifetime); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// Nobody gets in by a file that cannot be read.
func TestADamagedFileLetsNobodyIn(t *testing.T) {
	for _, content := range []string{"", "{", `{"tokens":[{"name":"x","edition":"*","sha256":""}]}`, strings.Repeat(" ", 2<<20)} {
		tokens, _, folder := tokens(t)
		secret := releasetest.Secret(t, tokens, "ops", token.All, 0)
		must.Do(t, os.WriteFile(filepath.Join(folder, "tokens.json"), []byte(content), 0o600))
		for _, given := range []string{secret, ""} {
			if found, err := tokens.Find(given); err == nil || !strings.Contains(err.Error(), "make tokens anew") {
				t.Errorf("%.20q: %+v %v", content, found, err)
			}
		}
		if _, err := tokens.HasOps(); err == nil {
			t.Errorf("%.20q: it counts as none", content)
		}
	}
}

func TestTokensMadeAtOnceAreAllKept(t *testing.T) {
	_, now, folder := tokens(t)
	var making sync.WaitGroup
	for number := range 8 {
		making.Go(func() {
			if _, _, err := token.New(folder, now.Now).Make(fmt.Sprint("ci", number), "football", 0); err != nil {
				t.Error(err)
			}
		})
	}
	making.Wait()
	if listed, err := token.New(folder, now.Now).List(); err != nil || len(listed) != 8 {
		t.Errorf("%d are kept (%v)", len(listed), err)
	}
}

func TestATokenIsRevokedAtOnceWhenTheDiskRefusesIt(t *testing.T) {
	folder := t.TempDir()
	tokens := token.New(folder, time.Now)
	secret, _, err := tokens.Make("anna", token.All, 0)
	if err != nil {
		t.Fatal(err)
	}
	lock := filepath.Join(folder, ".tokens.lock")
	must.Do(t, errors.Join(os.Remove(lock), os.MkdirAll(filepath.Join(lock, "in the way"), 0o755)))
	if _, err := tokens.Revoke("anna"); err == nil {
		t.Error("a command that ends revokes it in its memory")
	}
	var said []error
	tokens.Report = func(err error) { said = append(said, err) }
	if revoked, err := tokens.Revoke("anna"); err != nil || revoked.RevokedAt.IsZero() || len(said) != 1 {
		t.Errorf("%+v, %v, said %v", revoked, err, said)
	}
	if _, err := tokens.Find(secret); !errors.Is(err, token.ErrRevoked) {
		t.Errorf("it is of use: %v", err)
	}
	must.Do(t, os.RemoveAll(lock))
	// The next change has it written.
	if _, _, err := tokens.Make("otto", token.All, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := token.New(folder, time.Now).Find(secret); !errors.Is(err, token.ErrRevoked) {
		t.Errorf("to another process it is of use: %v", err)
	}
}

// Whatever two processes do to their tokens, and whichever hears of the other first, both have the
// same in the end, and nothing that either has revoked is of use.
func TestTokensOfTwoProcessesAreMerged(t *testing.T) {
	one, now, _ := tokens(t)
	other := token.New(t.TempDir(), now.Now)
	merge := func(from, to *token.Tokens) {
		t.Helper()
		content, _, err := from.Content()
		if err == nil {
			err = to.Merge(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	wantSame := func() {
		t.Helper()
		_, a, err := one.Content()
		_, b, failed := other.Content()
		if a != b || err != nil || failed != nil {
			t.Errorf("sums %s and %s, %v, %v", a, b, err, failed)
		}
	}
	_, mine, err := one.Make("ci", "football", 0)
	if err != nil {
		t.Fatal(err)
	}
	secret := releasetest.Secret(t, one, "ops", token.All, time.Hour)
	theirs := releasetest.Secret(t, other, "ci", "basketball", 0) // at the same time, under one name
	merge(one, other)
	merge(other, one)
	wantSame()
	if found, err := one.Find(theirs); err != nil || found.Edition != "basketball" {
		t.Errorf("made at the other: %+v, %v", found, err)
	}
	must.Get(other.Revoke("ci"))(t)
	// Its name is free again; what was revoked is not forgotten for that.
	releasetest.Secret(t, other, "ci", "football", 0)
	now.Move(time.Minute)
	must.Get(one.Revoke("ops"))(t)
	merge(one, other) // who knows less is heard last
	merge(other, one)
	wantSame()
	for _, process := range []*token.Tokens{one, other} {
		if _, err := process.Hashed(mine.SHA256); !errors.Is(err, token.ErrRevoked) {
			t.Errorf("a token that one of the two revoked: %v", err)
		}
		if _, err := process.Find(secret); !errors.Is(err, token.ErrRevoked) {
			t.Errorf("a token that the other revoked: %v", err)
		}
	}
	now.Move(2 * time.Hour)
	merge(other, one)
	wantSame()
	if content, _, _ := one.Content(); strings.Contains(string(content), `"ops"`) {
		t.Errorf("an expired token is told: %s", content)
	}
}

func TestTokensThatAnotherProcessCannotHaveAreRefused(t *testing.T) {
	one, _, _ := tokens(t)
	for _, content := range []string{
		`<`, `{"tokens":[{"name":"ci","edition":"football","sha256":"short"}]}`,
		fmt.Sprintf(`{"tokens":[{"name":"a name","edition":"football","sha256":%q}]}`, strings.Repeat("0", 64)),
		fmt.Sprintf(`{"tokens":[{"name":"ci","edition":"football","sha256":%q,"expiresAt":"2100-01-01T00:00:00Z"}]}`, strings.Repeat("0", 64)),
	} {
		if err := one.Merge([]byte(content)); err == nil {
			t.Errorf("%s is taken", content)
		}
	}
	if listed, err := one.List(); len(listed) > 0 || err != nil {
		t.Errorf("there are %+v, %v", listed, err)
	}
	full := make([]string, 1001)
	for i := range full {
		full[i] = fmt.Sprintf(`{"name":"ci","edition":"football","sha256":"%064d","expiresAt":"2026-11-23T00:00:00Z"}`, i)
	}
	if err := one.Merge([]byte(`{"tokens":[` + strings.Join(full, ",") + `]}`)); err == nil || !strings.Contains(err.Error(), "no more are kept") {
		t.Errorf("more than are kept: %v", err)
	}
}

func TestWhatAnotherProcessRevokedIsOfNoUseWhenTheDiskRefusesIt(t *testing.T) {
	one, now, folder := tokens(t)
	secret := releasetest.Secret(t, one, "ci", "football", 0)
	other := token.New(t.TempDir(), now.Now)
	content, _, _ := one.Content()
	must.Do(t, other.Merge(content))
	must.Get(other.Revoke("ci"))(t)
	content, _, _ = other.Content()
	lock := filepath.Join(folder, ".tokens.lock")
	must.Do(t, errors.Join(os.Remove(lock), os.MkdirAll(filepath.Join(lock, "in the way"), 0o755)))
	if err := one.Merge(content); err == nil {
		t.Error("the disk takes it")
	}
	if _, err := one.Find(secret); !errors.Is(err, token.ErrRevoked) {
		t.Errorf("what another process revoked: %v", err)
	}
}

// The other processes are told of the sum each second, together with that this one lives.
func TestWhoAsksForTheSumDoesNotWaitForASlowDisk(t *testing.T) {
	tokens, _, folder := tokens(t)
	writes, goOn := make(chan struct{}), make(chan struct{})
	step.Before(func(operation step.Operation) error {
		if strings.HasPrefix(operation.To, folder) {
			close(writes)
			<-goOn
		}
		return nil
	})
	t.Cleanup(func() { step.Before(nil) })
	written := make(chan error, 1)
	go func() {
		_, _, err := tokens.Make("ci", "football", 0)
		written <- err
	}()
	<-writes
	asked := make(chan error, 1)
	go func() {
		_, err := tokens.Sum()
		asked <- err
	}()
	select {
	case err := <-asked:
		if !errors.Is(err, sharedfile.ErrBusy) {
			t.Errorf("while they are written: %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("who asks waits for the disk")
	}
	close(goOn)
	must.Do(t, <-written)
	_, want, _ := tokens.Content()
	if sum := must.Get(tokens.Sum())(t); sum != want {
		t.Errorf("the sum is %s, want %s", sum, want)
	}
}

func TestAPowerCutLeavesTheTokensBeforeOrAfterAChange(t *testing.T) {
	tokens, now, folder := tokens(t)
	kept := releasetest.Secret(t, tokens, "kept", "football", 0)
	revoked := releasetest.Secret(t, tokens, "revoked", "football", 0)
	powercut.Each(t, folder, func() {
		must.Get(tokens.Revoke("revoked"))(t)
	}, func(folder, when string, done bool) {
		cut := token.New(folder, now.Now)
		if _, err := cut.Find(kept); err != nil {
			t.Errorf("%s: the other token: %v", when, err)
		}
		if _, err := cut.Find(revoked); !errors.Is(err, token.ErrRevoked) && (err != nil || done) {
			t.Errorf("%s: the token that was revoked: %v", when, err)
		}
	})
}

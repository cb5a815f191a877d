// Package token has the tokens by which teams and ops ship: each for one edition, or for
// all. A token is shown once, when it is made; what is kept of it is its hash.
package token

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/sharedfile"
)

// All is the edition of a token for all of them, and for what is ops' alone.
const All = "*"

// Lifetimes of tokens.
const (
	DefaultLifetime = 90 * 24 * time.Hour
	MaxLifetime     = 2 * 366 * 24 * time.Hour
)

// The files of the store, and their bounds.
const (
	fileName  = "tokens.json"
	maxBytes  = 1 << 20
	maxTokens = 1000
)

// Prefix begins every token, so that people and scanners know one when they see it. 32
// random bytes follow, in base64 for URLs.
const (
	Prefix       = "fieldhouse_"
	secretLength = 32
)

// Errors of Find: why a token is of no use.
var (
	ErrUnknown = errors.New("there is no such token")
	ErrExpired = errors.New("this token has expired")
	ErrRevoked = errors.New("this token was revoked")
)

// ErrName is a token that Revoke does not find, and ErrRefused one that Make does not make.
var (
	ErrName    = errors.New("there is no token of this name")
	ErrRefused = errors.New("that is no token to make")
)

// Known is what is known of a token.
type Known struct {
	// Name is who ships with it, as the journal has it.
	Name string `json:"name"`
	// Edition is the one that it ships, or All.
	Edition   string    `json:"edition"`
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt"`
	// RevokedAt is zero for one that was not.
	RevokedAt time.Time `json:"revokedAt,omitzero"`
}

// Token is a token as the store has it: SHA256 is its hash, in hex.
type Token struct {
	Known
	SHA256 string `json:"sha256"`
}

// Ships reports whether it is for an edition.
func (t Token) Ships(edition string) bool { return t.Edition == All || t.Edition == edition }

func (t Token) problem(now time.Time) error {
	switch {
	case !t.RevokedAt.IsZero():
		return ErrRevoked
	case !now.Before(t.ExpiresAt):
		return ErrExpired
	}
	return nil
}

// Tokens are those of a store. Several processes may use them.
type Tokens struct {
	folder string
	now    func() time.Time

	// Report gets the error of a token that is revoked in this process alone, until the disk takes it.
	// Without it such a one is not revoked: of a process that ends it would be lost.
	Report func(error)

	file *sharedfile.File[[]Token]

	mutex sync.Mutex
	// revoked is when tokens were revoked in this process, by their hashes.
	revoked map[string]time.Time
}

// New has the tokens of the store in a folder. now is the clock, time.Now.
func New(folder string, now func() time.Time) *Tokens {
	t := &Tokens{folder: folder, now: now, revoked: map[string]time.Time{}}
	t.file = sharedfile.Open(sharedfile.Config[[]Token]{
		// Others than the gateway's user must not read what can be tried out at leisure.
		Folder: folder, Name: fileName, MaxBytes: maxBytes, Mode: 0o600, Parse: parse,
		Format: func(tokens []Token) ([]byte, error) {
			content, err := json.MarshalIndent(file{tokens}, "", "  ")
			return append(content, '\n'), err
		},
	})
	return t
}

var validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$`)

// Make makes a token for an edition, or All, and answers it; it is not kept and cannot
// be shown again. Lifetime 0 is DefaultLifetime. A name is free again once its token is
// of no use any more.
func (t *Tokens) Make(name, edition string, lifetime time.Duration) (secret string, made Token, err error) {
	if lifetime == 0 {
		lifetime = DefaultLifetime
	}
	switch {
	case !validName.MatchString(name):
		return "", made, fmt.Errorf("%w: name %q: it is 1 to 64 letters, digits and ._@-, a letter or digit first", ErrRefused, name)
	case edition != All && !paths.IsEdition(edition):
		return "", made, fmt.Errorf("%w: edition %q: it is an edition's name, host or shell, or %s for all", ErrRefused, edition, All)
	case lifetime < time.Minute || lifetime > MaxLifetime:
		return "", made, fmt.Errorf("%w: lifetime %s: a token holds for a minute to %s", ErrRefused, lifetime, MaxLifetime)
	}
	random := make([]byte, secretLength)
	rand.Read(random)
	secret = Prefix + base64.RawURLEncoding.EncodeToString(random)
	now := t.now().UTC().Truncate(time.Second)
	made = Token{Known{Name: name, Edition: edition, CreatedAt: now, ExpiresAt: now.Add(lifetime)}, hash(secret)}
	err = t.change(func(tokens []Token) ([]Token, error) {
		if slices.ContainsFunc(tokens, func(other Token) bool { return other.Name == name && other.problem(now) == nil }) {
			return nil, fmt.Errorf("%w: there is a token %s already: revoke it, or take another name", ErrRefused, name)
		}
		// One that was revoked is kept until it expires: another process may not know of that yet.
		tokens = slices.DeleteFunc(tokens, func(other Token) bool {
			return !now.Before(other.ExpiresAt) && (other.Name == name || len(tokens) >= maxTokens)
		})
		if len(tokens) >= maxTokens {
			return nil, fmt.Errorf("%w: there are %d tokens, and no more are kept: one that is revoked is kept until it expires", ErrRefused, maxTokens)
		}
		return append(tokens, made), nil
	})
	if err != nil {
		return "", Token{}, fmt.Errorf("making a token: %w", err)
	}
	return secret, made, nil
}

// Revoke ends the tokens of a name at once, whether or not the disk takes it. Two of a name are
// of use only if they were made at two processes at the same time.
func (t *Tokens) Revoke(name string) (Token, error) {
	var revoked Token
	revoke := func(tokens []Token) ([]Token, error) {
		revoked = Token{}
		for at := range tokens {
			if tokens[at].Name != name {
				continue
			}
			if tokens[at].RevokedAt.IsZero() {
				tokens[at].RevokedAt = t.now().UTC().Truncate(time.Second)
			}
			revoked = tokens[at]
		}
		if revoked.Name == "" {
			return nil, ErrName
		}
		return tokens, nil
	}
	err := atomicfile.Urgent(t.folder, func() error { return t.change(revoke) })
	if err != nil && !errors.Is(err, ErrName) && t.Report != nil {
		err = t.hold(revoke, &revoked, err)
	}
	if err != nil {
		return Token{}, fmt.Errorf("revoking the token %q: %w", name, err)
	}
	return revoked, nil
}

// hold has a token be revoked in this process.
func (t *Tokens) hold(revoke func([]Token) ([]Token, error), revoked *Token, cause error) error {
	tokens, err := t.List()
	if err == nil {
		_, err = revoke(tokens)
	}
	if err != nil {
		return err
	}
	t.mutex.Lock()
	for _, one := range tokens {
		if one.Name == revoked.Name {
			t.revoked[one.SHA256] = one.RevokedAt
		}
	}
	t.mutex.Unlock()
	t.Report(fmt.Errorf("the token %q is revoked in this process alone, until the disk takes it: revoke it again: %w", revoked.Name, cause))
	return nil
}

// List are all tokens that were made, also those of no use any more.
func (t *Tokens) List() ([]Token, error) { return t.listed(t.file.Read()) }

func (t *Tokens) listed(read []Token, err error) ([]Token, error) {
	if err != nil {
		return nil, fmt.Errorf("reading the tokens: %s: %w: restore it, or remove it and make tokens anew", t.file.Path(), err)
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	tokens := slices.Clone(read)
	for at := range tokens {
		if revokedAt, revoked := t.revoked[tokens[at].SHA256]; revoked && tokens[at].RevokedAt.IsZero() {
			tokens[at].RevokedAt = revokedAt
		}
	}
	return tokens, nil
}

// Find is the token that was given, while it is of use.
func (t *Tokens) Find(secret string) (Token, error) { return t.Hashed(hash(secret)) }

// Hashed is the token of a hash, while it is of use: Find for who has kept no secret.
func (t *Tokens) Hashed(sha256 string) (Token, error) {
	tokens, err := t.List()
	if err != nil {
		return Token{}, err
	}
	given, at := []byte(sha256), -1
	for index, token := range tokens {
		if subtle.ConstantTimeCompare(given, []byte(token.SHA256)) == 1 {
			at = index
		}
	}
	if at < 0 {
		return Token{}, ErrUnknown
	}
	return tokens[at], tokens[at].problem(t.now())
}

// HasOps reports whether there is a token for All that is of use.
func (t *Tokens) HasOps() (bool, error) {
	tokens, err := t.List()
	now := t.now()
	return slices.ContainsFunc(tokens, func(token Token) bool { return token.Edition == All && token.problem(now) == nil }), err
}

func hash(secret string) string {
	digest := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(digest[:])
}

type file struct {
	Tokens []Token `json:"tokens"`
}

func parse(content []byte) ([]Token, error) {
	var read file
	if err := json.Unmarshal(content, &read); err != nil {
		return nil, err
	}
	for _, token := range read.Tokens {
		if digest, err := hex.DecodeString(token.SHA256); err != nil || len(digest) != sha256.Size {
			return nil, fmt.Errorf("token %s has no hash", token.Name)
		}
	}
	return read.Tokens, nil
}

// change replaces the file in one step; no two processes do at once.
func (t *Tokens) change(apply func([]Token) ([]Token, error)) error {
	return t.file.Change(func(read []Token, problem error) ([]Token, error) {
		tokens, err := t.listed(read, problem)
		if err != nil {
			return nil, err
		}
		return apply(tokens)
	})
}

package token

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/paths"
)

// Content is what other processes are given to Merge: all tokens that have not expired, the revoked
// among them. The sum is the same where the tokens are.
func (t *Tokens) Content() (content []byte, sum string, err error) {
	return t.contentOf(t.List())
}

// Sum is that of Content. While the disk takes its time to write them it is not known, and an error.
func (t *Tokens) Sum() (string, error) {
	_, sum, err := t.contentOf(t.listed(t.file.TryRead()))
	return sum, err
}

func (t *Tokens) contentOf(tokens []Token, err error) (content []byte, sum string, _ error) {
	if err != nil {
		return nil, "", err
	}
	now := t.now()
	tokens = slices.DeleteFunc(tokens, func(one Token) bool { return !now.Before(one.ExpiresAt) })
	slices.SortFunc(tokens, func(a, b Token) int { return strings.Compare(a.SHA256, b.SHA256) })
	for at := range tokens {
		one := &tokens[at]
		one.CreatedAt, one.ExpiresAt, one.RevokedAt = one.CreatedAt.UTC(), one.ExpiresAt.UTC(), one.RevokedAt.UTC()
	}
	if content, err = json.Marshal(file{tokens}); err != nil {
		return nil, "", err
	}
	digest := sha256.Sum256(content)
	return content, hex.EncodeToString(digest[:]), nil
}

// Merge takes the Content of another process: its tokens are of use here as well, and what either of
// the two has revoked is revoked in both, whether or not the disk takes it.
func (t *Tokens) Merge(content []byte) error {
	theirs, err := parse(content)
	if err != nil {
		return fmt.Errorf("the tokens of another process: %w", err)
	}
	now := t.now()
	for _, one := range theirs {
		isEdition := one.Edition == All || paths.IsEdition(one.Edition)
		if !validName.MatchString(one.Name) || !isEdition || one.ExpiresAt.Sub(now) > MaxLifetime+time.Hour {
			return fmt.Errorf("the tokens of another process: %q is none", one.Name)
		}
	}
	merge := func(tokens []Token) ([]Token, error) {
		changed := false
		tokens = slices.DeleteFunc(tokens, func(one Token) bool { return len(tokens) >= maxTokens && !now.Before(one.ExpiresAt) })
		for _, one := range theirs {
			at := slices.IndexFunc(tokens, func(own Token) bool { return own.SHA256 == one.SHA256 })
			switch {
			case at >= 0 && isEarlier(one.RevokedAt, tokens[at].RevokedAt):
				tokens[at].RevokedAt = one.RevokedAt
			case at < 0 && now.Before(one.ExpiresAt) && len(tokens) >= maxTokens:
				return nil, fmt.Errorf("the tokens of another process: there are %d here, and no more are kept: revoked ones are until they expire", maxTokens)
			case at < 0 && now.Before(one.ExpiresAt):
				tokens = append(tokens, one)
			default:
				continue
			}
			changed = true
		}
		if !changed {
			return nil, errSame
		}
		return tokens, nil
	}
	if err = atomicfile.Urgent(t.folder, func() error { return t.change(merge) }); errors.Is(err, errSame) {
		return nil
	}
	if err != nil {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		for _, one := range theirs {
			if isEarlier(one.RevokedAt, t.revoked[one.SHA256]) {
				t.revoked[one.SHA256] = one.RevokedAt
			}
		}
	}
	return err
}

// errSame: there is nothing to write.
var errSame = errors.New("it is known")

// isEarlier reports whether a token was revoked, and before another word of that, if there is one.
func isEarlier(revoked, other time.Time) bool {
	return !revoked.IsZero() && (other.IsZero() || revoked.Before(other))
}

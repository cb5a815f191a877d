package anchor

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// Answer says what the wallet does with a request that comes in.
type Answer string

// Answers.
const (
	// Ask leaves it to the person at the page.
	Ask Answer = "ask"
	// Sign and Refuse answer at once.
	Sign   Answer = "sign"
	Refuse Answer = "refuse"
	// Ignore takes the request and never answers, as a wallet that nobody looks
	// at.
	Ignore Answer = "ignore"
)

var answers = []Answer{Ask, Sign, Refuse, Ignore}

// Policy is how the wallet answers.
type Policy struct {
	// Answer is Ask by default.
	Answer Answer `json:"answer"`
	// Account and Permission sign what comes without a session. Default: the
	// first account, active.
	Account    antelope.Name `json:"account"`
	Permission antelope.Name `json:"permission"`
	// Meta is added to what a login says about the wallet (link_meta), such as
	// {"launchUrl": "http://127.0.0.1:8083/", "sameDevice": true}. The app's
	// library reads sameDevice, launchUrl and triggerUrl. Default: none.
	Meta map[string]any `json:"meta,omitempty"`
}

// maxMeta bounds what a login says about the wallet, in bytes.
const maxMeta = 2 << 10

func (w *Wallet) startPolicy() Policy {
	return Policy{Answer: Ask, Account: w.Accounts[0], Permission: ledger.Active}
}

// setPolicy changes the policy. What is left out is the default.
func (w *Wallet) setPolicy(set Policy) (Policy, error) {
	usual := w.startPolicy()
	set.Answer = cmp.Or(set.Answer, usual.Answer)
	set.Account = cmp.Or(set.Account, usual.Account)
	set.Permission = cmp.Or(set.Permission, usual.Permission)
	if !slices.Contains(answers, set.Answer) {
		return Policy{}, fmt.Errorf("setting the policy: %q is none of the answers %q", set.Answer, answers)
	}
	if _, held := w.Key(set.Account); !held {
		return Policy{}, fmt.Errorf("setting the policy: the wallet has no key of the account %s", set.Account)
	}
	if meta, err := json.Marshal(set.Meta); err != nil || len(meta) > maxMeta {
		return Policy{}, fmt.Errorf("setting the policy: meta must be at most %d bytes of JSON", maxMeta)
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.policy = set
	w.changed()
	return set, nil
}

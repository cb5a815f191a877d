package standin

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
)

// Answers that all wallets know.
const (
	// AnswerAsk leaves everything to the person before the screen.
	AnswerAsk = "ask"
	// AnswerSign says yes.
	AnswerSign = "sign"
	// AnswerRefuse says no, as the button does.
	AnswerRefuse = "refuse"
)

// AnswerNever leaves what was asked without an answer, in the wallets that know it.
const AnswerNever = "never"

// Policy is how a stand-in wallet answers.
type Policy struct {
	// Answer is AnswerAsk or one of the other answers that the wallet knows.
	Answer string `json:"answer"`
	// Account is who the wallet answers as when it does so by itself.
	Account string `json:"account"`
}

// Switch holds a wallet's policy, and is its control for tests:
//
//	GET    says it: {"answer","account","answers","accounts"}, the last two with
//	       all that can be set
//	POST   {"answer","account"} sets it; what is left out is the default
//	DELETE makes it the default: AnswerAsk and the first account
//
// It is safe for use by many goroutines.
type Switch struct {
	answers, accounts []string
	policy            atomic.Pointer[Policy]
}

// NewSwitch makes a switch at its default, for the answers in common and more of
// the wallet's own. It panics without an account, which is a mistake in the
// program.
func NewSwitch(accounts []string, own ...string) *Switch {
	s := &Switch{answers: append([]string{AnswerAsk, AnswerSign, AnswerRefuse}, own...), accounts: accounts}
	s.policy.Store(&Policy{AnswerAsk, accounts[0]})
	return s
}

// Policy is the policy of the moment.
func (s *Switch) Policy() Policy { return *s.policy.Load() }

// Set changes the policy. Empty fields mean the default.
func (s *Switch) Set(policy Policy) error {
	policy = Policy{cmp.Or(policy.Answer, AnswerAsk), cmp.Or(policy.Account, s.accounts[0])}
	if !slices.Contains(s.answers, policy.Answer) {
		return fmt.Errorf("the answer %q is not known: use %s", policy.Answer, strings.Join(s.answers, ", "))
	}
	if !slices.Contains(s.accounts, policy.Account) {
		return fmt.Errorf("the account %q is not in this wallet: use %s", policy.Account, strings.Join(s.accounts, ", "))
	}
	s.policy.Store(&policy)
	return nil
}

// ServeHTTP is the control. Errors are 400 {"error"}.
func (s *Switch) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodDelete:
		_ = s.Set(Policy{}) // the default is always valid
	case http.MethodPost:
		var policy Policy
		if !ReadJSON(w, r, &policy) {
			return
		}
		if err := s.Set(policy); err != nil {
			Refuse(w, http.StatusBadRequest, err)
			return
		}
	default:
		w.Header().Set("Allow", "GET, HEAD, POST, DELETE")
		Refuse(w, http.StatusMethodNotAllowed, fmt.Errorf("a policy takes GET, POST and DELETE"))
		return
	}
	Answer(w, struct {
		Policy
		Answers  []string `json:"answers"`
		Accounts []string `json:"accounts"`
	}{s.Policy(), s.answers, s.accounts})
}

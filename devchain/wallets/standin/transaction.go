package standin

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"fieldhouse/plugins/antelope"
)

// OnChain refuses another chain than the wallet's. Libraries need not say which
// they mean.
func (s *Signer) OnChain(id string) error {
	if own := s.ChainID().String(); id != "" && id != own {
		return fmt.Errorf("this wallet is on the chain %s, not on %.64q", own, id)
	}
	return nil
}

// packed is the transaction of a request's body, {"transaction","chainId"}: packed
// and in hexadecimal.
func (s *Signer) packed(r *http.Request) ([]byte, error) {
	var body struct {
		Transaction string `json:"transaction"`
		ChainID     string `json:"chainId"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return nil, fmt.Errorf("reading the request: %w", err)
	}
	if err := s.OnChain(body.ChainID); err != nil {
		return nil, err
	}
	transaction, err := hex.DecodeString(body.Transaction)
	if err != nil || len(transaction) == 0 {
		return nil, errors.New("the field transaction must be a packed transaction in hexadecimal")
	}
	return transaction, nil
}

// ShowTransaction answers what the transaction of a wallet's page does: a Request.
func (s *Signer) ShowTransaction(w http.ResponseWriter, r *http.Request) {
	transaction, err := s.packed(r)
	if err != nil {
		Refuse(w, http.StatusBadRequest, err)
		return
	}
	request, err := s.Read(transaction)
	if err != nil {
		Refuse(w, http.StatusBadRequest, err)
		return
	}
	Answer(w, request)
}

// SignTransaction signs the transaction of a wallet's page: {"signatures"}.
func (s *Signer) SignTransaction(w http.ResponseWriter, r *http.Request) {
	transaction, err := s.packed(r)
	if err != nil {
		Refuse(w, http.StatusBadRequest, err)
		return
	}
	signature, err := s.Sign(transaction)
	if err != nil {
		Refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	Answer(w, map[string][]antelope.Signature{"signatures": {signature}})
}

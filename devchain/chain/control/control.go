// Package control lets tests and curious people act on the development chain
// without a wallet.
//
//	POST /dev/apply
//	Content-Type: application/json
//
//	{"actions": [{
//	  "account": "eosio.token", "name": "transfer",
//	  "authorization": [{"actor": "alice.wam", "permission": "active"}],
//	  "data": {"from": "alice.wam", "to": "bob.wam", "quantity": "1.00000000 WAX", "memo": ""}
//	}]}
//
// runs the actions as one transaction, all or none, without any signature. The
// answer is 202 {"transaction_id", "processed"} or an error in a node's form.
// The transaction is in the tables at once and in the next block.
//
//	POST /dev/undo {"blocks": 3}
//
// replaces the last blocks by others, as a change to another fork does; their
// transactions are lost. The answer says the number of the first block that was
// replaced, and how many transactions were undone.
//
//	GET  /dev/irreversible
//	POST /dev/irreversible {"blocks": 0}
//
// say and change by how many blocks the last irreversible block trails the head, 0 to
// ledger.MaxIrreversibleLag, until a configuration is loaded.
//
// Errors of all of them are in a node's form, and pages of another origin are
// refused. /dev/faults switches faults; see package faults.
package control

import (
	"encoding/json"
	"net/http"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/node"
	"fieldhouse/devchain/chain/producer"
	"fieldhouse/devchain/httpjson"
	"fieldhouse/devchain/loopback"
	"fieldhouse/plugins/antelope"
)

// Prefix is where the endpoints live.
const Prefix = "/dev/"

// New makes the handler of /dev/ for a chain and the switches of its faults.
func New(running *producer.Producer, faults http.Handler) http.Handler {
	routes, chain := http.NewServeMux(), running.Ledger()
	routes.Handle(Prefix+"faults", faults)
	routes.HandleFunc("POST "+Prefix+"apply", func(w http.ResponseWriter, r *http.Request) { apply(w, r, chain) })
	routes.HandleFunc("POST "+Prefix+"undo", func(w http.ResponseWriter, r *http.Request) { undo(w, r, running) })
	routes.HandleFunc("GET "+Prefix+"irreversible", func(w http.ResponseWriter, _ *http.Request) { sayIrreversible(w, chain) })
	routes.HandleFunc("POST "+Prefix+"irreversible", func(w http.ResponseWriter, r *http.Request) { setIrreversible(w, r, chain) })
	// GET changes nothing, and DELETE always needs a preflight, which is refused.
	return loopback.From(loopback.AnyPages, loopback.JSON(http.MaxBytesHandler(routes, node.MaxBody)))
}

// action is an action with its data as JSON.
type action struct {
	Account       antelope.Name            `json:"account"`
	Name          antelope.Name            `json:"name"`
	Authorization []ledger.PermissionLevel `json:"authorization"`
	Data          json.RawMessage          `json:"data"`
}

func apply(w http.ResponseWriter, r *http.Request, chain *ledger.Ledger) {
	actions, err := read(r, chain)
	if err != nil {
		node.WriteError(w, err)
		return
	}
	done, err := chain.Act(actions...)
	if err != nil {
		node.WriteError(w, err)
		return
	}
	node.WriteReceipt(w, &done)
}

// read packs the request's actions by the ABIs of their contracts.
func read(r *http.Request, chain *ledger.Ledger) ([]ledger.Action, error) {
	var request struct {
		Actions []action `json:"actions"`
	}
	if err := httpjson.Read(r, &request); err != nil {
		return nil, node.BadRequest.New("reading the actions: %v", err)
	}
	actions := make([]ledger.Action, len(request.Actions))
	for i, given := range request.Actions {
		var data []byte
		var err error
		chain.Read(func(v ledger.View) { data, err = v.PackData(given.Account, given.Name, given.Data) })
		if err != nil {
			return nil, node.BadRequest.New("action %d: %v", i, err)
		}
		actions[i] = ledger.Action{Account: given.Account, Name: given.Name, Authorization: given.Authorization, Data: data}
	}
	return actions, nil
}

func undo(w http.ResponseWriter, r *http.Request, running *producer.Producer) {
	var request struct {
		Blocks int `json:"blocks"`
	}
	if err := httpjson.Read(r, &request); err != nil {
		node.WriteError(w, node.BadRequest.New("reading how many blocks to undo: %v", err))
		return
	}
	fork, err := running.Undo(request.Blocks)
	if err != nil {
		node.WriteError(w, node.BadRequest.New("%v", err))
		return
	}
	httpjson.Write(w, http.StatusOK, fork)
}

func setIrreversible(w http.ResponseWriter, r *http.Request, chain *ledger.Ledger) {
	var request struct {
		Blocks *int `json:"blocks"`
	}
	if err := httpjson.Read(r, &request); err != nil {
		node.WriteError(w, node.BadRequest.New("reading how many blocks the last irreversible block trails the head: %v", err))
		return
	}
	if request.Blocks == nil {
		node.WriteError(w, node.BadRequest.New(`"blocks" is missing`))
		return
	}
	if err := chain.SetIrreversibleLag(*request.Blocks); err != nil {
		node.WriteError(w, node.BadRequest.New("%v", err))
		return
	}
	sayIrreversible(w, chain)
}

func sayIrreversible(w http.ResponseWriter, chain *ledger.Ledger) {
	var answer struct {
		Blocks       int    `json:"blocks"`
		Irreversible uint32 `json:"last_irreversible_block_num"`
		Head         uint32 `json:"head_block_num"`
	}
	chain.Read(func(v ledger.View) {
		answer.Blocks, answer.Irreversible, answer.Head = v.IrreversibleLag(), v.Irreversible().Number, v.Head().Number
	})
	httpjson.Write(w, http.StatusOK, answer)
}

package control

import (
	"net/http"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/node"
	"fieldhouse/devchain/chain/producer"
	"fieldhouse/devchain/httpjson"
)

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
	httpjson.Write(w, http.StatusOK, struct {
		First        uint32 `json:"first_block_num"`
		Transactions int    `json:"transactions"`
	}(fork))
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

package node

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// processed is what became of a transaction. It has no traces of actions: no client
// reads what ran.
type processed struct {
	ID              antelope.Checksum256 `json:"id"`
	BlockNum        uint32               `json:"block_num"`
	BlockTime       string               `json:"block_time"`
	ProducerBlockID *string              `json:"producer_block_id"`
	Receipt         *trxReceipt          `json:"receipt"`
	Elapsed         int                  `json:"elapsed"`
	NetUsage        int                  `json:"net_usage"`
	Scheduled       bool                 `json:"scheduled"`
	ActionTraces    []struct{}           `json:"action_traces"`
	AccountRAMDelta *struct{}            `json:"account_ram_delta"`
	Except          *except              `json:"except"`
	ErrorCode       *string              `json:"error_code"`
}

type trxReceipt struct {
	Status   string `json:"status"`
	CPUUsage int    `json:"cpu_usage_us"`
	NetUsage int    `json:"net_usage_words"`
}

// except is an exception in an answer.
type except struct {
	Code    int     `json:"code"`
	Name    string  `json:"name"`
	Message string  `json:"message"`
	Stack   []frame `json:"stack"`
}

type frame struct {
	Context frameContext `json:"context"`
	// Format has places such as ${s}, for which Data has the texts.
	Format string            `json:"format"`
	Data   map[string]string `json:"data"`
}

type frameContext struct {
	Level      string `json:"level"`
	File       string `json:"file"`
	Line       int    `json:"line"`
	Method     string `json:"method"`
	Hostname   string `json:"hostname"`
	ThreadName string `json:"thread_name"`
	Timestamp  string `json:"timestamp"`
}

// assertionFormat is how nodes write the message of a failed assertion.
const assertionFormat = "assertion failure with message: ${s}"

// assertionCode is the error code of a failed assertion in a contract.
const assertionCode = "10000000000000000000"

// printedAction is an action with its data as the contract's ABI prints it.
type printedAction struct {
	Account       antelope.Name            `json:"account"`
	Name          antelope.Name            `json:"name"`
	Authorization []ledger.PermissionLevel `json:"authorization"`
	Data          json.RawMessage          `json:"data"`
	HexData       string                   `json:"hex_data,omitempty"`
}

// printAction prints an action. Data that does not fit the ABI stays in
// hexadecimal.
func printAction(v ledger.View, action ledger.Action) printedAction {
	written := hex.EncodeToString(action.Data)
	printed := printedAction{
		Account: action.Account, Name: action.Name, Authorization: append([]ledger.PermissionLevel{}, action.Authorization...),
		Data: json.RawMessage(strconv.Quote(written)), HexData: written,
	}
	if data, described := v.PrintData(action); described {
		printed.Data = data
	}
	return printed
}

func printProcessed(receipt *ledger.Receipt, failed *ledger.Exception) processed {
	answer := processed{
		ID: receipt.ID, BlockNum: receipt.BlockNum, BlockTime: receipt.BlockTime.String(),
		Elapsed: ledger.CPUUsage, NetUsage: receipt.NetWords * 8, ActionTraces: []struct{}{},
	}
	if failed == nil {
		answer.Receipt = &trxReceipt{"executed", ledger.CPUUsage, receipt.NetWords}
	} else {
		answer.Except, answer.ErrorCode = printException(failed, answer.BlockTime)
	}
	return answer
}

func printException(failed *ledger.Exception, at string) (*except, *string) {
	printed := &except{
		Code: failed.Code, Name: failed.Name, Message: failed.What,
		Stack: []frame{{Format: failed.Message, Data: map[string]string{}, Context: frameContext{
			Level: "error", File: failed.File, Line: failed.Line, Method: failed.Method, ThreadName: "nodeos", Timestamp: at,
		}}},
	}
	if failed.Code != ledger.Assertion.Code {
		return printed, nil
	}
	said := strings.TrimPrefix(failed.Message, strings.TrimSuffix(assertionFormat, "${s}"))
	printed.Stack[0].Format, printed.Stack[0].Data = assertionFormat, map[string]string{"s": said}
	code := assertionCode
	return printed, &code
}

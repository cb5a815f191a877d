package node

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// traceForm is how an answer shows what ran.
type traceForm struct {
	// nested puts the traces of what an action caused into its own.
	nested bool
	// failures answers failed transactions with their traces.
	failures bool
}

// processed is what became of a transaction.
type processed struct {
	ID              antelope.Checksum256 `json:"id"`
	BlockNum        uint32               `json:"block_num"`
	BlockTime       string               `json:"block_time"`
	ProducerBlockID *string              `json:"producer_block_id"`
	Receipt         *trxReceipt          `json:"receipt"`
	Elapsed         int                  `json:"elapsed"`
	NetUsage        int                  `json:"net_usage"`
	Scheduled       bool                 `json:"scheduled"`
	ActionTraces    []*actionTrace       `json:"action_traces"`
	AccountRAMDelta *struct{}            `json:"account_ram_delta"`
	Except          *except              `json:"except"`
	ErrorCode       *string              `json:"error_code"`
}

type trxReceipt struct {
	Status   string `json:"status"`
	CPUUsage int    `json:"cpu_usage_us"`
	NetUsage int    `json:"net_usage_words"`
}

type actionTrace struct {
	Ordinal         int                  `json:"action_ordinal"`
	Creator         int                  `json:"creator_action_ordinal"`
	Ancestor        int                  `json:"closest_unnotified_ancestor_action_ordinal"`
	Receipt         *actionReceipt       `json:"receipt"`
	Receiver        antelope.Name        `json:"receiver"`
	Act             printedAction        `json:"act"`
	ContextFree     bool                 `json:"context_free"`
	Elapsed         int                  `json:"elapsed"`
	Console         string               `json:"console"`
	TrxID           antelope.Checksum256 `json:"trx_id"`
	BlockNum        uint32               `json:"block_num"`
	BlockTime       string               `json:"block_time"`
	ProducerBlockID *string              `json:"producer_block_id"`
	RAMDeltas       []struct{}           `json:"account_ram_deltas"`
	Except          *except              `json:"except"`
	ErrorCode       *string              `json:"error_code"`
	ReturnValue     string               `json:"return_value_hex_data"`
	Inline          *[]*actionTrace      `json:"inline_traces,omitempty"`
}

type actionReceipt struct {
	Receiver       antelope.Name        `json:"receiver"`
	ActDigest      antelope.Checksum256 `json:"act_digest"`
	GlobalSequence number               `json:"global_sequence"`
	RecvSequence   number               `json:"recv_sequence"`
	AuthSequence   [][2]any             `json:"auth_sequence"`
	CodeSequence   int                  `json:"code_sequence"`
	ABISequence    int                  `json:"abi_sequence"`
}

// except is an exception inside a trace.
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
const assertionCode = uint64(10_000_000_000_000_000_000)

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
		Account: action.Account, Name: action.Name, Authorization: action.Authorization,
		Data: json.RawMessage(strconv.Quote(written)), HexData: written,
	}
	if printed.Authorization == nil {
		printed.Authorization = []ledger.PermissionLevel{}
	}
	if data, described := v.PrintData(action); described {
		printed.Data = data
	}
	return printed
}

func printProcessed(v ledger.View, receipt *ledger.Receipt, failed *ledger.Exception, form traceForm) processed {
	answer := processed{
		ID: receipt.ID, BlockNum: receipt.BlockNum, BlockTime: receipt.BlockTime.String(),
		Elapsed: ledger.CPUUsage, NetUsage: receipt.NetWords * 8, ActionTraces: []*actionTrace{},
	}
	if failed == nil {
		answer.Receipt = &trxReceipt{"executed", ledger.CPUUsage, receipt.NetWords}
	} else {
		answer.Except, answer.ErrorCode = printException(failed, answer.BlockTime)
	}
	all := make([]*actionTrace, len(receipt.Traces))
	for i := range receipt.Traces {
		all[i] = printTrace(v, receipt, &receipt.Traces[i], failed == nil)
		if form.nested {
			all[i].Inline = &[]*actionTrace{}
		}
		if parent := all[i].Ancestor; form.nested && parent > 0 {
			caused := all[parent-1].Inline
			*caused = append(*caused, all[i])
			continue
		}
		answer.ActionTraces = append(answer.ActionTraces, all[i])
	}
	if failed != nil && len(all) > 0 {
		last := all[len(all)-1]
		last.Except, last.ErrorCode = answer.Except, answer.ErrorCode
	}
	return answer
}

func printTrace(v ledger.View, receipt *ledger.Receipt, trace *ledger.Trace, executed bool) *actionTrace {
	printed := &actionTrace{
		Ordinal: trace.Ordinal, Creator: trace.Creator, Ancestor: trace.Creator,
		Receiver: trace.Receiver, Act: printAction(v, trace.Action), Elapsed: ledger.CPUUsage / max(1, len(receipt.Traces)),
		TrxID: receipt.ID, BlockNum: receipt.BlockNum, BlockTime: receipt.BlockTime.String(), RAMDeltas: []struct{}{},
	}
	if !executed {
		return printed
	}
	printed.Receipt = &actionReceipt{
		Receiver: trace.Receiver, ActDigest: sha256.Sum256(antelope.Marshal(trace.Action)),
		GlobalSequence: number(trace.Sequence.Global), RecvSequence: number(trace.Sequence.Received),
		AuthSequence: [][2]any{}, CodeSequence: 1, ABISequence: 1,
	}
	for i, level := range trace.Action.Authorization {
		printed.Receipt.AuthSequence = append(printed.Receipt.AuthSequence, [2]any{level.Actor, number(trace.Sequence.Authorized[i])})
	}
	return printed
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
	code := strconv.FormatUint(assertionCode, 10)
	return printed, &code
}

package push

import (
	"encoding/json"
	"fmt"
	"os"
)

// The chain's exceptions by which a transaction was carried out, if only to its failure:
// whoever signed it had the right to.
const (
	firstAction, lastAction     = 3050000, 3059999
	firstResource, lastResource = 3080000, 3089999
)

// isUnproven says of a refusal that nothing shows that who signed had the right to: such
// a transaction costs its maker nothing.
func isUnproven(answer Answer) bool {
	var failed chainFailure
	if json.Unmarshal(chainError(answer.Body), &failed) != nil {
		return true
	}
	return !(failed.Code >= firstAction && failed.Code <= lastAction || failed.Code >= firstResource && failed.Code <= lastResource)
}

// chainFailure is an error as nodes write it.
type chainFailure struct {
	Code    int64         `json:"code"`
	Name    string        `json:"name"`
	What    string        `json:"what"`
	Details []chainDetail `json:"details"`
}

type chainDetail struct {
	Message string `json:"message"`
}

// chainError is the error object of an answer that is a refusal: its own, or made of the
// exception in the trace of a transaction that failed (send_transaction2).
func chainError(body []byte) json.RawMessage {
	var answer struct {
		Error     json.RawMessage `json:"error"`
		Processed struct {
			Receipt struct {
				Status string `json:"status"`
			} `json:"receipt"`
			Except *struct {
				Code    int64  `json:"code"`
				Name    string `json:"name"`
				Message string `json:"message"`
				Stack   []struct {
					Format string         `json:"format"`
					Data   map[string]any `json:"data"`
				} `json:"stack"`
			} `json:"except"`
		} `json:"processed"`
	}
	_ = json.Unmarshal(body, &answer) // what it has no error of is told by its status
	if answer.Error != nil {
		return answer.Error
	}
	failed := chainFailure{What: "the transaction was not executed: " + answer.Processed.Receipt.Status}
	text := failed.What
	if except := answer.Processed.Except; except != nil {
		failed.Code, failed.Name, failed.What, text = except.Code, except.Name, except.Message, except.Message
		if len(except.Stack) > 0 && except.Stack[0].Format != "" {
			text = os.Expand(except.Stack[0].Format, func(key string) string {
				if value, has := except.Stack[0].Data[key]; has {
					return fmt.Sprint(value)
				}
				return ""
			})
		}
	}
	failed.Details = []chainDetail{{Message: text}}
	written, _ := json.Marshal(failed) // strings and numbers always have a JSON form
	return written
}

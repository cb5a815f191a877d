package ledger_test

import (
	"testing"

	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

func TestAMemoGivesEachRowItsOwnValue(t *testing.T) {
	var memo ledger.Memo[row]
	stored := make([]ledger.Row, 200) // more than it remembers
	for i := range stored {
		stored[i] = ledger.Row{Data: antelope.Marshal(row{uint64(i), 7})}
	}
	for range 2 {
		for i := range stored {
			if got := memo.Decode(stored[i]); got != (row{uint64(i), 7}) {
				t.Fatalf("row %d is %+v", i, got)
			}
		}
	}
	replaced := ledger.Row{Data: antelope.Marshal(row{1, 8})}
	if got := memo.Decode(replaced); got.Group != 8 {
		t.Errorf("a row that was replaced is %+v", got)
	}
}

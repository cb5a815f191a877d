package rehearse

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"fieldhouse/gateway/crowd"
)

// chainNode is a node whose head goes on by a block with each question for it. Blocks are half a second apart; bought is in
// one of them.
func chainNode(t *testing.T, head *int, at time.Time, bought int, asked *[]int) crowd.Node {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/chain/get_info" {
			made := at.Add(time.Duration(*head) * time.Second / 2).UTC().Format("2006-01-02T15:04:05.000")
			fmt.Fprintf(w, `{"head_block_num":%d,"head_block_time":%q}`, *head, made)
			*head++
			return
		}
		body, _ := io.ReadAll(r.Body)
		var number int
		fmt.Sscanf(string(body), `{"block_num_or_id":%d}`, &number)
		*asked = append(*asked, number)
		if number == bought {
			fmt.Fprint(w, `{"transactions":[{"trx":{"id":"bought"}}]}`)
			return
		}
		fmt.Fprint(w, `{"transactions":[]}`)
	}))
	t.Cleanup(server.Close)
	return crowd.Node{Address: server.URL}
}

func TestANodeThatLagsBehindWhatBuyersWereToldIsWaitedFor(t *testing.T) {
	var asked []int
	head := 10
	r := &rehearsal{Plan: &Plan{Opens: noon}, node: chainNode(t, &head, noon, 14, &asked), buyers: []*crowd.Buyer{bought("bought", true, false)}}
	results := new(Results)
	r.check(9, results)
	if results.Chain == nil || results.IsWrong() || results.Chain.Carried != 1 {
		t.Errorf("%+v; %q", results.Chain, results.NotMeasured)
	}
}

func TestBlocksOfTheLobbyAreNotRead(t *testing.T) {
	const lobby, since = 6 * 60 * 60 * 2, 100 // blocks
	var asked []int
	head := lobby + since
	r := &rehearsal{
		Plan:   &Plan{Opens: noon},
		node:   chainNode(t, &head, noon.Add(-lobby*time.Second/2), lobby+1, &asked),
		buyers: []*crowd.Buyer{bought("bought", true, false)},
	}
	results := new(Results)
	r.check(0, results)
	if results.Chain == nil || results.IsWrong() || slices.Min(asked) > lobby || len(asked) > 5*since {
		t.Errorf("%d blocks were read from %d on, for %d since the opening: %+v, %q", len(asked), slices.Min(asked), since, results.Chain, results.NotMeasured)
	}
}

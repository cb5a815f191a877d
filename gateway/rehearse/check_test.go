package rehearse

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
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

// A site that trusts private networks as proxies' (private_ranges) and is strict takes none of theirs for a visitor's.
func TestVisitorsAreAtAddressesOfTheirOwnInNoPrivateNetwork(t *testing.T) {
	var from string
	var leave func()
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		from = r.Header.Get("X-Forwarded-For")
		leave()
	}))
	defer server.Close()
	r := &rehearsal{Plan: &Plan{Opens: noon, Drop: "football/1"}, site: &crowd.Site{Address: server.URL}}
	seen := map[netip.Addr]bool{}
	for _, number := range []int{0, 1, 255, 256, 65_535, 65_536, mostVisitors - 1} {
		ctx, cancel := context.WithCancel(context.Background())
		leave = cancel
		r.visit(ctx, number, 0)
		cancel()
		address, err := netip.ParseAddr(from)
		if err != nil || address.IsPrivate() || address.IsLoopback() || seen[address] {
			t.Errorf("visitor %d is at %q", number, from)
		}
		seen[address] = true
	}
}

package serve_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chainapi/serve"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/plugintest/must"
)

func TestWhatAllSignWithIsTakenFromAnotherProcessIfItIsOfThisChain(t *testing.T) {
	var asked []string
	var other edgecache.Content
	chain := must.Get(antelope.ParseChecksum256(chaintest.ChainID))(t)
	b := newBenchWith(t, func(ctx context.Context, class edgecache.Class, key string, maxAge time.Duration, take func(*edgecache.Content) bool, fetch edgecache.Fetch) (edgecache.Content, error) {
		asked = append(asked, fmt.Sprint(class, " ", maxAge))
		if content := other; take(&content) {
			return content, nil
		}
		return fetch(ctx)
	}, func(config *serve.Config) { config.ChainID, config.Contracts = chain, []string{"eosio.token"} })
	info := func(chain string, head int) string {
		return fmt.Sprintf(`{"chain_id":%q,"head_block_num":%d,"head_block_time":"2024-08-13T16:01:34.000"}`, chain, head)
	}
	for _, test := range []struct {
		name, request, body, meta string
		taken                     bool
	}{
		{"get_info", "", info(chaintest.ChainID, 9), "9", true},
		{"get_info", "", info(antelope.Checksum256{}.String(), 9), "9", false},
		{"get_info", "", info(chaintest.ChainID, 0), "9", false},
		{"get_info", "", info(chaintest.ChainID, 9), "nine", false},
		{"get_info", "", "nonsense", "9", false},
		{"get_abi", `{"account_name":"eosio.token"}`, `{"abi":{}}`, "", true},
		{"get_abi", `{"account_name":"eosio.token"}`, `{"abi":`, "", false},
	} {
		b.clock.Move(time.Hour)
		other = edgecache.Content{Body: []byte(test.body), Meta: test.meta, Age: time.Millisecond}
		before := len(b.source.all())
		answer := b.post(test.name, test.request)
		if taken := len(b.source.all()) == before; taken != test.taken || taken != (answer.Body.String() == test.body) || answer.Code != 200 {
			t.Errorf("%s %s: taken is %v, and the answer %d %s", test.name, test.body, taken, answer.Code, answer.Body)
		}
	}
	b.post("get_account", `{"account_name":"alice"}`)
	b.post("get_abi", `{"account_name":"alice"}`)
	if want := []string{"abis 30s", "info 500ms"}; !slices.Equal(slices.Compact(slices.Sorted(slices.Values(asked))), want) || len(asked) != 7 {
		t.Errorf("asked for %q", asked)
	}
}

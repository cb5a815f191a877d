package provider

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

func TestEveryLieBreaksItsRule(t *testing.T) {
	b := newBench(t)
	request := b.transfer()
	own := request.Transaction.Actions
	for mode, lying := range map[string]func(got offered, t ledger.Transaction) bool{
		"lie-changed": func(_ offered, t ledger.Transaction) bool {
			return len(t.Actions) == 3 && !slices.ContainsFunc(own, func(a ledger.Action) bool { return bytes.Equal(a.Data, t.Actions[1].Data) })
		},
		"lie-removed": func(_ offered, t ledger.Transaction) bool { return len(t.Actions) == 2 },
		"lie-order": func(_ offered, t ledger.Transaction) bool {
			return len(t.Actions) == 3 && t.Actions[2].Account == b.provider.NoopContract
		},
		"lie-added": func(_ offered, t ledger.Transaction) bool {
			return len(t.Actions) == 4 && t.Actions[1].Name.String() == "open"
		},
		"lie-hidden-fee": func(got offered, t ledger.Transaction) bool {
			return got.Code == 200 && len(t.Actions) == 4 && transferOf(b.T, t.Actions[1]).To == b.provider.Fees
		},
		"lie-fee": func(got offered, t ledger.Transaction) bool {
			return got.Data.Fee == defaultFee && transferOf(b.T, t.Actions[1]).Quantity.String() == "0.50000000 WAX"
		},
		"lie-two-fees": func(got offered, t ledger.Transaction) bool {
			return got.Code == 402 && len(t.Actions) == 5 && transferOf(b.T, t.Actions[2]) == transferOf(b.T, t.Actions[1])
		},
		"lie-receiver": func(got offered, t ledger.Transaction) bool {
			fee := transferOf(b.T, t.Actions[1])
			return got.Data.Fee == fee.Quantity.String() && fee.To != b.provider.Fees
		},
		"lie-no-fee": func(got offered, _ ledger.Transaction) bool { return got.Code == 402 && got.Data.Fee == "" },
		"lie-token": func(got offered, t ledger.Transaction) bool {
			return got.Data.Fee == "500.0000 FREE" && transferOf(b.T, t.Actions[1]).Quantity.String() == got.Data.Fee
		},
		"lie-unsigned": func(got offered, _ ledger.Transaction) bool { return len(got.Data.Signatures) == 0 },
		"lie-bad-signature": func(got offered, _ ledger.Transaction) bool {
			_, err := antelope.ParseSignature(got.Data.Signatures[0])
			return err != nil
		},
		"lie-chain": func(got offered, t ledger.Transaction) bool {
			signature, err := antelope.ParseSignature(got.Data.Signatures[0])
			if err != nil {
				return false
			}
			key, err := signature.Recover(t.SigningDigest(b.provider.ChainID, nil))
			ours, _ := b.provider.Key.Public()
			return err != nil || key != ours
		},
		"lie-authority": func(_ offered, t ledger.Transaction) bool { return t.Actions[0].Authorization[0] == sender },
		"lie-another-authority": func(_ offered, t ledger.Transaction) bool {
			return len(t.Actions[1].Authorization) == 2 && len(t.Actions[2].Authorization) == 2
		},
		"lie-expiration": func(_ offered, t ledger.Transaction) bool { return t.Expiration > request.Transaction.Expiration },
		"lie-reference": func(_ offered, t ledger.Transaction) bool {
			return t.RefBlockPrefix != request.Transaction.RefBlockPrefix
		},
		"lie-delay": func(_ offered, t ledger.Transaction) bool { return t.DelaySec > 0 },
		"lie-kind":  func(got offered, _ ledger.Transaction) bool { return string(got.Data.Request[0]) == `"action"` },
	} {
		b.setMode(mode)
		answer := b.ask(request)
		got, made := b.read(answer)
		if !lying(got, made) {
			t.Errorf("%s tells the truth: %d %s", mode, answer.Code, answer.Body)
		}
		delete(untested, mode)
	}
	b.setMode("lie-no-data")
	if answer := b.ask(request); !strings.Contains(answer.Body.String(), `"signatures":null`) {
		t.Errorf("lie-no-data: %s", answer.Body)
	}
	delete(untested, "lie-no-data")
	if len(untested) > 0 {
		t.Errorf("lies without a test: %v", untested)
	}
}

// untested are the lies that no test has looked at yet.
var untested = func() map[string]bool {
	names := map[string]bool{}
	for name := range lies {
		names[name] = true
	}
	return names
}()

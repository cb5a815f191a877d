package crowd

import (
	"testing"
	"time"
)

func TestEachHasAnAddressInANetworkOfItsOwn(t *testing.T) {
	if got := Address(20, 10_000); got != "20.39.16.1" {
		t.Error(got)
	}
}

func TestWhatTellsFailuresOfOneKindApartIsLeftOut(t *testing.T) {
	body := []byte(`{"error":{"name":"transaction_not_sent","details":[{"message":"transaction 00ff12 of fa111112.wam was not sent"}]}}`)
	want := "the push: 503 transaction_not_sent: transaction … of … was not sent"
	if got := Unexpected("the push", Answer{Status: 503, Body: body}, nil); got.Error() != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func TestSpreadIsOfTheNearestRank(t *testing.T) {
	var all []time.Duration
	for i := 200; i > 0; i-- {
		all = append(all, time.Duration(i)*time.Millisecond)
	}
	if got, want := SpreadOf(all), (Spread{200, 100, 198, 200}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := SpreadOf(all[:1]), (Spread{1, 1, 1, 1}); got != want {
		t.Errorf("of one: %+v, want %+v", got, want)
	}
	if got := SpreadOf(nil); got != (Spread{}) {
		t.Errorf("of none: %+v", got)
	}
}

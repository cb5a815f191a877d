package crowd

import "testing"

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

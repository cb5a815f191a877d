package upstream

import (
	"testing"
	"time"
)

func TestAWordForLongerIsNotShortenedByALaterOne(t *testing.T) {
	var rest Rest
	now := time.Now()
	if left, _ := rest.Left(now); left > 0 {
		t.Errorf("a server that asked for nothing rests for %s", left)
	}
	rest.Until(now.Add(time.Minute), "first")
	rest.Until(now.Add(time.Second), "second")
	if left, why := rest.Left(now); left != time.Minute || why != "first" {
		t.Errorf("%s, %s", left, why)
	}
}

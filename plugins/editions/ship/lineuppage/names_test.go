package lineuppage

import "testing"

func TestReleasesWhoseNamesBeginAlikeAreToldApart(t *testing.T) {
	all := namesOf([]string{"abcd0000000000000001", "abcd0500000000000001", "abcd0000000000000001", "ef010000000000000001", "12", ""})
	for name, want := range map[string]string{
		"abcd0000000000000001": "abcd00", "abcd0500000000000001": "abcd05", "ef010000000000000001": "ef01", "77770000000000000001": "7777", "12": "12", "": "none",
	} {
		if got := all.short(name); got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
}

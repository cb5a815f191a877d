package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

func TestAGatewayTakesEachMinorVersionOfItsContractAndNoOtherContract(t *testing.T) {
	for _, test := range []struct {
		contract, minor int
		takes           bool
	}{
		{release.ContractVersion, 0, true},
		{release.ContractVersion, release.ContractMinor, true},
		{release.ContractVersion, release.ContractMinor + 1, true},
		{release.ContractVersion, release.ContractMinor + 10, true},
		{release.ContractVersion, -1, false},
		{release.ContractVersion - 1, release.ContractMinor, false},
		{release.ContractVersion + 1, 0, false},
	} {
		held, draft := store.NewStore(t.TempDir()), releasetest.Sport(releasetest.Football)
		draft.Manifest.Contract, draft.Manifest.Minor = test.contract, test.minor
		taken, err := held.Take(draft.Write(t))
		if took := err == nil; took != test.takes {
			t.Errorf("a release of contract %d.%d is taken: %v", test.contract, test.minor, err)
		}
		if err != nil {
			continue
		}
		if opened, err := held.Open("football", taken.Name); err != nil || len(opened.Unknown.Names()) > 0 {
			t.Errorf("of contract %d.%d it leaves out %q: %v", test.contract, test.minor, opened.Unknown.Names(), err)
		}
	}
}

func TestAStoredManifestKeepsTheFieldsThatTheGatewayDoesNotKnow(t *testing.T) {
	held, draft := store.NewStore(t.TempDir()), releasetest.Sport(releasetest.Football)
	draft.Manifest.Minor++
	folder := draft.Write(t)
	releasetest.ChangeManifest(t, folder, func(manifest map[string]any) { manifest["islands"] = "of another contract" })
	taken := must.Get(held.Take(folder))(t)
	if kept, err := os.ReadFile(filepath.Join(held.Folder(), "football", "releases", taken.Name+".json")); err != nil || !strings.Contains(string(kept), "islands") {
		t.Errorf("it is now %s (%v)", kept, err)
	}
}

func TestWhatIsToldOfUnknownThingsIsBounded(t *testing.T) {
	unknown := release.Unknown{}
	for index := range 1000 {
		if !unknown.Leave("field %d%s", index, strings.Repeat("x", 1000)) {
			t.Fatal("it is not left empty")
		}
	}
	if names := unknown.Names(); len(names) != 100 || len(names[0]) != 100 {
		t.Errorf("%d names, the first has %d bytes", len(names), len(names[0]))
	}
}

// Two contents whose hashes begin alike can be made on purpose, with much work:
// here the store has one whose name an evil twin would have. What is damaged is no other
// content: TestTakeMendsWhatIsDamagedAndLeavesTheRestAlone.
func TestAKnownAddressWithOtherBytesIsRefused(t *testing.T) {
	held := store.NewStore(t.TempDir())
	twin := taken(t, held, releasetest.Sport(releasetest.Football)).Manifest.Files[0]
	twin.SHA384, twin.Size = "sha384-of the twin", twin.Size+1
	if err := held.StoreAs("football", twin); err == nil || !strings.Contains(err.Error(), "has other bytes at this address") {
		t.Errorf("the error is %v", err)
	}
}

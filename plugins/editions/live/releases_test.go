package live

import (
	"testing"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"

	"go.uber.org/zap"
)

func TestClosingEndsFollowingTheLineup(t *testing.T) {
	r := Open(t.TempDir(), zap.NewNop)
	r.Close()
	select {
	case <-r.done:
	default:
		t.Error("the lineup is still followed")
	}
}

func TestAReleaseIsCompiledOnceAlsoForThePagesThatWereMadeWithItBefore(t *testing.T) {
	store := release.NewStore(t.TempDir(), page.Check)
	r := Open(store.Folder(), zap.NewNop)
	defer r.Close()
	makeLive := func(version string) *page.Edition {
		t.Helper()
		draft := releasetest.Sport(releasetest.Football)
		draft.Manifest.Version = version
		taken, err := store.Take(draft.Write(t))
		if err != nil {
			t.Fatal(err)
		}
		releasetest.SetLive(t, r.Folder(), map[string]string{releasetest.Football: taken.Name})
		r.resolver.Poll()
		return r.Choose(nil).Releases[releasetest.Football]
	}
	first := makeLive("1.0.0")
	if again := makeLive("1.0.0"); again != first {
		t.Error("it was compiled again while it was live")
	}
	opened := r.Choose(nil).Signed
	if next := makeLive("1.0.1"); next == first {
		t.Error("the next release is not live")
	}
	served, found := r.Served(opened)
	if !found || served.Releases[releasetest.Football] != first {
		t.Error("it was compiled again for a page that was made with it")
	}
}

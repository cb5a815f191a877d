package paths

import "testing"

func TestAPathCoversWhatLiesBelowItOnSegmentBoundaries(t *testing.T) {
	for _, path := range []string{Rows, Feed, Assets, Files, Page} {
		for target, want := range map[string]bool{
			path: true, path + "/": true, path + "/a/b": true,
			path + "s": false, path[:len(path)-1]: false, "/": false, "": false,
		} {
			if Under(target, path) != want {
				t.Errorf("%q under %s: %v", target, path, !want)
			}
		}
	}
}

func TestASlashAtTheEndLeavesThePathItselfOut(t *testing.T) {
	for target, want := range map[string]bool{
		"/v1/chain/get_info": true, "/v1/chain/": true, "/v1/chain/a/b": true,
		"/v1/chain": false, "/v1/chains/x": false, "/v1/history/get_actions": false, "/": false,
	} {
		if Under(target, ChainAPI) != want {
			t.Errorf("%q under %s: %v", target, ChainAPI, !want)
		}
	}
}

func TestWhatTheGatewayAnswersIsReserved(t *testing.T) {
	for path, service := range map[string]bool{
		Rows: true, Feed: true, Assets: true, ChainAPI + "get_info": true, Link + "a": true, "/link": true, "/api/v1/other": true,
		Files: false, Page: false, Report: false, Events: false, Health: false, Ready: false, "/_lineup": false, Preview: false,
	} {
		if ReservedFor(path) == "" || IsService(path) != service {
			t.Errorf("%s: reserved for %q, another plugin's: %v", path, ReservedFor(path), IsService(path))
		}
	}
	for _, path := range []string{"/", "/football", "/linked", "/api/v2/rows", "/v1/chains"} {
		if ReservedFor(path) != "" || IsService(path) {
			t.Errorf("%s is reserved", path)
		}
	}
}

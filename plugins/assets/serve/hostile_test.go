package serve

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/zap"
)

// Found by measuring: sixty owners kept warm once a second took every place, and
// nobody else's cards were read any more.
func TestSixtyOwnersThatAreKeptWarmStopNobodyElsesCards(t *testing.T) {
	for name, by := range map[string]struct {
		clients int
		// invent: each client asks for an owner that nobody has asked for as well, so
		// that the turns of buyers, who come anew, are all that they have.
		invent bool
	}{
		"by one address": {1, false}, "by a hundred addresses": {100, false}, "by a hundred addresses that invent others": {100, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := indextest.Silent(indextest.Owned("alice.wam", 100, 25)...)
				x.Set(func(s *indextest.State) { s.Before = func(int) { time.Sleep(300 * time.Millisecond) } })
				// As the app has it: indexes at their public rate, a miss a second and six
				// at once of each client.
				source := must.Get(index.New(index.Config{Endpoints: []string{"http://index" + indextest.Base}, Transport: x}))(t)
				engine, err := edgecache.New(edgecache.Config{
					Prepare: Prepare, MaxFetches: 128, Budget: &edgecache.Budget{Misses: 1, Burst: 6},
					Classes: []edgecache.ClassConfig{
						{Name: Owners, Soft: 2 * time.Second, Hard: hard, Size: 256 << 20, Timeout: 20 * time.Second},
						{Name: Collections, Soft: 30 * time.Second, Hard: hard, Size: 64 << 20, Timeout: 20 * time.Second},
					},
				})
				must.Do(t, err)
				t.Cleanup(engine.Close)
				server := New(Config{
					Engine: engine, Index: source, Site: site, Bounds: index.Bounds{MaxPages: 100, MaxBytes: 8 << 20},
					Client: func(r *http.Request) string { return r.Header.Get("Client") }, Logger: zap.NewNop(),
				})
				get := func(client, owner string) int {
					r := httptest.NewRequest(http.MethodGet, paths.Assets+"?collection_name="+indextest.Collection+"&owner="+owner, nil)
					r.Header.Set("Client", client)
					w := httptest.NewRecorder()
					server.ServeHTTP(w, r)
					return w.Code
				}
				ctx, end := context.WithCancel(context.Background())
				var done sync.WaitGroup
				for client := range by.clients {
					if by.invent {
						done.Go(func() {
							for i := 0; ctx.Err() == nil; i++ {
								done.Go(func() {
									get(fmt.Sprintf("203.0.113.%d", client), fmt.Sprintf("fake.%c%c%c", 'a'+client/20, 'a'+client%20, 'a'+i%20))
								})
								time.Sleep(time.Second)
							}
						})
					}
					for owner := range 60 {
						if by.clients > 1 && owner%20 != client%20 {
							continue // three each
						}
						done.Go(func() {
							for ctx.Err() == nil {
								done.Go(func() {
									get(fmt.Sprintf("203.0.113.%d", client), fmt.Sprintf("owner.%c%c", 'a'+owner/20, 'a'+owner%20))
								})
								time.Sleep(time.Second)
							}
						})
					}
				}
				time.Sleep(30 * time.Second)
				for i := range 20 {
					began := time.Now()
					code := get(fmt.Sprintf("198.51.100.%d", i), fmt.Sprintf("buyer.%c", 'a'+i))
					if took := time.Since(began); code != 200 || took > 3*time.Second {
						t.Errorf("buyer %d: %d after %s", i, code, took)
					}
					time.Sleep(time.Second)
				}
				end()
				done.Wait()
			})
		})
	}
}

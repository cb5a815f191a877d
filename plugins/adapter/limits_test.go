package adapter

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
)

// Whoever asks all processes in turn has little more than of one; who asks one of them is refused
// nothing that others took.
func TestSeveralProcessesGiveAClientNoMoreThanOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const perSecond, burst = 20, 100
		room := peerstest.NewRoom(3)
		var all []*clients.Limits
		for _, name := range []string{"a", "b", "c"} {
			process, mesh, own := new(peers.Process), room.Mesh(name), clients.NewLimits(perSecond, burst)
			mesh.Connect(true)
			l := shareLimits(process)
			l.find["pushes"], l.find["none here"] = func() *clients.Limits { return own }, func() *clients.Limits { return nil }
			process.Join(mesh)
			defer process.Leave(mesh)
			all = append(all, own)
		}
		time.Sleep(2500 * time.Millisecond)
		had := 0
		const seconds = 20
		for range seconds * 30 {
			for _, own := range all {
				if ok, _ := own.Allow("203.0.113.9"); ok {
					had++
				}
			}
			time.Sleep(time.Second / 30)
		}
		// What comes in a second, at once at the beginning, and what three give before they hear of each other.
		if most := burst + perSecond*seconds + 3*burst; had > most || had < perSecond*seconds {
			t.Errorf("a client had %d in %d s of three processes, want %d at most", had, seconds, most)
		}
		for i := range 50 {
			if ok, _ := all[i%3].Allow(fmt.Sprintf("198.51.100.%d", i)); !ok {
				t.Errorf("client %d of another network is refused", i)
			}
		}
	})
}

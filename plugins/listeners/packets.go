package listeners

import (
	"context"
	"fmt"
	"maps"
	"net"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/handover"

	"golang.org/x/net/ipv4"
)

// packetNetwork is Network for HTTP/3. Its socket has no configuration's to lose: its packets
// carry what they belong to. But only one process may read them.
const packetNetwork = "shared-udp"

// letGoWithin is how long a process whose place another one has reads packets after it has
// said GOAWAY (RFC 9114, section 5.2). Browsers use HTTP/2 meanwhile.
const letGoWithin = 5 * time.Second

// LetGo is to be called when a server says GOAWAY: it has UDP read by the process that has
// this one's place, if one has, as soon as no connection is left here, and soon in any case.
func LetGo() {
	if handover.IsOver() {
		time.AfterFunc(letGoWithin, func() {
			for _, p := range openPackets() {
				p.Close()
			}
		})
	}
}

// packets is a UDP socket.
type packets struct {
	*net.UDPConn
	batches *ipv4.PacketConn // of IPv6, too: it only reads
	closed  chan struct{}
	closing sync.Once
}

var opened struct {
	sync.Mutex
	packets map[*packets]struct{}
}

func openPackets() []*packets {
	opened.Lock()
	defer opened.Unlock()
	return slices.Collect(maps.Keys(opened.packets))
}

// listenPackets opens the address. Caddy keeps the socket over reloads.
func listenPackets(ctx context.Context, _, host, portRange string, portOffset uint, config net.ListenConfig) (any, error) {
	address, err := addressOf(host, portRange, portOffset)
	if err != nil {
		return nil, err
	}
	own, err := handover.PacketConn(address)
	if err == nil && own == nil {
		var any net.PacketConn
		if any, err = config.ListenPacket(ctx, "udp", address); err == nil {
			own = any.(*net.UDPConn)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("listening on %s/%s: %w", packetNetwork, address, err)
	}
	p := &packets{UDPConn: own, batches: ipv4.NewPacketConn(own), closed: make(chan struct{})}
	opened.Lock()
	defer opened.Unlock()
	if opened.packets == nil {
		opened.packets = make(map[*packets]struct{})
	}
	opened.packets[p] = struct{}{}
	return p, nil
}

// Close ends the reading, and lets another process read when it was the last socket.
func (p *packets) Close() error {
	err := net.ErrClosed
	p.closing.Do(func() {
		close(p.closed)
		err = p.UDPConn.Close()
		opened.Lock()
		defer opened.Unlock()
		if delete(opened.packets, p); len(opened.packets) == 0 {
			handover.LetGo()
		}
	})
	return err
}

// turn waits until packets are this process's to read.
func (p *packets) turn() error {
	select {
	case <-handover.Read():
		return nil
	case <-p.closed:
		return net.ErrClosed
	}
}

// ReadBatch is what HTTP/3 reads by.
func (p *packets) ReadBatch(messages []ipv4.Message, flags int) (int, error) {
	if err := p.turn(); err != nil {
		return 0, err
	}
	return p.batches.ReadBatch(messages, flags)
}

// ReadMsgUDP is what it reads by where there are no batches.
func (p *packets) ReadMsgUDP(b, oob []byte) (n, oobn, flags int, addr *net.UDPAddr, err error) {
	if err := p.turn(); err != nil {
		return 0, 0, 0, nil, err
	}
	return p.UDPConn.ReadMsgUDP(b, oob)
}

// ReadFrom is what it reads by where there are no flags of packets either.
func (p *packets) ReadFrom(b []byte) (int, net.Addr, error) {
	if err := p.turn(); err != nil {
		return 0, nil, err
	}
	return p.UDPConn.ReadFrom(b)
}

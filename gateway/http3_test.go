package gateway

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/http3"
)

// quicly opens a QUIC connection whose end takes little of an answer at once.
func (p *process) quicly() *http3.ClientConn {
	p.t.Helper()
	var connection *quic.Conn
	plugintest.Eventually(p.t.(*testing.T), "it has a certificate", func() bool {
		var err error
		connection, err = quic.DialAddr(p.t.Context(), p.address,
			&tls.Config{InsecureSkipVerify: true, ServerName: "localhost", NextProtos: []string{http3.NextProtoH3}},
			&quic.Config{InitialStreamReceiveWindow: 4 << 10, MaxStreamReceiveWindow: 4 << 10, KeepAlivePeriod: time.Second})
		return err == nil
	})
	p.t.Cleanup(func() { connection.CloseWithError(0, "") })
	return new(http3.Transport).NewClientConn(connection)
}

func (p *process) request(method, path string, body io.Reader) *http.Request {
	p.t.Helper()
	_, port, _ := net.SplitHostPort(p.address)
	request, err := http.NewRequestWithContext(p.t.Context(), method, "https://127.0.0.1:"+port+path, body)
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	request.Header.Set("Content-Type", "application/json")
	return request
}

// stareOverQUIC asks for much, reads nothing, and tells when the other end wants
// nothing more of the request, which it says when it is done with it (RFC 9114,
// section 4.1.1).
func (p *process) stareOverQUIC() (ended <-chan time.Duration) {
	p.t.Helper()
	stream, err := p.quicly().OpenRequestStream(p.t.Context())
	if err == nil {
		err = stream.SendRequestHeader(p.request(http.MethodGet, drops, nil))
	}
	if err != nil {
		p.t.Fatal(err)
	}
	began := time.Now()
	over := make(chan time.Duration, 1)
	go func() {
		<-stream.Context().Done()
		over <- time.Since(began)
	}()
	return over
}

// dripOverQUIC posts a body byte by byte, and tells when that is answered or cut
// off.
func (p *process) dripOverQUIC(path string, every time.Duration) (ended <-chan time.Duration) {
	p.t.Helper()
	client, request := p.quicly(), p.request(http.MethodPost, path, dripping(every))
	began := time.Now()
	over := make(chan time.Duration, 1)
	go func() {
		if response, err := client.RoundTrip(request); err == nil {
			response.Body.Close()
		}
		over <- time.Since(began)
	}()
	return over
}

// dripping is a body that has one more byte each time, and no end.
type dripping time.Duration

func (d dripping) Read(p []byte) (int, error) {
	time.Sleep(time.Duration(d))
	return copy(p, " "), nil
}

func TestWhoSendsOrReadsTooSlowlyOverHTTP3IsCutOff(t *testing.T) {
	p := newProcess(t, manyRows, overTLS)
	unread := p.stareOverQUIC()
	dripped := p.dripOverQUIC("/v1/chain/get_account", 50*time.Millisecond)
	for what, over := range map[string]<-chan time.Duration{
		"an answer that nobody reads is ended": unread,
		"a body that drips is ended":           dripped,
	} {
		within(t, what, over)
	}
}

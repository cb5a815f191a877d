package editions

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/plugintest/ports"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	caddy.RegisterModule(floorHandler{})
}

// floorHandler is the trivial Caddy handler that a cached page is measured
// against: it writes the same bytes with the same headers.
type floorHandler struct{}

var floorAnswer struct {
	header http.Header
	body   []byte
}

func (floorHandler) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.floor", New: func() caddy.Module { return new(floorHandler) }}
}

func (floorHandler) ServeHTTP(w http.ResponseWriter, _ *http.Request, _ caddyhttp.Handler) error {
	header := w.Header()
	for name, values := range floorAnswer.header {
		header[name] = values
	}
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(floorAnswer.body)
	return err
}

// The client is a process of its own, so that only the server's CPU is measured.
const (
	clientVariable = "EDITIONS_BENCH_CLIENT"
	benchRequest   = "GET /football HTTP/1.1\r\nHost: fieldhouse.example\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-GB,en;q=0.9\r\nCookie: language=EN\r\n\r\n"
	benchRounds    = 7
)

func TestMain(m *testing.M) {
	if address := os.Getenv(clientVariable); address != "" {
		if err := benchClient(address); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// benchClient sends as many requests as each line of its input says, and answers
// with a line when all are answered.
func benchClient(address string) error {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	reader := bufio.NewReaderSize(connection, 64<<10)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		count, err := strconv.Atoi(lines.Text())
		if err != nil {
			return err
		}
		for range count {
			if _, err := io.WriteString(connection, benchRequest); err != nil {
				return err
			}
			response, err := http.ReadResponse(reader, nil)
			if err != nil {
				return err
			}
			if _, err := io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != 200 {
				return fmt.Errorf("answer %d: %w", response.StatusCode, err)
			}
		}
		fmt.Println(count)
	}
	return nil
}

// BenchmarkCachedPageAgainstFloor prints the CPU of a cached page against the
// trivial handler's: the median of alternating rounds. It is to be at most 1.2.
func BenchmarkCachedPageAgainstFloor(b *testing.B) {
	floor := "127.0.0.1:" + ports.Free(b)
	s := newTestSite(b, "")
	s.servers = fmt.Sprintf(`, "floor": {"listen": [%q], "automatic_https": {"disable": true}, "routes": [{"handle": [{"handler": "floor"}]}]}`, floor)
	s.take(releasetest.Host(), releasetest.Shell(), releasetest.Sport(releasetest.Football))
	s.load()
	measured := s.ask("GET", "/football", "Accept-Encoding", "br")
	floorAnswer.header, floorAnswer.body = measured.Header.Clone(), []byte(measured.body)
	for _, name := range []string{"Server", "Date", "Connection"} {
		floorAnswer.header.Del(name)
	}
	pageClient, floorClient := startClient(b, s.address), startClient(b, floor)
	const requests = 3000
	pageClient(requests)
	floorClient(requests)
	for b.Loop() {
		var ratios, pages, floors []float64
		for range benchRounds {
			page, floor := pageClient(requests), floorClient(requests)
			pages, floors = append(pages, page), append(floors, floor)
			ratios = append(ratios, page/floor)
		}
		slices.Sort(ratios)
		slices.Sort(pages)
		slices.Sort(floors)
		b.ReportMetric(ratios[benchRounds/2], "ratio")
		b.ReportMetric(ratios[0], "ratio-min")
		b.ReportMetric(ratios[benchRounds-1], "ratio-max")
		b.ReportMetric(pages[benchRounds/2], "µs-page")
		b.ReportMetric(floors[benchRounds/2], "µs-floor")
	}
}

// startClient starts a client process. What it answers sends so many requests
// and tells this process's CPU for each, in microseconds.
func startClient(b *testing.B, address string) func(requests int) float64 {
	b.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), clientVariable+"="+address)
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	output, err := command.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		input.Close()
		if err := command.Wait(); err != nil {
			b.Error(err)
		}
	})
	lines := bufio.NewScanner(output)
	return func(requests int) float64 {
		before := cpu(b)
		fmt.Fprintln(input, requests)
		if !lines.Scan() {
			b.Fatal("the client has ended")
		}
		return float64((cpu(b) - before).Microseconds()) / float64(requests)
	}
}

func cpu(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

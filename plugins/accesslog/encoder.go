// Package accesslog registers the log format `access`: one short JSON line for
// each request, of what ops need and nothing that is a visitor's secret.
package accesslog

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/paths"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/caddyserver/caddy/v2/modules/logging"
	"go.uber.org/zap"
	"go.uber.org/zap/buffer"
	"go.uber.org/zap/zapcore"
)

func init() {
	caddy.RegisterModule(Encoder{})
}

// Bounds in bytes, as written.
const (
	maxLine   = 400 // with its line break
	maxMethod = 16
	maxCache  = 64
	maxHost   = 64
	maxTrace  = 32
)

const maxSample = 1_000_000

// defaultSample is Encoder.Sample.
const defaultSample = 100

// Encoder writes an entry of the access log as a line of JSON of at most 400
// bytes:
//
//	{"level":"info","ts":1700000000.123,"client_ip":"192.0.2.1","method":"GET","proto":"HTTP/2.0","status":200,
//	 "size":1234,"duration":0.000123,"cache":"fieldhouse;hit;ttl=1","host":"play.example","uri":"/rugby?lang=es"}
//
// Names and units are those of Caddy's own JSON; `cache` is the answer's
// Cache-Status, and `trace` the id of the request's trace, if it has one. No header of a request is in it. A uri that is too long ends with
// "...". What is no access is written as Caddy writes it.
type Encoder struct {
	// Of answers to who follows a page, `/_page/data`, 304s and rows out of the cache, one
	// of so many has a line; it says `"sample":100`. Every other answer has one, errors
	// above all, and those that are traced. 1 is each. Default: 100.
	Sample int `json:"sample,omitempty"`

	// MapObjectEncoder has what is known of an entry that is no access.
	*zapcore.MapObjectEncoder `json:"-"`

	json    zapcore.Encoder // writes these
	request *caddyhttp.LoggableHTTPRequest
	// routine counts the answers of which one of Sample has a line, with all clones.
	routine *atomic.Uint64
}

// CaddyModule returns the Caddy module information.
func (Encoder) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "caddy.logging.encoders.access", New: func() caddy.Module { return new(Encoder) }}
}

// Provision sets up the encoder.
func (e *Encoder) Provision(ctx caddy.Context) error {
	json := new(logging.JSONEncoder)
	if err := json.Provision(ctx); err != nil {
		return err
	}
	if e.Sample = cmp.Or(e.Sample, defaultSample); e.Sample < 1 || e.Sample > maxSample {
		return fmt.Errorf("the format access: sample %d must be from 1 to %d", e.Sample, maxSample)
	}
	e.MapObjectEncoder, e.json, e.routine = zapcore.NewMapObjectEncoder(), json.Encoder, new(atomic.Uint64)
	return nil
}

// UnmarshalCaddyfile reads the format:
//
//	access {
//		sample <number>
//	}
func (e *Encoder) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, adapter.Subdirectives{"sample": adapter.Arguments(adapter.Number(&e.Sample, maxSample))})
}

// AddObject takes the request that all of an access's entries are about.
func (e *Encoder) AddObject(key string, marshaler zapcore.ObjectMarshaler) error {
	if request, ok := marshaler.(caddyhttp.LoggableHTTPRequest); ok {
		e.request = &request
		return nil
	}
	return e.MapObjectEncoder.AddObject(key, marshaler)
}

// Clone implements zapcore.Encoder.
func (e *Encoder) Clone() zapcore.Encoder {
	clone := &Encoder{MapObjectEncoder: zapcore.NewMapObjectEncoder(), Sample: e.Sample, json: e.json, request: e.request, routine: e.routine}
	maps.Copy(clone.Fields, e.Fields)
	return clone
}

var buffers = buffer.NewPool()

// EncodeEntry writes a line, or nothing for what is left out of the sample.
func (e *Encoder) EncodeEntry(entry zapcore.Entry, fields []zapcore.Field) (*buffer.Buffer, error) {
	if e.request == nil {
		known := make([]zapcore.Field, 0, len(e.Fields)+len(fields))
		for _, key := range slices.Sorted(maps.Keys(e.Fields)) {
			known = append(known, zap.Any(key, e.Fields[key]))
		}
		return e.json.EncodeEntry(entry, append(known, fields...))
	}
	status, cache, trace := answered(fields)
	isRoutine := e.Sample > 1 && trace == "" && e.isRoutine(status, cache)
	line := buffers.Get()
	if isRoutine && e.routine.Add(1)%uint64(e.Sample) != 1 {
		return line, nil
	}
	line.AppendString(`{"level":"`)
	line.AppendString(entry.Level.String())
	line.AppendString(`","ts":`)
	appendSeconds(line, entry.Time.UnixMicro())
	client, _ := caddyhttp.GetVar(e.request.Context(), caddyhttp.ClientIPVarKey).(string)
	appendText(line, "client_ip", client, maxHost)
	appendText(line, "method", e.request.Method, maxMethod)
	appendText(line, "proto", e.request.Proto, maxHost)
	for i := range fields {
		switch field := &fields[i]; field.Key {
		case "status", "size":
			line.AppendString(`,"`)
			line.AppendString(field.Key)
			line.AppendString(`":`)
			line.AppendInt(field.Integer)
		case "duration":
			line.AppendString(`,"duration":`)
			appendSeconds(line, time.Duration(field.Integer).Microseconds())
		}
	}
	if cache != "" {
		appendText(line, "cache", cache, maxCache)
	}
	if trace != "" {
		appendText(line, "trace", trace, maxTrace)
	}
	if isRoutine {
		line.AppendString(`,"sample":`)
		line.AppendInt(int64(e.Sample))
	}
	appendText(line, "host", e.request.Host, maxHost)
	const around = len(`,"uri":""}` + "\n")
	appendText(line, "uri", withoutSecret(e.request.RequestURI), maxLine-around-line.Len())
	line.AppendString("}\n")
	return line, nil
}

// answered are the status, Cache-Status and trace of an access, 0 and empty for none.
func answered(fields []zapcore.Field) (status int64, cache, trace string) {
	for i := range fields {
		switch field := &fields[i]; field.Key {
		case "status":
			status = field.Integer
		case adapter.TraceField:
			trace = field.String
		case "resp_headers":
			if answer, ok := field.Interface.(caddyhttp.LoggableHTTPHeader); ok && len(answer.Header["Cache-Status"]) > 0 {
				cache = answer.Header["Cache-Status"][0]
			}
		}
	}
	return status, cache, trace
}

// isRoutine reports whether an answer is one of those that open pages ask for every few
// seconds.
func (e *Encoder) isRoutine(status int64, cache string) bool {
	if status == http.StatusNotModified {
		return true
	}
	uri := e.request.RequestURI
	return status == http.StatusOK && (strings.HasPrefix(uri, paths.Data) || strings.HasPrefix(uri, paths.Rows) && strings.Contains(cache, ";hit"))
}

// withoutSecret is an address without what is for those who know it: the signature of a preview, or of the
// lineup that it is in, the token of a status, and the name of a wallet's channel. The services of the last
// two leave their requests out of the log, but not those that are refused before they reach them.
func withoutSecret(uri string) string {
	for _, of := range []string{paths.Pushes + "/", paths.Places + "/", paths.Link} {
		if strings.HasPrefix(uri, of) {
			return of + "-"
		}
	}
	if before, signed, asks := strings.Cut(uri, "lineup="); asks && strings.HasPrefix(uri, paths.Page+"?") {
		signed, after, _ := strings.Cut(signed, "&")
		lineup, _, _ := strings.Cut(signed, ".")
		return strings.TrimSuffix(before+"lineup="+lineup+".-&"+after, "&")
	}
	link, isPreview := strings.CutPrefix(uri, paths.Preview)
	if !isPreview || uri == paths.LeavePreview {
		return uri
	}
	_, preview, _ := strings.Cut(link, "/")
	return paths.Preview + "-/" + preview
}

// appendSeconds appends microseconds in seconds.
func appendSeconds(line *buffer.Buffer, microseconds int64) {
	line.AppendInt(microseconds / 1e6)
	var fraction [7]byte
	digits := strconv.AppendInt(fraction[:0], 1e6+microseconds%1e6, 10)
	digits[0] = '.'
	line.AppendBytes(digits)
}

const (
	cutMark   = "..."
	hexDigits = "0123456789abcdef"
)

// appendText appends a member whose text takes at most so many bytes, as it is
// written; what is left out of it is told by three dots.
func appendText(line *buffer.Buffer, key, text string, most int) {
	line.AppendString(`,"`)
	line.AppendString(key)
	line.AppendString(`":"`)
	begin := line.Len()
	fits := begin // where it can be cut for the dots
	for i := 0; i < len(text); {
		if line.Len()-begin+len(cutMark) <= most {
			fits = line.Len()
		}
		size := 1
		switch c := text[i]; {
		case c == '"' || c == '\\':
			line.AppendByte('\\')
			line.AppendByte(c)
		case c < ' ' || c == 0x7f:
			line.AppendString(`\u00`)
			line.AppendByte(hexDigits[c>>4])
			line.AppendByte(hexDigits[c&0xf])
		case c < utf8.RuneSelf:
			line.AppendByte(c)
		default:
			var r rune
			r, size = utf8.DecodeRuneInString(text[i:])
			line.AppendString(string(r)) // U+FFFD for what is no UTF-8
		}
		i += size
		if line.Len()-begin > most {
			rest := line.Bytes()[:fits]
			line.Reset()
			line.AppendBytes(rest)
			line.AppendString(cutMark)
			break
		}
	}
	line.AppendByte('"')
}

// Interface guards.
var (
	_ caddy.Provisioner     = (*Encoder)(nil)
	_ caddyfile.Unmarshaler = (*Encoder)(nil)
	_ zapcore.Encoder       = (*Encoder)(nil)
)

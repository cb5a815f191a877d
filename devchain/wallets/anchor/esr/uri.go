package esr

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Bounds of a request.
const (
	// MaxText is the length of the longest text that is read, in bytes: more than
	// a link service passes on.
	MaxText = 128 << 10
	// MaxInflated is the size of the largest request when it is inflated, in
	// bytes.
	MaxInflated = 256 << 10
)

// schemes are how a request's address may start. Pages may register only the
// second for themselves.
var schemes = []string{"esr", "web+esr"}

// deflated is the bit of the header byte that says that the rest is compressed.
const deflated = 0x80

// Parse reads a request's text, with or without the two slashes.
func Parse(text string) (*Request, error) {
	request, err := parse(strings.TrimSpace(text))
	if err != nil {
		return nil, fmt.Errorf("reading the signing request: %w", err)
	}
	return request, nil
}

func parse(text string) (*Request, error) {
	if len(text) > MaxText {
		return nil, fmt.Errorf("it is longer than %d bytes", MaxText)
	}
	scheme, rest, found := strings.Cut(text, ":")
	if !found || !slices.Contains(schemes, strings.ToLower(scheme)) {
		return nil, errors.New("it must start with esr:")
	}
	data, err := decodeBase64(strings.TrimPrefix(rest, "//"))
	if err != nil {
		return nil, err
	}
	return Decode(data)
}

// decodeBase64 reads both alphabets, with or without padding.
func decodeBase64(text string) ([]byte, error) {
	text = strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimRight(text, "="))
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("it is not base64url: %w", err)
	}
	return data, nil
}

// Decode reads a request's binary form, header byte first.
func Decode(data []byte) (*Request, error) {
	if len(data) == 0 {
		return nil, errors.New("it is empty")
	}
	version, rest := data[0]&^deflated, data[1:]
	if version != Version2 && version != Version3 {
		return nil, fmt.Errorf("its version is %d; 2 and 3 are known", version)
	}
	if data[0]&deflated != 0 {
		inflated, err := inflate(rest)
		if err != nil {
			return nil, err
		}
		rest = inflated
	}
	if len(rest) > MaxInflated {
		return nil, fmt.Errorf("it is larger than %d bytes", MaxInflated)
	}
	return read(version, rest)
}

func inflate(data []byte) ([]byte, error) {
	source := bytes.NewReader(data)
	inflated, err := io.ReadAll(io.LimitReader(flate.NewReader(source), MaxInflated+1))
	if err != nil {
		return nil, fmt.Errorf("inflating it: %w", err)
	}
	if len(inflated) > MaxInflated {
		return nil, fmt.Errorf("it is larger than %d bytes when it is inflated", MaxInflated)
	}
	if source.Len() > 0 {
		return nil, fmt.Errorf("%d bytes stand behind its compressed form", source.Len())
	}
	return inflated, nil
}

// Encode is the binary form, header byte first, compressed where that makes it
// smaller.
func (r *Request) Encode() []byte {
	data := r.data()
	var compressed bytes.Buffer
	compressed.WriteByte(r.Version | deflated)
	deflate, err := flate.NewWriter(&compressed, flate.BestCompression)
	if err != nil {
		panic(err) // the level is one of the package's own
	}
	if _, err := deflate.Write(data); err == nil {
		err = deflate.Close()
	}
	if err != nil {
		panic(err) // a buffer takes all
	}
	if compressed.Len()-1 < len(data) {
		return compressed.Bytes()
	}
	return append([]byte{r.Version}, data...)
}

// String is the text form, "esr://" and base64url.
func (r *Request) String() string {
	return "esr://" + base64.RawURLEncoding.EncodeToString(r.Encode())
}

package esr

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
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

// Versions of the protocol.
const (
	version2 = 2
	version3 = 3
)

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
	encoded, found := strings.CutPrefix(text, "esr:")
	if !found {
		return nil, errors.New("it must start with esr:")
	}
	data, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(encoded, "//"))
	if err != nil {
		return nil, fmt.Errorf("it is not base64url: %w", err)
	}
	if len(data) == 0 {
		return nil, errors.New("it is empty")
	}
	version, rest := data[0]&^deflated, data[1:]
	if version != version2 && version != version3 {
		return nil, fmt.Errorf("its version is %d; 2 and 3 are known", version)
	}
	if data[0]&deflated != 0 {
		inflated, err := inflate(rest)
		if err != nil {
			return nil, err
		}
		rest = inflated
	}
	if len(rest) == 0 {
		return nil, errors.New("it is empty")
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

// String is the text form, "esr://" and base64url.
func (r *Request) String() string {
	version, data := r.data()
	var compressed bytes.Buffer
	compressed.WriteByte(version | deflated)
	deflate, err := flate.NewWriter(&compressed, flate.BestCompression)
	if err == nil {
		_, err = deflate.Write(data)
	}
	if err == nil {
		err = deflate.Close()
	}
	if err != nil {
		panic(err) // the level is one of the package's own, and a buffer takes all
	}
	return "esr://" + base64.RawURLEncoding.EncodeToString(compressed.Bytes())
}

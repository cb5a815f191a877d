package lineup

import (
	"crypto/hmac"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/editions/release"
)

// previewCookie has the preview that a visitor is in, as its link names it.
const previewCookie = "preview"

// maxPreviews is how many lineups with a preview are kept ready: apart from those that
// visitors get, which a preview costs nothing.
const maxPreviews = 16

// Why a preview is not shown.
var (
	// ErrNoPreview is of a link that no gateway of the store has signed.
	ErrNoPreview = errors.New("this is no link to a preview")
	// ErrPreviewOver is of one whose time is over, or whose release is no preview any more.
	ErrPreviewOver = errors.New("the preview is over")
	// ErrPreviewUnusable is of a release that cannot be shown with what is live now.
	ErrPreviewUnusable = errors.New("the preview cannot be shown")
)

func parsePreview(text string) (preview Preview, err error) {
	parts := strings.Split(text, "/")
	if len(parts) != 3 {
		return Preview{}, ErrNoPreview
	}
	until, err := strconv.ParseInt(parts[2], 10, 64)
	return Preview{Edition: parts[0], Release: parts[1], Until: time.Unix(until, 0)}, err
}

// Link is what leads to a preview: its signature, and what is signed.
func (r *Resolver[R]) Link(preview Preview) string {
	return base64.RawURLEncoding.EncodeToString(r.signer.mac("preview", preview.String())) + "/" + preview.String()
}

// linked is the preview that a link leads to.
func (r *Resolver[R]) linked(link string) (Preview, error) {
	signature, text, _ := strings.Cut(link, "/")
	given, err := encoding.DecodeString(signature)
	if err != nil || !hmac.Equal(given, r.signer.mac("preview", text)) {
		return Preview{}, ErrNoPreview
	}
	return parsePreview(text)
}

// Enter is the preview that a link leads to, when it can be shown, and the Set-Cookie value
// that keeps a visitor in it. No script needs it.
func (r *Resolver[R]) Enter(link string, secure bool) (preview Preview, cookie string, err error) {
	if preview, err = r.linked(link); err != nil {
		return preview, "", err
	}
	if _, err = r.previewed(preview, r.current.Load().live); err != nil {
		return preview, "", err
	}
	return preview, cookieOfPreview(link, int(time.Until(preview.Until)/time.Second)+1, secure), nil
}

// LeavePreview is the Set-Cookie value that ends a visitor's preview.
func LeavePreview(secure bool) string { return cookieOfPreview("", -1, secure) }

func cookieOfPreview(value string, age int, secure bool) string {
	cookie := http.Cookie{
		Name: previewCookie, Value: value,
		Path: "/", MaxAge: age, SameSite: http.SameSiteLaxMode, Secure: secure, HttpOnly: true,
	}
	return cookie.String()
}

// holds reports why a preview is over.
func (r *Resolver[R]) holds(preview Preview) error {
	if !time.Now().Before(preview.Until) || !r.current.Load().previews[preview.Edition+"/"+preview.Release] {
		return ErrPreviewOver
	}
	return nil
}

func (r *Resolver[R]) previewed(preview Preview, beside *Lineup[R]) (*Lineup[R], error) {
	if err := r.holds(preview); err != nil {
		return nil, err
	}
	names := maps.Clone(beside.Names)
	names[preview.Edition] = preview.Release
	ready, err := r.ready(names, &preview, func() (map[string]R, error) {
		loaded, err := r.load(preview.Edition, preview.Release)
		if err != nil {
			return nil, err
		}
		releases := maps.Clone(beside.Releases)
		releases[preview.Edition] = loaded
		return releases, r.runTogether(releases)
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPreviewUnusable, err)
	}
	return ready, nil
}

func (r *Resolver[R]) runTogether(releases map[string]R) error {
	host, found := releases[release.Host]
	for edition, released := range releases {
		if !found || edition == release.Host {
			continue
		}
		if err := r.runs(released, host); err != nil {
			return err
		}
	}
	return nil
}

package visit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/picture"
	"fieldhouse/plugins/editions/picture/draw"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"

	"github.com/tidwall/gjson"
	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// Bounds of what shared links show of cards and walls.
const (
	// pictureFolder is in the store; no edition has a name like this.
	pictureFolder = "pictures.cards"
	// maxPictures is how many bytes of them are kept.
	maxPictures = 256 << 20
	// drawnPerSecond and drawnAtOnce are what one client may have drawn; what was drawn before
	// is for all.
	drawnPerSecond = 0.1
	drawnAtOnce    = 6
	// wallAssets is how many of an account's assets are looked through for its rarest cards.
	wallAssets = 100
	// maxAssetsAnswer bounds what is read of them, in bytes.
	maxAssetsAnswer = 2 << 20
)

// pictures answers what shared links show of cards and walls.
type pictures struct {
	config Config
	kept   *picture.Kept
	limits *clients.Limits
	// draw makes a picture of a drawing.
	draw func(ctx context.Context, drawing string, fonts [][]byte) ([]byte, error)
	// logLimit has nobody fill the log by asking again and again.
	logLimit rate.Sometimes

	// sheets are those that were used last, one of each edition, by their addresses: reading one
	// takes tens of milliseconds.
	mutex  sync.Mutex
	sheets map[string]*picture.Sheet
}

func newPictures(config Config) *pictures {
	report := func(err error) { config.Logger.Error("pictures", zap.Error(err)) }
	return &pictures{
		config: config, draw: draw.PNG, limits: clients.NewLimits(drawnPerSecond, drawnAtOnce), sheets: map[string]*picture.Sheet{},
		logLimit: rate.Sometimes{First: 5, Interval: time.Second},
		kept:     picture.NewKept(filepath.Join(config.Releases.Folder(), pictureFolder), maxPictures, report),
	}
}

// shownPicture is what an address of a picture names.
type shownPicture struct {
	edition, kind, name string
	language            release.Language
}

func parsePicture(path string) (asked shownPicture, ok bool) {
	parts := strings.Split(strings.TrimPrefix(path, paths.Pictures+"/"), "/")
	if len(parts) != 3 {
		return asked, false
	}
	rest, isPNG := strings.CutSuffix(parts[2], ".png")
	at := strings.LastIndexByte(rest, '.')
	if !isPNG || at < 0 {
		return asked, false
	}
	language, known := ParseLanguage(rest[at+1:])
	asked = shownPicture{parts[0], parts[1], rest[:at], language}
	switch asked.kind {
	case release.ShowsCard:
		return asked, known && page.IsAsset(asked.name)
	case release.ShowsWall:
		_, err := antelope.ParseName(asked.name)
		return asked, known && err == nil
	}
	return asked, false
}

// servePicture answers below paths.Pictures: with the picture that was drawn before, or is drawn
// now, and where it is not to be had with the way to the edition's own.
func (s *Server) servePicture(w http.ResponseWriter, r *http.Request) error {
	asked, ok := parsePicture(r.URL.Path)
	edition := s.config.Releases.Choose(nil).Releases[asked.edition]
	if !ok || r.URL.RawPath != "" || edition == nil || edition.Manifest.CardPictures == "" {
		NotFound(w)
		return nil
	}
	// It is shown where the link to its page is, and so is what it leads to.
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	drawn, tag, err := s.pictures.get(r, edition, asked)
	if err != nil {
		if !errors.Is(err, errNotShown) {
			s.pictures.logLimit.Do(func() {
				s.config.Logger.Warn("a picture was not drawn", zap.String("path", r.URL.Path), zap.Error(err))
			})
		}
		s.insteadOfPicture(w, r, edition, asked)
		return nil
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	w.Header().Set("Etag", tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(drawn))
	return nil
}

// insteadOfPicture leads to what a link to the edition's page of one card shows by itself.
func (s *Server) insteadOfPicture(w http.ResponseWriter, r *http.Request, edition *page.Edition, asked shownPicture) {
	for _, route := range edition.Manifest.Routes {
		if own := route.Picture[asked.language]; own != "" && route.Shows == release.ShowsCard {
			w.Header().Set("Cache-Control", "public, max-age=60")
			http.Redirect(w, r, edition.Base()+own, http.StatusFound)
			return
		}
	}
	NotFound(w)
}

// errNotShown says that there is nothing to draw, or no more for this client.
var errNotShown = errors.New("nothing is drawn")

func (p *pictures) get(r *http.Request, edition *page.Edition, asked shownPicture) (drawn []byte, tag string, err error) {
	templates, err := p.templates(r, asked)
	if err != nil {
		return nil, "", err
	}
	sheet, err := p.sheetOf(edition)
	if err != nil {
		return nil, "", err
	}
	if asked.kind == release.ShowsWall {
		templates = sheet.Rarest(templates)
	} else {
		// Every copy of a card has the same.
		asked.name = ""
	}
	hash := sha256.Sum256(fmt.Append(nil, edition.Manifest.CardPictures, asked, templates))
	name := hex.EncodeToString(hash[:16])
	tag = `"` + name + `"`
	if drawn = p.kept.Find(name + ".png"); drawn != nil {
		return drawn, tag, nil
	}
	if allowed, _ := p.limits.Allow(p.config.Client(r)); !allowed {
		return nil, "", errNotShown
	}
	drawn, err = p.kept.Draw(r.Context(), name+".png", func(ctx context.Context) ([]byte, error) {
		drawing, err := "", error(nil)
		if asked.kind == release.ShowsWall {
			drawing, err = sheet.WallOf(asked.name, templates, asked.language)
		} else {
			drawing, err = sheet.Card(templates[0], asked.language)
		}
		if err != nil {
			return nil, err
		}
		return p.draw(ctx, drawing, sheet.Fonts)
	})
	return drawn, tag, err
}

// sheetOf is what the edition's pictures are put together of.
func (p *pictures) sheetOf(edition *page.Edition) (*picture.Sheet, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	name := edition.Base() + edition.Manifest.CardPictures
	if sheet := p.sheets[name]; sheet != nil {
		return sheet, nil
	}
	content, err := edition.ReadFile(edition.Manifest.CardPictures)
	if err != nil {
		return nil, err
	}
	sheet, err := picture.Read(content)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	maps.DeleteFunc(p.sheets, func(other string, _ *picture.Sheet) bool { return strings.HasPrefix(other, edition.Base()) })
	p.sheets[name] = sheet
	return sheet, nil
}

// templates are those of the edition's cards that a picture is of: of one card, or on a wall.
func (p *pictures) templates(r *http.Request, asked shownPicture) ([]uint32, error) {
	if p.config.Assets == nil {
		return nil, errNotShown
	}
	query := url.Values{"asset_id": {asked.name}}
	if asked.kind == release.ShowsWall {
		query = url.Values{"owner": {asked.name}, "page": {"1"}, "limit": {strconv.Itoa(wallAssets)}}
	}
	// It is the client's own look-up, and takes of what that one may read.
	request, err := http.NewRequestWithContext(r.Context(), http.MethodGet, paths.Assets+"?"+query.Encode(), nil)
	if err != nil {
		return nil, err
	}
	request.RemoteAddr = r.RemoteAddr
	answered := &answeredAssets{header: http.Header{}}
	p.config.Assets.ServeHTTP(answered, request)
	switch answered.status {
	case http.StatusOK:
	case http.StatusTooManyRequests: // its client has read as much as it may
		return nil, errNotShown
	default:
		return nil, fmt.Errorf("the asset index answers %d", answered.status)
	}
	var templates []uint32
	// Of some hundred kilobytes little is looked at, each time that the picture of a wall is asked for.
	gjson.GetBytes(answered.body.Bytes(), "data").ForEach(func(_, asset gjson.Result) bool {
		id, err := strconv.ParseInt(asset.Get("template.template_id").String(), 10, 32)
		if err == nil && asset.Get("schema.schema_name").String() == asked.edition {
			templates = append(templates, uint32(int32(id)))
		}
		return true
	})
	if len(templates) == 0 && asked.kind == release.ShowsCard {
		return nil, errNotShown
	}
	return templates, nil
}

// answeredAssets takes an answer of Config.Assets.
type answeredAssets struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answeredAssets) Header() http.Header { return a.header }

func (a *answeredAssets) WriteHeader(status int) { a.status = status }

func (a *answeredAssets) Write(part []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	if a.body.Len()+len(part) > maxAssetsAnswer {
		return 0, errors.New("the answer is too long")
	}
	return a.body.Write(part)
}

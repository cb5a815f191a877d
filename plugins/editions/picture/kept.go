package picture

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fieldhouse/plugins/atomicfile"
)

// Bounds of drawing.
const (
	// maxWaiting is how many pictures are drawn or wait for it.
	maxWaiting = 8
	// drawingTime is what one may take.
	drawingTime = time.Minute
	// maxPicture bounds one that is kept.
	maxPicture = 2 << 20
)

// ErrBusy says that too many pictures wait to be drawn.
var ErrBusy = errors.New("too many pictures wait to be drawn")

// Kept has pictures drawn one at a time, each once, and keeps them in a folder. It is safe for
// use by many goroutines, and the folder by many processes.
type Kept struct {
	folder string
	// most is how many bytes the folder has at most.
	most int64
	// waiting has a place for each that is drawn or waits, and turn is held by the one.
	waiting, turn chan struct{}
	report        func(error)
}

// NewKept keeps pictures in a folder, which need not be there yet; of a failure to do so the
// picture is answered all the same, and report told.
func NewKept(folder string, most int64, report func(error)) *Kept {
	return &Kept{folder: folder, most: most, waiting: make(chan struct{}, maxWaiting), turn: make(chan struct{}, 1), report: report}
}

// Find is a picture that was drawn before; nil for none. Asking for it keeps it longer.
func (k *Kept) Find(name string) []byte {
	path := filepath.Join(k.folder, name)
	content, err := atomicfile.Read(path, maxPicture)
	if err != nil {
		return nil
	}
	now := time.Now()
	// That of another process may be gone again.
	_ = os.Chtimes(path, now, now)
	return content
}

// Draw draws a picture and keeps it, unless another has meanwhile. It goes on when its caller
// leaves: the picture is for the next one.
func (k *Kept) Draw(ctx context.Context, name string, draw func(context.Context) ([]byte, error)) ([]byte, error) {
	select {
	case k.waiting <- struct{}{}:
		defer func() { <-k.waiting }()
	default:
		return nil, ErrBusy
	}
	select {
	case k.turn <- struct{}{}:
		defer func() { <-k.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if drawn := k.Find(name); drawn != nil {
		return drawn, nil
	}
	ctx, end := context.WithTimeout(context.WithoutCancel(ctx), drawingTime)
	defer end()
	drawn, err := draw(ctx)
	if err != nil {
		return nil, fmt.Errorf("drawing a picture: %w", err)
	}
	if err := k.keep(name, drawn); err != nil {
		k.report(fmt.Errorf("keeping a picture: %w", err))
	}
	return drawn, nil
}

// temporary begins the names of pictures that are being written.
const temporary = ".new-"

func (k *Kept) keep(name string, drawn []byte) error {
	if err := atomicfile.MakeFolder(k.folder); err != nil {
		return err
	}
	if err := atomicfile.Write(k.folder, name, temporary, drawn, 0o644); err != nil {
		return err
	}
	return k.makeRoom()
}

// makeRoom removes the pictures that were asked for longest ago, down to three quarters, when
// they are too large together.
func (k *Kept) makeRoom() error {
	entries, err := os.ReadDir(k.folder)
	if err != nil {
		return err
	}
	var all []fs.FileInfo
	var bytes int64
	for _, entry := range entries {
		// One that is gone takes no room.
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			all = append(all, info)
			bytes += info.Size()
		}
	}
	if bytes <= k.most {
		return nil
	}
	slices.SortFunc(all, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, oldest := range all {
		if bytes <= k.most/4*3 {
			break
		}
		if err := os.Remove(filepath.Join(k.folder, oldest.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		bytes -= oldest.Size()
	}
	return nil
}

package rows

import (
	"errors"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/rows/pause"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

// pauses are the paused sales of each state folder, over reloads.
var pauses = adapter.NewStates[*pause.File](nil)

// joinPaused joins the paused sales of the site's state folder, and answers what says which
// they are; nil where nothing is kept.
func (a *App) joinPaused(ctx caddy.Context) (func() *pause.Set, error) {
	folder, err := adapter.StateFolder(ctx, "rows")
	if err != nil || folder == "" {
		return nil, err
	}
	a.paused, err = pauses.Join(folder, func() (*pause.File, error) {
		return pause.Open(folder, pause.Config{Changed: logChange, Report: func(err error) { logger().Error("sales", zap.Error(err)) }}), nil
	})
	if err != nil {
		return nil, err
	}
	return a.paused.Value.Current, nil
}

// logChange writes down whose sale was paused by whom, and that it goes on.
func logChange(edition string, notice *pause.Notice) {
	if notice == nil {
		logger().Info("the sale goes on", zap.String("edition", edition))
		return
	}
	logger().Info("the sale is paused", zap.String("edition", edition), zap.String("by", notice.By), zap.Time("since", notice.Since),
		zap.String("en", notice.English), zap.String("es", notice.Spanish))
}

// logger is of the configuration that runs now: the paused sales outlast reloads.
func logger() *zap.Logger { return caddy.Log().Named("rows") }

// Cleanup lets go of what was joined. It also runs after a Provision that failed.
func (a *App) Cleanup() error { return errors.Join(a.Options.Cleanup(), a.paused.Leave()) }

package rows

import (
	"context"
	"errors"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/median"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/rows/pause"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

// pauses are the paused sales of each state folder, over reloads.
var pauses = adapter.NewStates[*pause.File](nil)

// joinPaused joins the paused sales of the site's state folder, and returns the function that
// lists them; nil without a state folder.
func (a *App) joinPaused(ctx caddy.Context) (func() *pause.Set, error) {
	folder, err := adapter.StateFolder(ctx, "rows")
	if err != nil || folder == "" {
		return nil, err
	}
	a.paused = pauses.JoinValue(folder, func() *pause.File {
		return pause.Open(folder, pause.Config{Changed: logChange, Report: func(err error) { logger().Error("sales", zap.Error(err)) }, Tell: tellPauses})
	})
	return a.paused.Value.Current, nil
}

// tellPauses tells the other processes of the cluster what is paused; they merge it.
var tellPauses = adapter.Peers.Share(peers.Shared{
	Name: "pauses",
	Say: func() []byte {
		if file := pausesNow(); file != nil {
			return file.Say()
		}
		return nil
	},
	Take: func(_ string, said []byte) error {
		if file := pausesNow(); file != nil {
			return file.Take(said)
		}
		return nil
	},
	Report: func(err error) { logger().Error("sales", zap.Error(err)) },
})

// pausesNow are the paused sales of the configuration that was loaded last; nil without.
func pausesNow() *pause.File {
	if all := pauses.All(); len(all) > 0 {
		return all[len(all)-1]
	}
	return nil
}

// histories are what the median was, by state folder and oracle, over reloads.
var histories = adapter.NewStates[*median.History](nil)

// joinHistory joins the history of a chain's oracle.
func (a *App) joinHistory(ctx caddy.Context, network settings.Network) (*median.History, error) {
	folder, err := adapter.StateFolder(ctx, "rows")
	if err != nil {
		return nil, err
	}
	of := network.MedianHistory()
	a.history = histories.JoinValue([2]string{folder, of}, func() *median.History {
		return median.Open(folder, of, median.Config{Report: func(err error) { logger().Error("median", zap.Error(err)) }})
	})
	return a.history.Value, nil
}

// recordEvery is how often the hour's median is looked for while it is not known.
const recordEvery = time.Minute

// Start lets the configuration's lifetimes and budgets hold, and records the median of each
// hour.
func (a *App) Start() error {
	if err := a.Options.Start(); err != nil {
		return err
	}
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan struct{})
	a.end = func() {
		end()
		<-ended
	}
	go func() {
		defer close(ended)
		ticker := time.NewTicker(recordEvery)
		defer ticker.Stop()
		for failed := false; ; {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			err := a.server.Record(ctx)
			if err != nil && !failed && ctx.Err() == nil {
				logger().Warn("median", zap.Error(err))
			}
			failed = err != nil
		}
	}()
	return nil
}

// Stop ends that.
func (a *App) Stop() error {
	if a.end != nil {
		a.end()
	}
	return nil
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
func (a *App) Cleanup() error {
	return errors.Join(a.Options.Cleanup(), a.paused.Leave(), a.history.Leave())
}

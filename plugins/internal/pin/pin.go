// Package pin keeps dependencies in go.mod while the packages that use them are being written.
package pin

import (
	_ "github.com/Masterminds/semver/v3"
	_ "github.com/allegro/bigcache/v3"
	_ "github.com/andybalholm/brotli"
	_ "github.com/caddyserver/caddy/v2"
	_ "github.com/dunglas/httpsfv"
	_ "github.com/fsnotify/fsnotify"
	_ "github.com/go-chi/chi/v5"
	_ "github.com/klauspost/compress/zstd"
	_ "go.uber.org/goleak"
	_ "go.uber.org/zap"
	_ "golang.org/x/net/html"
	_ "golang.org/x/sync/singleflight"
	_ "golang.org/x/text/language"
	_ "golang.org/x/time/rate"
)

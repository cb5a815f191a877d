package doctor

import (
	"context"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"path"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/feed"
	"fieldhouse/plugins/feed/article"
	"fieldhouse/plugins/feed/reader"

	"github.com/caddyserver/certmagic"
)

// askIndex asks an asset index for one asset.
func askIndex(ctx context.Context, address, collection string) error {
	client, err := index.New(index.Config{Endpoints: []string{address}, Settings: index.Settings{Timeout: answerFor, Deadline: answerFor}})
	if err != nil {
		return err
	}
	defer client.Close()
	_, err = client.Page(ctx, index.Query{Collection: collection}, 1, 1)
	return err
}

// askFeed reads a feed.
func askFeed(ctx context.Context, app *feed.App, address string) error {
	from, err := reader.New(reader.Config{
		Address: address, Private: app.PrivateAddresses, Timeout: answerFor, MaxBytes: app.MaxBytes, Memory: new(reader.Memory),
		Parse: func(ctx context.Context, source article.Source) ([]byte, error) {
			_, err := article.Parse(ctx, source, app.Posts)
			return nil, err
		},
		Observe: func(reader.Outcome, time.Duration) {},
	})
	if err != nil {
		return err
	}
	_, err = from.Read(ctx)
	return err
}

// askAdmin gets a path of an admin endpoint.
func askAdmin(ctx context.Context, address, path string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, answerFor)
	defer cancel()
	return adapter.AdminAnswer(ctx, address, http.MethodGet, path, nil)
}

// stored is the newest certificate of a name in a storage.
func stored(ctx context.Context, storage certmagic.Storage, name string) (newest *x509.Certificate, err error) {
	issuers, err := storage.List(ctx, "certificates", false)
	if err != nil {
		return nil, err
	}
	for _, issuer := range issuers {
		content, err := storage.Load(ctx, certmagic.StorageKeys.SiteCert(path.Base(issuer), name))
		if err != nil {
			continue // another one's
		}
		block, _ := pem.Decode(content)
		if block == nil {
			return nil, fmt.Errorf("the stored certificate of %s is damaged", name)
		}
		found, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, err
		}
		if newest == nil || found.NotAfter.After(newest.NotAfter) {
			newest = found
		}
	}
	if newest == nil {
		return nil, errors.New("none is stored")
	}
	return newest, nil
}

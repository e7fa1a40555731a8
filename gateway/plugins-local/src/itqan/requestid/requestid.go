// Package requestid gives each request an X-Request-Id, unless the client has sent one that the
// services accept (kit.telemetry). The response contains it: set by the service, or by Caddy for
// the gateway's own problem documents.
package requestid

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"regexp"
)

const header = "X-Request-Id"

var accepted = regexp.MustCompile(`^[A-Za-z0-9._-]{8,64}$`)

// Config has nothing to configure.
type Config struct{}

// CreateConfig returns the defaults for Traefik.
func CreateConfig() *Config { return &Config{} }

// New creates the middleware for Traefik.
func New(_ context.Context, next http.Handler, _ *Config, _ string) (http.Handler, error) {
	return http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		if !accepted.MatchString(req.Header.Get(header)) {
			id := make([]byte, 16)
			_, _ = rand.Read(id)
			req.Header.Set(header, hex.EncodeToString(id))
		}
		next.ServeHTTP(rw, req)
	}), nil
}

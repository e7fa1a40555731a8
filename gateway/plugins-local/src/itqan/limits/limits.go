// Package limits wraps the gateway's rate and size limits. Traefik rejects requests in plain text
// and closes the connection while the client is still sending, so a browser shows a connection
// error instead of the response. This middleware responds with a problem document, as the services
// do, and drains the rest of the body up to a bound. Responses of services pass unchanged.
package limits

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// Config has nothing to configure.
type Config struct{}

// CreateConfig returns the defaults for Traefik.
func CreateConfig() *Config { return &Config{} }

// New creates the middleware for Traefik.
func New(_ context.Context, next http.Handler, _ *Config, _ string) (http.Handler, error) {
	return http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		next.ServeHTTP(&answer{ResponseWriter: rw, req: req}, req)
	}), nil
}

// drainBytes limits how much of a rejected body is read and discarded.
const drainBytes = 128 << 20

const problemType = "application/problem+json"

var problems = map[int]string{
	http.StatusRequestEntityTooLarge: `{"type":"about:blank","title":"Request Entity Too Large","status":413,"code":"request.too_large","detail":"The file is too large."}`,
	http.StatusTooManyRequests:       `{"type":"about:blank","title":"Too Many Requests","status":429,"code":"request.rate_limited","detail":"Too many attempts. Wait a moment and try again."}`,
}

type answer struct {
	http.ResponseWriter
	req      *http.Request
	replaced bool
}

// WriteHeader replaces the gateway's own rejection, the only one that is no problem document.
func (a *answer) WriteHeader(status int) {
	body := problems[status]
	if body == "" || strings.HasPrefix(a.Header().Get("Content-Type"), problemType) {
		a.ResponseWriter.WriteHeader(status)
		return
	}
	a.replaced = true
	if a.req.Header.Get("Expect") == "" {
		// Reading sends 100 Continue: a client that waits for it must not send the body at all.
		_, _ = io.Copy(io.Discard, io.LimitReader(a.req.Body, drainBytes))
	}
	headers := a.Header()
	headers.Del("X-Retry-In")
	headers.Set("Content-Type", problemType)
	headers.Set("X-Request-Id", a.req.Header.Get("X-Request-Id"))
	headers.Set("Content-Length", strconv.Itoa(len(body)))
	a.ResponseWriter.WriteHeader(status)
	_, _ = a.ResponseWriter.Write([]byte(body))
}

// Write discards the replaced plain text.
func (a *answer) Write(data []byte) (int, error) {
	if a.replaced {
		return len(data), nil
	}
	return a.ResponseWriter.Write(data)
}

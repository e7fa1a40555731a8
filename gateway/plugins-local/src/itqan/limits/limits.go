// Package limits stands around the gateway's own limits, of rate and of size. Traefik refuses in
// plain text what is too much, and closes the connection while the client still sends: a browser
// then shows a broken connection in place of the answer. This answers with a problem document, as
// the services do, and takes in what is still sent, up to a bound. What a service answers passes
// unchanged.
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

// CreateConfig is what Traefik calls for the defaults.
func CreateConfig() *Config { return &Config{} }

// New is what Traefik calls to make the middleware.
func New(_ context.Context, next http.Handler, _ *Config, _ string) (http.Handler, error) {
	return http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		next.ServeHTTP(&answer{ResponseWriter: rw, req: req}, req)
	}), nil
}

// drainBytes bounds what is taken in of a body that is refused, and is then dropped.
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

// WriteHeader replaces the gateway's own refusal, which alone is no problem document.
func (a *answer) WriteHeader(status int) {
	body := problems[status]
	if body == "" || strings.HasPrefix(a.Header().Get("Content-Type"), problemType) {
		a.ResponseWriter.WriteHeader(status)
		return
	}
	a.replaced = true
	if a.req.Header.Get("Expect") == "" {
		// To read is also to ask for the body: who waits for that is not to send it at all.
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

// Write drops the plain text that was replaced.
func (a *answer) Write(data []byte) (int, error) {
	if a.replaced {
		return len(data), nil
	}
	return a.ResponseWriter.Write(data)
}

# The built app behind Caddy: docker build -f deploy/docker/web.Dockerfile .
FROM busybox:1.37.0-musl AS busybox

FROM node:24.11-bookworm-slim AS build
WORKDIR /app/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
# Installs by the lock file. `npm ci` would refuse a lock without packages of other platforms.
RUN npm install --no-save --no-audit --no-fund
COPY frontend ./
RUN npm run build

FROM caddy:2.11.7-alpine
RUN adduser -D -H -u 10001 itqan && setcap -r /usr/bin/caddy
COPY --from=busybox /bin/busybox /usr/local/bin/busybox
COPY gateway/Caddyfile /etc/caddy/Caddyfile
COPY --from=build /app/frontend/dist /srv
LABEL org.opencontainers.image.title="Itqan app"
USER 10001
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["busybox", "wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/"]
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]

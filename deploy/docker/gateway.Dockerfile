# Traefik with the same files as in the native run: docker build -f deploy/docker/gateway.Dockerfile .
FROM traefik:v3.7.15 AS traefik

FROM busybox:1.37.0-musl AS busybox

# For gateway/serve.py, which becomes Traefik.
FROM python:3.13.9-alpine3.22
RUN adduser -D -H -u 10001 itqan && install -d -m 700 -o itqan /data/acme
COPY --from=busybox /bin/busybox /usr/local/bin/busybox
COPY --from=traefik /usr/local/bin/traefik /usr/local/bin/traefik
COPY gateway /opt/itqan/gateway
LABEL org.opencontainers.image.title="Itqan gateway"
USER 10001
EXPOSE 8080 8081 9100
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["busybox", "wget", "-q", "-O", "/dev/null", "http://127.0.0.1:9100/ping"]
WORKDIR /opt/itqan
CMD ["python", "-m", "gateway.serve", "--web", ":8080", "--private", ":9100", \
     "--", "traefik", "--configFile=/opt/itqan/gateway/traefik.yaml"]

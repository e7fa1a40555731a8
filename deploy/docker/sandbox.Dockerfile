# The stand-ins for the card provider and for Firebase, for trying the system out: never part of production.
FROM python:3.13.9-slim-bookworm AS build
RUN pip install --no-cache-dir uv==0.13.8
ENV UV_COMPILE_BYTECODE=1
WORKDIR /app
RUN uv venv /venv
COPY deploy/docker/requirements.lock ./
RUN VIRTUAL_ENV=/venv uv pip sync --require-hashes requirements.lock

FROM python:3.13.9-slim-bookworm
RUN useradd --uid 10001 --no-create-home itqan && install -d -o itqan /data
COPY --from=build /venv /venv
WORKDIR /app
COPY deploy/sandboxes deploy/sandboxes
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1
USER 10001
EXPOSE 8082
HEALTHCHECK --interval=5s --timeout=3s --retries=6 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8082/sandbox/health', timeout=2)"]
CMD ["python", "-m", "deploy.sandboxes.paymob"]

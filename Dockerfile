# syntax=docker/dockerfile:1
# Two images: `service` serves console, website and API; `captures` is the same with a browser and fonts.
ARG NODE=node:24-trixie-slim

FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY vite.config.ts tsconfig.json ./
COPY contract contract
COPY dataProvider dataProvider
COPY locales locales
COPY proof proof
COPY server server
COPY src src
RUN node node_modules/vite/bin/vite.js build --logLevel warn

# Optional packages are Node and PostgreSQL for machines that have neither: the base image and compose.yaml bring both.
FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM ${NODE} AS service
# Half of the threads may look names up, and pages have some that nobody answers.
ENV NODE_ENV=production SHIMAKAZE_DATA=/data UV_THREADPOOL_SIZE=16
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE NOTICE ./
COPY contract contract
COPY locales locales
COPY proof proof
COPY server server
RUN install -d -m 0700 -o node -g node /data /keys
USER node
VOLUME ["/data"]
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-sigusr1", "server/bin/start.ts"]

FROM service AS captures
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell fonts-noto-cjk fonts-noto-core fonts-hanazono traceroute \
  && rm -rf /var/lib/apt/lists/*
USER node
# A worker listens on no port. Alarms, `/metrics` of the service and the exit of the process tell how it is.
HEALTHCHECK NONE
CMD ["node", "--disable-sigusr1", "server/bin/worker.ts"]

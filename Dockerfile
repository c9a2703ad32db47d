# The service in a small image: Debian, the binary of Node.js and the built service. docs/deployment.md tells how to run it.
# Node.js 24 needs no compiler: its SQLite driver comes prebuilt, for x64 and arm64.
ARG NODE=24
ARG DEBIAN=trixie

FROM node:${NODE}-${DEBIAN}-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Only install scripts compile. Left out: the driver of Node.js 20, and the source code of SQLite.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -r node_modules/better-sqlite3-12 node_modules/better-sqlite3/deps node_modules/better-sqlite3/src

FROM node:${NODE}-${DEBIAN}-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY scripts scripts
COPY sample sample
COPY web web
COPY client client
COPY src src
RUN node scripts/build.mjs

FROM debian:${DEBIAN}-slim
# Who builds it adds source, url, revision and created by `docker build --label`: CONTRIBUTING.md, "Making a release".
LABEL org.opencontainers.image.title="Content Digest Service" \
  org.opencontainers.image.description="Collects what feeds, sites, Hacker News and sitemaps publish and serves one clean, de-duplicated, clustered, scored, searchable collection of it over HTTP." \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="1.2.0"
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin digest \
  && install --directory --owner=digest --group=digest /data \
  && install --directory /etc/content-digest \
  && ln -s /app/dist/cli/main.js /usr/local/bin/content-digest
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY package.json LICENSE /app/
COPY --from=packages /app/node_modules /app/node_modules
COPY --from=build /app/dist /app/dist

# Temporary files of SQLite and of `restore` are in the volume too: everything else may be read-only.
ENV NODE_ENV=production DIGEST_DATA=/data DIGEST_SERVER_HOST=0.0.0.0 TMPDIR=/data
# With a threshold that is set, glibc gives the memory of large buffers back to the system. With 16 MB for young
# objects, a first visit takes a fifth less memory and no more processor time than with the default of Node.js 24.
ENV MALLOC_MMAP_THRESHOLD_=131072 NODE_OPTIONS=--max-semi-space-size=16
# Settings are read from digest.yaml here. Without the file the service shows the sample newsroom.
WORKDIR /etc/content-digest
VOLUME /data
EXPOSE 8080
USER 10001
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.DIGEST_SERVER_PORT || 8080}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["content-digest"]
CMD ["serve"]

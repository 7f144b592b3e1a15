# The Node image of both stages. Any image with Node and npm works.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json tsconfig.json ./
# The workspaces are copied later, and need no packages.
RUN npm ci --workspaces=false --ignore-scripts --no-audit --no-fund
COPY build build
COPY bin bin
COPY src src
COPY lab lab
COPY dashboard dashboard
RUN node build/build.js

FROM ${NODE_IMAGE}
# These must exist even if nothing is mounted.
WORKDIR /seed
WORKDIR /emulator/services
WORKDIR /emulator
COPY LICENSE ./
COPY --from=build /build/package.json /build/THIRD-PARTY-LICENSES ./
COPY --from=build /build/bin bin
COPY --from=build /build/dist dist
# Seeds are mounted into /seed, named by EMULATOR_SEED, or sent to /_admin/seed once it runs.
# The address that it listens on is written here; /dev/shm is writable in a read-only container, too.
ENV EMULATOR_ADDRESS_FILE=/dev/shm/emulator-address
ENV NODE_ENV=production EMULATOR_HOST=0.0.0.0 EMULATOR_SEED=/seed EMULATOR_SERVICE=/emulator/services
# Starting once here fills Node's compile cache, so that the first start of a container is fast. The cache belongs to
# this user. The seed has a template, so that the code for templates is cached too.
ENV NODE_COMPILE_CACHE=/emulator/compile-cache
RUN mkdir compile-cache && chown 1000:1000 compile-cache
# A number, since Kubernetes refuses a name with runAsNonRoot.
USER 1000:1000
RUN echo 'database: { documents: [{ title: "{{lorem.word}}" }] }' >/tmp/seed.yaml \
  && node bin/emulator.js exec --seed /tmp/seed.yaml -- \
    node -e "for (const path of ['/documents', '/_admin/health']) fetch(process.env.DB_BASE_URL + path)" \
  && rm /tmp/seed.yaml
ARG IMAGE_SOURCE=https://github.com/your-org/tristore-emulator
LABEL org.opencontainers.image.title="tristore-emulator" \
  org.opencontainers.image.description="A key-value store with expiry, a config store and a document database, emulated" \
  org.opencontainers.image.source="${IMAGE_SOURCE}" \
  org.opencontainers.image.licenses="MIT"
EXPOSE 4600
# In bash, since starting Node for each check would use more CPU than the idle emulator does.
HEALTHCHECK --interval=3s --timeout=2s --start-period=10s CMD ["bash", "-c", "\
  read -r base <\"$EMULATOR_ADDRESS_FILE\" || base=127.0.0.1:${EMULATOR_PORT:-4600}; \
  base=${base#http://} host=${base%:*}; exec 3<>\"/dev/tcp/${host//[][]/}/${base##*:}\" || exit 1; \
  printf 'GET /_admin/health HTTP/1.0\\r\\n\\r\\n' >&3; read -r _ status _ <&3; [ \"$status\" = 200 ]"]
# Node itself is process 1, so it gets the signals.
ENTRYPOINT ["node", "/emulator/bin/emulator.js"]

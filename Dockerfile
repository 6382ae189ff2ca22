FROM node:22-bookworm-slim AS build
WORKDIR /tollgate
COPY . .
RUN node scripts/build.mjs
RUN npm ci --omit=dev --workspace=@tollgate/server --include-workspace-root --no-audit --no-fund

FROM node:22-bookworm-slim
WORKDIR /tollgate
COPY --from=build /tollgate/package.json ./
COPY --from=build /tollgate/node_modules ./node_modules
COPY --from=build /tollgate/packages ./packages
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
EXPOSE 3000
HEALTHCHECK --start-period=20s --interval=15s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(reply => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/bun/bin/bun.exe", "packages/server/src/main.ts"]

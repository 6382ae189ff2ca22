/** The kinds of machines with a released file: the name in Bun's compiler, and the npm package of the runtime. */
export const TARGETS = {
  'linux-x64': { bunTarget: 'bun-linux-x64', runtime: '@oven/bun-linux-x64' },
  'linux-arm64': { bunTarget: 'bun-linux-arm64', runtime: '@oven/bun-linux-aarch64' },
}

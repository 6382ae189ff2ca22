/** The kinds of machines there is a file for: how Bun's compiler calls each, and the npm package its runtime comes in. */
export const TARGETS = {
  'linux-x64': { bunTarget: 'bun-linux-x64', runtime: '@oven/bun-linux-x64' },
  'linux-arm64': { bunTarget: 'bun-linux-arm64', runtime: '@oven/bun-linux-aarch64' },
}

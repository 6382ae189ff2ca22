/**
 * Replaces zod where the contract describes its calls. The browser only uses their methods, addresses and types; the
 * server checks their schemas. Without it every page would load 26 KB that never run. `vite.config.ts` substitutes it.
 */
export const z: unknown = new Proxy(() => undefined, {
  apply: () => z,
  get: (_, name) => {
    if (name === 'parse' || name === 'safeParse') throw new Error('The schemas of calls are not loaded in the browser')
    return typeof name === 'symbol' ? undefined : z
  },
})

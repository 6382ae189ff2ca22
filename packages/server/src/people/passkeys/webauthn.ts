/** Loaded on first use: the library takes a quarter of a second, and most processes never need it. */
export const webauthn = () => withReflection(() => import('@simplewebauthn/server'))
export const webauthnHelpers = () => withReflection(() => import('@simplewebauthn/server/helpers'))

/** The library's parts extend `Reflect` when they load; in the single file they would load before it is extended. */
async function withReflection<Module>(load: () => Promise<Module>): Promise<Module> {
  await import('reflect-metadata')
  return load()
}

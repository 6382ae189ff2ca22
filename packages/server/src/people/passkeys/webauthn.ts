/** Loaded on first use: the library takes a quarter of a second, and most processes never need it. */
export const webauthn = () => import('@simplewebauthn/server')
export const webauthnHelpers = () => import('@simplewebauthn/server/helpers')

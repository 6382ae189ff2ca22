/** The smallest possible picture. */
const BASE64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const PNG = new Uint8Array(Buffer.from(BASE64, 'base64'))
export const PICTURE_BASE64 = BASE64
export const PICTURE = `data:image/png;base64,${BASE64}`

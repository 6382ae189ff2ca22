import { Secret, TOTP } from 'otpauth'

/** Every authenticator app supports these, and many support no others. */
const PERIOD_SECONDS = 30
const DIGITS = 6
/** Steps before and after the current one that are also accepted, because clocks differ. RFC 6238, section 5.2 */
const WINDOW = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

export const newOneTimeSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** Returns the address an authenticator app reads from a QR code: `otpauth://totp/Site:name?secret=…`. */
export const setUpAddress = (secret: string, { site, name }: { site: string; name: string }): string =>
  codesOf(secret, { issuer: site, label: name }).toString()

/** Returns the time step of a code, or null if it is not valid now. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = codesOf(secret).validate({ token: code, timestamp: now * 1000, window: WINDOW })
  return delta === null ? null : Math.floor(now / PERIOD_SECONDS) + delta
}

/** A colon would end the site's name in the address. */
const codesOf = (secret: string, { issuer = '', label = '' } = {}): TOTP =>
  new TOTP({
    issuer: issuer.replaceAll(':', ' '),
    label: label.replaceAll(':', ' '),
    secret: Secret.fromBase32(secret),
    period: PERIOD_SECONDS,
    digits: DIGITS,
    algorithm: 'SHA1',
  })

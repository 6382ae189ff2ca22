/** The target of a chat client's link: a web page, or a program on the user's device. */
export type ChatTarget =
  | { kind: 'page'; origin: string; host: string }
  /** `cherrystudio:`; such links are opened, never framed. */
  | { kind: 'app'; scheme: string }

/**
 * Returns the target of a link template, or null if a browser must not open it because it is a script or part of this
 * page.
 */
export function chatTarget(template: string): ChatTarget | null {
  const link = template.trim()
  const scheme = SCHEME.exec(link)?.[1]?.toLowerCase()
  if (scheme === undefined || REFUSED.has(scheme)) return null
  if (!WEB.has(scheme)) return { kind: 'app', scheme }
  const authority = AUTHORITY.exec(link.slice(scheme.length))?.[1] ?? ''
  try {
    // Only the address is parsed, since the template has a placeholder. A placeholder in the host could send the key
    // anywhere.
    const { origin, host } = new URL(`${scheme}//${authority}`)
    return PLAIN_ORIGIN.test(origin) ? { kind: 'page', origin, host } : null
  } catch {
    return null
  }
}

const SCHEME = /^([a-z][a-z0-9+.-]{0,40}:)\/\//i
const WEB = new Set(['http:', 'https:'])
/** Schemes that would run in this page, or read from the device. */
const REFUSED = new Set([
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'file:',
  'filesystem:',
  'about:',
  'view-source:',
])
/** Without user name and password, which browsers do not show. */
const AUTHORITY = /^\/\/([^/?#\\@{}\s]{1,260})(?=[/?#\\]|$)/
/** An origin that may stand in a Content-Security-Policy. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

/** Where a chat client's link leads: a page of a site, or a program on the user's device. */
export type ChatTarget =
  | { kind: 'page'; origin: string; host: string }
  /** `cherrystudio:`; such links are opened, never framed. */
  | { kind: 'app'; scheme: string }

/** Returns where a link template leads, or null where it is no link that a browser may open: a script, a part of this page. */
export function chatTarget(template: string): ChatTarget | null {
  const link = template.trim()
  const scheme = SCHEME.exec(link)?.[1]?.toLowerCase()
  if (scheme === undefined || REFUSED.has(scheme)) return null
  if (!WEB.has(scheme)) return { kind: 'app', scheme }
  const authority = AUTHORITY.exec(link.slice(scheme.length))?.[1] ?? ''
  try {
    // Not the whole template: a placeholder is in it. One in the host would hand the key to nobody knows whom.
    const { origin, host } = new URL(`${scheme}//${authority}`)
    return PLAIN_ORIGIN.test(origin) ? { kind: 'page', origin, host } : null
  } catch {
    return null
  }
}

const SCHEME = /^([a-z][a-z0-9+.-]{0,40}:)\/\//i
const WEB = new Set(['http:', 'https:'])
/** What would run in this page, or read what is on the device. */
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
/** Without a name and a password, which browsers do not show. */
const AUTHORITY = /^\/\/([^/?#\\@{}\s]{1,260})(?=[/?#\\]|$)/
/** Such that it can stand in a Content-Security-Policy. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

/**
 * What the console's page may load, run and be put into. Its own scripts alone run, none that stands in the page. What an
 * operator writes (logo, home page, footer) may show pictures and frames from anywhere on the web.
 * https://www.w3.org/TR/CSP3/
 */
const ALWAYS = [
  "default-src 'self'",
  "script-src 'self'",
  // The component library writes its styles into the page as it runs. Styles run nothing, and a nonce would have to stand
  // in a page that is served, packed, from a file.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "media-src 'self' data: blob: https: http:",
  "font-src 'self' data:",
  "connect-src 'self'",
  'frame-src https: http:',
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Where its forms lead to. A payment provider sends the browser on to others nobody knows beforehand, and browsers hold
 * redirects of a form to the same rule.
 */
const STAYS = `${ALWAYS}; form-action 'self'`
const LEAVES = `${ALWAYS}; form-action 'self' https: http:`

export const contentPolicy = (takesPayments: boolean): string => (takesPayments ? LEAVES : STAYS)

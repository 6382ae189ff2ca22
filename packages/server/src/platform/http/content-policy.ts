/**
 * The Content-Security-Policy of the console's page. Only its own script files run, and those of sign-in helpers the
 * operator switched on; no inline scripts. What an operator
 * writes (logo, home page, footer) may show pictures from anywhere on the web, and frames from the sites it names.
 * https://www.w3.org/TR/CSP3/
 */
const ALWAYS = [
  "default-src 'self'",
  // The component library inserts styles at run time. Styles run no code, and a nonce is impossible in a page that is
  // served compressed from a file.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "media-src 'self' data: blob: https: http:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Where forms may be sent. A payment provider redirects the browser to unknown sites, and browsers apply the rule to
 * redirects of a form too.
 */
const formAction = (takesPayments: boolean) => `form-action 'self'${takesPayments ? ' https: http:' : ''}`

/** What the page does beside its own, by the operator's choice. */
export interface PageNeeds {
  takesPayments: boolean
  /** Origins whose scripts it loads, such as a human check's. */
  scriptsFrom: readonly string[]
  /** Origins whose pages it embeds, such as chats. */
  framesFrom: readonly string[]
}

export const contentPolicy = ({ takesPayments, scriptsFrom, framesFrom }: PageNeeds): string =>
  [
    ALWAYS,
    ["script-src 'self'", ...scriptsFrom].join(' '),
    ['frame-src', ...(framesFrom.length > 0 ? framesFrom : ["'none'"])].join(' '),
    formAction(takesPayments),
  ].join('; ')

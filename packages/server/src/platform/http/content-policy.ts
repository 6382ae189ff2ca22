/**
 * The Content-Security-Policy of the console's page. Only its own script files run, and those of sign-in helpers that
 * the operator switched on; no inline scripts. The operator's texts (logo, home page, footer) may show pictures from
 * any site, and frames from the sites they name. https://www.w3.org/TR/CSP3/
 */
const ALWAYS = [
  "default-src 'self'",
  // The component library inserts styles at run time. Styles run no code, and a compressed page served from a file
  // cannot carry a nonce.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "media-src 'self' data: blob: https: http:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Form targets. A payment provider redirects the browser to unknown sites, and browsers apply the rule to redirects of
 * a form too.
 */
const formAction = (takesPayments: boolean) => `form-action 'self'${takesPayments ? ' https: http:' : ''}`

/** Foreign scripts and frames that the page uses because the operator chose so. */
export interface PageNeeds {
  takesPayments: boolean
  /** Origins whose scripts it loads, such as a CAPTCHA's. */
  scriptsFrom: readonly string[]
  /** Origins whose pages it embeds, such as chats. */
  framesFrom: readonly string[]
  /** Origins that it asks, such as further addresses of the API, whose latency it measures. */
  asks: readonly string[]
}

export const contentPolicy = ({ takesPayments, scriptsFrom, framesFrom, asks }: PageNeeds): string =>
  [
    ALWAYS,
    ["connect-src 'self'", ...asks].join(' '),
    ["script-src 'self'", ...scriptsFrom].join(' '),
    ['frame-src', ...(framesFrom.length > 0 ? framesFrom : ["'none'"])].join(' '),
    formAction(takesPayments),
  ].join('; ')

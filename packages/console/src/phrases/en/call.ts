export const call = {
  expired: 'You are not signed in or your session has expired, please sign in again',
  tooManyRequests: 'Too many requests, please try again later',
  internal: 'Internal server error, contact the administrator',
  demoSite: 'This site is for demo only, no server',
  other: 'Error: {{message}}',
  failed: 'The request failed',
  unreachable: 'Unable to connect to server',
}

export const apiDocs = {
  intro:
    'For scripts: send a system access token as Authorization, and its user’s id as {{header}}. Every reply is an envelope with success, message and data.',
  search: 'Find a call',
  download: 'OpenAPI description',
  loadFailed: 'The description could not be loaded',
  nothing: 'No call matches “{{query}}”',
  access: {
    public: 'Anybody',
    user: 'Users',
    admin: 'Administrators',
    root: 'Super admin',
    token: 'Holders of a token',
  },
  confirm: 'Needs a fresh confirmation in the browser: scripts cannot make this call.',
  limit: 'At most {{attempts}} tries in {{minutes}} minutes.',
  parameters: 'Parameters',
  body: 'Body',
  reply: 'Reply',
  example: 'Example',
}

export const alerts = {
  title: 'What is wrong now',
  nothing: 'Nothing is wrong.',
  since: 'since {{time}}',
  untold: 'not told yet',
  test: 'Send a test alert',
  testHint: 'Sent by every way saved above.',
  sent: 'Sent by: {{ways}}',
  failed: '{{way}}: {{error}}',
  ways: {
    webhook: 'webhook',
    email: 'mail',
  },
}

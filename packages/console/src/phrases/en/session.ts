export const session = {
  noEntry: 'This page is for administrators',
  noEntryForAdmins: 'This page is for the super admin',
  noEntryHint: 'Your account does not have the role it needs. Ask the operator if you think it should.',
  noRight: 'This page needs the right “{{right}}”',
  noRightHint: 'You do not have it. The super admin can give it to you.',
  backToConsole: 'Back to the console',
  statusUnreachable: 'Unable to connect to server',
  statusUnreachableHint: 'The gateway does not answer. Check your connection, or wait a moment if it is just starting.',
  statusFailed: 'Failed to load status',
  retry: 'Try again',
  again: {
    title: 'Your session has ended',
    hint: 'Sign in as {{name}} and continue: nothing on this page is lost.',
    submit: 'Sign in and go on',
    other: 'Sign in another way',
  },
}

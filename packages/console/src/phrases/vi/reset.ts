import type { FurtherPhrases } from '../language-pack.ts'

export const reset: FurtherPhrases['reset'] = {
  title: 'Reset password',
  hint: 'The address of your account. It gets a link that is valid for half an hour.',
  submit: 'Send the link',
  againIn: 'Again in {{seconds}} s',
  sent: 'If there is an account with this address, a mail is on its way.',
  confirmHint: 'The account with the address {{email}} gets a new password. All its sessions end.',
  confirm: 'Reset the password',
  newPassword: 'Your new password:',
  keep: 'Keep it, it is shown only once. You can change it after signing in.',
  again: 'Ask for another link',
  incomplete: 'This link is incomplete: open it exactly as in the mail, or ask for another.',
}

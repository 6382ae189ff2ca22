import type { MailSentences } from '../sentences.ts'

export const mails: MailSentences = {
  code: {
    title: '{site}: your code is {code}',
    text: 'Your code for {site} is {code}. It is valid for {minutes} minutes.\n\nIf you did not ask for it, ignore this mail.',
  },
  accountExists: {
    title: '{site}: you already have an account',
    text: 'Somebody, probably you, asked {site} for a code for this address. It already has an account: sign in, or reset your password.\n\nIf you did not ask, ignore this mail.',
  },
  reset: {
    title: '{site}: reset your password',
    text: 'Hello {name},\n\nopen this link to reset your password for {site}. It works once and is valid for {minutes} minutes.\n\n{link}\n\nIf you did not ask for it, ignore this mail: your password stays as it is.',
  },
  test: {
    title: '{site}: test mail',
    text: 'This mail shows that {site} can send mail.',
  },
}

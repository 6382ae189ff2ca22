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
  invitation: {
    title: '{site}: {name} invites you',
    text: 'Hello,\n\n{name} invites you to {site}. Open this link to accept with a new account or with one you have; it works once and is valid for {days} days.\n\n{link}\n\nIf you do not know them, ignore this mail.',
  },
  teamInvitation: {
    title: '{site}: {name} invites you to the team {team}',
    text: 'Hello,\n\n{name} invites you to the team {team} at {site}. Open this link to accept or decline; it works once and is valid for {days} days.\n\n{link}\n\nIf you do not know them, ignore this mail.',
  },
  test: {
    title: '{site}: test mail',
    text: 'This mail shows that {site} can send mail.',
  },
  unsubscribe: 'No more mails of this kind? Unsubscribe here:',
}

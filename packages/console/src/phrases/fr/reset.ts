import type { FurtherPhrases } from '../language-pack.ts'

export const reset: FurtherPhrases['reset'] = {
  title: 'Réinitialiser le mot de passe',
  hint: 'L’adresse de votre compte. Elle reçoit un lien valable une demi-heure.',
  submit: 'Envoyer le lien',
  againIn: 'De nouveau dans {{seconds}} s',
  sent: 'Si un compte a cette adresse, un e-mail est en route.',
  confirmHint: 'Le compte à l’adresse {{email}} reçoit un nouveau mot de passe. Toutes ses sessions prennent fin.',
  confirm: 'Réinitialiser le mot de passe',
  newPassword: 'Nouveau mot de passe :',
  keep: 'Conservez-le, il n’est affiché qu’une fois. Vous pourrez le changer après la connexion.',
  again: 'Demander un autre lien',
  incomplete: 'Ce lien est incomplet : ouvrez-le exactement comme dans l’e-mail, ou demandez-en un autre.',
}

import type { MailSentences } from '../sentences.ts'

export const mails: MailSentences = {
  code: {
    title: '{site} : votre code est {code}',
    text: 'Votre code pour {site} est {code}. Il est valable {minutes} minutes.\n\nSi vous ne l’avez pas demandé, ignorez cet e-mail.',
  },
  accountExists: {
    title: '{site} : vous avez déjà un compte',
    text: 'Quelqu’un, sans doute vous, a demandé à {site} un code pour cette adresse. Elle a déjà un compte : connectez-vous, ou réinitialisez votre mot de passe.\n\nSi ce n’était pas vous, ignorez cet e-mail.',
  },
  reset: {
    title: '{site} : réinitialisez votre mot de passe',
    text: 'Bonjour {name},\n\nouvrez ce lien pour réinitialiser votre mot de passe pour {site}. Il sert une fois et est valable {minutes} minutes.\n\n{link}\n\nSi vous ne l’avez pas demandé, ignorez cet e-mail : votre mot de passe reste inchangé.',
  },
  invitation: {
    title: '{site} : {name} vous invite',
    text: 'Bonjour,\n\n{name} vous invite sur {site}. Ouvrez ce lien pour accepter avec un nouveau compte ou avec un compte existant ; il sert une fois et est valable {days} jours.\n\n{link}\n\nSi vous ne connaissez pas cette personne, ignorez cet e-mail.',
  },
  teamInvitation: {
    title: '{site} : {name} vous invite dans l’équipe {team}',
    text: 'Bonjour,\n\n{name} vous invite dans l’équipe {team} sur {site}. Ouvrez ce lien pour accepter ou refuser ; il sert une fois et est valable {days} jours.\n\n{link}\n\nSi vous ne connaissez pas cette personne, ignorez cet e-mail.',
  },
  test: {
    title: '{site} : e-mail de test',
    text: 'Cet e-mail montre que {site} peut envoyer des e-mails.',
  },
  unsubscribe: 'Vous ne voulez plus de ces e-mails ? Désabonnez-vous ici :',
}

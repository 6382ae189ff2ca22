import type { FurtherPhrases } from '../language-pack.ts'

export const session: FurtherPhrases['session'] = {
  noEntry: 'Cette page est réservée aux administrateurs',
  noEntryForAdmins: 'Cette page est réservée au super-administrateur',
  noEntryHint:
    'Votre compte n’a pas le rôle requis. Si vous pensez qu’il devrait l’avoir, adressez-vous à l’exploitant.',
  noRight: 'Cette page requiert le droit « {{right}} »',
  noRightHint: 'Vous ne l’avez pas. Le super-administrateur peut vous l’accorder.',
  backToConsole: 'Retour à la console',
  statusUnreachable: 'Connexion au serveur impossible',
  statusUnreachableHint:
    'La passerelle ne répond pas. Vérifiez votre connexion, ou patientez un instant si elle vient de démarrer.',
  statusFailed: 'Échec du chargement de l’état',
  retry: 'Réessayer',
  again: {
    title: 'Votre session a expiré',
    hint: 'Connectez-vous en tant que {{name}} et continuez : rien ne sera perdu sur cette page.',
    submit: 'Se reconnecter',
    other: 'Se connecter autrement',
  },
}

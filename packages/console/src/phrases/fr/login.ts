import type { FurtherPhrases } from '../language-pack.ts'

export const login: FurtherPhrases['login'] = {
  title: 'Connexion',
  username: 'Nom d’utilisateur ou e-mail',
  password: 'Mot de passe',
  submit: 'Connexion',
  bothNeeded: 'Veuillez saisir le nom d’utilisateur et le mot de passe',
  expired: 'Vous n’êtes pas connecté ou votre session a expiré, veuillez vous reconnecter.',
  toRegister: 'Créer un compte',
  toReset: 'Mot de passe oublié ?',
  success: 'Vous êtes connecté !',
  passwordOff: 'L’exploitant a désactivé la connexion par mot de passe.',
  agreement: 'Règles du site',
  agreementHint: 'Vous serez connecté dès que vous aurez accepté les règles actuelles de ce site.',
  secondStep: 'Deuxième étape',
  secondStepHint: 'Les six chiffres de votre application d’authentification, ou un de vos codes de récupération.',
  back: 'Retour au mot de passe',
  passkey: 'Par clé d’accès',
  defaultPassword: 'Vous utilisez le mot de passe par défaut ! Changez-le immédiatement !',
  defaultPasswordHint: 'Quiconque connaît ce logiciel le connaît aussi.',
}

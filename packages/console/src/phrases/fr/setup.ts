import type { FurtherPhrases } from '../language-pack.ts'

export const setup: FurtherPhrases['setup'] = {
  title: 'Bienvenue sur {{site}}',
  subtitle: 'Trois courtes étapes, et la passerelle est à vous.',
  failedToLoad: 'Échec de la lecture de l’état d’initialisation',
  steps: { database: 'Données', account: 'Administrateur', usage: 'Usage' },
  database: {
    title: 'Où vivent vos données',
    sqlite: 'SQLite, un fichier à côté de la passerelle',
    sqliteHint:
      'Rien à installer. Gardez le dossier de données sur un disque persistant – dans un conteneur, sur un volume – et sauvegardez-le.',
    postgres: 'PostgreSQL, un serveur de base de données',
    postgresHint:
      'Adapté à un usage intensif et à plusieurs passerelles côte à côte. Sauvegardez-la comme toute autre base.',
  },
  account: {
    title: 'Votre compte administrateur',
    hint: 'Il peut tout modifier ici. Vous pourrez ajouter d’autres utilisateurs plus tard.',
    exists: 'Le compte administrateur existe déjà. Rien à faire ici.',
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    passwordHint: 'Au moins 8 caractères',
    confirmPassword: 'Confirmation',
    usernameEmpty: 'Veuillez saisir le nom d’utilisateur de l’administrateur',
    passwordShort: 'Le mot de passe doit compter au moins 8 caractères',
    mismatch: 'Les deux mots de passe ne correspondent pas',
  },
  usage: {
    title: 'Comment l’utiliserez-vous ?',
    hint: 'Vous pourrez changer cela plus tard dans les paramètres.',
    external: 'Pour d’autres',
    externalHint: 'Les utilisateurs s’inscrivent, ont un solde et paient ce qu’ils utilisent.',
    self: 'Pour moi',
    selfHint: 'L’inscription est masquée, et les modèles n’ont pas besoin d’un prix pour être appelés.',
    demo: 'En démonstration',
    demoHint:
      'Les utilisateurs connectés peuvent tout regarder, mais rien ne peut être modifié avant que vous désactiviez ce mode dans les paramètres.',
    movingIn: 'Je viens d’une autre passerelle',
    movingInHint: 'Ensuite, ses utilisateurs, soldes, clés et journal sont repris : depuis one-api ou new-api.',
  },
  back: 'Retour',
  next: 'Suivant',
  finish: 'Terminer l’installation',
  formReference: 'Erreur de formulaire, veuillez rafraîchir la page et réessayer',
  success: 'Tout est prêt. Ouverture de votre passerelle…',
  failed: 'Échec de l’initialisation, veuillez réessayer',
  networkFailed: 'Échec de l’initialisation du système, veuillez réessayer',
}

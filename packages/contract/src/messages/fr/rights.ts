import type { Right } from '../../rights.ts'

export const rights: Record<Right, { name: string; opens: string }> = {
  'channels.see': {
    name: 'Canaux : voir',
    opens: 'Les canaux, leur santé, l’état de leurs clés et les points à vérifier, sans aucun secret',
  },
  'channels.operate': {
    name: 'Canaux : exploiter',
    opens:
      'Activer, désactiver, tester, étiqueter, copier et supprimer des canaux ; leurs modèles, groupes, priorités et poids',
  },
  'channels.keys': {
    name: 'Canaux : clés',
    opens:
      'Lire et modifier clés, adresses, proxys, remplacements de paramètres et correspondances de modèles, qui contiennent des secrets ou décident où vont les clés et quel modèle répond',
  },
  'users.see': {
    name: 'Utilisateurs : voir',
    opens: 'Les utilisateurs avec leurs soldes, sessions et abonnements',
  },
  'users.edit': {
    name: 'Utilisateurs : modifier',
    opens:
      'Créer, renommer, désactiver et clore des utilisateurs ; leurs mots de passe, comptes liés, seconds facteurs et remarques',
  },
  'users.balances': {
    name: 'Utilisateurs : soldes',
    opens: 'Soldes, limites et groupes des utilisateurs, commandes, remboursements et offres données',
  },
  messages: {
    name: 'Messages aux utilisateurs',
    opens: 'Écrire aux utilisateurs dans la console et par e-mail, et rappeler ces messages',
  },
  prices: {
    name: 'Prix',
    opens:
      'Prix des modèles, des groupes et des offres, limites des modèles, usage personnel, listes de prix et simulations',
  },
  logs: {
    name: 'Journaux des autres',
    opens: 'Journal, reçus, dessins, tâches et chiffres de tous, avec les noms des utilisateurs et des canaux',
  },
  codes: { name: 'Codes', opens: 'Codes de recharge' },
  settings: {
    name: 'Réglages sans risque pour l’accès',
    opens:
      'Les réglages autres que les prix et ceux du super-administrateur ; les alertes et la recherche de mises à jour',
  },
  jobs: {
    name: 'Tâches de fond',
    opens: 'Les tâches de fond, la page Serveur sans son journal, et la suppression d’anciennes lignes du journal',
  },
}

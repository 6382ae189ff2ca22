import type { AlertSentences } from '../sentences.ts'

export const alerts: AlertSentences = {
  test: { title: 'Alerte de test', text: 'Ceci est un test. Tout va bien.' },
  rules: {
    channel_down: {
      title: 'Le canal {id} ({name}) est en panne',
      text: 'Le canal {id} ({name}) ne reçoit plus d’appels : il a été désactivé automatiquement, ou échoue sans cesse.',
      over: 'Le canal {id} ({name}) fonctionne de nouveau, ou n’est plus utilisé.',
    },
    wallet_low: {
      title: 'Le solde du canal {id} ({name}) est bas',
      text: 'Il reste au canal {id} ({name}) {balance} dollars US chez son amont, moins que {least}.',
      over: 'Le solde du canal {id} ({name}) est de nouveau suffisant.',
    },
    error_rate: {
      title: 'Beaucoup d’appels échouent',
      text: '{percent} % des appels des {minutes} dernières minutes ont échoué chez les amonts : {failed} sur {all}.',
      over: 'Peu d’appels échouent désormais.',
    },
    books_wrong: {
      title: 'Les comptes sont déséquilibrés',
      text: 'Le contrôle quotidien des comptes a trouvé {count} différences. Lancez l’audit pour les voir.',
      over: 'Les comptes sont de nouveau équilibrés.',
    },
    job_failed: {
      title: 'La tâche {name} échoue',
      text: 'La dernière exécution de la tâche de fond {name} a échoué : {error}',
      over: 'La tâche de fond {name} réussit de nouveau.',
    },
    price_raised: {
      title: 'Le prix de {model} chez l’amont dépasse le nôtre',
      text: 'La liste de prix {list} demande maintenant {percent} % de plus que nous pour {model} : {theirs} au lieu de {ours} dollars US (trois millions de tokens en entrée et un en sortie, ou son unité la plus chère).',
      over: 'Notre prix de {model} couvre de nouveau celui de la liste {list}, ou la liste ne l’a plus.',
    },
    database_away: {
      title: 'La base de données est injoignable',
      text: 'Le serveur {server} ne peut pas joindre sa base de données. Les appels sont refusés jusqu’à son retour.',
      over: 'Le serveur {server} joint de nouveau sa base de données.',
    },
    database_read_only: {
      title: 'La base de données refuse les écritures',
      text: 'Le serveur {server} joint sa base de données, mais elle refuse les écritures : elle est en lecture seule, ou son disque est plein.',
      over: 'La base de données accepte de nouveau les écritures du serveur {server}.',
    },
    redis_away: {
      title: 'Redis est absent',
      text: 'Le serveur {server} ne peut pas joindre Redis. Les appels continuent, mais chaque nœud compte seul les limites.',
      over: 'Le serveur {server} joint de nouveau Redis.',
    },
    not_ready: {
      title: 'Un serveur n’est pas prêt',
      text: 'Le serveur {server} ne peut pas servir d’appels : sa base de données est injoignable, ou il ne peut pas écrire les débits.',
      over: 'Le serveur {server} sert de nouveau des appels.',
    },
    node_lost: {
      title: 'Un nœud est perdu',
      text: 'Le nœud {node} est muet : son processus a été tué ou est figé, ou il ne peut pas joindre la base de données.',
      over: 'Le nœud {node} répond de nouveau, ou a été abandonné.',
    },
    funds_held: {
      title: 'Un nœud muet retient du quota',
      text: 'Le nœud {node} est muet et retient {quota} de quota des utilisateurs, rendu quand le nœud est abandonné.',
      over: 'Le quota que retenait le nœud {node} a été rendu.',
    },
    disk_full: {
      title: 'Le disque est presque plein',
      text: 'Le disque du dossier de données ou de la base de données du serveur {server} a {percent} % d’espace libre, moins que {least} %.',
      over: 'Le disque du serveur {server} a de nouveau assez d’espace.',
    },
    own_errors: {
      title: 'Un serveur répond 5xx à beaucoup d’appels',
      text: 'Le serveur {server} a terminé par 5xx {percent} % des appels des {minutes} dernières minutes : {failed} sur {all}.',
      over: 'Le serveur {server} termine désormais peu d’appels par 5xx.',
    },
  },
}

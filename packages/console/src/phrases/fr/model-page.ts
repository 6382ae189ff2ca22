import type { FurtherPhrases } from '../language-pack.ts'

export const modelPage: FurtherPhrases['modelPage'] = {
  all: 'Tous les prix',
  intro: 'Prix, limites et capacités, dans le groupe {{group}}.',
  noGroup: 'Aucun de vos groupes ne peut utiliser ce modèle.',
  price: 'Prix et capacités',
  output: 'Une réponse compte au plus {{tokens}} tokens.',
  unknown: 'Ce modèle n’existe pas ici',
  unknownHint: 'Il a été renommé, ou aucun canal ne le sert actuellement.',
  uptime: {
    title: 'Disponibilité des 30 derniers jours',
    hint: 'Parmi les appels parvenus à un amont, la part de ceux qui n’y ont pas échoué. Jours en UTC.',
    share: '{{share}} des appels ont abouti',
    few: 'Trop peu d’appels pour le dire.',
    day: '{{day}} : {{share}} des appels ont abouti',
    quietDay: '{{day}} : trop peu d’appels',
    today: 'aujourd’hui',
  },
  speed: {
    title: 'Vitesse',
    hint: 'Sur les sept derniers jours, par vos groupes.',
    group: 'Groupe',
    half: 'Premier token, moitié des appels',
    most: 'Premier token, 95 % des appels',
    rate: 'Tokens par seconde',
    few: 'Trop peu d’appels pour mesurer.',
  },
  badge: {
    title: 'Badge et flux',
    hint: 'Pour des pages ailleurs : la disponibilité sur 30 jours, en une image qui se tient à jour.',
    feed: 'Flux des incidents',
    alt: 'Disponibilité de {{model}}',
    markdown: 'Markdown',
  },
  code: {
    title: 'Exemples de code',
    hint: 'Avec l’adresse de ce site ; mettez votre propre clé à la place de « sk-… ».',
    client: 'Client',
    guide: 'Le configurer pas à pas',
  },
}

import type { FurtherPhrases } from '../language-pack.ts'

export const overview: FurtherPhrases['overview'] = {
  loadFailed: 'Les panneaux n’ont pas pu être chargés',
  announcements: {
    title: 'Annonces',
    none: 'Rien de nouveau.',
    all: 'Tout afficher ({{total}})',
    types: {
      ongoing: 'En cours',
      success: 'Terminé',
      warning: 'Attention',
      error: 'Incident',
    },
  },
  apiInfo: {
    title: 'Adresses de l’API',
    measure: 'Mesurer',
    measureOf: 'Mesurer la latence de {{name}}',
    latency: '{{ms}} ms depuis ce navigateur',
    unreachable: 'Injoignable depuis ce navigateur',
  },
  faq: {
    title: 'Questions fréquentes',
  },
  status: {
    title: 'État',
    hint: 'La part des appels qui n’ont pas échoué en amont, sur sept jours.',
    unknown: 'Les chiffres ne sont pas connus pour le moment.',
    nothingPlanned: 'Aucune maintenance n’est prévue.',
    planned: 'Prévu',
    running: 'En cours',
    span: 'Du {{from}} au {{until}}',
    day: '{{day}} : {{share}}',
    quietDay: '{{day}} : trop peu d’appels',
    notRead: 'Cette page d’état n’a pas encore pu être lue.',
    uptime: '{{share}} en 24 h',
    states: {
      up: 'En marche',
      down: 'En panne',
      pending: 'En attente',
      maintenance: 'Maintenance',
      unknown: 'Inconnu',
    },
    kinds: {
      good: 'Bien',
      fair: 'Quelques échecs',
      bad: 'En échec',
      quiet: 'Trop peu d’appels',
    },
  },
}

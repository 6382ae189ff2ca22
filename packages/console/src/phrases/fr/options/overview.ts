import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const overview = {
  OverviewOrder: {
    label: 'Ordre des panneaux',
    hint: 'Faites-les glisser, ou utilisez les flèches sur une poignée. Ceux qui sont coupés ou vides n’apparaissent pas.',
  },
  'console_setting.announcements_enabled': {
    label: 'Afficher les annonces',
    hint: 'Sur l’aperçu des utilisateurs connectés.',
  },
  StatusPanelEnabled: {
    label: 'Afficher l’état',
    hint: 'On ne voit que les modèles et groupes qu’on peut utiliser, sans nombre d’appels. Utilise les chiffres du tableau de bord.',
  },
  'console_setting.api_info_enabled': {
    label: 'Afficher les adresses de l’API',
    hint: 'Sur l’aperçu des utilisateurs connectés.',
  },
  'console_setting.faq_enabled': {
    label: 'Afficher les questions fréquentes',
    hint: 'Sur l’aperçu des utilisateurs connectés.',
  },
  'console_setting.announcements': {
    label: 'Annonces',
    hint: '100 au plus. Texte en Markdown ; celle qui porte une heure future paraît à ce moment.',
  },
  StatusPanelShows: {
    label: 'État de',
    hint: 'Sept jours, jour par jour. La maintenance est toujours affichée.',
    choices: { models: 'Modèles', groups: 'Groupes', maintenance: 'Maintenance seule' },
  },
  PlannedMaintenance: {
    label: 'Maintenance prévue',
    hint: '20 au plus. Chacune est affichée jusqu’à sa fin.',
  },
  'console_setting.uptime_kuma_groups': {
    label: 'Uptime Kuma',
    hint: '10 pages d’état publiques au plus, dans le panneau d’état. Le serveur les lit une fois par minute au plus.',
  },
  'console_setting.api_info': {
    label: 'Adresses de l’API',
    hint: '50 au plus. On peut les copier et mesurer leur latence depuis le navigateur.',
  },
  'console_setting.faq': {
    label: 'Questions fréquentes',
    hint: '100 au plus. Réponses en Markdown.',
  },
  MenuItems: {
    label: 'Entrées de menu',
    hint: '20 au plus. Chacune mène à une adresse http(s), ou à une page de cette console, comme /pricing.',
  },
  OwnPages: {
    label: 'Pages propres',
    hint: '20 au plus, en Markdown, à /page/ suivi de la fin de l’adresse.',
  },
} satisfies Incomplete<WordsOfTab<'overview'>>
